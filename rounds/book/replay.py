"""What the events of one round say: with what it was opened, the facts that stand, and what they come to."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from rounds.book.bets import NONE as NO_BETS
from rounds.book.bets import Bets
from rounds.book.company import Company
from rounds.book.reseating import Reseating
from rounds.book.ruling import Ruling
from rounds.models import Event
from rounds.money import Money, money_from_json
from rounds.rules.log import Change, Standing, Step, change_from_json, standing
from rounds.rules.ruleset import RuleSet
from rounds.rules.settle import Settlement, settle
from rounds.rules.table_fee import TableFee, fee_from_json

NIGHT_WIDE = (Event.Kind.RESEAT, Event.Kind.SET_MONEY)
"""Events that may say otherwise of several rounds, which they name by the positions at which these were opened."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a round is played with, pinned when it opens.

    `stakes`: 输光为止, the points that those at some seats have left to lose, and, when a night begins, what those who
    wait have brought, by the person's id. `bets`: 叫马, who does not play and on which seat he bets, by the person's
    id; it is told after the round has been opened.
    """

    company: Company
    dealer: str
    ruling: Ruling
    money: Money | None = None
    fee: TableFee | None = None
    stakes: Mapping[str, int] = field(default_factory=dict)
    bets: Bets = NO_BETS

    @property
    def rules(self) -> RuleSet:
        return self.ruling.rules

    @property
    def seats(self) -> Mapping[str, str]:
        """The id of the person at each seat, in turn order."""
        return self.company.seats

    @property
    def names(self) -> Mapping[str, str]:
        """What everybody was called then: by the seat for those who play, by the id for those who wait or bet."""
        return {**self.bets.names, **self.company.names}

    @property
    def accounts(self) -> Mapping[str, str]:
        """The person's id behind each account of the round's ledger but the pot: the seats, and those who bet."""
        return {**self.seats, **{person: person for person in self.bets.on}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Opening":
        """Reads the data of an event `open_night` or `open_round`; raises KeyError or ValueError.

        Logs from before there were stakes and a table fee name none.
        """
        return cls(
            company=Company.from_json(data),
            dealer=data["dealer"],
            ruling=Ruling.from_json(data),
            money=money_from_json(data["money"]),
            fee=fee_from_json(data.get("fee")),
            stakes=data.get("stakes", {}),
        )

    def to_json(self) -> dict[str, object]:
        return {
            **self.company.to_json(),
            "dealer": self.dealer,
            **self.ruling.to_json(),
            "money": self.money and self.money.to_json(),
            "fee": self.fee and self.fee.to_json(),
            "stakes": dict(self.stakes),
        }


@dataclass(frozen=True, slots=True)
class RoundLog:
    """One round as its events tell it.

    `opened` is the position of the event that opened it. `times` says by position when each event was written, and
    `rights` with which right ("own", "score", "" where none was asked for). `facts` are those that stand, in order of
    play; a fact's id is the position of the event that brought it. `touched` are the positions of the events of the
    night that say otherwise of the round's people or money.
    """

    opened: int
    opening: Opening
    steps: tuple[Step, ...]
    times: Mapping[int, datetime]
    rights: Mapping[int, str]
    facts: tuple[Standing, ...]
    settlement: Settlement
    touched: tuple[int, ...] = ()

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
    """The round that `events` tell, in order: the one that opened it, its changes, bets and undos, and those of the
    night that say otherwise of its people or money and have not been undone.

    Raises LookupError or ValueError for events that the scorebook cannot have written.
    """
    opened, *later = events
    touched = [event for event in later if event.kind in NIGHT_WIDE]
    own = [event for event in later if event.kind not in NIGHT_WIDE]
    opening = replace(_opening(opened, touched), bets=_bets(own, touched))
    steps = tuple(_step(event) for event in own)
    facts, settlement = _told(opening, steps)
    return RoundLog(
        opened=opened.position,
        opening=opening,
        steps=steps,
        times={event.position: event.at for event in (opened, *own)},
        rights={event.position: event.right for event in (opened, *own)},
        facts=facts,
        settlement=settlement,
        touched=tuple(event.position for event in touched),
    )


def _opening(opened: Event, touched: Iterable[Event]) -> Opening:
    """What the round was opened with, as far as nothing else has been said of it since."""
    opening = Opening.from_json(json.loads(opened.data))
    for event in touched:
        data = json.loads(event.data)
        if event.kind == Event.Kind.RESEAT:
            opening = replace(opening, company=Reseating.from_json(data).apply(opening.company))
        else:
            opening = replace(opening, money=money_from_json(data["money"]), fee=fee_from_json(data["fee"]))
    return opening


def _bets(events: Sequence[Event], touched: Iterable[Event]) -> Bets:
    """Who bets, as it was told last, and whoever was found since to be somebody else as who he was in truth."""
    undone = {event.undoes for event in events}
    told = [event for event in events if event.kind == Event.Kind.SET_BETS and event.position not in undone]
    bets = Bets.from_json(json.loads(told[-1].data)) if told else NO_BETS
    for event in touched:
        if told and event.kind == Event.Kind.RESEAT and event.position > told[-1].position:
            bets = Reseating.from_json(json.loads(event.data)).apply_to_bets(bets)
    return bets


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
    told = [fact.fact for fact in facts]
    stakes = {seat: points for seat, points in opening.stakes.items() if seat in opening.seats}
    return facts, settle(opening.rules, players, told, opening.dealer, stakes, opening.bets.on)
