"""Copies of a SQLite database: never of the file, which may be in the middle of a write, but by SQLite itself."""

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

from rounds.backups.faults import BackupFault
from rounds.backups.heads import UNREADABLE, Heads, Logs, event_of

WAIT = 10
"""Seconds that a copy waits for a write to end."""

PRIVATE = 0o600

SIDE = ("-wal", "-journal", "-shm")
"""What SQLite keeps beside a database while somebody writes it."""


EVENTS = "SELECT * FROM rounds_event ORDER BY session_id, position"
OPEN = "SELECT digest FROM rounds_accesslink WHERE revoked_at IS NULL"
END = "UPDATE rounds_accesslink SET revoked_at = ? WHERE digest = ?"
APPLIED = "SELECT name FROM django_migrations WHERE app = 'rounds' ORDER BY name"


def copy(source: Path, target: Path) -> None:
    """A whole copy as of one moment, on the disk when this returns. `target` must not be there yet."""
    _new(target)
    try:
        with closing(_opened(source, "mode=ro", WAIT)) as connection:
            connection.execute("VACUUM INTO ?", [str(target)])
        sync(target)
    except (sqlite3.Error, OSError) as fault:
        target.unlink(missing_ok=True)
        raise BackupFault("not_written", why=fault) from fault


def shrink(connection: BaseDatabaseWrapper) -> None:
    """Write the file of the database in use anew, so that nothing of what was deleted is left in it."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")


def damage(path: Path) -> str:
    """What is wrong with a database that is in use; empty where nothing is. What a crash has left is mended by this."""
    if path.stat().st_size == 0:
        return ""  # the first start was cut off before it wrote anything
    try:
        with closing(_opened(path, "mode=rw", WAIT)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            connection.execute("BEGIN IMMEDIATE")  # fails where the file, or its disk, can only be read
            connection.rollback()
    except sqlite3.OperationalError as fault:
        return "" if fault.sqlite_errorcode == sqlite3.SQLITE_BUSY else str(fault)
    except sqlite3.Error as fault:
        return str(fault)
    return "" if found == "ok" else str(found)


def look_through(path: Path, known: Heads) -> Logs:
    """Is this a whole and sound database of this program, with all that is `known`? Raises `BackupFault`."""
    if not path.is_file():
        raise BackupFault("missing", file=path)
    for suffix in ("-wal", "-journal"):
        beside = path.with_name(path.name + suffix)
        if beside.exists() and beside.stat().st_size:
            raise BackupFault("unsettled", file=path.name, beside=beside.name)
    with _reading(path) as connection:
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok" or connection.execute("PRAGMA foreign_key_check").fetchone():
            raise BackupFault("damaged", file=path.name, why=found)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if not {"django_migrations", "rounds_session", "rounds_event"} <= tables:
            raise BackupFault("no_database", file=path.name)
        connection.row_factory = sqlite3.Row
        logs = Logs(map(event_of, connection.execute(EVENTS)), known)
    if logs.missing:
        raise BackupFault("behind", file=path.name, why=", ".join(sorted(logs.missing)[:3]))
    return logs


def migrations_in(path: Path) -> list[str]:
    """The names of this app's migrations that a database has had, in order."""
    with _reading(path) as connection:
        return [name for (name,) in connection.execute(APPLIED)]


def open_links(path: Path) -> set[str]:
    """The digests of the links that open something in a database that nobody uses."""
    with _reading(path) as connection:
        return {digest for (digest,) in connection.execute(OPEN)}


def end_links(path: Path, digests: Iterable[str], at: datetime) -> None:
    """End these links in a copy."""
    moment = str(at.astimezone(UTC).replace(tzinfo=None))
    with closing(_opened(path, "mode=rw", 0)) as connection:
        connection.execute("BEGIN")
        connection.executemany(END, [(moment, digest) for digest in digests])
        connection.execute("COMMIT")


def put_aside(path: Path, aside: Path) -> None:
    """Keep a database that is to be replaced, sound or not, with what stands beside it. Nobody may be using it."""
    try:
        with closing(_opened(path, "mode=rw", 0)) as connection:  # writes down what stands beside it
            connection.execute("PRAGMA journal_mode=DELETE").fetchone()
            connection.execute("BEGIN EXCLUSIVE")
            connection.rollback()
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise BackupFault("running") from fault
    except sqlite3.Error:
        pass  # it is damaged, and kept as it is
    _new(aside)
    shutil.copyfile(path, aside)
    sync(aside)
    for suffix in SIDE:
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.chmod(PRIVATE)
            beside.rename(aside.with_name(aside.name + suffix))


def sync(path: Path) -> None:
    """Until here it is written down, also if the power fails now: the file and its place in the folder."""
    for one in (path, path.parent):
        if one.is_dir() and os.name == "nt":
            continue  # there a folder cannot be opened
        descriptor = os.open(one, os.O_RDONLY if one.is_dir() else os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _new(path: Path) -> None:
    """Make the file, empty and for its owner alone: SQLite writes into an empty one, and lets its mode be."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
    except OSError as fault:
        raise BackupFault("not_written", why=fault.strerror) from fault


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A file that nobody writes. Whatever SQLite says of it: it is damaged."""
    try:
        with closing(_opened(path, "mode=ro&immutable=1", 0)) as connection:
            yield connection
    except (sqlite3.Error, *UNREADABLE) as fault:
        raise BackupFault("damaged", file=path.name, why=fault) from fault


def _opened(path: Path, how: str, wait: int) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=wait, isolation_level=None)
