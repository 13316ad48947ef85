"""A night as one workbook (XLSX): sums, rounds, detailed sheets, ledger, who pays whom, everything that was done.

Numbers are numbers and times are times. Text is never a formula, and what looks like one is marked as text for good.
The same night in the same language gives the same bytes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from io import BytesIO

from django.utils.translation import gettext as _
from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from rounds.book.dues import dues
from rounds.book.reading import payers_in, read_logs
from rounds.book.replay import RoundLog
from rounds.exports.rows import events_of, in_units, ledger_of, local, people_of, rounds_of
from rounds.exports.tables import Cell, Row, is_formula
from rounds.models import Payment, Round, Session
from rounds.money import CURRENCIES
from rounds.rules.settle_up import settle_up
from rounds.screens.sheets import Detailed, book_of_night, book_of_round, detailed_of_night, detailed_of_round
from rounds.screens.totals import names_in

FIRST_WIDTH, WIDTH = 12, 14


def workbook(session: Session) -> bytes:
    """The file. The night is read once, in a few queries, and settled once, but for its history."""
    rows, payments, events = list(session.played()), list(session.paid()), list(session.log())
    logs = read_logs(session, rows)
    content = BytesIO()
    book = Workbook(content, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"title": session.date.isoformat(), "created": session.started_at.replace(tzinfo=None)})
    pen = _Pen(book)
    pen.sheet(_("合计"), people_of(rows, logs, [payment for payment in payments if payment.undone is None]))
    pen.sheet(_("各局"), rounds_of(session, rows, logs))
    pen.sheet(_("详细结算"), detailed_rows(rows, logs))
    pen.sheet(_("总账"), ledger_of(session, rows, logs))
    pen.sheet(_("结账"), settling_rows(session, rows, payments, {event.position: event.at for event in events}))
    pen.sheet(_("记录"), events_of(session, events, rows))
    book.close()
    return content.getvalue()


def detailed_rows(rows: Sequence[Round], logs: dict[int, RoundLog]) -> Iterator[Row]:
    """详细结算 of the night and of each round, one below the other."""
    yield from _detailed(_("整场"), detailed_of_night(book_of_night(rows, logs), logs))
    for row in rows:
        log = logs[row.number]
        yield ()
        title = _("第{number}局").format(number=row.number)
        yield from _detailed(title, detailed_of_round(book_of_round(row, log), log))


def _detailed(title: str, sheet: Detailed) -> Iterator[Row]:
    yield (title, *sheet.names)
    for said in sheet.said:
        yield (said.label, *(_number(" ".join(cell)) for cell in said.cells))
    for points in (*sheet.points, sheet.total):
        yield (points.label, *(number.points for number in points.cells))


def _number(text: str) -> Cell:
    """A count as the number that it is."""
    return int(text) if text.isascii() and text.isdigit() else text


def settling_rows(
    session: Session, rows: Sequence[Round], payments: Sequence[Payment], times: Mapping[int, datetime]
) -> Iterator[Row]:
    """Who is still to pay whom, then what has been paid, by the `times` of the events that say so; none is to pay while
    something stands in red."""
    names = names_in(rows, payers_in(payments))
    due = dues(rows, [payment for payment in payments if payment.undone is None])
    unit = CURRENCIES[due.currency].unit
    yield (_("付"), _("收"), unit, _("付了没有"), _("时间"))
    for transfer in () if any(row.problems for row in rows) else settle_up(due.left):
        yield (names[transfer.payer], names[transfer.payee], in_units(transfer.amount, due.currency), _("还没付"), None)
    zone = session.clock
    for payment in payments:
        ends = (names[str(payment.payer_id or "pot")], names[str(payment.payee_id or "pot")])
        said = _("付了") if payment.undone is None else _("不算付过")
        yield (*ends, in_units(payment.amount, payment.currency), said, local(times[payment.position], zone))


class _Pen:
    """Writes tables into sheets of a workbook."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._head = book.add_format({"bold": True, "bottom": 1})
        self._text = book.add_format({"quote_prefix": True})
        self._moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        self._money = book.add_format({"num_format": "#,##0.00"})

    def sheet(self, name: str, rows: Iterable[Row]) -> None:
        """The first row of the table stands still while the others move."""
        sheet = self._book.add_worksheet(name)
        sheet.freeze_panes(1, 1)
        sheet.set_column(0, 0, FIRST_WIDTH)
        sheet.set_column(1, 30, WIDTH)
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                self._write(sheet, number, column, cell)

    def _write(self, sheet: Worksheet, row: int, column: int, cell: Cell) -> None:
        head = self._head if row == 0 else None
        if isinstance(cell, datetime):
            sheet.write_datetime(row, column, cell, self._moment)
        elif isinstance(cell, Decimal):
            sheet.write_number(row, column, float(cell), self._money if cell.as_tuple().exponent else None)
        elif isinstance(cell, int):
            sheet.write_number(row, column, cell)
        elif cell is not None:
            sheet.write_string(row, column, cell, self._text if is_formula(cell) else head)
