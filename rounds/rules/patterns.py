"""番型 fān xíng: the kinds of winning hands, one row each."""

from rounds.rules.terms import Named


class Pattern(Named):
    """番型 fān xíng: the kind of a winning hand; of two readings worth the same the first in this table is named."""

    PLAIN = "plain", "平胡", "平胡", "píng hú", "plain hand"
    ALL_TRIPLETS = "all_triplets", "对对胡", "對對胡", "duì duì hú", "all triplets"
    FULL_FLUSH = "full_flush", "清一色", "清一色", "qīng yī sè", "full flush"
    TERMINALS = "terminals", "带幺九", "帶么九", "dài yāo jiǔ", "a terminal in every set"
    SEVEN_PAIRS = "seven_pairs", "七对", "七對", "qī duì", "seven pairs"
    FLUSH_TRIPLETS = "flush_triplets", "清对", "清對", "qīng duì", "flush of triplets"
    GENERALS = "generals", "将对", "將對", "jiàng duì", "triplets of 2, 5, 8"
    GOLDEN_WAIT = "golden_wait", "金钩钓", "金鉤釣", "jīn gōu diào", "four melds, one tile in hand"
    FLUSH_GOLDEN_WAIT = (
        "flush_golden_wait",
        "清金钩钓",
        "清金鉤釣",
        "qīng jīn gōu diào",
        "flush of four melds",
    )
    DRAGON_SEVEN_PAIRS = "dragon_seven_pairs", "龙七对", "龍七對", "lóng qī duì", "seven pairs with a root"
    FLUSH_DRAGON_SEVEN_PAIRS = (
        *("flush_dragon_seven_pairs", "清龙七对", "清龍七對", "qīng lóng qī duì"),
        "flush of seven pairs with a root",
    )
    FLUSH_SEVEN_PAIRS = "flush_seven_pairs", "清七对", "清七對", "qīng qī duì", "flush of seven pairs"
    FLUSH_TERMINALS = "flush_terminals", "清幺九", "清么九", "qīng yāo jiǔ", "flush with terminals"
    HEAVENLY = "heavenly", "天胡", "天胡", "tiān hú", "won on the deal"
    EARTHLY = "earthly", "地胡", "地胡", "dì hú", "won in the first go-around"

    @property
    def pairs(self) -> bool:
        """七对 qī duì: seven pairs in hand, so that its holder cannot have konged."""
        return self.endswith("seven_pairs")

    @property
    def dragon(self) -> bool:
        """龙 lóng: a root is part of the pattern."""
        return "dragon" in self
