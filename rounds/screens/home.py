"""首页 shǒu yè: the nights of a club, those that are on before those that are over, the newest first."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import BooleanField, ExpressionWrapper, F, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rounds.models import Club, Round, Session
from rounds.rules.ruleset import RuleSet
from rounds.screens.days import say_night, say_time
from rounds.screens.house import heading
from rounds.screens.totals import Total, totals_of

NIGHTS = 30
"""So many nights stand on one page."""


@dataclass(frozen=True, slots=True)
class Night:
    """One night as it stands in the list. `id` is that of its session."""

    id: uuid.UUID
    title: str
    note: str
    totals: tuple[Total, ...]


@dataclass(frozen=True, slots=True)
class Home:
    """`running` are on, `past` are over; `newer` and `older` are the pages beside this one."""

    running: tuple[Night, ...]
    past: tuple[Night, ...]
    newer: int | None
    older: int | None


def home(club: Club, page: int, now: datetime) -> Home:
    """One page of the club's nights, from 1 on; three queries, however many they are."""
    over = ExpressionWrapper(Q(ended_at__isnull=False), output_field=BooleanField())
    nights = Session.objects.filter(club=club).order_by(over, "-started_at")
    found = list(nights[(page - 1) * NIGHTS : page * NIGHTS + 1])
    shown = found[:NIGHTS]
    rounds = _rounds(club, shown)
    newest = _newest(club, shown)
    return Home(
        running=tuple(
            _running(night, rounds[night.pk], newest[night.pk], now) for night in shown if not night.ended_at
        ),
        past=tuple(_past(night, rounds[night.pk], now) for night in shown if night.ended_at),
        newer=page - 1 if page > 1 else None,
        older=page + 1 if len(found) > NIGHTS else None,
    )


def _rounds(club: Club, nights: Sequence[Session]) -> Mapping[uuid.UUID, list[Round]]:
    """The rounds of each night in order, without their rules, which are long."""
    rounds: dict[uuid.UUID, list[Round]] = {night.pk: [] for night in nights}
    for row in Round.objects.filter(club=club, session__in=nights).defer("rules").order_by("session", "number"):
        rounds[row.session_id].append(row)
    return rounds


def _newest(club: Club, nights: Sequence[Session]) -> Mapping[uuid.UUID, Round]:
    """The newest round, with its rules, of each night that is on."""
    on = [night.pk for night in nights if not night.ended_at]
    rows = Round.objects.filter(club=club, session__in=on, number=F("session__round_count"))
    return {row.session_id: row for row in rows}


def _running(session: Session, rows: Sequence[Round], newest: Round, now: datetime) -> Night:
    title = _("{night} 第{number}局").format(night=say_night(session, now), number=session.round_count)
    start = _("{time} 开").format(time=say_time(session.started_at, session))
    note = f"{start} · {heading(RuleSet.from_json(newest.rules))}"
    return Night(session.pk, title, note, totals_of(rows))


def _past(session: Session, rows: Sequence[Round], now: datetime) -> Night:
    return Night(
        id=session.pk,
        title=say_night(session, now),
        note=ngettext("{count}局", "{count}局", session.round_count).format(count=session.round_count),
        totals=totals_of(rows),
    )
