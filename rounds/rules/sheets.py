"""个人结算, 详细结算 jié suàn: the numbers of the two sheets, of a round or of a whole night.

Both are sums of entries by column and of facts by player; whoever is named in the entries has a place in them, so that
the same functions serve seats, persons and side bettors.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rounds.rules.events import Fact, WallOut, WallState, Win, WinBy
from rounds.rules.ledger import Entry, Price, Reason
from rounds.rules.settle import Settlement
from rounds.rules.terms import Named
from rounds.rules.wall_out import ready_prices


class Column(Named):
    """一栏 yì lán: what the sheets add up together."""

    WINS = "wins", "胡牌", "胡牌", "hú pái", "wins"
    READY = "ready", "查叫", "查叫", "chá jiào", "ready check"
    KONGS = "kongs", "杠", "槓", "gàng", "kongs"
    OTHER = "other", "其他", "其他", "qí tā", "other"


COLUMNS: Mapping[Reason, Column] = {
    Reason.WIN: Column.WINS,
    Reason.SELF_DRAW: Column.WINS,
    Reason.FLOWER_PIG: Column.READY,
    Reason.READY_CHECK: Column.READY,
    Reason.PRICE_DIFFERENCE: Column.READY,
    Reason.KONG: Column.KONGS,
    Reason.KONG_TRANSFER: Column.KONGS,
    Reason.KONG_REFUND: Column.KONGS,
    Reason.LEAVE: Column.OTHER,
    Reason.TRANSFER: Column.OTHER,
    Reason.SIDE_BET: Column.OTHER,
    Reason.STAKES: Column.OTHER,
}
"""In which column of both sheets each reason stands."""

Sums = dict[Column, int]
"""Points won or lost, by column; every column is there."""


def reasons_of(column: Column) -> tuple[Reason, ...]:
    """The reasons that a column adds up."""
    return tuple(reason for reason, its in COLUMNS.items() if its is column)


def detailed(entries: Iterable[Entry], accounts: Sequence[str]) -> dict[str, Sums]:
    """详细结算: what each account has won or lost; each column adds up to 0 over all, each account to its balance."""
    sums = {account: _nothing() for account in accounts}
    for entry in entries:
        _add(sums, entry.payee, entry, entry.points)
        _add(sums, entry.payer, entry, -entry.points)
    return sums


def personal(entries: Iterable[Entry], account: str, accounts: Sequence[str]) -> dict[str, Sums]:
    """个人结算: what `account` has won from each other, or lost to him; it adds up to his part of `detailed`."""
    sums = {other: _nothing() for other in accounts if other != account}
    for entry in entries:
        if entry.payee == account:
            _add(sums, entry.payer, entry, entry.points)
        elif entry.payer == account:
            _add(sums, entry.payee, entry, -entry.points)
    return sums


def _nothing() -> Sums:
    return dict.fromkeys(Column, 0)


def _add(sums: dict[str, Sums], account: str, entry: Entry, points: int) -> None:
    sums.setdefault(account, _nothing())[COLUMNS[entry.reason]] += points


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round went for one player, points apart.

    `rank`: as which he won, from 1 on, or 0; those who won on one discard share theirs. `state`: his at the end of the
    wall. `price`: what his winning hand was worth, or the hand that he was ready with. `dealt_in`: how often others
    won on his discard, or on his kong. `kongs`: how many of his stand.
    """

    rank: int = 0
    by: WinBy | None = None
    state: WallState | None = None
    price: Price | None = None
    left: bool = False
    dealt_in: int = 0
    kongs: int = 0


def outcomes(facts: Sequence[Fact], settlement: Settlement) -> dict[str, Outcome]:
    """How the round of `facts`, which came to `settlement`, went for each of its players."""
    play = settlement.play
    found = {player: Outcome(left=player in play.left, kongs=len(play.kongs_of(player))) for player in play.players}
    impossible = {problem.event for problem in settlement.problems}
    rank = 0
    for event, fact in enumerate(facts):
        if event in impossible:
            continue
        if isinstance(fact, Win):
            rank += 1
            _tell_win(found, fact, rank, _won_prices(settlement.entries, event))
        elif isinstance(fact, WallOut):
            prices = ready_prices(play, fact.hands)
            for player, told in fact.hands.items():
                found[player] = replace(found[player], state=told.state, price=prices.get(player))
    return found


def _tell_win(found: dict[str, Outcome], win: Win, rank: int, prices: Mapping[str, Price | None]) -> None:
    for winner in win.winners:
        player = winner.player
        found[player] = replace(found[player], rank=rank, by=win.by, price=prices[player])
    if win.discarder:
        dealt = found[win.discarder]
        found[win.discarder] = replace(dealt, dealt_in=dealt.dealt_in + 1)


def _won_prices(entries: Iterable[Entry], event: int) -> dict[str, Price | None]:
    """What each winner's hand was worth in the win that is fact number `event`."""
    return {entry.payee: entry.why.price for entry in entries if entry.event == event and entry.reason is Reason.WIN}


@dataclass(frozen=True, slots=True)
class Tally:
    """How often: rounds played, won, of them first and on one's own draw; dealt in, konged, found not ready or a pig.

    `best`: the dearest hand that was won.
    """

    rounds: int = 0
    won: int = 0
    first: int = 0
    self_draws: int = 0
    dealt_in: int = 0
    kongs: int = 0
    not_ready: int = 0
    pigs: int = 0
    best: Price | None = None

    def and_then(self, outcome: Outcome) -> "Tally":
        """With one more round of the same player."""
        won = outcome.rank > 0
        return Tally(
            rounds=self.rounds + 1,
            won=self.won + won,
            first=self.first + (outcome.rank == 1),
            self_draws=self.self_draws + (outcome.by is WinBy.SELF_DRAW),
            dealt_in=self.dealt_in + outcome.dealt_in,
            kongs=self.kongs + outcome.kongs,
            not_ready=self.not_ready + (outcome.state is WallState.NOT_READY),
            pigs=self.pigs + (outcome.state is WallState.FLOWER_PIG),
            best=_dearer(self.best, outcome.price if won else None),
        )


def _dearer(one: Price | None, other: Price | None) -> Price | None:
    if one is None or other is None:
        return one or other
    return other if other.points > one.points else one
