"""钱 qián: what a point is worth at this table."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Money:
    """The worth of one point: `per_point` in the smallest unit of `currency` (an ISO 4217 code): 50 CNY is 5 角."""

    currency: str
    per_point: int

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def money_from_json(value: Mapping[str, object] | None) -> Money | None:
    """What `Money.to_json` wrote; None where points are worth nothing. Raises ValueError for anything else."""
    match value:
        case None:
            return None
        case {"currency": str(currency), "per_point": int(per_point)}:
            return Money(currency, per_point)
    raise ValueError("not the worth of a point")
