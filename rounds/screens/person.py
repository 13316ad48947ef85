"""一个人 yí ge rén: what somebody's nights come to, with whom, and how."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from rounds.book.past import Wanted, older
from rounds.book.records import Record, Scope, extremes, given, names_of, patterns, records, won_from
from rounds.rules.events import POT
from rounds.rules.tallies import KONGS, Count
from rounds.screens.figures import FIGURES, Figure, rests_on_few, say_money
from rounds.screens.history import Night as Past
from rounds.screens.history import nights_of
from rounds.screens.over_time import OverTime, over_time
from rounds.screens.scopes import Scopes, query_of, scopes
from rounds.screens.statistics import Night, Patterns, night_of, patterns_of
from rounds.screens.totals import pot_name
from rounds.wording import word

NEWEST = 10
"""So many of his nights stand on the page; the others are in the history."""


@dataclass(frozen=True, slots=True)
class Against:
    """What he has won from another, less what he gave him."""

    person: str
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Person:
    """The page of somebody. `figures`: each with what it is for him; `kongs`: how many of each kind; `query`: the one
    that finds all his nights of the scope; `few`: his averages say little."""

    id: uuid.UUID
    name: str
    scopes: Scopes
    points: int
    money: tuple[tuple[str, int, str], ...]
    nights: int
    rounds: int
    few: bool
    old: int
    figures: tuple[tuple[Figure, str], ...]
    kongs: tuple[tuple[str, int], ...]
    against: tuple[Against, ...]
    extremes: tuple[Night, ...]
    patterns: Patterns | None
    over_time: OverTime | None
    past: tuple[Past, ...]
    query: str
    defined: tuple[Figure, ...] = FIGURES


def person(scope: Scope, who: uuid.UUID, now: datetime) -> Person:
    """Raises KeyError for somebody who is not of the club."""
    names = names_of(scope.club)
    name = names[str(who)]
    record = next(iter(records(scope, names, who)), Record(str(who), name))
    newest = older(Wanted(scope, who), None, NEWEST)
    return Person(
        id=who,
        name=name,
        scopes=scopes(scope),
        points=record.points,
        money=say_money(record),
        nights=record.nights,
        rounds=record[Count.ROUNDS],
        few=rests_on_few(record),
        old=record.old,
        figures=tuple((figure, figure.text(record)) for figure in FIGURES if figure.key not in _AT_THE_TOP),
        kongs=tuple((word(kind), record[kind]) for kind in KONGS.values()),
        against=_against(won_from(given(scope, who)), str(who), names),
        extremes=tuple(night_of(one, names) for one in extremes(scope, who)),
        patterns=patterns_of(patterns(scope, who)),
        over_time=over_time(scope, {str(who): record.nights}, names),
        past=tuple(nights_of(newest, scope.club, now).values()),
        query=urlencode({**query_of(scope), "who": str(who)}),
    )


_AT_THE_TOP = ("points", "rounds", "nights")


def _against(net: Mapping[tuple[str, str], int], who: str, names: Mapping[str, str]) -> tuple[Against, ...]:
    """Whom he has won most from first; the pot last."""
    told = [
        Against("" if other == POT else other, pot_name() if other == POT else names[other], points)
        for (one, other), points in net.items()
        if one == who
    ]
    return tuple(sorted(told, key=lambda one: (not one.person, -one.points, one.name)))
