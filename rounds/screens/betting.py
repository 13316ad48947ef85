"""叫马 jiào mǎ: who bets on whom in a round, and who waits for a seat."""

from collections.abc import Mapping
from dataclasses import dataclass

from rounds.book.replay import RoundLog
from rounds.templatetags.points import signed
from rounds.wording import isolated, listed


@dataclass(frozen=True, slots=True)
class Bettor:
    """叫马: who bets on whom in this round, and what he has won or lost by it."""

    name: str
    on: str
    points: int


def bettors(log: RoundLog) -> tuple[Bettor, ...]:
    """Everybody who bets, by the seat."""
    bets, names = log.opening.bets, log.opening.names
    order = sorted(bets.on.items(), key=lambda bet: (bet[1], bets.names[bet[0]]))
    return tuple(Bettor(bets.names[person], names[seat], log.settlement.net[person]) for person, seat in order)


def waiting(log: RoundLog, sums: Mapping[str, int]) -> str:
    """Everybody who waits, the longest first, with his sum by his id where he has one: "张三 +8、Alice"."""
    names = log.opening.names
    return listed(
        f"{isolated(names[person])} {signed(sums[person])}" if person in sums else isolated(names[person])
        for person in log.opening.company.resting
    )
