"""SQLite as a place for money: what every connection must have, and the check that it has it."""

import sqlite3
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.base.base import BaseDatabaseWrapper

WAIT = 3
"""Seconds that a writer waits for another: threads that wait longer starve the readers."""

FULL = 2
"""How SQLite writes `synchronous=FULL` when it is asked: a commit that was answered survives a power cut."""


def journal_mode(version: tuple[int, int, int] = sqlite3.sqlite_version_info[:3]) -> str:
    """`wal` where the linked SQLite has the WAL-reset fix; elsewhere the rollback journal, slower and safe.

    Fixed in 3.51.3, and carried back to 3.50.7 and 3.44.6.
    """
    carried_back = (3, 50, 7) <= version < (3, 51, 0) or (3, 44, 6) <= version < (3, 45, 0)
    return "wal" if version >= (3, 51, 3) or carried_back else "delete"


def options() -> dict[str, object]:
    """The OPTIONS of a SQLite database: a transaction takes its lock at BEGIN, a commit is on the disk."""
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": WAIT,
        "init_command": f"PRAGMA journal_mode={journal_mode()}; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
    }


def verify(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Refuse a connection that would lose or dangle: SQLite passes over a PRAGMA that it cannot obey in silence.

    So is a database in memory refused, which keeps nothing. Receiver of `connection_created`.
    """
    if connection.vendor != "sqlite":
        return
    wanted = {
        "journal_mode": journal_mode(),
        "synchronous": FULL,
        "foreign_keys": 1,
        "busy_timeout": WAIT * 1000,
    }
    with connection.cursor() as cursor:
        found = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted}
    if found != wanted:
        connection.close()
        raise ImproperlyConfigured(f"SQLite must run with {wanted}; this connection has {found}.")
