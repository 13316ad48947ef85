"""Kong money and where it goes, in sentences."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from rounds.rules.ruleset import KongKind, KongTransfer, RuleSet, TransferAfter, TransferShares
from rounds.screens.rulebook.lines import Line, bases
from rounds.wording import say_pinyin, word


def pay(rules: RuleSet) -> Iterable[str]:
    others = rules.kong_pay.exposed_others
    yield _("直杠家家有，不引杠的也付。") if others else _("直杠只有引杠的付。")


def lines(rules: RuleSet) -> Iterable[Line]:
    """What each kind of kong earns from whom."""
    table = rules.kong_pay
    yield _line(rules, KongKind.EXPOSED, _("手里三张，别人打了第四张"), _("引杠的付"), table.exposed)
    if table.exposed_others:
        yield _line(rules, KongKind.EXPOSED, "", _("别家各付"), table.exposed_others)
    yield _line(rules, KongKind.PROMOTED, _("碰了，又摸到第四张就补"), _("每家付"), table.promoted)
    yield _line(rules, KongKind.POSTPONED, _("摸到的时候没补，过后再补"), _("每家付"), table.postponed)
    yield _line(rules, KongKind.CONCEALED, _("四张都是自己摸的"), _("每家付"), table.concealed)


def _line(rules: RuleSet, kind: KongKind, what: str, payers: str, times: int) -> Line:
    worth, small = (bases(rules, times), payers) if times else (_("不收"), "")
    return Line(word(kind), say_pinyin(kind.term), what, worth, small)


def transfer(rules: RuleSet) -> Iterable[str]:
    yield {
        KongTransfer.NONE: _("杠完打出去点了炮（杠上炮），杠钱还是杠的人的，不转。"),
        KongTransfer.LAST: _("杠完打出去点了炮（杠上炮），刚才那一杠收的钱转给胡的人。"),
        KongTransfer.ALL: _("杠完打出去点了炮（杠上炮），这一局他的杠收的钱全转给胡的人。"),
        KongTransfer.RETURN: _("杠完打出去点了炮（杠上炮），刚才那一杠收的钱退给付的人，胡了的、走了的也退。"),
    }[rules.kong_transfer]
    if rules.kong_transfer is not KongTransfer.NONE:
        yield _("转过、退过的不再转，也不再退。")


def transfer_after(rules: RuleSet) -> Iterable[str]:
    yield {
        TransferAfter.ANY: _("不管刚才杠的是什么杠。"),
        TransferAfter.PROMOTED: _("刚才杠的是弯杠或过手杠才算，直杠、暗杠不算。"),
    }[rules.kong_transfer_after]


def transfer_shares(rules: RuleSet) -> Iterable[str]:
    yield {
        TransferShares.EACH: _("几家一起胡，每家都得一整份，不够的由点炮的补上。"),
        TransferShares.SPLIT: _("几家一起胡就平分，分不完的从点炮的下家数起，一人多一分。"),
        TransferShares.NEAREST: _("几家一起胡，只转给从点炮的下家数起的第一家。"),
        TransferShares.NONE: _("几家一起胡就不转。"),
    }[rules.kong_transfer_shares]
