"""付钱 fù qián: what an event says was paid, one payment or several at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rounds.rules import settle_up


@dataclass(frozen=True, slots=True)
class Paid:
    """What was paid at once, in the smallest unit of `currency`, between people's ids or the pot.

    `leaver`: who went home with it, and is at zero since; "" where it is one payment of many.
    """

    payments: Sequence[settle_up.Payment]
    currency: str
    leaver: str = ""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Paid":
        """Reads what `to_json` wrote; raises KeyError or ValueError."""
        told = data.get("payments", [data])
        payments = tuple(settle_up.Payment(one["payer"], one["payee"], one["amount"]) for one in told)
        return cls(payments, data["currency"], data.get("leaver", ""))

    def to_json(self) -> dict[str, object]:
        """A payment alone stands for itself."""
        told: list[dict[str, object]] = [payment._asdict() for payment in self.payments]
        if self.leaver:
            return {"payments": told, "currency": self.currency, "leaver": self.leaver}
        return {**told[0], "currency": self.currency}
