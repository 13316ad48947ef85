"""日积月累 rì jī yuè lěi: what people have won or lost by day, by month or by year, as lines and in numbers."""

from collections.abc import Mapping
from dataclasses import dataclass

from rounds.book.records import Scope, course
from rounds.charts import Chart, Course, chart
from rounds.screens.days import say_step
from rounds.templatetags.points import signed

MOST_LINES = 6
"""More lines in one drawing cannot be told apart: those are drawn who came most often."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What somebody won or lost in a step of time, and what he has after it, as texts: there are many. `kind` is
    the class of its colour, "zero" where he did not play."""

    kind: str
    points: str
    total: str


@dataclass(frozen=True, slots=True)
class Step:
    """A day, a month or a year."""

    name: str
    stands: tuple[Stand, ...]


@dataclass(frozen=True, slots=True)
class OverTime:
    """The drawing, and its numbers, the newest first, with a column for each of `names`. `more`: who is not drawn."""

    chart: Chart
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    more: int


def over_time(scope: Scope, nights: Mapping[str, int], names: Mapping[str, str]) -> OverTime | None:
    """The course of those who came most often: `nights` says how often each, by the person's id. None where nobody has
    won or lost anything (four queries)."""
    drawn = sorted(nights, key=lambda one: (-nights[one], names[one]))[:MOST_LINES]
    won = {(one.step, one.person): one.points for one in course(scope, drawn)}
    days = sorted({step for step, _person in won})
    if not any(won.values()):
        return None
    totals = dict.fromkeys(drawn, 0)
    lines = {person: [0] for person in totals}
    steps = []
    for day in days:
        totals = {person: total + won.get((day, person), 0) for person, total in totals.items()}
        steps.append(Step(say_step(day), tuple(_stand(won.get((day, one)), total) for one, total in totals.items())))
        for person, total in totals.items():
            lines[person].append(total)
    courses = [Course(names[one], tuple(lines[one])) for one in drawn]
    return OverTime(
        chart=chart(courses, [_short(day) for day in days]),
        names=tuple(names[one] for one in drawn),
        steps=tuple(reversed(steps)),
        more=len(nights) - len(drawn),
    )


def _stand(points: int | None, total: int) -> Stand:
    kind = "plus" if points and points > 0 else "minus" if points else "zero"
    return Stand(kind, "–" if points is None else signed(points), signed(total))


def _short(step: int) -> str:
    """What stands below the lines: 11.29 for a day, 26.11 for a month, 2026 for a year."""
    if step < 10**4:
        return str(step)
    if step < 10**6:
        return f"{step // 100 % 100:02}.{step % 100}"
    return f"{step // 100 % 100}.{step % 100}"
