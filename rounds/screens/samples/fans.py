"""比如: what a hand has."""

from django.utils.translation import gettext as _

from rounds.rules.events import CalledPattern, Win, WinBy, Winner
from rounds.rules.hands import ShownHand
from rounds.rules.ledger import Reason
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import Bonus, KongKind, RuleSet
from rounds.rules.tiles import read_tiles
from rounds.screens.samples.rounds import (
    A,
    B,
    because,
    by_payer,
    discard,
    kong,
    price_of,
    say_price,
    say_sum,
    say_times,
    self_draw,
    settled,
)
from rounds.wording import say_tiles


def pattern(rules: RuleSet, entry: str) -> str:
    """A 龙七对 is never without its root: where that counts besides, it is in the price."""
    pattern = Pattern(entry)
    roots = int(pattern.dragon and not rules.dragon_absorbs_root)
    return say_times(settled(rules, discard(CalledPattern(pattern, roots))))


def roots(rules: RuleSet) -> str:
    price = price_of(settled(rules, discard(CalledPattern(Pattern.PLAIN, roots=1))))
    return _("平胡带一个根点炮：{price}").format(price=say_price(price))


DRAGON = ShownHand(read_tiles("11113355m226688p"))
"""Seven pairs, four alike among them."""


def dragon(rules: RuleSet) -> str:
    price = price_of(settled(rules, discard(DRAGON)))
    return _("{hand}点炮：{price}").format(hand=say_tiles(DRAGON.concealed), price=say_price(price))


def kong_fans(rules: RuleSet, entry: str) -> str:
    kind = KongKind(entry)
    return say_times(settled(rules, kong(A, kind), discard(CalledPattern(Pattern.PLAIN))))


def bloom(rules: RuleSet, entry: str) -> str:
    win = self_draw(CalledPattern(Pattern.PLAIN), after_kong=True)
    result = settled(rules, kong(A, KongKind(entry)), win)
    paid = by_payer(because(result, Reason.WIN, Reason.SELF_DRAW))
    return say_sum(paid[B]) if len(paid) > 1 else _("引杠的 {sum}").format(sum=say_sum(paid[B]))


def bonus(rules: RuleSet, entry: str) -> str:
    bonus, plain = Bonus(entry), CalledPattern(Pattern.PLAIN)
    if bonus is Bonus.SHOOT_AFTER_KONG:
        return say_times(settled(rules, kong(B, KongKind.PROMOTED), discard(plain, after_kong=True)))
    if bonus is Bonus.ROBBING_KONG:
        return say_times(settled(rules, Win(WinBy.ROBBED_KONG, (Winner(A, plain),), B)))
    return say_times(settled(rules, discard(plain, bonus)))
