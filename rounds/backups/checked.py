"""查账 chá zhàng from a page: as many nights as there is time for, and what the newest check has found."""

import json
import threading
import time
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings

from rounds.book.audit import fault_of
from rounds.models import Club, Session
from rounds.turns import alone

LONGEST = 10
"""Seconds that a check from a page takes at most: it holds a thread that answers."""

ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check has found: when, how many nights there were and were looked at, how many are wrong."""

    at: str
    nights: int
    seen: int
    wrong: int


class UnderWay(Exception):
    """Somebody's check is still running: a second one would hold another thread."""


def check(club: Club, now: datetime, longest: float = LONGEST) -> Checked:
    """Look at the club's newest nights first, until all are seen or time is up; kept until its next check. Raises
    `UnderWay`."""
    with alone(ONE_AT_A_TIME, UnderWay):
        found = _look(club, now, time.monotonic() + longest)
    place_of(club).write_text(json.dumps(asdict(found)), encoding="utf-8")
    return found


def newest(club: Club) -> Checked | None:
    """What the newest check of the club has found; None where there was none that can be read."""
    try:
        return Checked(**json.loads(place_of(club).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _look(club: Club, now: datetime, until: float) -> Checked:
    nights = list(Session.objects.filter(club=club).order_by("-started_at").values_list("pk", flat=True))
    seen = wrong = 0
    for night in nights:
        wrong += fault_of(night) is not None
        seen += 1
        if time.monotonic() > until:
            break
    return Checked(now.isoformat(), len(nights), seen, wrong)


def place_of(club: Club) -> Path:
    """Where it is kept what the check of a club has found: nobody sees another's."""
    return Path(settings.DATA_DIR) / f"checked-{club.pk.hex}.json"
