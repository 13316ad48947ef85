"""统计 tǒng jì: who has won how much and how, ranked; who pays whom; by which hands was won."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rounds.bars import Bars, bars
from rounds.book.records import (
    Extreme,
    Record,
    Scope,
    extremes,
    given,
    names_of,
    nights_by_person,
    patterns,
    records,
    won_from,
)
from rounds.rules.events import POT
from rounds.rules.patterns import Pattern
from rounds.screens.figures import BY_KEY, FEW, FIGURES, NOTHING, Figure, ranked, rests_on_few, say_money
from rounds.screens.over_time import OverTime, over_time
from rounds.screens.scopes import Scopes, query_of, scopes
from rounds.screens.totals import pot_name
from rounds.wording import brief, gloss

MOST_PEOPLE = 12
"""So many have a row of their own in the matrix: those who played most; the others are added up."""

OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Column:
    """A number that can be ranked by, and the query that does."""

    figure: Figure
    query: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody's place: among those with enough rounds, 0 for who has too few for what is asked for.

    `points`: the total; `cells`: every column as a text; `few`: they say little.
    """

    place: int
    person: str
    name: str
    points: int
    cells: tuple[tuple[Figure, str], ...]
    money: tuple[tuple[str, int, str], ...]
    few: bool


@dataclass(frozen=True, slots=True)
class Night:
    """The best or the worst night of somebody."""

    name: str
    session: uuid.UUID
    date: date
    points: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The page that ranks. `old`: plain totals of older nights are in the sums; `few`: somebody has few rounds."""

    scopes: Scopes
    columns: tuple[Column, ...]
    chosen: Figure
    rows: tuple[Row, ...]
    few: bool
    old: bool
    figures: tuple[Figure, ...] = FIGURES
    fewest: int = FEW


def ranking(scope: Scope, by: str) -> Ranking:
    """Everybody by the figure with this key; raises KeyError."""
    names = names_of(scope.club)
    figure = BY_KEY[by]
    found = ranked(records(scope, names), figure)
    rows = _rows(found, figure)
    return Ranking(
        scopes=scopes(scope),
        columns=tuple(_column(scope, one, one is figure) for one in FIGURES),
        chosen=figure,
        rows=rows,
        few=any(row.few for row in rows),
        old=any(one.old for one in found),
    )


def _column(scope: Scope, figure: Figure, chosen: bool) -> Column:
    return Column(figure, urlencode({**query_of(scope), "by": figure.key}), chosen)


def _rows(found: Sequence[Record], figure: Figure) -> tuple[Row, ...]:
    rows, place, before = [], 0, None
    for number, record in enumerate(found, 1):
        value = figure.value(record)
        out = value is None or (figure.average and rests_on_few(record))
        place, before = (place if value == before else number, value) if not out else (0, None)
        rows.append(
            Row(
                place=place,
                person=record.person,
                name=record.name,
                points=record.points,
                cells=tuple((one, one.text(record)) for one in FIGURES),
                money=say_money(record),
                few=rests_on_few(record),
            )
        )
    return tuple(rows)


def night_of(one: Extreme, names: Mapping[str, str]) -> Night:
    return Night(names[one.person], one.session, one.date, one.points)


@dataclass(frozen=True, slots=True)
class Going:
    """The page of how totals went on, with the best night that anybody had and the worst."""

    scopes: Scopes
    nights: tuple[Night, ...]
    over_time: OverTime | None


def going(scope: Scope) -> Going:
    """How the totals of those went on who came most often."""
    names = names_of(scope.club)
    return Going(
        scopes=scopes(scope),
        nights=tuple(night_of(one, names) for one in extremes(scope)),
        over_time=over_time(scope, nights_by_person(scope), names),
    )


@dataclass(frozen=True, slots=True)
class Cell:
    """What one has won from another: `heat` is from 1 to 4 by how much it is, 0 for nothing; None on the diagonal."""

    points: int | None
    heat: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """What one has won from everybody, and from all together."""

    name: str
    cells: tuple[Cell, ...]
    sum: int


@dataclass(frozen=True, slots=True)
class Patterns:
    """By which hands was won: `rows` are name, gloss, number and part of those whose pattern was told."""

    drawing: Bars
    rows: tuple[tuple[str, str, int, str], ...]
    told: int
    called: int


@dataclass(frozen=True, slots=True)
class Between:
    """The page of who pays whom and of hands."""

    scopes: Scopes
    names: tuple[str, ...]
    lines: tuple[Line, ...]
    patterns: Patterns | None


def between(scope: Scope) -> Between:
    """Who pays whom and by which hands was won, over all nights of the scope."""
    names = names_of(scope.club)
    net = won_from(given(scope))
    accounts = _accounts(net, names)
    return Between(
        scopes=scopes(scope),
        names=tuple(accounts.values()),
        lines=matrix(net, accounts),
        patterns=patterns_of(patterns(scope)),
    )


def _accounts(net: Mapping[tuple[str, str], int], names: Mapping[str, str]) -> dict[str, str]:
    """Those between whom most was moved by their names, then all others together, then the pot."""
    moved: dict[str, int] = {}
    for (one, _other), points in net.items():
        moved[one] = moved.get(one, 0) + abs(points)
    people = sorted((one for one in moved if one != POT), key=lambda one: (-moved[one], names[one]))
    accounts = {one: names[one] for one in sorted(people[:MOST_PEOPLE], key=lambda one: names[one])}
    if len(people) > MOST_PEOPLE:
        accounts[OTHERS] = _("其他人")
    return {**accounts, POT: pot_name()} if POT in moved else accounts


def matrix(net: Mapping[tuple[str, str], int], accounts: Mapping[str, str]) -> tuple[Line, ...]:
    """A line for each account, a cell for each: what it has won from that one. The sums are what each has won."""
    sums: dict[tuple[str, str], int] = {}
    for (one, other), points in net.items():
        pair = (one if one in accounts else OTHERS, other if other in accounts else OTHERS)
        sums[pair] = sums.get(pair, 0) + points
    most = max(map(abs, sums.values()), default=0)
    return tuple(
        Line(
            name=name,
            cells=tuple(Cell(None) if one == other else _cell(sums.get((one, other), 0), most) for other in accounts),
            sum=sum(points for (row, _column), points in sums.items() if row == one),
        )
        for one, name in accounts.items()
    )


HEATS = 4


def _cell(points: int, most: int) -> Cell:
    return Cell(points, -(-abs(points) * HEATS // most) if points else 0)


def patterns_of(found: Mapping[str, int]) -> Patterns | None:
    """None where nobody has won."""
    if not found:
        return None
    named = [(Pattern(pattern), number) for pattern, number in found.items() if pattern != "called"]
    told = sum(number for _pattern, number in named)
    return Patterns(
        drawing=bars([(brief(pattern), number) for pattern, number in named]),
        rows=tuple((brief(pattern), gloss(pattern), number, _part(number, told)) for pattern, number in named),
        told=told,
        called=found.get("called", 0),
    )


def _part(number: int, whole: int) -> str:
    return f"{(number * 200 + whole) // (whole * 2)}%" if whole else NOTHING
