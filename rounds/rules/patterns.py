"""番型 fān xíng: the kinds of winning hands, one row each."""

from collections.abc import Mapping
from typing import NamedTuple

from rounds.rules.hands import Feature
from rounds.rules.terms import Named


class Pattern(Named):
    """番型 fān xíng: the kind of a winning hand; of two readings worth the same the first in this table is named.

    A hand that has all features that a row `needs` is one; one that needs a dragon absorbs its root (减1根).
    """

    needs: int

    # Members are made while the class is: a mutant of this cannot be put in its place afterwards.
    def __init__(self, *row: object) -> None:  # pragma: no mutate block
        self.needs = row[-1] if isinstance(row[-1], int) else 0

    PLAIN = "plain", "平胡", "平胡", "píng hú", "plain hand", Feature.SETS
    ALL_TRIPLETS = "all_triplets", "对对胡", "對對胡", "duì duì hú", "all triplets", Feature.TRIPLETS
    FULL_FLUSH = "full_flush", "清一色", "清一色", "qīng yī sè", "full flush", Feature.FLUSH
    TERMINALS = "terminals", "带幺九", "帶么九", "dài yāo jiǔ", "a terminal in every set", Feature.TERMINALS
    SEVEN_PAIRS = "seven_pairs", "七对", "七對", "qī duì", "seven pairs", Feature.PAIRS
    FLUSH_TRIPLETS = "flush_triplets", "清对", "清對", "qīng duì", "flush of triplets", Feature.FLUSH | Feature.TRIPLETS
    GENERALS = "generals", "将对", "將對", "jiàng duì", "triplets of 2, 5, 8", Feature.GENERALS
    GOLDEN_WAIT = "golden_wait", "金钩钓", "金鉤釣", "jīn gōu diào", "four melds, one tile in hand", Feature.GOLDEN
    FLUSH_GOLDEN_WAIT = (
        *("flush_golden_wait", "清金钩钓", "清金鉤釣", "qīng jīn gōu diào"),
        "flush of four melds",
        Feature.FLUSH | Feature.GOLDEN,
    )
    DRAGON_SEVEN_PAIRS = (
        "dragon_seven_pairs",
        "龙七对",
        "龍七對",
        "lóng qī duì",
        "seven pairs with a root",
        Feature.DRAGON,
    )
    FLUSH_DRAGON_SEVEN_PAIRS = (
        *("flush_dragon_seven_pairs", "清龙七对", "清龍七對", "qīng lóng qī duì"),
        "flush of seven pairs with a root",
        Feature.FLUSH | Feature.DRAGON,
    )
    FLUSH_SEVEN_PAIRS = (
        "flush_seven_pairs",
        "清七对",
        "清七對",
        "qīng qī duì",
        "flush of seven pairs",
        Feature.FLUSH | Feature.PAIRS,
    )
    FLUSH_TERMINALS = (
        "flush_terminals",
        "清幺九",
        "清么九",
        "qīng yāo jiǔ",
        "flush with terminals",
        Feature.FLUSH | Feature.TERMINALS,
    )
    HEAVENLY = "heavenly", "天胡", "天胡", "tiān hú", "won on the deal", Feature.HEAVENLY
    EARTHLY = "earthly", "地胡", "地胡", "dì hú", "won in the first go-around", Feature.EARTHLY

    @property
    def pairs(self) -> bool:
        """七对 qī duì: seven pairs in hand, so that its holder cannot have konged."""
        return bool(self.needs & (Feature.PAIRS | Feature.DRAGON))

    @property
    def dragon(self) -> bool:
        """龙 lóng: a root is part of the pattern."""
        return bool(self.needs & Feature.DRAGON)


LUCK = (Pattern.HEAVENLY, Pattern.EARTHLY)
"""天胡 tiān hú, 地胡 dì hú: said by the table, not seen in the tiles."""


class Rank(NamedTuple):
    """One pattern at a table: the features it needs, its own fans, and how many roots it absorbs."""

    pattern: Pattern
    needs: int
    fans: int
    absorbed: int


class Dearest(dict[int, Rank | None]):
    """The features of a hand → as which pattern it is worth most at a table; None for a hand that is no win there.

    Of two patterns worth the same the one with more fans of its own is named, then the one that stands first among
    patterns. Filled as hands are met: there are few combinations of features.
    """

    def __init__(self, patterns: Mapping[Pattern, int], root_fans: int, dragon_absorbs_root: bool) -> None:
        super().__init__()
        ranks = [
            Rank(pattern, pattern.needs, patterns[pattern], int(pattern.dragon and dragon_absorbs_root))
            for pattern in Pattern
            if pattern in patterns
        ]
        self._ranks = sorted(ranks, key=lambda rank: (root_fans * rank.absorbed - rank.fans, -rank.fans))

    def __missing__(self, features: int) -> Rank | None:
        found = next((rank for rank in self._ranks if features & rank.needs == rank.needs), None)
        self[features] = found
        return found
