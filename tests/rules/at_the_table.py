"""Rounds in a few words, for tests that work out by hand who pays whom.

Seats A, B, C, D in turn order, A deals; the rules are those of `chengdu_home` but for the options that a test names.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from rounds.rules.events import (
    CalledFans,
    CalledPattern,
    Fact,
    Hand,
    HandState,
    Kong,
    Leave,
    Transfer,
    WallOut,
    WallState,
    Win,
    WinBy,
    Winner,
)
from rounds.rules.judge import judge
from rounds.rules.ledger import Entry
from rounds.rules.patterns import Pattern
from rounds.rules.play import Play
from rounds.rules.presets import presets
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import KongKind, RuleSet, changed
from rounds.rules.settle import played

ABCD = ("A", "B", "C", "D")

NOT_READY, PIG = HandState(WallState.NOT_READY), HandState(WallState.FLOWER_PIG)


def rules(preset: str = "chengdu_home", /, **options: Any) -> RuleSet:
    """A preset with other options, read anew."""
    return RuleSet.from_json(changed(presets()[preset].rules.to_json(), options))


def hand_of(told: int | str | Hand) -> Hand:
    """A number of fans, a pattern by its name, or a hand as it is."""
    if isinstance(told, int):
        return CalledFans(told)
    return CalledPattern(Pattern(told)) if isinstance(told, str) else told


def kong(player: str, kind: str = "concealed", feeder: str | None = None, **more: Any) -> Kong:
    return Kong(player, KongKind(kind), feeder, **more)


def self_draw(player: str, hand: int | str | Hand = 0, *, after_kong: bool = False, **more: Any) -> Win:
    return Win(WinBy.SELF_DRAW, (Winner(player, hand_of(hand), **more),), after_kong=after_kong)


def discard(discarder: str, *, after_kong: bool = False, **winners: int | str | Hand) -> Win:
    """`discard("A", B=2)`: B wins 2 fans on what A throws."""
    return Win(WinBy.DISCARD, _winners(winners), discarder, after_kong)


def robbed(konger: str, **winners: int | str | Hand) -> Win:
    return Win(WinBy.ROBBED_KONG, _winners(winners), konger)


def _winners(winners: Mapping[str, int | str | Hand]) -> tuple[Winner, ...]:
    return tuple(Winner(player, hand_of(hand)) for player, hand in winners.items())


def ready(hand: int | str | Hand, **more: Any) -> HandState:
    return HandState(WallState.READY, hand_of(hand), **more)


def wall_out(**hands: HandState) -> WallOut:
    return WallOut(hands)


def leave(player: str, **hands: HandState) -> Leave:
    return Leave(player, hands or None)


def transfer(payer: str, *payees: str, points: int = 1, note: str = "") -> Transfer:
    return Transfer(payer, payees, points, note)


def play_of(
    *facts: Fact, table: RuleSet | None = None, players: Sequence[str] = ABCD, dealer: str | None = "A"
) -> Play:
    """The state of a round after these facts, all of which must be possible."""
    play, problems = played(table or rules(), players, facts, dealer)
    assert problems == []
    return play


def entries_of(fact: Fact, *before: Fact, **where: Any) -> list[Entry]:
    """The entries that a fact causes after those `before` it."""
    return judge(play_of(*before, **where), len(before), fact)


def refusal(fact: Fact, *before: Fact, **where: Any) -> tuple[str, Mapping[str, object]]:
    """The code and the figures by which a fact is refused after those `before` it."""
    play = play_of(*before, **where)
    with pytest.raises(Impossible) as fault:
        judge(play, len(before), fact)
    return fault.value.code, fault.value.figures


def paid(entries: Iterable[Entry]) -> list[str]:
    """Entries in short: "A→B 2 kong"."""
    return [f"{entry.payer}→{entry.payee} {entry.points} {entry.reason}" for entry in entries]
