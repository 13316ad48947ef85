"""A database in trouble while a server runs on it: the tap is answered with 503 in time, reads go on, it recovers.

Each trouble comes --count times: the lock is held by somebody else; a write fails (the file may not grow: EFBIG, by
RLIMIT_FSIZE of the running worker); the database is missing (moved away); the disk never confirms (EIO for fsync, by a
filter of system calls, from a start of the server until the next); the disk is full (ENOSPC, a small tmpfs filled to
its last byte); the folder can only be read (a bind mount). The last two need mounts of their own, which Linux gives to
everybody who may make user namespaces. On PostgreSQL: the rows are locked by somebody else; with --postgres its server
is stopped.
"""

import ctypes
import os
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.long.bounds import Bounds, Outcome, command
from tests.long.phone import Answer, Lost, Phone, new_key
from tests.long.site import Site, site
from tests.postgres.server import Server

IN_TIME = 4.0
"""Seconds: the three that a writer waits, and a second for the answer."""

HELD = 30.0
"""Seconds for which a lock is held."""

SMALL_DISK = "64m"
CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000

Trouble = Callable[[Site], AbstractContextManager[None]]


class Table:
    """A night, somebody who taps at it, and somebody who looks."""

    def __init__(self, server: Site) -> None:
        self.server = server
        self.phone, self.watcher = (Phone(server.port, server.owner()) for _ in range(2))
        self.path = self.phone.open_night(new_key()).location
        self.position = 1
        self.wrong: list[str] = []
        self.slowest = 0.0
        self.written: list[str] = []

    def tap(self, key: str) -> Answer:
        fields = {"seat": "A", "cell": "transfer", "to-B": "1", "points": "7", "key": key, "position": self.position}
        return self._timed(lambda: self.phone.post(f"{self.path}record/", fields))

    def look(self) -> Answer:
        return self._timed(lambda: self.watcher.get(self.path))

    def _timed(self, ask: Callable[[], Answer]) -> Answer:
        """Once more where the server was started anew since the last time, and the connection is gone."""
        start = time.monotonic()
        try:
            answer = ask()
        except Lost:
            answer = ask()
        self.slowest = max(self.slowest, time.monotonic() - start)
        return answer

    def suffer(self, name: str, trouble: AbstractContextManager[None], held: float, *, reads: bool) -> None:
        """One trouble, for so many seconds: what is tapped in it is written afterwards, once."""
        key, self.slowest = new_key(), 0.0
        with trouble:
            until = time.monotonic() + held
            while True:
                self._expect(f"{name}: a tap", self.tap(key), 503)
                self._expect(f"{name}: a look", self.look(), 200 if reads else 503)
                if time.monotonic() > until:
                    break
        if self.slowest > IN_TIME:
            self.wrong.append(f"{name}: an answer took {self.slowest:.1f} s")
        self._expect(f"after {name}: the same tap", self.tap(key), 302)
        self.position += 1
        self.written.append(key)
        self._expect(f"after {name}: a look", self.look(), 200)

    def _expect(self, what: str, answer: Answer, status: int) -> None:
        if answer.status != status:
            self.wrong.append(f"{what} is answered with {answer.status}")

    def stored(self) -> list[str]:
        """What is wrong with what is stored: each tap must be there once."""
        keys = [str(key) for (key,) in self.server.rows("SELECT key FROM rounds_event ORDER BY position")]
        here = [key for key in keys if key in self.written]
        return [] if here == self.written else [f"tapped {self.written}, stored {here}"]


@contextmanager
def locked(server: Site) -> Iterator[None]:
    """Somebody else writes, and does not end."""
    with closing(sqlite3.connect(server.database_file, timeout=20, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def row_locked(server: Site) -> Iterator[None]:
    """On PostgreSQL somebody else writes at every night, and does not end."""
    import psycopg

    with psycopg.connect(server.database_url) as other:
        other.execute("SELECT 1 FROM rounds_session FOR UPDATE")
        yield
        other.rollback()


def stopped(postgres: Server) -> Trouble:
    """The server of the database is not running."""

    @contextmanager
    def stopped(server: Site) -> Iterator[None]:
        postgres.stop()
        try:
            yield
        finally:
            postgres.start()

    return stopped


@contextmanager
def unwritable(server: Site) -> Iterator[None]:
    """No file may grow beyond a page: what writes is told EFBIG."""
    workers = server.workers()
    before = [resource.prlimit(worker, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY)) for worker in workers]
    try:
        yield
    finally:
        for worker, limits in zip(workers, before, strict=True):
            resource.prlimit(worker, resource.RLIMIT_FSIZE, limits)


@contextmanager
def full(server: Site) -> Iterator[None]:
    """Not a byte is left on the disk."""
    filler = server.folder / "filler"
    with filler.open("wb", buffering=0) as stream:
        size = 1 << 20
        while size:
            try:
                size = size if stream.write(b"\0" * size) == size else size // 2
            except OSError:
                size //= 2
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def read_only(server: Site) -> Iterator[None]:
    """The folder can be read and not written."""
    _mount("--bind", str(server.folder), str(server.folder))
    _mount("-o", "remount,bind,ro", str(server.folder))
    try:
        yield
    finally:
        _unmount(str(server.folder))


@contextmanager
def missing(server: Site) -> Iterator[None]:
    """The file of the database is not where it was."""
    away = server.database_file.with_name("away.sqlite3")
    server.database_file.rename(away)
    try:
        yield
    finally:
        away.rename(server.database_file)


@contextmanager
def unconfirmed(server: Site) -> Iterator[None]:
    """The disk confirms nothing, from a start of the server on until the next."""
    server.stop()
    server.start(before=(sys.executable, "-m", "tests.long.no_fsync"))
    try:
        yield
    finally:
        server.stop()
        server.start()


HERE: tuple[tuple[Trouble, bool], ...] = ((locked, True), (unwritable, True), (missing, False), (unconfirmed, True))
ON_A_SMALL_DISK: tuple[tuple[Trouble, bool], ...] = ((full, True), (read_only, True))
"""Each trouble, and whether pages can be read in it."""


def run(bounds: Bounds) -> Outcome:
    """The long run, on a server of its own; on SQLite on a small disk of its own."""
    if bounds.database_url:
        return _run_on_postgres(bounds)
    _own_mounts()
    with TemporaryDirectory(prefix="xuezhan-long-") as folder:
        _mount("-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs", folder)
        server = Site(Path(folder))
        server.start()
        try:
            return run_on(server, bounds, (*HERE, *ON_A_SMALL_DISK), HELD).audited(server.audit)
        finally:
            server.stop()
            _unmount(folder)


def _run_on_postgres(bounds: Bounds) -> Outcome:
    troubles: list[tuple[Trouble, bool]] = [(row_locked, True)]
    if bounds.postgres:  # which may be stopped
        troubles.append((stopped(bounds.postgres), False))
    with site(bounds.database_url) as server:
        return run_on(server, bounds, tuple(troubles), HELD).audited(server.audit)


def run_on(server: Site, bounds: Bounds, troubles: tuple[tuple[Trouble, bool], ...] = HERE, held: float = 0) -> Outcome:
    """Every trouble so many times; a lock is held for `held` seconds, the others last for a tap and a look.

    What is stored is yet to be audited.
    """
    table, slowest = Table(server), dict[str, float]()
    for _ in range(bounds.count):
        for trouble, reads in troubles:
            if bounds.over:
                break
            name = trouble.__name__
            try:
                table.suffer(name, trouble(server), held if trouble in (locked, row_locked) else 0, reads=reads)
            except Lost as fault:
                table.wrong.append(f"{name}: no answer: {fault}")
            slowest[name] = max(slowest.get(name, 0), table.slowest)
    table.phone.close()
    table.watcher.close()
    figures: dict[str, object] = {"troubles": len(table.written)}
    figures |= {f"s at most while {name}": f"{seconds:.1f}" for name, seconds in slowest.items()}
    return Outcome(figures, [*table.wrong, *table.stored()])


def _own_mounts() -> None:
    """Mounts of this process are nobody else's business from here on."""
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWNS | (CLONE_NEWUSER if user else 0)):
        raise OSError(ctypes.get_errno(), "no mounts of its own here")
    if user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    _mount("--make-rprivate", "/")


def _mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)  # noqa: S607


def _unmount(folder: str) -> None:
    subprocess.run(["umount", "--lazy", folder], check=True)  # noqa: S607


if __name__ == "__main__":
    command(__doc__, run, count=3, seconds=1800)
