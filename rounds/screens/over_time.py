"""日积月累 rì jī yuè lěi: what people have won or lost from day to day, or month to month, as lines and in numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.book.records import Record, Scope, course
from rounds.charts import Chart, Course, chart
from rounds.rules.tallies import Count
from rounds.screens.days import MONTHS

MOST_LINES = 6
"""More lines in one drawing cannot be told apart: those are drawn who played most."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What somebody won or lost in a step of time, None where he did not play, and what he has after it."""

    points: int | None
    total: int


@dataclass(frozen=True, slots=True)
class Step:
    """A day or a month."""

    name: str
    stands: tuple[Stand, ...]


@dataclass(frozen=True, slots=True)
class OverTime:
    """The drawing, and its numbers, the newest first, with a column for each of `names`. `more`: who is not drawn."""

    chart: Chart
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    more: int


def over_time(scope: Scope, found: Sequence[Record]) -> OverTime | None:
    """The course of those who have these records; None where nobody has won or lost anything (four queries)."""
    drawn = sorted(found, key=lambda one: (-one[Count.ROUNDS], -one.nights, one.name))[:MOST_LINES]
    won = {(one.step, one.person): one.points for one in course(scope, [one.person for one in drawn])}
    days = sorted({step for step, _person in won})
    if not any(won.values()):
        return None
    totals = dict.fromkeys((one.person for one in drawn), 0)
    steps = []
    for day in days:
        totals = {person: total + won.get((day, person), 0) for person, total in totals.items()}
        stands = tuple(Stand(won.get((day, person)), total) for person, total in totals.items())
        steps.append(Step(_say_step(day), stands))
    courses = [Course(one.name, (0, *(step.stands[place].total for step in steps))) for place, one in enumerate(drawn)]
    return OverTime(
        chart=chart(courses, [_short(day) for day in days]),
        names=tuple(one.name for one in drawn),
        steps=tuple(reversed(steps)),
        more=len(found) - len(drawn),
    )


def _say_step(step: int) -> str:
    """2026年11月, or 2026年11月29日."""
    month, day = divmod(step, 100) if step > 10**6 else (step, 0)
    if day:
        told = {"year": month // 100, "month": MONTHS[month % 100 - 1], "day": day}
        return _("{year}年{month}{day}日").format(**told)
    return say_month(month)


def say_month(month: int) -> str:
    """2026年11月 for 202611."""
    return _("{year}年{month}").format(year=month // 100, month=MONTHS[month % 100 - 1])


def _short(step: int) -> str:
    """What stands below the lines: 11.29 for a day, 26.11 for a month."""
    month, day = divmod(step, 100) if step > 10**6 else (step, 0)
    return f"{month % 100}.{day}" if day else f"{month // 100 % 100:02}.{month % 100}"
