"""比如: the end of the wall."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from rounds.rules.events import Fact, Hand, WallOut, WallState, Win, WinBy, Winner
from rounds.rules.hands import ShownHand
from rounds.rules.ledger import Reason
from rounds.rules.ruleset import KongKind, RuleSet
from rounds.rules.tiles import Suit, read_tiles
from rounds.screens.samples.rounds import (
    NOT_READY,
    PIG,
    PLAYERS,
    A,
    B,
    C,
    D,
    because,
    called,
    kong,
    say_payees,
    say_sum,
    settled,
    total,
    wall_out,
)
from rounds.wording import say_tiles

TWO_WAITS = ShownHand(read_tiles("1112444m666888p"))
"""Waits for 2m, which makes it 对对胡, and for 3m, which does not."""

FIFTH_TILE = ShownHand(read_tiles("44566m22299p"), pungs=read_tiles("5m"))
"""Waits for the fifth 5m alone: three are in a pung, one in hand."""

VOID_HELD = replace(TWO_WAITS, void_suit=Suit.DOTS)


def _wall(hands: Mapping[str, Hand | WallState]) -> WallOut:
    """The end of the wall with all four in play; who is not named is not ready."""
    return wall_out({player: hands.get(player, NOT_READY) for player in PLAYERS})


def void_suit(rules: RuleSet) -> str:
    result = settled(rules, _wall({A: VOID_HELD}))
    said = _("是花猪") if result.problems else _("不是花猪，照样下叫")
    return _("甲说好缺筒，流局时手里还有筒：{said}").format(said=said)


def ready_check(rules: RuleSet) -> str:
    result = settled(rules, _wall({A: TWO_WAITS}))
    paid = because(result, Reason.READY_CHECK)
    hand = say_tiles(TWO_WAITS.concealed)
    if not paid:
        return _("甲{hand}听2万、3万：没叫的不用付").format(hand=hand)
    price = paid[0].why.price
    assert price, "a ready check is paid for a hand"
    told = _("甲{hand}听2万、3万，按{tile}：没叫的每家付 {points}")
    return told.format(hand=hand, tile=say_tiles([price.wait]), points=price.points)


def dead_wait(rules: RuleSet) -> str:
    result = settled(rules, _wall({A: FIFTH_TILE}))
    said = _("算没叫") if result.problems else _("算下叫")
    return _("碰了三张5万，手里{hand}，只听5万：{said}").format(hand=say_tiles(FIFTH_TILE.concealed), said=said)


def pig_pays(rules: RuleSet) -> str:
    result = settled(rules, _wall({A: called(rules), B: PIG}))
    paid = [entry for entry in result.entries if entry.payer == B]
    said = _("付{payees}").format(payees=say_payees(paid)) if paid else _("不用付")
    return _("甲下叫，乙花猪，丙丁没叫：乙{said}").format(said=said)


def pig_paid_to(rules: RuleSet) -> str:
    """丁 has won before, where the round goes on after that."""
    first = Win(WinBy.DISCARD, (Winner(D, called(rules)),), C)
    told = _("丁先胡了，流局乙花猪：{said}")
    facts: list[Fact] = [first, wall_out({A: called(rules), B: PIG, C: NOT_READY})]
    if settled(rules, first).ended:
        told, facts = _("流局乙花猪：{said}"), [_wall({A: called(rules), B: PIG})]
    paid = because(settled(rules, *facts), Reason.FLOWER_PIG)
    return told.format(said=_("付{payees}").format(payees=say_payees(paid)) if paid else _("不另外付"))


def pig_ready_check(rules: RuleSet) -> str:
    hand = called(rules, 1)
    result = settled(rules, _wall({A: hand, B: PIG}))
    points = [entry.points for entry in result.entries if entry.payer == B and entry.payee == A]
    said = _("付甲 {sum}").format(sum=say_sum(points)) if points else _("不用付甲")
    return _("甲下叫{fans}番，乙花猪：乙{said}").format(fans=hand.fans, said=said)


def difference(rules: RuleSet) -> str:
    less, more = called(rules), called(rules, 2)
    result = settled(rules, _wall({A: less, B: more}))
    paid = because(result, Reason.PRICE_DIFFERENCE)
    said = _("甲补乙 {points}").format(points=total(paid)) if paid else _("甲不用补")
    return _("流局，甲听{less}番，乙听{more}番：{said}").format(less=less.fans, more=more.fans, said=said)


def refund(rules: RuleSet) -> str:
    result = settled(rules, kong(C, KongKind.PROMOTED), _wall({A: called(rules)}))
    income, back = total(because(result, Reason.KONG)), because(result, Reason.KONG_REFUND)
    said = _("退 {payees}").format(payees=say_payees(back)) if back else _("不退")
    return _("丙弯杠收了{income}，流局没叫：{said}").format(income=income, said=said)
