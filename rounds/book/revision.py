"""更正 gēng zhèng: a round before and after changes, and what they make impossible."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rounds.book.refusals import NotNow
from rounds.book.replay import RoundLog
from rounds.models import Session
from rounds.rules.log import Amend, Append, Change, Insert, Record, Step
from rounds.rules.problems import Problem

MAX_POINTS = 2**53
"""The largest payment that is written down: what every browser and spreadsheet still counts exactly."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A round without and with `changes`.

    `own`: why a fact that they bring or amend cannot have happened. `problems`: facts after it that stood, and
    become impossible by it; these are kept. Their `event` is an index among the facts `after`.
    """

    before: RoundLog
    after: RoundLog
    own: Problem | None
    problems: tuple[Problem, ...]


def revise(session: Session, number: int, log: RoundLog, step: Step, at: datetime | None = None) -> Revision:
    """Lay a step over round `number` of the session.

    Raises `NotNow` when it cannot be laid there: `night_ended` and `round_over` (recording goes into the newest round
    of a night that is on; what was forgotten is inserted or appended anywhere), `no_changes`, `two_facts`,
    `no_such_event`, `too_many_points`.
    """
    refuse_misplaced(session, number, step.changes)
    try:
        after = log.then(step, at)
    except LookupError:
        raise NotNow("no_such_event") from None
    refuse_too_many_points(after)
    own, later = _new_problems(log, after, _touched(step))
    return Revision(log, after, own, later)


def refuse_too_many_points(log: RoundLog) -> None:
    """Raises `NotNow` ("too_many_points") where a payment of the round is larger than any that is written down."""
    if any(entry.points > MAX_POINTS for entry in log.settlement.entries):
        raise NotNow("too_many_points")


def refuse_misplaced(session: Session, number: int, changes: Sequence[Change]) -> None:
    """Raises `NotNow` where such changes cannot be of this round now, whatever it says: see `revise`."""
    if not changes:
        raise NotNow("no_changes")
    if sum(isinstance(change, Record | Insert | Append) for change in changes) > 1:
        raise NotNow("two_facts")
    if any(isinstance(change, Record) for change in changes):
        if session.ended_at:
            raise NotNow("night_ended")
        if number != session.round_count:
            raise NotNow("round_over")


def _touched(step: Step) -> set[int]:
    """The ids of the facts that the step brings or amends."""
    brought = {step.position for change in step.changes if isinstance(change, Record | Insert | Append)}
    return brought | {change.target for change in step.changes if isinstance(change, Amend)}


def _new_problems(before: RoundLog, after: RoundLog, touched: set[int]) -> tuple[Problem | None, tuple[Problem, ...]]:
    known = {(before.facts[problem.event].id, problem.code) for problem in before.settlement.problems}
    own, later = None, []
    for problem in after.settlement.problems:
        fact = after.facts[problem.event].id
        if fact in touched:
            own = own or problem
        elif (fact, problem.code) not in known:
            later.append(problem)
    return own, tuple(later)
