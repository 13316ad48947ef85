"""Puts a database that an older version has left behind in the place of the test's own."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

from django.core.management import call_command
from django.db import connection, transaction

from tests.released.make import path_of


def load(migration: str, place: Path) -> None:
    """As a file on SQLite. PostgreSQL gets the tables of that version and the same rows, by a file in `place`."""
    content = gzip.decompress(path_of(migration).read_bytes())
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        connection.close()
        file.write_bytes(content)
        return
    call_command("migrate", "rounds", migration, verbosity=0)
    (place / "old.sqlite3").write_bytes(content)
    with closing(sqlite3.connect(place / "old.sqlite3")) as old, transaction.atomic():
        for (table,) in old.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'rounds_%' AND type = 'table'"):
            _copy(old, table)


def _copy(old: sqlite3.Connection, table: str) -> None:
    """All rows of a table, and where its counter of ids stands."""
    found = old.execute(f'SELECT * FROM "{table}"')  # noqa: S608
    names = [name for name, *_ in found.description]
    with connection.cursor() as cursor:
        cursor.execute("SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s", [table])
        types = dict(cursor.fetchall())  # SQLite knows no truth values: 0 and 1 are told what they are
        columns = ", ".join(f'"{name}"' for name in names)
        values = ", ".join("%s::int::boolean" if types[name] == "boolean" else "%s" for name in names)
        cursor.executemany(f'INSERT INTO "{table}" ({columns}) VALUES ({values})', found.fetchall())  # noqa: S608
        cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
        if sequence := cursor.fetchone()[0]:
            cursor.execute(f'SELECT setval(%s, coalesce(max(id), 0) + 1, false) FROM "{table}"', [sequence])  # noqa: S608
