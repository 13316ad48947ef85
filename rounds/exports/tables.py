"""Tables as CSV for a spreadsheet, and the names of files.

UTF-8 with a byte order mark, CRLF at the end of a line, headings in the language of the page. Numbers are numbers;
text that a spreadsheet would take for a formula gets an apostrophe before it, behind a semicolon as well, at which some
spreadsheets split a line.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from urllib.parse import quote

from django.utils.translation import gettext as _

from rounds.models import Session

BOM = "\ufeff"
FULL_WIDTH = 0xFEE0
"""So far from a character of ASCII is the one that a Chinese keyboard types for it."""
_SIGNS = "=+-@"
FORMULA_STARTS = (*_SIGNS, "\t", "\r", *(chr(ord(sign) + FULL_WIDTH) for sign in _SIGNS))
"""What a spreadsheet takes for the start of a formula, in text; some take the full-width signs for the others."""
_BEGINS = re.compile(f"(^|;)(?=[{re.escape(''.join(FORMULA_STARTS))}])")

Cell = str | int | Decimal | datetime | None
Row = Sequence[Cell]


class _Echo:
    """A file that gives back what is written into it, a line at a time."""

    def write(self, text: str) -> str:
        return text


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as the lines of a CSV file."""
    writer = csv.writer(_Echo(), lineterminator="\r\n")
    yield BOM
    for row in rows:
        yield writer.writerow([safe_cell(cell) for cell in row])


def safe_cell(cell: Cell) -> Cell:
    """A cell that a spreadsheet shows and does not run."""
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d %H:%M:%S}"
    return _BEGINS.sub(r"\1'", cell) if isinstance(cell, str) else cell


def is_formula(cell: Cell) -> bool:
    """Would a spreadsheet take it for one?"""
    return isinstance(cell, str) and cell.startswith(FORMULA_STARTS)


def attachment(session: Session, what: str, plain: str, suffix: str = "csv") -> str:
    """The Content-Disposition of a file such as 血战-2026-11-29-账.csv; `plain` is `what` for who reads ASCII alone."""
    day = session.date.isoformat()
    name = _("血战-{day}-{what}.{suffix}").format(day=day, what=what, suffix=suffix)
    return disposition(name, f"xuezhan-{day}-{plain}.{suffix}")


def disposition(name: str, plain: str) -> str:
    """By RFC 6266, with the name by RFC 5987."""
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
