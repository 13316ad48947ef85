"""轮换 lún huàn: whose seat goes, after a round, to somebody who waits for one."""

from collections.abc import Callable, Mapping, Sequence

from rounds.rules.terms import Named


class Rotation(Named):
    """Whose seat is free after each round, while somebody waits."""

    STAY = "stay", "不换", "不換", "bú huàn", "nobody's"
    WINNER = "winner", "赢家下", "贏家下", "yíng jiā xià", "the winner's"
    LOSER = "loser", "输家下", "輸家下", "shū jiā xià", "the loser's"
    TURN = "turn", "轮流下", "輪流下", "lún liú xià", "each in turn"


def free_seat(rotation: Rotation, net: Mapping[str, int], dealer: str, turn: str) -> str:
    """The seat that is free after a round in which the seats, in turn order, won or lost `net`; "" where none is.

    Of several that won, or lost, as much it is the first from the dealer on; where nobody won or lost anything, none.
    `turn` is the seat whose turn it is, or one that is no longer there.
    """
    return _FREE[rotation](net, from_seat(list(net), dealer), turn)


def from_seat(seats: Sequence[str], first: str) -> list[str]:
    """The seats in turn order from this one on."""
    start = seats.index(first)
    return [*seats[start:], *seats[:start]]


def tiles_of(seats: Sequence[str], dealer: str) -> dict[str, tuple[int, ...]]:
    """叫马 jiào mǎ: the numbers of a tile that stand for each seat, counted from the dealer on: 1, 5 and 9 for him.

    The seats are in turn order from the dealer on.
    """
    order = from_seat(seats, dealer)
    return {seat: tuple(range(place, 10, len(order))) for place, seat in enumerate(order, 1)}


def _stay(net: Mapping[str, int], order: Sequence[str], turn: str) -> str:
    return ""


def _winner(net: Mapping[str, int], order: Sequence[str], turn: str) -> str:
    best = max(order, key=net.__getitem__)
    return best if net[best] > 0 else ""


def _loser(net: Mapping[str, int], order: Sequence[str], turn: str) -> str:
    worst = min(order, key=net.__getitem__)
    return worst if net[worst] < 0 else ""


def _turn(net: Mapping[str, int], order: Sequence[str], turn: str) -> str:
    return turn if turn in net else next(iter(net))


_FREE: Mapping[Rotation, Callable[[Mapping[str, int], Sequence[str], str], str]] = {
    Rotation.STAY: _stay,
    Rotation.WINNER: _winner,
    Rotation.LOSER: _loser,
    Rotation.TURN: _turn,
}
