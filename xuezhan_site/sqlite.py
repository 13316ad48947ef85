"""SQLite as a place for money: what every connection must have, and the check that it has it."""

import sqlite3
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.base.base import BaseDatabaseWrapper

FULL = 2


def journal_mode(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> str:
    """`wal` only where the linked SQLite has the WAL-reset fix; elsewhere the rollback journal, slower and safe.

    Fixed in 3.51.3, and carried back to 3.50.7 and 3.44.6.
    """
    fixed = version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51) or (3, 44, 6) <= version < (3, 45)
    return "wal" if fixed else "delete"


def options() -> dict[str, object]:
    """The OPTIONS of a SQLite database: writers queue at BEGIN for at most 3 s, a commit is on the disk."""
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": 3,
        "init_command": f"PRAGMA journal_mode={journal_mode()}; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
    }


def verify(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Refuse a connection that would lose or dangle: SQLite answers a PRAGMA that it cannot obey with silence."""
    if connection.vendor != "sqlite":
        return
    wanted = {"journal_mode": journal_mode(), "synchronous": FULL, "foreign_keys": 1}
    with connection.cursor() as cursor:
        found = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted}
    if found != wanted:
        connection.close()
        raise ImproperlyConfigured(f"SQLite must run with {wanted}, but this connection has {found}.")
