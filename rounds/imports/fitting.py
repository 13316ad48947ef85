"""Whether the events of a night fit together: what they name has been there by then, as the scorebook would have it."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from rounds.book.projection import OPENINGS, date_of, standing_events
from rounds.book.replay import changes_of
from rounds.exports.documents import people_named
from rounds.models import Event
from rounds.rules.events import POT, Fact, Kong, Leave, Transfer, WallOut, Win
from rounds.rules.log import Retract

Kind = Event.Kind
Data = Mapping[str, Any]

SEATING = (*OPENINGS, Kind.SET_BETS, Kind.RESEAT)
"""Whoever these name is somebody of the night, who may pay and be paid."""
COMING = (*SEATING, Kind.SET_COMPANY)
"""Whoever these name may buy in for the rounds to come."""

A_DAY = timedelta(days=1)


def fit(events: Sequence[Event]) -> bool:
    """Do undos, and no others, take back an earlier event, each another one? And do all others name rounds, seats,
    people and payments that are there by then, also where what was undone is left out?"""
    return _is_dated(events[0]) and _take_back(events) and _Told().all_follow(events) and _stand(events)


def _is_dated(opening: Event) -> bool:
    """No zone is further than a day from any other."""
    return abs(date_of(opening) - opening.at.date()) <= A_DAY


def _take_back(events: Sequence[Event]) -> bool:
    undone = [event.undoes for event in events if event.undoes is not None]
    earlier = {event.position: event for event in events if event.kind not in (Kind.OPEN_NIGHT, Kind.UNDO)}
    return len(set(undone)) == len(undone) and all(
        (event.undoes is not None) == (event.kind == Kind.UNDO)
        and (event.undoes is None or (event.undoes < event.position and _is_of(event, earlier.get(event.undoes))))
        for event in events
    )


def _is_of(undo: Event, taken: Event | None) -> bool:
    return taken is not None and taken.round == undo.round


def _stand(events: Sequence[Event]) -> bool:
    return _Told().all_follow(standing_events(events))


class _Told:
    """What the events so far have told of."""

    def __init__(self) -> None:
        self._seats: dict[int | None, set[str]] = {}
        """Those of each round, by the position at which it was opened."""
        self._people: set[str] = {POT}
        self._coming: set[str] = set()
        self._paid: set[int] = set()

    def all_follow(self, events: Iterable[Event]) -> bool:
        return all(self._follows(event) for event in events)

    def _follows(self, event: Event) -> bool:
        """Does it follow from what was told before? Then it is told too."""
        kind, data = Kind(event.kind), json.loads(event.data)
        if kind in OPENINGS:
            self._seats[event.position] = set(data["seats"])
        if event.round is not None and event.round not in self._seats:
            return False
        if not _FOLLOWS.get(kind, _always)(self, event, data):
            return False
        named = people_named([event])
        self._people.update(named if kind in SEATING else ())
        self._coming.update(named if kind in COMING else ())
        self._paid.update((event.position,) if kind == Kind.PAY else ())
        return True

    def opens(self, event: Event, _data: Data) -> bool:
        return event.round == event.position

    def changes(self, event: Event, _data: Data) -> bool:
        facts = [change.fact for change in changes_of(event) if not isinstance(change, Retract)]
        return all(_seats_in(fact) <= self._seats.get(event.round, set()) for fact in facts)

    def bets(self, event: Event, data: Data) -> bool:
        return set(data["on"].values()) <= self._seats.get(event.round, set())

    def concerns(self, _event: Event, data: Data) -> bool:
        return set(data["rounds"]) <= set(self._seats)

    def reseats(self, event: Event, data: Data) -> bool:
        return self.concerns(event, data) and set(data["people"]) <= self._people

    def buys_in(self, _event: Event, data: Data) -> bool:
        return data["person"] in self._coming

    def pays(self, event: Event, _data: Data) -> bool:
        return set(people_named([event])) <= self._people

    def takes_back(self, _event: Event, data: Data) -> bool:
        return data["payment"] in self._paid


def _always(_told: _Told, _event: Event, _data: Data) -> bool:
    return True


_FOLLOWS: Mapping[Event.Kind, Callable[[_Told, Event, Data], bool]] = {
    Kind.OPEN_NIGHT: _Told.opens,
    Kind.OPEN_ROUND: _Told.opens,
    Kind.CHANGE: _Told.changes,
    Kind.SET_BETS: _Told.bets,
    Kind.SET_MONEY: _Told.concerns,
    Kind.RESEAT: _Told.reseats,
    Kind.BUY_IN: _Told.buys_in,
    Kind.PAY: _Told.pays,
    Kind.UNPAY: _Told.takes_back,
}


def _seats_in(fact: Fact) -> set[str]:
    """Every seat that a fact names."""
    match fact:
        case Kong():
            named: tuple[str | None, ...] = (fact.player, fact.feeder)
        case Win():
            named = (fact.discarder, *(winner.player for winner in fact.winners))
        case WallOut():
            named = tuple(fact.hands)
        case Leave():
            named = (fact.player, *(fact.hands or ()))
        case Transfer():
            named = (fact.payer, *(payee for payee in fact.payees if payee != POT))
    return {seat for seat in named if seat is not None}
