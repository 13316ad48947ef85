"""找 zhǎo: what is asked of the history of a club, read strictly."""

import re
import uuid
from collections.abc import Mapping
from datetime import date

from django.utils.translation import gettext as _

from rounds.book.past import Cursor, Search
from rounds.book.records import Scope
from rounds.cleaning import Unclean, clean, whole_number
from rounds.forms import Unfit, say_unclean

FIRST_YEAR, LAST_YEAR = 1900, 2200
MOST_WORDS = 5

_PRESET = re.compile(r"[a-z0-9_]{1,64}", re.ASCII)
_CURSOR = re.compile(r"(\d{4}-\d{2}-\d{2})~([0-9a-f-]{36}|old)", re.ASCII)

Typed = Mapping[str, str]


def read_scope(typed: Typed, club: uuid.UUID) -> Scope:
    """The fields `span` and `rules`; raises `Unfit`."""
    return Scope(club, _read_span(typed.get("span", "")), _read_rules(typed.get("rules", "")))


def read_search(typed: Typed, club: uuid.UUID) -> Search:
    """The fields of `read_scope`, `who`, `q`, and `before` or `after`; raises `Unfit`."""
    return Search(
        scope=read_scope(typed, club),
        person=_read_person(typed.get("who", "")),
        words=_read_words(typed.get("q", "")),
        before=_read_cursor(typed.get("before", "")),
        after=_read_cursor(typed.get("after", "")),
    )


def _read_span(text: str) -> int:
    if not text:
        return 0
    try:
        span = whole_number(text, FIRST_YEAR, LAST_YEAR * 100 + 12)
    except Unclean:
        span = 0
    year, month = divmod(span, 100) if span > LAST_YEAR else (span, 1)
    if not FIRST_YEAR <= year <= LAST_YEAR or not 1 <= month <= 12:
        raise Unfit({"span": _("没有这段日子")})
    return span


def _read_rules(text: str) -> tuple[str, str] | None:
    kind, colon, name = text.partition(":")
    if not text:
        return None
    if kind == "preset" and _PRESET.fullmatch(name):
        return name, ""
    if kind == "house" and colon:
        try:
            return "", clean(name)
        except Unclean:
            pass
    raise Unfit({"rules": _("没有这套规矩，重新选")})


def _read_person(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text) if text else None
    except ValueError:
        raise Unfit({"who": _("没有这个人")}) from None


def _read_words(text: str) -> tuple[str, ...]:
    if not text.strip():
        return ()
    try:
        return tuple(clean(text).split()[:MOST_WORDS])
    except Unclean as unclean:
        raise Unfit({"q": say_unclean(unclean.code)}) from None


def _read_cursor(text: str) -> Cursor | None:
    if not text:
        return None
    match = _CURSOR.fullmatch(text)
    try:
        day, session = match.groups() if match else ("", "")
        return Cursor(date.fromisoformat(day), None if session == "old" else uuid.UUID(session))
    except ValueError:
        raise Unfit({"page": _("没有这一页")}) from None
