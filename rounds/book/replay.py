"""What the events of one round say: with what it was opened, the facts that stand, and what they come to."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from rounds.book.ruling import Ruling
from rounds.models import Event
from rounds.money import Money, money_from_json
from rounds.rules.log import Change, Standing, Step, change_from_json, standing
from rounds.rules.ruleset import RuleSet
from rounds.rules.settle import Settlement, settle


@dataclass(frozen=True, slots=True)
class Opening:
    """What a round is played with, pinned when it opens.

    `seats`: the id of the person at each seat, in turn order; `names`: what they were called then.
    """

    seats: Mapping[str, str]
    names: Mapping[str, str]
    dealer: str
    ruling: Ruling
    money: Money | None

    @property
    def rules(self) -> RuleSet:
        return self.ruling.rules

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Opening":
        """Reads the data of an event `open_night` or `open_round`; raises KeyError or ValueError."""
        return cls(
            seats=data["seats"],
            names=data["names"],
            dealer=data["dealer"],
            ruling=Ruling.from_json(data),
            money=money_from_json(data["money"]),
        )

    def to_json(self) -> dict[str, object]:
        return {
            "seats": dict(self.seats),
            "names": dict(self.names),
            "dealer": self.dealer,
            **self.ruling.to_json(),
            "money": self.money and self.money.to_json(),
        }


@dataclass(frozen=True, slots=True)
class RoundLog:
    """One round as its events tell it.

    `opened` is the position of the event that opened it. `times` says by position when each event was written, and
    `rights` with which right ("own", "score", "" where none was asked for). `facts` are those that stand, in order of
    play; a fact's id is the position of the event that brought it.
    """

    opened: int
    opening: Opening
    steps: tuple[Step, ...]
    times: Mapping[int, datetime]
    rights: Mapping[int, str]
    facts: tuple[Standing, ...]
    settlement: Settlement

    @property
    def players(self) -> tuple[str, ...]:
        """The seats in turn order."""
        return tuple(self.opening.seats)

    def then(self, step: Step, at: datetime | None = None) -> "RoundLog":
        """The round with one more step, written at `at` or not at all.

        Raises LookupError when the step names a fact that does not stand.
        """
        steps = (*self.steps, step)
        facts, settlement = _told(self.opening, steps)
        times = {**self.times, step.position: at} if at else self.times
        return replace(self, steps=steps, times=times, facts=facts, settlement=settlement)

    def index_of(self, fact: int) -> int | None:
        """The place among the standing facts of the fact with this id."""
        return next((index for index, standing in enumerate(self.facts) if standing.id == fact), None)


def replay(events: Sequence[Event]) -> RoundLog:
    """The round that `events` tell: the one that opened it first, then its changes and undos in order.

    Raises LookupError or ValueError for events that the scorebook cannot have written.
    """
    opened, *later = events
    opening = Opening.from_json(json.loads(opened.data))
    steps = tuple(_step(event) for event in later)
    facts, settlement = _told(opening, steps)
    times = {event.position: event.at for event in events}
    rights = {event.position: event.right for event in events}
    return RoundLog(opened.position, opening, steps, times, rights, facts, settlement)


def changes_of(event: Event) -> tuple[Change, ...]:
    """What an event changed among the facts; raises `Malformed`."""
    if event.kind != Event.Kind.CHANGE:
        return ()
    return tuple(change_from_json(change) for change in json.loads(event.data)["changes"])


def _step(event: Event) -> Step:
    return Step(event.position, changes_of(event), event.undoes)


def _told(opening: Opening, steps: tuple[Step, ...]) -> tuple[tuple[Standing, ...], Settlement]:
    facts = standing(steps)
    players = tuple(opening.seats)
    return facts, settle(opening.rules, players, [fact.fact for fact in facts], opening.dealer)
