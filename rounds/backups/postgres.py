"""Copies of a PostgreSQL database, by its own programs: `pg_dump` and `pg_restore`."""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.db import connection

from rounds.backups.faults import BackupFault
from rounds.backups.heads import UNREADABLE, Heads, Logs, event_of
from rounds.backups.shelf import shelf

ESCAPED = re.compile(r"\\(.)")
PLAIN = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
"""How COPY writes what would end a column or a line."""

DJANGO_S_OWN = frozenset({"assume_role", "isolation_level", "pool", "prepare_threshold", "server_side_binding"})
"""Options of a connection that mean something to Django; all others are PostgreSQL's, and go to its programs too."""

SECRET = ("password", "sslpassword")
"""Never among a program's arguments, which everybody on the machine may read. `PGPASSWORD` carries the first; for the
second there is nothing of the kind, and a program that needs it fails."""

DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
END = "UPDATE public.rounds_accesslink SET revoked_at = '{at}' WHERE digest = '{digest}';\n"

ERRORS_ALONE = "-c client_min_messages=error"

FAULT = re.compile(r"\b(?:error|fatal|panic):", re.IGNORECASE)

THROWING_AWAY = """
WITH part AS (SELECT classid, objid FROM pg_depend WHERE deptype IN ('a', 'e', 'i'))
SELECT format('DROP %s IF EXISTS %I.%I CASCADE;', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
    WHEN 'S' THEN 'SEQUENCE' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END, nspname, relname)
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
    AND pg_class.oid NOT IN (SELECT objid FROM part WHERE classid = 'pg_class'::regclass)
UNION ALL
SELECT format('DROP ROUTINE IF EXISTS %s CASCADE;', oid::regprocedure)
  FROM pg_proc
  WHERE pronamespace = current_schema()::regnamespace
    AND oid NOT IN (SELECT objid FROM part WHERE classid = 'pg_proc'::regclass)
"""
"""What an extension has brought along is not ours to throw away; what is a part of something else goes with it."""


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


def open_links(path: Path) -> set[str]:
    """The digests of the links that open something in a backup."""
    rows = _rows(path, "rounds_accesslink")
    return {str(row["digest"]) for row in rows if row["revoked_at"] is None and DIGEST.fullmatch(str(row["digest"]))}


def bring_back(path: Path, ended: Iterable[str], at: datetime) -> None:
    """Put what the file has in the place of what is there, tables of other versions among it: all of it, or nothing.
    These links of it end.

    Extensions stay as they are: they are the host's, and their owner may be another than that of the tables.
    """
    with tempfile.TemporaryDirectory(dir=shelf()) as folder:
        away, script, end, wanted = (Path(folder, name) for name in ("away.sql", "script.sql", "end.sql", "wanted"))
        end.write_text("".join(END.format(at=at.isoformat(), digest=digest) for digest in ended), encoding="utf-8")
        away.write_text(_throwing_away(), encoding="utf-8")
        listed = _run("not_restored", "pg_restore", "--list", str(path)).stdout
        wanted.write_bytes(b"".join(line for line in listed.splitlines(keepends=True) if b" EXTENSION " not in line))
        plain = ("--no-owner", "--no-privileges", f"--use-list={wanted}", f"--file={script}")
        _run("not_restored", "pg_restore", *plain, str(path))
        whole = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
        _run("not_restored", "psql", *whole, f"--file={away}", f"--file={script}", f"--file={end}", *_place())


def _throwing_away() -> str:
    """What takes away every table and function that is there, but for those of extensions."""
    with connection.cursor() as cursor:
        cursor.execute(THROWING_AWAY)
        return "".join(f"{statement}\n" for (statement,) in cursor.fetchall())


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
    """How the programs find the database: as Django does, by the same options, those of TLS among them."""
    told = _told()
    options = f"{told.pop('options', '')} {ERRORS_ALONE}".strip()
    plain = {name: value for name, value in told.items() if name not in SECRET} | {"options": options}
    return ["--dbname", " ".join(f"{name}={_quoted(str(value))}" for name, value in plain.items())]


def _told() -> dict[str, Any]:
    """What PostgreSQL is told of a connection."""
    entry = connection.settings_dict
    named = {"dbname": "NAME", **{name: name.upper() for name in ("user", "password", "host", "port")}}
    options = {name: value for name, value in entry.get("OPTIONS", {}).items() if name not in DJANGO_S_OWN}
    return options | {name: entry[place] for name, place in named.items() if entry.get(place)}


def _quoted(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _run(
    code: str, program: str, *arguments: str, stdout: IO[bytes] | int = subprocess.PIPE, **figures: object
) -> "subprocess.CompletedProcess[bytes]":
    """Run one of PostgreSQL's programs; `code` is the fault where it fails, with the first error that it says."""
    environment = {**os.environ, "LC_ALL": "C"}
    if password := _told().get("password"):
        environment["PGPASSWORD"] = str(password)
    try:
        done = subprocess.run(
            [program, *arguments], stdout=stdout, stderr=subprocess.PIPE, env=environment, check=False
        )
    except FileNotFoundError as fault:
        raise BackupFault("no_program", program=program) from fault
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or [str(done.returncode)]
        raise BackupFault(code, why=next(filter(FAULT.search, said), said[0]), **figures)
    return done


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
