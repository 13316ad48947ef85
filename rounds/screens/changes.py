"""改动 gǎi dòng: what was corrected, from what, by whom and when; and the facts that stand no longer."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from rounds.book.history import Did, Mark, history
from rounds.book.replay import RoundLog
from rounds.explaining import say_told


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was done to a fact: when, by whom, what the fact says since. `undone`: it was taken back."""

    at: datetime
    what: str
    by: str
    says: str
    undone: bool


@dataclass(frozen=True, slots=True)
class Changed:
    """What was done to one fact, the oldest first; nothing where it was only recorded.

    `gone`: so many facts of its round stand no longer.
    """

    changes: tuple[Change, ...]
    gone: int


def changed(log: RoundLog, id: int) -> Changed:
    """What was done to the fact with this id."""
    told = history(log)
    past = told[id]
    changes = tuple(_changes(log, past.marks)) if past.altered else ()
    return Changed(changes, sum(not one.stands for one in told.values()))


def gone(log: RoundLog) -> tuple[tuple[Change, ...], ...]:
    """The facts that stand no longer, each with what was done to it, in the order in which they were recorded."""
    return tuple(tuple(_changes(log, past.marks)) for past in history(log).values() if not past.stands)


def _changes(log: RoundLog, marks: Iterable[Mark]) -> Iterable[Change]:
    """The last words of a fact that was taken back are those that it had: they are not said again."""
    before = None
    for mark in marks:
        says = "" if mark.fact == before else say_told(log, mark.fact)
        yield Change(mark.at, say_did(mark.did), say_right(mark.right), says, mark.undone)
        before = mark.fact


def say_did(did: Did) -> str:
    return {
        Did.RECORDED: _("记了"),
        Did.FORGOTTEN: _("补记"),
        Did.CORRECTED: _("更正"),
        Did.COMPLETED: _("也胡"),
        Did.ROBBED: _("被抢了"),
        Did.SPARED: _("没被抢"),
        Did.VOIDED: _("作废"),
        Did.UNDONE: _("撤销"),
    }[did]


def say_right(right: str) -> str:
    """Who has which link: the owner of the club, or who scores."""
    return {"own": _("主人"), "score": _("记分人")}.get(right, "")
