"""开一场 kāi yì chǎng: what a night is started with, and who can sit down together."""

from collections.abc import Mapping
from dataclasses import dataclass

from rounds.book.refusals import NotNow
from rounds.book.ruling import Ruling
from rounds.money import Money
from rounds.rules.events import POT

SEATS = "ABCD"

RESERVED = {POT, "台费", "台費"}
"""Names of the account that is nobody's: in a ledger a player of that name could not be told from it."""


@dataclass(frozen=True, slots=True)
class NewNight:
    """What a night is started with; `names`: two to four cleaned names by seat, from A on in turn order."""

    names: Mapping[str, str]
    dealer: str
    ruling: Ruling
    zone: str
    money: Money | None

    def to_json(self) -> dict[str, object]:
        """All of it, to tell the same request from another."""
        worth = self.money and self.money.to_json()
        told = {"names": dict(self.names), "dealer": self.dealer, "zone": self.zone, "money": worth}
        return told | self.ruling.to_json()

    def refuse_seating(self) -> None:
        """Raises `NotNow` where nobody could play so: `seats`, `same_names`, `reserved_name`, `dealer_needed`."""
        if "".join(sorted(self.names)) not in (SEATS[:2], SEATS[:3], SEATS):
            raise NotNow("seats")
        if len(set(self.names.values())) < len(self.names):
            raise NotNow("same_names")
        if RESERVED & set(self.names.values()):
            raise NotNow("reserved_name")
        if self.dealer not in self.names:
            raise NotNow("dealer_needed")
