"""What people type of money: the worth of a point, the table fee, what was brought; read strictly.

Each reader puts a sentence under the name of every field that it cannot take into `errors`.
"""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from rounds.cleaning import Unclean, whole_number
from rounds.money import CURRENCIES, MAX_WORTH, OFFERED, Currency, Money
from rounds.rules.strict import MAX_POINTS
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee

MAX_AMOUNT = 10**9
"""The most that a table can cost or somebody can pay at once, in the smallest unit: ten million yuan."""

Typed = Mapping[str, str]
Errors = dict[str, str]


def read_worth(typed: Typed, errors: Errors) -> Money | None:
    """What a point is worth, of fields per-point and currency; nothing typed: points are points."""
    text = typed.get("per-point", "").strip()
    if not text:
        return None
    code = typed.get("currency", OFFERED[0])
    if code not in OFFERED:
        errors["per-point"] = _("没有这种钱，重新选")
        return None
    currency = CURRENCIES[code]
    amount = currency.read(text)
    if amount is None or not 1 <= amount <= MAX_WORTH:
        errors["per-point"] = _("一分是{least}到{most}；不算钱就空着").format(
            least=currency.say(1), most=currency.say(MAX_WORTH)
        )
        return None
    return Money(code, amount)


def read_fee(typed: Typed, money: Money | None, errors: Errors) -> TableFee | None:
    """What the table costs, of fields fee, fee-per and fee-from, in the currency of `money`, or in points; nothing
    typed, or 0: nothing."""
    text = typed.get("fee", "").strip()
    if not text:
        return None
    currency = CURRENCIES[money.currency if money else ""]
    amount = currency.read(text)
    if amount == 0:
        return None
    if amount is None or amount > MAX_AMOUNT:
        errors["fee"] = say_unread(currency)
        return None
    try:
        per, paid_by = FeePer(typed.get("fee-per", "")), FeeFrom(typed.get("fee-from", ""))
    except ValueError:
        errors["fee"] = _("台费怎么收，重新选")
        return None
    return TableFee(amount, per, paid_by)


def read_amount(text: str, currency: Currency) -> int | None:
    """What somebody has paid; None for anything that is no such sum."""
    amount = currency.read(text.strip())
    return amount if amount is not None and 1 <= amount <= MAX_AMOUNT else None


def say_unread(currency: Currency) -> str:
    """What a sum in this currency has to look like."""
    if not currency.code:
        return _("写{least}到{most}，不要小数").format(least=currency.say(1), most=currency.say(MAX_AMOUNT))
    return _("写{least}到{most}，比如{example}").format(
        least=currency.say(1), most=currency.say(MAX_AMOUNT), example=currency.digits(5 * 10**currency.decimals // 2)
    )


def read_stakes(typed: Typed, seats: Iterable[str], errors: Errors) -> tuple[dict[str, int], int | None]:
    """输光为止: the points that those at `seats` have brought, of fields stakes-A to stakes-D, or for all of them
    stakes; and what who waits for a seat has brought. Nobody who has typed nothing is limited."""
    everybody = _read_points(typed, "stakes", errors)
    own = {seat: _read_points(typed, f"stakes-{seat}", errors) or everybody for seat in seats}
    return {seat: points for seat, points in own.items() if points}, everybody


def _read_points(typed: Typed, name: str, errors: Errors) -> int | None:
    text = typed.get(name, "").strip()
    if not text:
        return None
    try:
        return whole_number(text, 1, MAX_POINTS)
    except Unclean:
        errors["stakes"] = _("带的分是1到{most}的整数，不限就空着").format(most=f"{MAX_POINTS:,}")
        return None


def read_buy_in(typed: Typed) -> int | None:
    """How many points somebody brings, or with do=less takes back; None where that is no such number."""
    try:
        points = whole_number(typed.get("points", "").strip(), 1, MAX_POINTS)
    except Unclean:
        return None
    return -points if typed.get("do") == "less" else points
