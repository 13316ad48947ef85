"""改过 gǎi guò: what each fact of a round has said over time, who said so, and which facts stand no longer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rounds.book.replay import RoundLog
from rounds.rules.events import Fact, Kong
from rounds.rules.log import Amend, Append, Change, Insert, Record, Retract, completes, is_robbed_now


class Did(StrEnum):
    """What was done to a fact."""

    RECORDED = "recorded"
    FORGOTTEN = "forgotten"
    CORRECTED = "corrected"
    COMPLETED = "completed"
    ROBBED = "robbed"
    SPARED = "spared"
    VOIDED = "voided"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Mark:
    """What was done to a fact, by which event, when and with which right, and what it says since.

    `undone`: that was taken back.
    """

    did: Did
    fact: Fact
    position: int
    at: datetime
    right: str
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """One fact, known by the position that brought it: what was done to it, the oldest first, and if it stands."""

    id: int
    marks: tuple[Mark, ...]
    stands: bool

    @property
    def altered(self) -> bool:
        """Is there more to tell than that it was recorded?"""
        return len(self.marks) > 1 or self.marks[0].did is Did.FORGOTTEN


def history(log: RoundLog) -> Mapping[int, Past]:
    """Everything that was ever said about each fact of the round, by its id, in the order in which they were brought.

    What was undone stays, with its mark; a fact that was undone ends with one more, of who undid it.
    """
    undone = {step.undoes: step.position for step in log.steps if step.undoes is not None}
    stand = {standing.id for standing in log.facts}
    told: dict[int, list[Mark]] = {}
    for step in log.steps:
        taken_back = step.position in undone
        for change in step.changes:
            id = change.target if isinstance(change, Amend | Retract) else step.position
            marks = told.setdefault(id, [])
            did, fact = _done(change, marks)
            marks.append(_mark(log, step.position, did, fact, taken_back=taken_back))
            if id == step.position and taken_back:
                marks.append(_mark(log, undone[step.position], Did.UNDONE, fact))
    return {id: Past(id, tuple(marks), id in stand) for id, marks in told.items()}


def _mark(log: RoundLog, by: int, did: Did, fact: Fact, *, taken_back: bool = False) -> Mark:
    return Mark(did, fact, by, log.times[by], log.rights[by], taken_back)


def _done(change: Change, marks: Sequence[Mark]) -> tuple[Did, Fact]:
    """What a change does to the fact that `marks` tell of, and what that says then."""
    match change:
        case Record(fact):
            return Did.RECORDED, fact
        case Insert(fact) | Append(fact):
            return Did.FORGOTTEN, fact
        case Amend(fact):
            return _amended(_said(marks), fact), fact
        case Retract():
            return Did.VOIDED, _said(marks)


def _amended(said: Fact, fact: Fact) -> Did:
    """也胡 and 抢杠 are how the play went on: nobody had told anything wrong."""
    if completes(said, fact):
        return Did.COMPLETED
    if isinstance(fact, Kong) and is_robbed_now(said, fact):
        return Did.ROBBED if fact.robbed else Did.SPARED
    return Did.CORRECTED


def _said(marks: Sequence[Mark]) -> Fact:
    """What a fact says, as far as it has been told."""
    return next(mark.fact for mark in reversed(marks) if not mark.undone)
