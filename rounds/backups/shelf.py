"""Where backups lie, how they are called, and which are old enough to go.

The name tells when it was made, and the newest migration of the database in it. There are four series, and each keeps
its own newest ones: what the host asked for, what an owner tapped for, what stood before a migration, what a restored
one has put aside. Owners of several clubs tap into the same series, of which the newest of each day is kept: so no
number of taps pushes out what is older than a day, and none at all what the host has put by.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

ASKED, TAPPED, BEFORE, ASIDE = "backup", "tapped", "before-migration", "put-aside"
SERIES = (ASKED, TAPPED, BEFORE, ASIDE)

NAME = re.compile(rf"xuezhan-({'|'.join(SERIES)})-(\d{{8}}T\d{{6}})Z(?:-(\d+))?-at-(\w+)\.(sqlite3|dump)")


@dataclass(frozen=True, slots=True)
class Kept:
    """A backup on the shelf: of which series, made when (and as which of that second), of a database at which
    migration, how many bytes."""

    path: Path
    series: str
    made: datetime
    count: int
    at: str
    size: int


def shelf() -> Path:
    """The folder of the backups, open to its owner alone; made where there is none."""
    place = Path(settings.DATA_DIR) / "backups"
    place.mkdir(mode=0o700, exist_ok=True)
    return place


def free_path(series: str, now: datetime, at: str, kind: str) -> Path:
    """Where a new backup goes. Two of one second get names of their own."""
    second = now.astimezone(UTC).replace(microsecond=0)
    count = max((one.count for one in _kept(series) if one.made == second), default=0) + 1
    which = f"-{count}" if count > 1 else ""
    return shelf() / f"xuezhan-{series}-{second:%Y%m%dT%H%M%SZ}{which}-at-{at}.{kind}"


def kept(series: str = "") -> list[Kept]:
    """All backups, or those of a series, the newest first."""
    return sorted(_kept(series), key=lambda one: (one.made, one.count), reverse=True)


def throw_out(series: str, keep: int, *made: Path) -> list[Path]:
    """Delete all but the `keep` newest of a series, of what was tapped for those of `keep` days; what is gone. Never
    what was just made: a clock that was wrong may have named all others later."""
    found = sorted(kept(series), key=lambda one: one.path not in made)
    worth = found
    if series == TAPPED:
        of_each_day = {one.made.date(): one for one in reversed(found)}
        worth = [one for one in found if of_each_day[one.made.date()] is one]
    old = [one.path for one in found if one not in worth[:keep]]
    for path in old:
        for one in path.parent.glob(f"{path.name}*"):  # what was damaged may have something beside it
            one.unlink(missing_ok=True)
    return old


def _kept(series: str) -> Iterator[Kept]:
    place = Path(settings.DATA_DIR) / "backups"
    for path in place.iterdir() if place.is_dir() else ():
        if (told := NAME.fullmatch(path.name)) and series in ("", told[1]):
            made = datetime.strptime(told[2], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
            yield Kept(path, told[1], made, int(told[3] or 1), told[4], path.stat().st_size)
