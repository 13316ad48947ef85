"""在场的人 zài chǎng de rén: who sits where in a round, who waits for a seat, and whose seat is free after it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rounds.cleaning import as_seen
from rounds.rules.rotation import Rotation, free_seat, from_seat

SEATS = "ABCD"
MAX_PEOPLE = 12
"""So many people at most are there at once: those who sit and those who wait."""
WAITING = MAX_PEOPLE - len(SEATS)
"""So many at most can wait for a seat when a night starts."""


@dataclass(frozen=True, slots=True)
class Company:
    """The people of a round, by their ids.

    `seats`: who sits where, in turn order; `resting`: who waits for a seat, the longest first; `names`: what they were
    called then, by the seat for those who sit and by the id for those who wait. `turn`: the seat that is next where
    each goes in turn.
    """

    seats: Mapping[str, str]
    names: Mapping[str, str]
    resting: tuple[str, ...] = ()
    rotation: Rotation = Rotation.STAY
    turn: str = SEATS[0]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Company":
        """Reads what `to_json` wrote; logs from before anybody could wait name none. Raises KeyError or ValueError."""
        return cls(
            seats=data["seats"],
            names=data["names"],
            resting=tuple(data.get("resting", ())),
            rotation=Rotation(data.get("rotation", Rotation.STAY)),
            turn=data.get("turn", SEATS[0]),
        )

    def to_json(self) -> dict[str, object]:
        return {
            "seats": dict(self.seats),
            "names": dict(self.names),
            "resting": list(self.resting),
            "rotation": self.rotation.value,
            "turn": self.turn,
        }

    @property
    def people(self) -> dict[str, str]:
        """Everybody's name by the id: those who sit, in turn order, then those who wait."""
        return {person: self.names[at] for at, person in self._places()}

    @property
    def apart(self) -> bool:
        """Is everybody called so that he can be told from the others?"""
        names = self.people.values()
        return len({as_seen(name) for name in names}) == len(names)

    def called(self, names: Mapping[str, str]) -> "Company":
        """The same people by the names that they have now."""
        return replace(self, names={at: names.get(person, self.names[at]) for at, person in self._places()})

    def _places(self) -> list[tuple[str, str]]:
        return [*self.seats.items(), *((person, person) for person in self.resting)]


def rotated(company: Company, net: Mapping[str, int], dealer: str) -> Company:
    """Who sits there after a round: who has waited longest takes the seat that is free, and who had it waits."""
    won = {seat: net[seat] for seat in company.seats}
    free = free_seat(company.rotation, won, dealer, company.turn) if company.resting else ""
    if not free:
        return company
    goes, comes = company.seats[free], company.resting[0]
    names = {**company.names, free: company.names[comes], goes: company.names[free]}
    del names[comes]
    return replace(
        company,
        seats={**company.seats, free: comes},
        names=names,
        resting=(*company.resting[1:], goes),
        turn=from_seat(list(won), free)[1] if company.rotation is Rotation.TURN else company.turn,
    )


def dealer_after(before: Company, dealer: str, after: Company) -> str:
    """The seat, in the company `after`, of the person who was to deal by the seat he had `before`.

    "" where other people are at the table than before: then the table is asked who deals.
    """
    if set(before.seats.values()) != set(after.seats.values()):
        return ""
    person = before.seats[dealer]
    return next(seat for seat, sitting in after.seats.items() if sitting == person)
