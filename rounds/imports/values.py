"""Reading the values of an export strictly: anything but what the export writes is `Malformed`."""

import re
import uuid
from collections.abc import Mapping
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rounds.book.chain import utc_text
from rounds.book.seating import RESERVED
from rounds.cleaning import Unclean, as_seen, clean
from rounds.models import PRESET_LENGTH
from rounds.money import CURRENCIES
from rounds.rules.strict import Malformed, read_int, read_map, read_text

MAX_POSITION = 2**31 - 1
"""What every database keeps in a column of positions."""

MAX_MONEY = 2**53

FIRST_YEAR, START_OF_TIME, LAST_YEAR = 1900, 1970, 2199
"""Of days and moments. A clock may have been wrong, so that a night may be of 1970 or of a year to come; but each of
these is a time in every zone."""

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


def read_id(value: object, place: str) -> uuid.UUID:
    text = read_text(value, place)
    try:
        read = uuid.UUID(text)
    except ValueError:
        raise Malformed(place, "not_an_id", value=text) from None
    if str(read) != text:
        raise Malformed(place, "not_an_id", value=text)
    return read


def read_hash(value: object, place: str) -> str:
    text = read_text(value, place)
    if not _HASH.fullmatch(text):
        raise Malformed(place, "not_a_hash", value=text)
    return text


def read_position(value: object, place: str) -> int:
    return read_int(value, place, 1, MAX_POSITION)


def read_moment(value: object, place: str) -> datetime:
    text = read_text(value, place)
    try:
        at = datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Malformed(place, "not_a_moment", value=text) from None
    if utc_text(at) != text or not START_OF_TIME <= at.year <= LAST_YEAR:
        raise Malformed(place, "not_a_moment", value=text)
    return at


def read_day(value: object, place: str) -> date:
    text = read_text(value, place)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Malformed(place, "not_a_moment", value=text) from None
    if day.isoformat() != text or not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise Malformed(place, "not_a_moment", value=text)
    return day


def read_zone(value: object, place: str) -> str:
    text = read_text(value, place)
    try:
        return ZoneInfo(text).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Malformed(place, "not_a_zone", value=text) from None


def read_cleaned(value: object, place: str) -> str:
    """A name as it is kept: one that the cleaner would change was not written here."""
    text = read_text(value, place)
    try:
        cleaned = clean(text)
    except Unclean:
        raise Malformed(place, "not_clean", value=text) from None
    if cleaned != text:
        raise Malformed(place, "not_clean", value=text)
    return text


def read_name(value: object, place: str) -> str:
    """What somebody is called: no name that the forms refuse."""
    text = read_cleaned(value, place)
    if as_seen(text) in RESERVED:
        raise Malformed(place, "not_clean", value=text)
    return text


def read_unsaid(value: object, place: str) -> str:
    """A text that is kept as a name is, or "" where nothing is said: a note, a club's name of its rules.

    Rules may have a name that is now a preset's, or the account's: an earlier version may have kept it.
    """
    return read_cleaned(value, place) if value else read_text(value, place)


def read_preset(value: object, place: str) -> str:
    """The preset that rules began as, which another version may have."""
    text = read_unsaid(value, place)
    if len(text) > PRESET_LENGTH:
        raise Malformed(place, "not_clean", value=text)
    return text


def read_currency(value: object, place: str) -> str:
    known = tuple(code for code in CURRENCIES if code)
    text = read_text(value, place)
    if text not in known:
        raise Malformed(place, "not_one_of", known=known, value=text)
    return text


def read_names(value: object, place: str, keys: Mapping[str, object] | set[str]) -> None:
    """A name for each of the keys, and for nothing else."""
    told = read_map(value, place)
    for key in told:
        if key not in keys:
            raise Malformed(place, "unknown_key", key=key)
    for key in keys:
        if key not in told:
            raise Malformed(place, "missing_key", key=key)
        read_name(told[key], f"{place}.{key}")
