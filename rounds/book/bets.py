"""叫马 jiào mǎ: who does not play in a round and bets on a seat of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rounds.book.refusals import NotNow


@dataclass(frozen=True, slots=True)
class Bets:
    """`on`: the seat that somebody bets on, and `names`: what he was called then; both by the person's id."""

    on: Mapping[str, str]
    names: Mapping[str, str]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Bets":
        """Reads the data of an event `set_bets`; raises KeyError."""
        return cls(data["on"], data["names"])

    def to_json(self) -> dict[str, object]:
        return {"on": dict(self.on), "names": dict(self.names)}

    def refuse(self, seats: Mapping[str, str]) -> None:
        """Raises `NotNow` at a table with these `seats`: `bettor_plays`, `no_such_seat`."""
        if set(self.on) & set(seats.values()):
            raise NotNow("bettor_plays")
        if set(self.on.values()) - set(seats):
            raise NotNow("no_such_seat")


NONE = Bets({}, {})
