"""The data folder: what this installation must keep, and nobody else may read.

Standard library only: `run.py` uses it before anything is installed.
"""

import os
import secrets
from pathlib import Path


def prepare(folder: Path) -> None:
    """Make the data folder, readable by its owner alone; OSError when that cannot be done or nothing can be written."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    probe = folder / f".probe-{os.getpid()}"
    probe.touch()
    probe.unlink()


def secret_key(folder: Path) -> str:
    """The secret that signs and derives every link: read, or made at the first start (mode 0600).

    It is written beside its place and then linked there, so that of two processes starting at once both read the
    same whole secret, and a crash leaves none or all of it.
    """
    place = folder / "secret_key"
    if not place.exists():
        fresh = folder / f".secret_key-{secrets.token_hex(8)}"
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(fresh, place)
        except FileExistsError:
            pass  # another process was first: its secret counts
        finally:
            fresh.unlink()
    return place.read_text(encoding="ascii").strip()
