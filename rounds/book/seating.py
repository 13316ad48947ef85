"""开一场 kāi yì chǎng, 换座 huàn zuò: who is to sit down together, by their names, and what a night is started with."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rounds.book.company import MAX_PEOPLE, SEATS
from rounds.book.refusals import NotNow
from rounds.book.ruling import Ruling
from rounds.cleaning import as_seen
from rounds.money import Money
from rounds.rules.events import POT
from rounds.rules.rotation import Rotation
from rounds.rules.table_fee import TableFee

RESERVED = {POT, "台费", "台費"}
"""Names of the account that is nobody's: in a ledger a player of that name could not be told from it."""


@dataclass(frozen=True, slots=True)
class Seating:
    """`names`: two to four cleaned names by seat, from A on in turn order; `resting`: of those who wait for a seat."""

    names: Mapping[str, str]
    resting: tuple[str, ...] = ()
    rotation: Rotation = Rotation.STAY

    def to_json(self) -> dict[str, object]:
        """All of it, to tell the same request from another."""
        return {"names": dict(self.names), "resting": list(self.resting), "rotation": self.rotation.value}

    @property
    def everybody(self) -> tuple[str, ...]:
        return (*self.names.values(), *self.resting)

    def refuse(self) -> None:
        """Raises `NotNow` where nobody could play so: `seats`, `too_many_people`, `same_names`, `reserved_name`."""
        if "".join(sorted(self.names)) not in (SEATS[:2], SEATS[:3], SEATS):
            raise NotNow("seats")
        if len(self.everybody) > MAX_PEOPLE:
            raise NotNow("too_many_people", {"most": MAX_PEOPLE})
        seen = {as_seen(name) for name in self.everybody}
        if len(seen) < len(self.everybody):
            raise NotNow("same_names")
        if RESERVED & seen:
            raise NotNow("reserved_name")


@dataclass(frozen=True, slots=True)
class NewNight:
    """What a night is started with. `stakes`: 输光为止, the points that those at some seats have brought, and
    `waiting_stakes` what everybody who waits for a seat has."""

    seating: Seating
    dealer: str
    ruling: Ruling
    zone: str
    money: Money | None = None
    fee: TableFee | None = None
    stakes: Mapping[str, int] = field(default_factory=dict)
    waiting_stakes: int | None = None

    def to_json(self) -> dict[str, object]:
        """All of it, to tell the same request from another."""
        return {
            **self.seating.to_json(),
            **self.ruling.to_json(),
            "dealer": self.dealer,
            "zone": self.zone,
            "money": self.money and self.money.to_json(),
            "fee": self.fee and self.fee.to_json(),
            "stakes": dict(self.stakes),
            "waiting_stakes": self.waiting_stakes,
        }

    def refuse(self) -> None:
        """Raises `NotNow` as `Seating.refuse`, and `dealer_needed`."""
        self.seating.refuse()
        if self.dealer not in self.seating.names:
            raise NotNow("dealer_needed")
