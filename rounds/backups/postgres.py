"""Copies of a PostgreSQL database, by its own programs: `pg_dump` and `pg_restore`."""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from django.db import connection

from rounds.backups.faults import BackupFault
from rounds.backups.heads import UNREADABLE, Heads, Logs, event_of
from rounds.backups.shelf import shelf

ESCAPED = re.compile(r"\\(.)")
PLAIN = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
"""How COPY writes what would end a column or a line."""


def copy(target: Path) -> None:
    """A whole copy as of one moment. `target` must not be there yet."""
    try:
        with open(target, "xb", opener=_private) as file:
            _run("not_written", "pg_dump", "--format=custom", "--no-owner", "--no-privileges", *_place(), stdout=file)
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        target.unlink(missing_ok=True)
        raise BackupFault("not_written", why=fault.strerror) from fault
    except BackupFault:
        target.unlink(missing_ok=True)
        raise


def look_through(path: Path, known: Heads) -> Logs:
    """Can all of it be read, is it a database of this program, with all that is `known`? Raises `BackupFault`."""
    if not path.is_file():
        raise BackupFault("missing", file=path)
    _run("damaged", "pg_restore", "--file", os.devnull, str(path), file=path.name)  # reads it to its end
    try:
        events = [event_of(row) for row in _rows(path, "rounds_event")]
    except UNREADABLE as fault:
        raise BackupFault("damaged", file=path.name, why=fault) from fault
    logs = Logs(sorted(events, key=lambda event: (event.session_id.hex, event.position)), known)
    if logs.missing:
        raise BackupFault("behind", file=path.name, why=", ".join(sorted(logs.missing)[:3]))
    return logs


def migrations_in(path: Path) -> list[str]:
    """The names of this app's migrations that a database has had, in order."""
    rows = _rows(path, "django_migrations")
    return sorted(str(row["name"]) for row in rows if row["app"] == "rounds")


def is_used_by_others() -> bool:
    """Is anybody else connected to the database? Servers on other machines are seen by this alone."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        return bool(cursor.fetchone()[0])


def bring_back(path: Path) -> None:
    """Put what the file has in the place of what is there, tables of other versions among it: all of it, or nothing."""
    with tempfile.TemporaryDirectory(dir=shelf()) as folder:
        away, script = Path(folder, "away.sql"), Path(folder, "script.sql")
        away.write_text(_throwing_away(), encoding="utf-8")
        _run("not_restored", "pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(path))
        whole = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
        _run("not_restored", "psql", *whole, f"--file={away}", f"--file={script}", *_place())


def _throwing_away() -> str:
    """What takes away every table and function that is there."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        cursor.execute("SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace")
        functions = [name for (name,) in cursor.fetchall()]
    drops = [("TABLE", name) for name in tables] + [("FUNCTION", name) for name in functions]
    return "".join(f"DROP {kind} IF EXISTS {connection.ops.quote_name(name)} CASCADE;\n" for kind, name in drops)


def _rows(path: Path, table: str) -> Iterator[dict[str, str | None]]:
    """The rows of a table, in the form that PostgreSQL's COPY writes."""
    done = _run("damaged", "pg_restore", "--data-only", f"--table={table}", "--file=-", str(path), file=path.name)
    lines = iter(done.stdout.decode().split("\n"))
    head = next((line for line in lines if line.startswith(f"COPY public.{table} (")), None)
    if head is None:
        raise BackupFault("no_database", file=path.name)
    names = [name.strip(' "') for name in head[head.index("(") + 1 : head.rindex(")")].split(",")]
    for line in lines:
        if line == "\\.":
            return
        yield dict(zip(names, map(_value, line.split("\t")), strict=True))


def _value(text: str) -> str | None:
    return None if text == "\\N" else ESCAPED.sub(lambda found: PLAIN.get(found[1], found[1]), text)


def _place() -> list[str]:
    """How the programs find the database: as Django does."""
    arguments, _ = _client()
    return [*arguments[1:-1], "--dbname", arguments[-1]]


def _client() -> tuple[list[str], dict[str, str]]:
    told: dict[str, Any] = {**connection.settings_dict, "OPTIONS": {}}
    arguments, environment = connection.client.settings_to_cmd_args_env(told, [])
    return list(arguments), environment or {}


def _run(
    code: str, program: str, *arguments: str, stdout: IO[bytes] | int = subprocess.PIPE, **figures: object
) -> "subprocess.CompletedProcess[bytes]":
    """Run one of PostgreSQL's programs; `code` is the fault where it fails, with the first line that it says."""
    environment = {**os.environ, "LC_ALL": "C", **_client()[1]}
    try:
        done = subprocess.run(
            [program, *arguments], stdout=stdout, stderr=subprocess.PIPE, env=environment, check=False
        )
    except FileNotFoundError as fault:
        raise BackupFault("no_program", program=program) from fault
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or [str(done.returncode)]
        raise BackupFault(code, why=said[0], **figures)
    return done


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
