"""A file of either kind, which its content says: what was taken home as JSON, or a table of plain totals."""

import threading
from typing import BinaryIO

from rounds.book.refusals import Busy
from rounds.imports.refusal import NotTakenIn
from rounds.imports.taking import ON_PAGE, Added, look_into, take
from rounds.imports.totals import MOST, look_into_totals, take_totals
from rounds.models import Club
from rounds.turns import alone

ONE_AT_A_TIME = threading.Lock()

HEAD = 1 << 10
BLANK = b"\xef\xbb\xbf \t\r\n"
"""What may stand before the first sign: the mark of UTF-8, and blanks."""


def look_into_file(stream: BinaryIO, club: Club) -> Added:
    """What `take_file` would add to the club; nothing is written. Raises `NotTakenIn`."""
    if _is_json(stream):
        return look_into(stream, club, ON_PAGE)
    return look_into_totals(stream.read(MOST + 1), club)


def take_file(stream: BinaryIO, club: Club, replacing: str = "") -> Added:
    """Take the file in: all of it or nothing, and twice as if once; `replacing` as `take_totals` has it. Raises
    `NotTakenIn`, `OSError`, and `Busy`, also while another is being taken in."""
    with alone(ONE_AT_A_TIME, Busy):
        if _is_json(stream):
            return take(stream, club, ON_PAGE)
        return take_totals(stream.read(MOST + 1), club, replacing)


def _is_json(stream: BinaryIO) -> bool:
    stream.seek(0)
    head = stream.read(HEAD)
    stream.seek(0)
    if not head:
        raise NotTakenIn(0, "empty")
    return head.lstrip(BLANK)[:1] in (b"{", b"[")
