"""The words of the game, carried by the members they name."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


@dataclass(frozen=True, slots=True)
class Term:
    """One word of the game: simplified and traditional 汉字, pinyin with tones, and an English gloss."""

    hans: str
    hant: str
    pinyin: str
    english: str


class Named(StrEnum):
    """A set of variants; each member is its name in code and files, and carries its `term`."""

    term: Term

    # Defaults for the type checker alone, which takes the look-up of a member by its name for the making of one.
    def __new__(
        cls, value: str, hans: str = "", hant: str = "", pinyin: str = "", english: str = "", *more: object
    ) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.term = Term(hans, hant, pinyin, english)
        return member
