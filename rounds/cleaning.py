"""Text and numbers that people type, made safe to keep: the one cleaner, at the edge."""

import re
import unicodedata

import regex

MAX_GRAPHEMES = 40
MAX_CODE_POINTS = 400

_TRIMMED = " \t\r\n\v\f\u200b\u2060\ufeff"
_OVERRIDES = "\u202d\u202e"
_EMBEDDINGS = "\u202a\u202b"
_POP = "\u202c"
_ISOLATES = "\u2066\u2067\u2068"
_POP_ISOLATE = "\u2069"

# Controls, lone surrogates, line and paragraph separators, noncharacters.
_CONTROL = regex.compile(r"[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]")
# Something that leaves ink: not a space, a mark alone, a format character or filler, nor the empty Braille cell.
_VISIBLE = regex.compile(r"[^\p{Z}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]")
# What leaves no trace in a name: joiners, marks of direction, zero-width spaces, variation selectors.
_UNSEEN = regex.compile(r"[\p{Cf}\p{Default_Ignorable_Code_Point}]")
_DIRECTION = regex.compile(f"[{_OVERRIDES}{_EMBEDDINGS}{_POP}{_ISOLATES}{_POP_ISOLATE}]")
_GRAPHEME = regex.compile(r"\X")
_NUMBER = re.compile(r"[+-]?[0-9]{1,19}", re.ASCII)


class Unclean(ValueError):
    """A text or number that is not kept. `code` says why.

    Of a text: `empty`, `too_long`, `control`, `direction`. Of a number: `not_a_number`, `out_of_bounds`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean(text: str, most: int = MAX_GRAPHEMES) -> str:
    """A name or note as it is kept: NFC, trimmed, at most 40 characters as people count them, in any script.

    `most`: of a text that is longer by its nature.

    Raises `Unclean` for text that shows nothing, for controls, and for marks of direction that would reach beyond it.
    """
    text = _trim(unicodedata.normalize("NFC", _trim(text)))
    if _CONTROL.search(text):
        raise Unclean("control")
    if not _VISIBLE.search(text):
        raise Unclean("empty")
    if len(text) > most * MAX_CODE_POINTS // MAX_GRAPHEMES or len(_GRAPHEME.findall(text)) > most:
        raise Unclean("too_long")
    if not _keeps_direction_inside(text):
        raise Unclean("direction")
    return text


def told(text: str, most: int) -> str:
    """What a phone says of a tap, as it is kept: without marks of direction, for it may be cut inside a name, and cut.

    Raises `Unclean` for text that shows nothing, and for controls.
    """
    return clean("".join(_GRAPHEME.findall(_DIRECTION.sub("", text))[:most]), most)


def as_seen(text: str) -> str:
    """A cleaned name as the eye tells it from another, to compare with: without characters that do not show."""
    return unicodedata.normalize("NFC", _UNSEEN.sub("", text)).strip()


def _trim(text: str) -> str:
    return text.strip(_TRIMMED).strip().strip(_TRIMMED)


def _keeps_direction_inside(text: str) -> bool:
    """No override, and every embedding or isolate closed in its place."""
    awaited: list[str] = []
    for character in text:
        if character in _OVERRIDES:
            return False
        if character in _EMBEDDINGS:
            awaited.append(_POP)
        elif character in _ISOLATES:
            awaited.append(_POP_ISOLATE)
        elif character in (_POP, _POP_ISOLATE) and (not awaited or awaited.pop() != character):
            return False
    return not awaited


def whole_number(text: str, least: int, most: int) -> int:
    """The number that ASCII digits with at most one sign before them say, between `least` and `most`.

    Raises `Unclean`. Stricter than `int`, which also reads `1_000`, `١٢٣` and spaces.
    """
    if not _NUMBER.fullmatch(text):
        raise Unclean("not_a_number")
    number = int(text)
    if not least <= number <= most:
        raise Unclean("out_of_bounds")
    return number
