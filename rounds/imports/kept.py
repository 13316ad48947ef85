"""Files that were looked into, kept for a while so that what is confirmed is what was shown, to the byte.

Each has its digest for a name, in the folder of the club whose owner looked into it, and is read by nobody but who runs
the program.
"""

import hashlib
import os
import re
import secrets
import shutil
import stat
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

NEWEST = 3
"""So many files are kept of each club, for a day at most."""

DAY = 24 * 3600
CHUNK = 1 << 20

_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)


class Gone(Exception):
    """No such file is kept any more, or not as it was."""


def keep(stream: BinaryIO, club: uuid.UUID) -> str:
    """Keep a copy for the club; gives its digest. Others that are old, or one too many of its own, go. Raises
    `OSError`."""
    forget_old()
    place = _place_of(club)
    for folder in (_place(), place):
        folder.mkdir(mode=0o700, exist_ok=True)
    _clear(place, NEWEST - 1)
    half = place / f"half-{secrets.token_hex(8)}"
    try:
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as copy:
            digest = _digest(stream, copy)
            copy.flush()
            os.fsync(copy.fileno())
        half.replace(place / digest)
    except OSError:
        half.unlink(missing_ok=True)
        raise
    return digest


def kept(digest: str, club: uuid.UUID) -> BinaryIO:
    """The file that the club has looked into, to be closed by who asks. Raises `Gone`."""
    if not _DIGEST.fullmatch(digest):
        raise Gone
    try:
        forget_old()
        stream = (_place_of(club) / digest).open("rb")
    except OSError as fault:
        raise Gone from fault
    if _digest(stream) != digest:
        stream.close()
        raise Gone
    return stream


def pass_on(before: uuid.UUID, club: uuid.UUID) -> None:
    """A club with nothing in it has become that of a file: what it looked into is its own still, where that is not
    lost."""
    with suppress(OSError):
        _place_of(before).rename(_place_of(club))


def forget_old() -> None:
    """Throw out what is older than a day. Raises `OSError`."""
    for place in _places():
        _clear(place, NEWEST)


def forget_all() -> None:
    """Throw out every file, whoever's it is: none says of what club it tells. Raises `OSError`."""
    if _place().is_dir():
        shutil.rmtree(_place())


def _place() -> Path:
    return Path(settings.DATA_DIR) / "intake"


def _place_of(club: uuid.UUID) -> Path:
    return _place() / club.hex


def _places() -> list[Path]:
    """The folder of each club; and the one around them, where an earlier version kept all."""
    place = _place()
    return [place, *(path for path in place.iterdir() if path.is_dir())] if place.is_dir() else []


def _digest(stream: BinaryIO, copy: BinaryIO | None = None) -> str:
    """The digest of the whole stream, which is copied on the way."""
    made = hashlib.sha256()
    stream.seek(0)
    while chunk := stream.read(CHUNK):
        made.update(chunk)
        if copy:
            copy.write(chunk)
    return made.hexdigest()


def _clear(place: Path, most: int) -> None:
    """Throw out what is older than a day, and all but the newest `most`; also halves, which a full disk leaves."""
    for number, (written, path) in enumerate(sorted(_files(place), reverse=True)):
        if number >= most or written < time.time() - DAY:
            path.unlink(missing_ok=True)


def _files(place: Path) -> Iterator[tuple[float, Path]]:
    """When each was written; what goes meanwhile is left out."""
    for path in place.iterdir() if place.is_dir() else ():
        with suppress(FileNotFoundError):
            told = path.stat()
            if not stat.S_ISDIR(told.st_mode):
                yield told.st_mtime, path
