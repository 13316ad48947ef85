"""番 fān: what a hand is worth under a rule set, step by step."""

from collections.abc import Sequence

from rounds.rules.events import CalledFans, CalledPattern, Hand
from rounds.rules.ledger import Fans, Price
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import Bonus, KongKind, RuleSet


def price(rules: RuleSet, player: str, hand: Hand, kongs: Sequence[KongKind], extra: Sequence[Fans]) -> Price:
    """The price of `player`'s hand with his own standing `kongs` and the fans in `extra` (README: Fans).

    Raises `Impossible` for a hand that this table does not play or that cannot be.
    """
    steps = (*_called(rules, player, hand, kongs), *(step for step in extra if step.fans))
    fans = sum(step.fans for step in steps)
    return Price(steps, fans, rules.paid_fans(fans), rules.multiplier(fans), rules.base)


def bonus_fans(rules: RuleSet, bonuses: Sequence[Bonus]) -> list[Fans]:
    """加番 jiā fān: what each bonus earns at this table; 0 where it is not played."""
    return [Fans(bonus.value, rules.bonus_fans[bonus]) for bonus in bonuses]


def _called(rules: RuleSet, player: str, hand: Hand, kongs: Sequence[KongKind]) -> Sequence[Fans]:
    match hand:
        case CalledFans(fans):
            if fans < rules.plain_fans:
                raise Impossible("fans_below_plain", player=player, fans=fans, plain=rules.plain_fans)
            return (Fans("called", fans),)
        case CalledPattern(pattern, roots):
            if pattern not in rules.patterns:
                raise Impossible("pattern_not_played", player=player, pattern=pattern)
            if pattern.pairs and kongs:
                raise Impossible("pairs_with_kong", player=player, pattern=pattern)
            own = Fans(pattern.value, rules.patterns[pattern])
            return (own, *_counted("root", rules.root_fans, roots), *_kongs(rules, kongs))


def _kongs(rules: RuleSet, kongs: Sequence[KongKind]) -> list[Fans]:
    return [step for kind in KongKind for step in _counted(kind.value, rules.kong_fans[kind], kongs.count(kind))]


def _counted(what: str, fans: int, count: int) -> list[Fans]:
    return [Fans(what, fans * count, count)] if fans and count else []
