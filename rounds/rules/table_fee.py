"""台费 tái fèi: what the table costs, to the pot. It belongs to the night, never to a round's settlement.

It stands alone: names and whole amounts in, whole amounts out. What they are counted in is the caller's.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rounds.rules.apportion import apportion
from rounds.rules.terms import Named

Sums = Mapping[str, int]
"""What each person at the table has won or lost."""


class FeePer(Named):
    """Is the fee due for every round, or once for the night?"""

    ROUND = "round", "每局", "每局", "měi jú", "per round"
    NIGHT = "night", "每场", "每場", "měi chǎng", "per night"


class FeeFrom(Named):
    """Who pays it."""

    ALL = "all", "每人", "每人", "měi rén", "everybody"
    WINNERS = "winners", "赢家", "贏家", "yíng jiā", "the winners"
    BIGGEST_WINNER = "biggest_winner", "大赢家", "大贏家", "dà yíng jiā", "the biggest winner"


@dataclass(frozen=True, slots=True)
class TableFee:
    """`amount` (> 0) from each who pays; the biggest winner pays it once, and several who won as much share it."""

    amount: int
    per: FeePer
    paid_by: FeeFrom

    def to_json(self) -> dict[str, object]:
        return {"amount": self.amount, "per": self.per.value, "paid_by": self.paid_by.value}

    def of(self, rounds: Sequence[Sums]) -> dict[str, int]:
        """What everybody owes the pot for these rounds, each with the people who were at the table in it.

        For the night it is one round with everybody's sums over all of them. Where nobody has won, nobody owes what
        the winners pay.
        """
        due: dict[str, int] = {}
        for sums in rounds if self.per is FeePer.ROUND else [_over(rounds)]:
            for person, amount in _SHARES[self.paid_by](self.amount, sums).items():
                due[person] = due.get(person, 0) + amount
        return due


def _over(rounds: Sequence[Sums]) -> dict[str, int]:
    night: dict[str, int] = {}
    for sums in rounds:
        for person, points in sums.items():
            night[person] = night.get(person, 0) + points
    return night


def _all(amount: int, sums: Sums) -> dict[str, int]:
    return dict.fromkeys(sums, amount)


def _winners(amount: int, sums: Sums) -> dict[str, int]:
    return {person: amount for person, points in sums.items() if points > 0}


def _biggest(amount: int, sums: Sums) -> dict[str, int]:
    most = max(sums.values(), default=0)
    first = [person for person, points in sums.items() if points == most > 0]
    return dict(zip(first, apportion(amount, [1] * len(first)), strict=True)) if first else {}


_SHARES: Mapping[FeeFrom, Callable[[int, Sums], dict[str, int]]] = {
    FeeFrom.ALL: _all,
    FeeFrom.WINNERS: _winners,
    FeeFrom.BIGGEST_WINNER: _biggest,
}


def fee_from_json(value: Mapping[str, object] | None) -> TableFee | None:
    """What `TableFee.to_json` wrote; None where the table costs nothing. Raises ValueError for anything else."""
    match value:
        case None:
            return None
        case {"amount": int(amount), "per": str(per), "paid_by": str(paid_by)}:
            return TableFee(amount, FeePer(per), FeeFrom(paid_by))
    raise ValueError("not a table fee")
