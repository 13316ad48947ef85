"""Making a backup and bringing one back, whichever database is in use."""

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from rounds.backups import postgres, sqlite
from rounds.backups.faults import BackupFault
from rounds.backups.heads import Heads, Logs, heads
from rounds.backups.rights import give_anew, open_links
from rounds.backups.shelf import ASIDE, ASKED, TAPPED, free_path, kept, throw_out
from rounds.models import AccessLink
from rounds.turns import alone
from xuezhan_site.held import hold_alone

KINDS = {"sqlite": "sqlite3", "postgresql": "dump"}
"""How the names of backups end, by the kind of the database."""

MAGIC = {"sqlite3": b"SQLite format 3\0", "dump": b"PGDMP"}
"""How the files themselves begin."""

UNDER_WAY = ".under-way"

ONE_AT_A_TIME = threading.Lock()
"""Two taps of one second would write the same draft."""


NOT_SOONER = timedelta(minutes=1)
"""Between two backups that owners tap for."""


class JustMade(Exception):
    """An owner has tapped for a backup a moment ago, and it is made or being made."""


@dataclass(frozen=True, slots=True)
class Made:
    """A backup that was looked through: of so many nights; `broken` ones are kept as they are."""

    path: Path
    nights: int
    broken: int


def make_backup(now: datetime, series: str = ASKED, keep: int | None = None) -> Made:
    """A backup that has all that was written down before this was called. Raises `BackupFault`, and then keeps nothing.

    It gets its name when it was looked through: what has none is no backup. Older ones of its series go.
    """
    with ONE_AT_A_TIME:
        return _make(now, series, settings.BACKUPS_KEPT if keep is None else keep)


def tap_for_backup(now: datetime) -> Made:
    """现在备份 xiàn zài bèi fèn: as `make_backup`, for an owner, who does not wait for another's. Raises `JustMade`."""
    with alone(ONE_AT_A_TIME, JustMade):
        newest = next(iter(kept(TAPPED)), None)
        if newest and abs(now - newest.made) < NOT_SOONER:
            raise JustMade
        return _make(now, TAPPED, settings.BACKUPS_KEPT)


def _make(now: datetime, series: str, keep: int) -> Made:
    known = heads() if _has_logs() else {}
    try:
        path = free_path(series, now, _newest(_applied()), KINDS[connection.vendor])
        logs = _kept(path, known)
        throw_out(series, keep, path)
    except OSError as fault:
        raise BackupFault("not_written", why=f"{fault.filename} {fault.strerror}") from fault
    return Made(path, len(logs.nights), len(logs.broken))


@dataclass(frozen=True, slots=True)
class Restored:
    """What was brought back: so many nights, `broken` ones among them; so many of its links were ended, and those that
    own a club were given anew."""

    nights: int
    broken: int
    ended: int
    owning: list[AccessLink]


def look_through(path: Path, known: Heads | None = None) -> Logs:
    """Is the file a whole backup, of the kind of database in use, that this program can read? Raises `BackupFault`."""
    kind = KINDS[connection.vendor]
    for other in set(KINDS.values()) - {kind}:
        if path.is_file() and _starts_with(path, MAGIC[other]):
            raise BackupFault("other_kind", file=path.name)
    if kind == "sqlite3":
        logs, applied = sqlite.look_through(path, known or {}), sqlite.migrations_in(path)
    else:
        logs, applied = postgres.look_through(path, known or {}), postgres.migrations_in(path)
    if unknown := newer(applied):
        raise BackupFault("newer", file=path.name, why=unknown[-1])
    return logs


def restore(path: Path, now: datetime, say: Callable[[Path], None]) -> Restored:
    """Put a backup in the place of the database, which is put aside first; `say` is told where. Of the links in it none
    opens that did not open before (`rounds.backups.rights`).

    Raises `BackupFault`, and then all is as it was: also while a server runs.
    """
    logs = look_through(path)
    try:
        alone = hold_alone(Path(settings.DATA_DIR))
    except OSError as fault:
        raise BackupFault("not_restored", why=f"{fault.filename} {fault.strerror}") from fault
    if alone is None:
        raise BackupFault("running")
    aside: list[Path] = []

    def told(place: Path) -> None:
        aside.append(place)
        say(place)

    with alone:
        ended = (_restore_sqlite if connection.vendor == "sqlite" else _restore_postgres)(path, now, told)
        owning = give_anew(now)
    throw_out(ASIDE, settings.BACKUPS_KEPT, *aside)
    return Restored(len(logs.nights), len(logs.broken), ended, owning)


def newer(applied: Iterable[str]) -> list[str]:
    """Those migrations of this app that this program does not know: another, later one has made them."""
    known = MigrationLoader(None).disk_migrations
    replaced = {name for migration in known.values() for app, name in migration.replaces if app == "rounds"}
    return sorted(set(applied) - {name for app, name in known if app == "rounds"} - replaced)


def _restore_sqlite(path: Path, now: datetime, say: Callable[[Path], None]) -> int:
    place = Path(connection.settings_dict["NAME"])
    connections.close_all()
    fresh = place.with_name(place.name + UNDER_WAY)
    fresh.unlink(missing_ok=True)
    alive: set[str] = set()
    try:
        sqlite.copy(path, fresh)
        sqlite.look_through(fresh, {})
        if place.exists():
            aside = free_path(ASIDE, now, _migration_of(place), KINDS["sqlite"])
            sqlite.put_aside(place, aside)
            say(aside)
            with suppress(BackupFault):  # it is damaged
                alive = sqlite.open_links(aside)
        ended = sqlite.open_links(fresh) - alive
        sqlite.end_links(fresh, ended, now)
        fresh.replace(place)
        sqlite.sync(place)
    except OSError as fault:
        raise BackupFault("not_restored", why=fault.strerror) from fault
    finally:
        fresh.unlink(missing_ok=True)
    return len(ended)


def _restore_postgres(path: Path, now: datetime, say: Callable[[Path], None]) -> int:
    if postgres.is_used_by_others():
        raise BackupFault("running")
    alive: set[str] = set()
    if _applied():
        say(make_backup(now, ASIDE).path)
        alive = open_links()
    ended = postgres.open_links(path) - alive
    postgres.bring_back(path, ended, now)
    return len(ended)


def _kept(path: Path, known: Heads) -> Logs:
    draft = path.with_name(path.name + UNDER_WAY)
    draft.unlink(missing_ok=True)
    try:
        _copy(draft)
        logs = look_through(draft, known)
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    sqlite.sync(path)
    return logs


def _copy(target: Path) -> None:
    if connection.vendor == "sqlite":
        sqlite.copy(Path(connection.settings_dict["NAME"]), target)
    else:
        postgres.copy(target)


def _has_logs() -> bool:
    return "rounds_event" in connection.introspection.table_names()


def _applied() -> list[str]:
    return sorted(name for app, name in MigrationRecorder(connection).applied_migrations() if app == "rounds")


def _newest(names: list[str]) -> str:
    return names[-1] if names else "empty"


def _migration_of(place: Path) -> str:
    try:
        return _newest(sqlite.migrations_in(place))
    except BackupFault:
        return "damaged"


def _starts_with(path: Path, magic: bytes) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(magic)) == magic
    except OSError as fault:
        raise BackupFault("damaged", file=path.name, why=fault.strerror) from fault
