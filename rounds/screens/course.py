"""走势 zǒu shì: how everybody stood after each round of a night, as a chart and in numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from rounds.book.reading import totals as totals_in
from rounds.charts import Chart, Course, chart
from rounds.models import Round
from rounds.rules.events import POT
from rounds.screens.totals import accounts_in


@dataclass(frozen=True, slots=True)
class Stand:
    """What somebody won or lost in a round, None if he had no part in it, and what he has after it."""

    points: int | None
    total: int


@dataclass(frozen=True, slots=True)
class Step:
    """One round, and how everybody stands after it."""

    number: int
    stands: tuple[Stand, ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """The rounds of a night, the newest first, with a column for each of `names`."""

    names: tuple[str, ...]
    steps: tuple[Step, ...]


def course_of(rows: Sequence[Round]) -> Steps:
    """The course in numbers. `rows`: all rounds of the night, the running one too."""
    names = _people(rows)
    totals = dict.fromkeys(names, 0)
    steps = []
    for row in rows:
        won = totals_in([row])
        totals = {person: total + won.get(person, 0) for person, total in totals.items()}
        steps.append(Step(row.number, tuple(Stand(won.get(person), totals[person]) for person in names)))
    return Steps(tuple(names.values()), tuple(reversed(steps)))


def chart_of(rows: Sequence[Round]) -> Chart | None:
    """The course as a chart; None as long as nobody has won anything."""
    told = course_of(rows)
    totals = [[step.stands[place].total for step in reversed(told.steps)] for place in range(len(told.names))]
    if not any(any(line) for line in totals):
        return None
    return chart([Course(name, (0, *line)) for name, line in zip(told.names, totals, strict=True)])


def _people(rows: Sequence[Round]) -> dict[str, str]:
    """Everybody who has played or bet, by id, without the pot."""
    return {person: name for person, name in accounts_in(rows).items() if person != POT}
