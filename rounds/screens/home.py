"""首页 shǒu yè: the nights of a club that are on, and the newest of those that are over."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from rounds.book.past import Place
from rounds.models import Club, Round, Session
from rounds.rules.ruleset import RuleSet
from rounds.screens.days import say_night, say_time
from rounds.screens.history import Night as Past
from rounds.screens.history import nights_of
from rounds.screens.house import heading
from rounds.screens.totals import Total, totals_of

RUNNING, NEWEST = 30, 10
"""So many nights stand there at most; all of them are in the history."""


@dataclass(frozen=True, slots=True)
class Night:
    """One night that is on. `id` is that of its session."""

    id: uuid.UUID
    title: str
    note: str
    totals: tuple[Total, ...]


@dataclass(frozen=True, slots=True)
class Home:
    """`running` are on, `past` are over; `more`: there are others."""

    running: tuple[Night, ...]
    past: tuple[Past, ...]
    more: bool


def home(club: Club, now: datetime) -> Home:
    """The newest nights of the club; five queries, however many there are."""
    nights = Session.objects.filter(club=club)
    running = list(nights.filter(ended_at=None).order_by("-started_at")[: RUNNING + 1])
    over = list(nights.exclude(ended_at=None).order_by("-date", "-started_at")[: NEWEST + 1])
    shown = running[:RUNNING]
    rounds, newest = _rounds(club, shown), _newest(club, shown)
    return Home(
        running=tuple(_running(night, rounds[night.pk], newest[night.pk], now) for night in shown),
        past=tuple(nights_of([Place(night.date, night) for night in over[:NEWEST]], club.pk, now).values()),
        more=len(running) > RUNNING or len(over) > NEWEST,
    )


def _rounds(club: Club, nights: Sequence[Session]) -> Mapping[uuid.UUID, list[Round]]:
    """The rounds of each night in order, without their rules, which are long."""
    rounds: dict[uuid.UUID, list[Round]] = {night.pk: [] for night in nights}
    for row in Round.objects.filter(club=club, session__in=nights).defer("rules").order_by("session", "number"):
        rounds[row.session_id].append(row)
    return rounds


def _newest(club: Club, nights: Sequence[Session]) -> Mapping[uuid.UUID, Round]:
    """The newest round of each night, with its rules."""
    rows = Round.objects.filter(club=club, session__in=nights, number=F("session__round_count"))
    return {row.session_id: row for row in rows}


def _running(session: Session, rows: Sequence[Round], newest: Round, now: datetime) -> Night:
    title = _("{night} 第{number}局").format(night=say_night(session, now), number=session.round_count)
    start = _("{time} 开").format(time=say_time(session.started_at, session))
    note = f"{start} · {heading(RuleSet.from_json(newest.rules))}"
    return Night(session.pk, title, note, totals_of(rows))
