"""Reading plain JSON values strictly: a wrong type, an unknown key or a number out of bounds is `Malformed`."""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import TypeVar

MAX_POINTS = 10**6
MAX_FANS = 40

E = TypeVar("E", bound=Enum)


class Malformed(ValueError):
    """A value that cannot be read.

    `place` says where ("events[3].kind"), `code` what is wrong, `figures` with what.
    """

    def __init__(self, place: str, code: str, **figures: object) -> None:
        super().__init__(f"{place}: {code}")
        self.place = place
        self.code = code
        self.figures: Mapping[str, object] = figures


def read_object(
    value: object, place: str, required: Collection[str], optional: Collection[str] = ()
) -> dict[str, object]:
    """A JSON object with all of `required` and nothing beyond `optional`."""
    if not isinstance(value, dict):
        raise Malformed(place, "not_an_object", value=value)
    for key in required:
        if key not in value:
            raise Malformed(place, "missing_key", key=key)
    for key in value:
        if key not in required and key not in optional:
            raise Malformed(place, "unknown_key", key=key)
    return value


def read_map(value: object, place: str) -> dict[str, object]:
    """A JSON object with keys of any name."""
    if not isinstance(value, dict):
        raise Malformed(place, "not_an_object", value=value)
    return value


def read_list(value: object, place: str) -> Sequence[object]:
    if not isinstance(value, list):
        raise Malformed(place, "not_a_list", value=value)
    return value


def read_int(value: object, place: str, least: int, most: int) -> int:
    """A whole number in bounds; true, 1.0 and "1" are none."""
    if type(value) is not int or not least <= value <= most:
        raise Malformed(place, "not_a_number", least=least, most=most, value=value)
    return value


def read_bool(value: object, place: str) -> bool:
    if type(value) is not bool:
        raise Malformed(place, "not_a_bool", value=value)
    return value


def read_text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise Malformed(place, "not_a_text", value=value)
    return value


def read_name(value: object, place: str) -> str:
    """A player's name in a document: 1 to 40 characters, never "pot"."""
    name = read_text(value, place)
    if not 1 <= len(name) <= 40 or name == "pot":
        raise Malformed(place, "not_a_name", value=name)
    return name


def read_variant(value: object, place: str, variants: type[E]) -> E:
    """A member of `variants` by its name."""
    known = variants._value2member_map_
    member = known.get(value) if isinstance(value, str) else None
    if not isinstance(member, variants):
        raise Malformed(place, "not_one_of", known=tuple(known), value=value)
    return member
