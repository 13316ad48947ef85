"""比如: kong money, and where it goes."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from rounds.rules.ledger import Reason
from rounds.rules.ruleset import KongKind, RuleSet
from rounds.rules.settle import Settlement
from rounds.screens.samples.rounds import A, B, C, because, called, discard, kong, say_payees, settled, total


def kong_income(rules: RuleSet, entry: str) -> str:
    kind = KongKind.EXPOSED if entry == "exposed_others" else KongKind(entry)
    entries = because(settled(rules, kong(A, kind)), Reason.KONG)
    if entry == "exposed_others":
        return _("另外两家 {points}").format(points=total(paid for paid in entries if paid.payer != B))
    return str(total(entries))


def _moved(rules: RuleSet, kongs: Sequence[KongKind], winners: Sequence[str] = (A,)) -> Settlement:
    """乙 konged, and dealt into a hand with the next tile."""
    win = discard(called(rules), after_kong=True, winners=winners)
    return settled(rules, *(kong(B, kind) for kind in kongs), win)


def _say_moved(result: Settlement) -> str:
    on, back = because(result, Reason.KONG_TRANSFER), because(result, Reason.KONG_REFUND)
    if back:
        return _("退回 {points}").format(points=total(back))
    return _("转给{payees}").format(payees=say_payees(on)) if on else _("不转")


def transfer(rules: RuleSet) -> str:
    result = _moved(rules, [KongKind.CONCEALED, KongKind.PROMOTED])
    first, second = (total(e for e in because(result, Reason.KONG) if e.event == event) for event in (0, 1))
    moved: dict[str, int] = {}
    for entry in because(result, Reason.KONG_TRANSFER):
        moved[entry.payee] = moved.get(entry.payee, 0) + entry.points
    said = _("转给甲 {points}").format(points=moved[A]) if moved else _say_moved(result)
    return _("乙暗杠收{first}，弯杠收{second}，接着点炮给甲：{moved}").format(first=first, second=second, moved=said)


def transfer_after(rules: RuleSet) -> str:
    result = _moved(rules, [KongKind.CONCEALED])
    income = total(because(result, Reason.KONG))
    return _("乙暗杠收{income}，接着点炮给甲：{moved}").format(income=income, moved=_say_moved(result))


def transfer_shares(rules: RuleSet) -> str:
    result = _moved(rules, [KongKind.PROMOTED], winners=(C, A))
    income = total(because(result, Reason.KONG))
    return _("乙弯杠收{income}，接着一炮双响：{moved}").format(income=income, moved=_say_moved(result))
