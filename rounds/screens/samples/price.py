"""比如: what a win is worth to whom."""

from django.utils.translation import gettext as _

from rounds.rules.events import CalledPattern
from rounds.rules.ledger import Reason
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import KongKind, RuleSet
from rounds.screens.samples.rounds import (
    A,
    B,
    because,
    by_payer,
    called,
    discard,
    kong,
    price_of,
    say_price,
    say_product,
    say_seat,
    say_sum,
    self_draw,
    settled,
)
from rounds.wording import clauses, word


def base(rules: RuleSet) -> str:
    price = price_of(settled(rules, discard(called(rules, 1))))
    return _("{fans}番点炮：{price}").format(fans=price.fans, price=say_product(price)) if price else ""


def cap(rules: RuleSet) -> str:
    """清一色 with two roots, or the dearest that the table plays."""
    pattern = Pattern.FULL_FLUSH
    if pattern not in rules.patterns:
        pattern = max(rules.patterns, key=lambda played: rules.patterns[played])
    price = price_of(settled(rules, discard(CalledPattern(pattern, roots=2))))
    return _("{pattern}带两个根点炮：{price}").format(pattern=word(pattern), price=say_price(price))


def plain(rules: RuleSet) -> str:
    price = price_of(settled(rules, discard(CalledPattern(Pattern.PLAIN))))
    return _("平胡点炮：{price}").format(price=say_price(price))


def self_drawn(rules: RuleSet) -> str:
    result = settled(rules, self_draw(called(rules, 2)))
    price, paid = price_of(result), by_payer(result.entries)
    if price is None:
        return ""
    told = _("{called}番自摸，算{fans}番：每家付 {sum}") if len(price.steps) > 1 else _("{called}番自摸：每家付 {sum}")
    return told.format(called=price.steps[0].fans, fans=price.fans, sum=say_sum(paid[B]))


def fed_kong_win(rules: RuleSet) -> str:
    result = settled(rules, kong(A, KongKind.EXPOSED), self_draw(CalledPattern(Pattern.PLAIN), after_kong=True))
    paid = by_payer(because(result, Reason.WIN, Reason.SELF_DRAW))
    each = clauses(
        _("{payer}付 {sum}").format(payer=say_seat(payer), sum=say_sum(points)) for payer, points in paid.items()
    )
    return _("乙打给甲直杠，甲平胡杠上花：{each}").format(each=each)
