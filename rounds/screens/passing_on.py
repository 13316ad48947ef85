"""发群里 fā qún lǐ: the result of a night as a text to paste into a chat."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rounds.models import Round, Session
from rounds.rules.events import POT
from rounds.screens.deeds import say_worth
from rounds.screens.settling import Column, Settling, Transfer
from rounds.screens.totals import totals_of
from rounds.templatetags.points import signed
from rounds.wording import isolated


def text_of(session: Session, rows: Sequence[Round], settling: Settling) -> str:
    """Date, everybody's total in points and money, who pays whom, and what is paid."""
    return "\n".join([_heading(session, rows), *_totals(rows, settling), *settling.fees, *_payments(settling)])


def say_date(session: Session) -> str:
    """2026年11月29日, the date that the night keeps for good."""
    day = session.date
    return _("{year}年{month}月{day}日").format(year=day.year, month=day.month, day=day.day)


def _heading(session: Session, rows: Sequence[Round]) -> str:
    count = ngettext("{count}局", "{count}局", len(rows)).format(count=len(rows))
    worth = say_worth({"money": rows[-1].money, "fee": None})
    return " · ".join([_("血战到底"), say_date(session), count, *([worth] if rows[-1].money else [])])


def _totals(rows: Sequence[Round], settling: Settling) -> Iterable[str]:
    """The highest first."""
    columns = {column.person: column for column in settling.columns}
    for total in sorted(totals_of(rows), key=lambda total: -total.points):
        told = [isolated(total.name), _("{sum}分").format(sum=signed(total.points))]
        yield " ".join([*told, *say_column(settling, columns.get(total.person))])


def say_column(settling: Settling, column: Column | None) -> Iterable[str]:
    """What somebody has won or lost in money, where points are worth some, and what the table fee makes of it."""
    if settling.currency.code:
        yield say_signed(settling, column.won if column else 0)
    if column and column.person != POT and settling.has_fee:
        yield _("扣台费后{sum}").format(sum=say_signed(settling, column.won + column.fee))


def say_signed(settling: Settling, amount: int) -> str:
    """What somebody has won or lost, in money or points: +19元."""
    sign = "+" if amount > 0 else "−" if amount < 0 else ""
    return sign + settling.currency.say(amount)


def _payments(settling: Settling) -> Iterable[str]:
    if settling.lines:
        yield _("谁付谁：")
    for line in settling.lines:
        mark = f" ✓{_('已付')}" if line.paid else ""
        yield from (_say(settling, transfer) + mark for transfer in line.transfers)


def _say(settling: Settling, transfer: Transfer) -> str:
    payer, payee = isolated(transfer.payer_name), isolated(transfer.payee_name)
    return f"{payer} → {payee} {settling.currency.say(transfer.amount)}"
