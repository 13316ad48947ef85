"""战绩 zhàn jì: what one round adds to the record of everybody who took part, counted once and for all.

Everything is a sum, so that nights, months and years are sums of rounds, and a round that is corrected is taken out and
put in again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rounds.rules.events import Fact, WallOut, WallState, WinBy
from rounds.rules.ledger import Reason
from rounds.rules.play import StandingKong
from rounds.rules.ruleset import KongKind
from rounds.rules.settle import Settlement
from rounds.rules.sheets import Outcome, outcomes
from rounds.rules.terms import Named


class Count(Named):
    """What is counted of somebody, most of it once a round."""

    ROUNDS = "rounds", "局数", "局數", "jú shù", "rounds"
    AHEAD = "ahead", "赢分的局", "贏分的局", "yíng fēn de jú", "rounds ahead"
    BEHIND = "behind", "输分的局", "輸分的局", "shū fēn de jú", "rounds behind"
    WON = "won", "胡", "胡", "hú", "won"
    FIRST = "first", "先胡", "先胡", "xiān hú", "first to win"
    SELF_DRAWS = "self_draws", "自摸", "自摸", "zì mō", "self-draw"
    DISCARDS = "discards", "接炮", "接炮", "jiē pào", "won on a discard"
    ROBBED = "robbed", "抢杠", "搶槓", "qiǎng gàng", "robbed a kong"
    FANS = "fans", "番数", "番數", "fān shù", "fans"
    DEALT_IN = "dealt_in", "点炮", "點炮", "diǎn pào", "dealt in"
    DEALING = "dealing", "点过炮的局", "點過炮的局", "diǎn guò pào de jú", "rounds dealt in"
    CONCEALED = "concealed", "暗杠", "暗槓", "àn gàng", "concealed kong"
    PROMOTED = "promoted", "弯杠", "彎槓", "wān gàng", "promoted kong"
    POSTPONED = "postponed", "过手杠", "過手槓", "guò shǒu gàng", "postponed kong"
    EXPOSED = "exposed", "直杠", "直槓", "zhí gàng", "exposed kong"
    MOVED = "moved", "转走的杠", "轉走的槓", "zhuǎn zǒu de gàng", "kongs moved on"
    REFUNDED = "refunded", "退税的杠", "退稅的槓", "tuì shuì de gàng", "kongs returned"
    WALLS = "walls", "没胡到流局", "沒胡到流局", "méi hú dào liú jú", "in play at the end of the wall"
    NOT_READY = "not_ready", "没叫", "沒叫", "méi jiào", "not ready"
    PIGS = "pigs", "花猪", "花豬", "huā zhū", "flower pig"
    BETS = "bets", "叫马", "叫馬", "jiào mǎ", "side bets"


KONGS: Mapping[KongKind, Count] = {kind: Count(kind.value) for kind in KongKind}
"""What a kong of each kind is counted as."""

WINS: Mapping[WinBy, Count] = {
    WinBy.SELF_DRAW: Count.SELF_DRAWS,
    WinBy.DISCARD: Count.DISCARDS,
    WinBy.ROBBED_KONG: Count.ROBBED,
}
"""What a win is counted as beside `WON`."""

STATES: Mapping[WallState, Count] = {WallState.NOT_READY: Count.NOT_READY, WallState.FLOWER_PIG: Count.PIGS}
"""What is counted of those who are in play at the end of the wall, beside `WALLS`."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What one round adds for one account: every `Count` that is not 0, and the `pattern` that he won with.

    `pattern` is "called" where the table told a number of fans alone, and "" for who did not win.
    """

    counts: Mapping[Count, int]
    pattern: str = ""


def tallies(facts: Sequence[Fact], settlement: Settlement, bettors: Iterable[str] = ()) -> dict[str, Tally]:
    """What the round of `facts`, which came to `settlement`, adds for each who played or bet on a seat.

    A round in which nothing has happened has not been played: it adds nothing for anybody.
    """
    if not facts:
        return {}
    found = outcomes(facts, settlement)
    walled = _walled(facts, settlement)
    played = {player: _played(player, found[player], settlement, player in walled) for player in found}
    return played | {bettor: Tally({Count.BETS: 1}) for bettor in bettors}


def _walled(facts: Sequence[Fact], settlement: Settlement) -> set[str]:
    """Who was in play at the end of the wall."""
    impossible = {problem.event for problem in settlement.problems}
    walls = [fact for event, fact in enumerate(facts) if isinstance(fact, WallOut) and event not in impossible]
    return {player for wall in walls for player in wall.hands}


def _played(player: str, outcome: Outcome, settlement: Settlement, walled: bool) -> Tally:
    net, kongs = settlement.net[player], settlement.play.kongs_of(player)
    counts = {
        Count.ROUNDS: 1,
        Count.AHEAD: int(net > 0),
        Count.BEHIND: int(net < 0),
        Count.DEALT_IN: outcome.dealt_in,
        Count.DEALING: int(outcome.dealt_in > 0),
        Count.MOVED: _gone(settlement, kongs, Reason.KONG_TRANSFER),
        Count.REFUNDED: _gone(settlement, kongs, Reason.KONG_REFUND),
        Count.WALLS: int(walled),
        **{count: sum(kong.kind is kind for kong in kongs) for kind, count in KONGS.items()},
        **{count: int(outcome.state is state) for state, count in STATES.items()},
    }
    pattern = ""
    if outcome.by:
        assert outcome.price, "every hand that is won has one"
        counts |= {Count.WON: 1, Count.FIRST: int(outcome.rank == 1), WINS[outcome.by]: 1}
        counts[Count.FANS] = outcome.price.paid_fans
        pattern = outcome.price.steps[0].what
    return Tally({count: number for count, number in counts.items() if number}, pattern)


def _gone(settlement: Settlement, kongs: Sequence[StandingKong], reason: Reason) -> int:
    """The money of how many of these kongs went again, for that reason."""
    gone = {entry.about for entry in settlement.entries if entry.reason is reason}
    return sum(kong.event in gone for kong in kongs)
