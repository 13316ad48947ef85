"""比如: how a round begins and ends."""

from django.utils.translation import gettext as _

from rounds.rules.events import Leave, Win, WinBy, Winner
from rounds.rules.ledger import Reason
from rounds.rules.ruleset import KongKind, RuleSet
from rounds.screens.samples.rounds import (
    NOT_READY,
    A,
    B,
    C,
    D,
    because,
    called,
    discard,
    kong,
    say_payees,
    say_seat,
    settled,
    total,
    wall_out,
)


def mode(rules: RuleSet) -> str:
    result = settled(rules, discard(called(rules)))
    return _("乙点炮，甲胡了：这一局完") if result.ended else _("乙点炮，甲胡了：乙、丙、丁接着打")


def next_dealer(rules: RuleSet) -> str:
    result = settled(rules, Win(WinBy.DISCARD, (Winner(C, called(rules)),), B))
    said = _("{dealer}坐庄").format(dealer=say_seat(result.next_dealer)) if result.next_dealer else _("打骰子")
    return _("甲坐庄，乙点炮给丙，丙第一个胡：下一局{said}").format(said=said)


def leave_pays(rules: RuleSet) -> str:
    paid = because(settled(rules, Leave(D)), Reason.LEAVE)
    said = _("付{payees}").format(payees=say_payees(paid)) if paid else _("不付")
    return _("丁走：{said}").format(said=said)


def leave_ends(rules: RuleSet) -> str:
    return _("丁走：这一局完") if settled(rules, Leave(D)).ended else _("丁走：甲、乙、丙接着打")


def leave_forfeits(rules: RuleSet) -> str:
    result = settled(rules, discard(called(rules, 1)), Leave(A))
    won, back = because(result, Reason.WIN), because(result, Reason.LEAVE)
    said = _("退乙 {points}").format(points=total(back)) if back else _("不退")
    return _("甲胡了乙的{points}再走：{said}").format(points=total(won), said=said)


def leave_refund(rules: RuleSet) -> str:
    facts = (kong(A, KongKind.CONCEALED), Leave(D), wall_out({A: NOT_READY, B: NOT_READY, C: NOT_READY}))
    result = settled(rules, *facts)
    if result.problems:
        return _("丁走，这一局就完，没有退税")
    back = because(result, Reason.KONG_REFUND)
    said = _("退 {payees}").format(payees=say_payees(back)) if back else _("不退")
    return _("甲暗杠，丁走，流局甲没叫：{said}").format(said=said)
