"""The data folder: what this installation must keep, and nobody else may read.

Standard library only: `run.py` uses it before anything is installed.
"""

import os
import secrets
import time
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
KEY_LENGTH = 64

OTHERS = 0o077
"""What a mode allows to everybody but the owner of a file."""

OURS = ("xuezhan.sqlite3*", "secret_key", "*.json", "backups/*", "intake/*")
"""What is in the folder and tells what was played; the rest is served to everybody."""


def folder() -> Path:
    """Where XUEZHAN_DATA says (a relative path counts from the project's folder); `data` there without it."""
    return (HERE / os.environ.get("XUEZHAN_DATA", "data")).resolve()


def demo_folder() -> Path:
    """The folder of the demonstration, beside that of the players: `data-demo`."""
    place = folder()
    return place.with_name(f"{place.name}-demo")


def prepare(place: Path) -> None:
    """Make the folder, open to its owner alone. OSError when it cannot be made or nothing can be written in it."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    probe = place / f".probe-{secrets.token_hex(8)}"
    probe.touch()
    probe.unlink()


def close_to_others() -> None:
    """What this process writes from here on is its owner's alone, whatever the shell is set to."""
    os.umask(OTHERS)


def seal(place: Path) -> None:
    """Close what earlier versions, or a copy by hand, have left open to others; what is another user's stays."""
    for file in (file for pattern in OURS for file in place.glob(pattern) if file.is_file()):
        if mode := file.stat().st_mode & OTHERS:
            with suppress(PermissionError):
                file.chmod(file.stat().st_mode & 0o777 & ~mode)


def secret_key(place: Path) -> str:
    """The secret that every link and cookie derives from: made at the first start (mode 0600), read ever after.

    ValueError when the file is cut short, as by a full disk, or damaged: a guessable secret would be worse than none.
    """
    file = place / "secret_key"
    if not file.exists():
        prepare(place)
        _make(file)
    return _whole(file)


def _make(file: Path) -> None:
    """O_EXCL lets one of several processes that start at once make it; the others wait for its last character."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(secrets.token_hex(KEY_LENGTH // 2))
        stream.flush()
        os.fsync(stream.fileno())


def _whole(file: Path) -> str:
    for _ in range(20):
        key = file.read_text(encoding="ascii", errors="replace").strip()
        if len(key) >= KEY_LENGTH and key.isascii():
            return key
        time.sleep(0.05)
    raise ValueError(
        f"{file} 断了一截，或者坏了，从备份里拿回来，或者删掉它（所有的链接就作废了）。"
        f" {file} is cut short or damaged: bring it back from a backup, or delete it (then all links die)."
    )
