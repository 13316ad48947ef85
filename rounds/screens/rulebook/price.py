"""What a win is worth to whom, in sentences."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from rounds.rules.ruleset import FedKongWin, RuleSet, SelfDraw
from rounds.screens.rulebook.lines import fans

STEPS = 4
"""So many steps of the scale are told where there is no cap."""


def base(rules: RuleSet) -> Iterable[str]:
    yield _("×1 的牌付{base}分，每多一番翻一倍。杠钱、花猪也按底算。").format(base=rules.base)


def cap(rules: RuleSet) -> Iterable[str]:
    if rules.cap is None:
        yield _("不封顶，多少番付多少。")
        return
    yield _("最多按{fans}付（×{times}），再大也是这么多。").format(fans=fans(rules.cap), times=rules.times("cap"))
    yield _("杠钱、自摸加的底不封。") if rules.self_draw is SelfDraw.ADD_BASE else _("杠钱不封。")


def plain_fans(rules: RuleSet) -> Iterable[str]:
    plain = rules.plain_fans
    last = plain + STEPS if rules.cap is None else min(rules.cap, plain + STEPS)
    steps = [f"{fans(number)}×{rules.multiplier(number)}" for number in range(plain, last + 1)]
    yield _("平胡算{plain}：{scale}。").format(plain=fans(plain), scale=_("，").join(steps))


def self_draw(rules: RuleSet) -> Iterable[str]:
    yield _("还在打的每家都付。")
    yield {
        SelfDraw.NONE: _("和点炮一样，不另外加。"),
        SelfDraw.ADD_BASE: _("每家再多付一个底（{base}分），不算在封顶里。").format(base=rules.base),
        SelfDraw.ADD_FAN: _("多算1番，封顶也算在内。"),
    }[rules.self_draw]


def fed_kong_win(rules: RuleSet) -> Iterable[str]:
    yield {
        FedKongWin.SELF_DRAW: _("直杠以后杠上花，算自摸，还在打的每家都付。"),
        FedKongWin.FEEDER: _("直杠以后杠上花，引杠的一个人付，不加自摸的；他已经不在打了，就算自摸。"),
    }[rules.fed_kong_win]
