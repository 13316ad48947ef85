"""手气 shǒu qì: what happens next in a round, as it might at a table: possible, likely, and drawn from one `Random`."""

from collections.abc import Callable, Sequence
from random import Random

from rounds.rules.events import (
    CalledFans,
    CalledPattern,
    Fact,
    Hand,
    HandState,
    Kong,
    Transfer,
    WallOut,
    WallState,
    Win,
    WinBy,
    Winner,
)
from rounds.rules.judge import judge
from rounds.rules.patterns import Pattern
from rounds.rules.play import Play
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import Bonus, KongKind

WALL = 55
"""Tiles that are left to draw when four have taken their hands."""

MORE_FANS = ((0, 46), (1, 30), (2, 15), (3, 6), (4, 2), (5, 1))
"""Fans beyond those of a plain hand, and how many hands of a hundred have so many."""

PATTERNS = (
    (Pattern.PLAIN, 40),
    (Pattern.ALL_TRIPLETS, 24),
    (Pattern.FULL_FLUSH, 18),
    (Pattern.SEVEN_PAIRS, 12),
    (Pattern.GOLDEN_WAIT, 3),
    (Pattern.DRAGON_SEVEN_PAIRS, 2),
    (Pattern.TERMINALS, 1),
)
TRIES = 12
"""So often something else is drawn in the place of what cannot happen."""


class Luck:
    """The luck of one table. `skill`: by name, how often of all wins somebody wins; the others deal in the more."""

    def __init__(self, rng: Random, skill: Sequence[int]) -> None:
        self.rng = rng
        self._skill = skill

    def chance(self, percent: float) -> bool:
        return self.rng.random() * 100 < percent

    def next(self, play: Play, facts: int, left: int) -> Fact:
        """The next fact, number `facts` of the round, with `left` tiles in the wall; none: the wall is out."""
        for _ in range(TRIES):
            makers: tuple[Callable[[Play, int], Fact], ...] = (self._kong, self._win, self._penalty)
            weights = (34, 0 if left > WALL - 14 else 64, 0.6)
            fact = self.rng.choices(makers, weights)[0](play, left) if left > 0 else self._wall_out(play)
            if happens(play, facts, fact):
                return fact
        return WallOut({player: HandState(WallState.NOT_READY) for player in play.in_play})

    def better(self, play: Play, win: Win) -> Win:
        """The same win with another number of fans, as who looked again at the tiles would say it."""
        first, *others = win.winners
        return Win(
            win.by,
            (Winner(first.player, self._fans(play, least=1), first.bonuses), *others),
            win.discarder,
            win.after_kong,
        )

    def _kong(self, play: Play, left: int) -> Fact:
        player = self._one(play, play.in_play)
        kind = self.rng.choices(list(KongKind), [5 if kind is KongKind.POSTPONED else 30 for kind in KongKind])[0]
        feeder = self.rng.choice(play.others(player)) if kind is KongKind.EXPOSED else None
        return Kong(player, kind, feeder)

    def _win(self, play: Play, left: int) -> Fact:
        winner = self._one(play, play.in_play)
        others = play.others(winner)
        if self.chance(38):
            return Win(WinBy.SELF_DRAW, (self._winner(play, winner, left),), after_kong=self._after_kong(play, winner))
        discarder = self._unlucky(play, others)
        winners = [winner]
        if len(others) > 1 and self.chance(8):
            winners.append(self.rng.choice([other for other in others if other != discarder]))
        by = WinBy.ROBBED_KONG if self.chance(3) else WinBy.DISCARD
        return Win(
            by,
            tuple(self._winner(play, one, left) for one in winners),
            discarder,
            by is WinBy.DISCARD and self._after_kong(play, discarder),
        )

    def _penalty(self, play: Play, left: int) -> Fact:
        player = self._unlucky(play, play.in_play)
        return Transfer(player, tuple(play.others(player)), 8 * play.rules.base, "诈胡")

    def _wall_out(self, play: Play) -> Fact:
        return WallOut({player: self._state(play) for player in play.in_play})

    def _state(self, play: Play) -> HandState:
        states = (WallState.READY, WallState.NOT_READY, WallState.FLOWER_PIG)
        state = self.rng.choices(states, (64, 30, 6 if play.rules.void_suit else 0))[0]
        return HandState(state, self._fans(play) if state is WallState.READY else None)

    def _winner(self, play: Play, player: str, left: int) -> Winner:
        bonuses = (Bonus.UNDER_THE_SEA,) if left < 4 and self.chance(25) else ()
        return Winner(player, self._pattern(play) if self.chance(20) else self._fans(play), bonuses)

    def _fans(self, play: Play, least: int = 0) -> Hand:
        more, weights = zip(*MORE_FANS[least:], strict=True)
        return CalledFans(play.rules.plain_fans + self.rng.choices(more, weights)[0])

    def _pattern(self, play: Play) -> Hand:
        known = [(pattern, weight) for pattern, weight in PATTERNS if pattern in play.rules.patterns]
        patterns, weights = zip(*known, strict=True)
        return CalledPattern(self.rng.choices(patterns, weights)[0], self.rng.choices((0, 1, 2), (78, 20, 2))[0])

    def _after_kong(self, play: Play, player: str) -> bool:
        return bool(play.kongs_of(player)) and self.chance(22)

    def _one(self, play: Play, players: Sequence[str]) -> str:
        return self.rng.choices(players, [self._skill[play.players.index(player)] for player in players])[0]

    def _unlucky(self, play: Play, players: Sequence[str]) -> str:
        return self.rng.choices(players, [30 - self._skill[play.players.index(player)] for player in players])[0]


def happens(play: Play, number: int, fact: Fact) -> bool:
    """Can it have happened? Then it has: the round goes on from there."""
    try:
        play.accept(number, fact, judge(play, number, fact))
    except Impossible:
        return False
    return True
