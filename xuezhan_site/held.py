"""Who holds the data folder: every server that runs on it, so that nobody brings another database back under it.

The operating system lets go when a process ends, however it ends: a lock is never left behind.
"""

import os
import sys
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

NAME = "server.lock"


def hold(place: Path) -> IO[bytes] | None:
    """Hold the folder with other servers until what is returned is closed; None while somebody has it alone."""
    return _locked(place, alone=False)


def hold_alone(place: Path) -> IO[bytes] | None:
    """Hold the folder alone; None while a server, or a worker that one has left behind, runs on it."""
    return _locked(place, alone=True)


def _locked(place: Path, *, alone: bool) -> IO[bytes] | None:
    descriptor = os.open(place / NAME, os.O_RDWR | os.O_CREAT, 0o600)
    file = os.fdopen(descriptor, "r+b")
    try:
        if sys.platform == "win32":  # knows locks of one holder only: there one server runs on a folder
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file
