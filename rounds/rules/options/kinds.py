"""What an option is: its word, the values it can have, and what hangs on it."""

from collections.abc import Callable
from dataclasses import dataclass

from rounds.rules.ruleset import RuleSet
from rounds.rules.strict import MAX_FANS, MAX_POINTS
from rounds.rules.terms import Named, Term

Said = tuple[str, str, str]
"""One sentence in 简体, 繁體 and English."""


class Unit(Named):
    """What a number counts."""

    POINTS = "points", "分", "分", "fēn", "points"
    FANS = "fans", "番", "番", "fān", "fans"
    BASES = "bases", "底", "底", "dǐ", "bases"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few variants, each with its word."""

    variants: type[Named]


@dataclass(frozen=True, slots=True)
class Switch:
    """Played or not, in the words for the one and the other."""

    yes: Term
    no: Term


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`; `keys` are what most tables play, counted from a plain hand if so said.

    `zero`: the word for 0, where there is one; `none`: that for no number at all, where that is possible; `cap`: may be
    as much as the cap instead.
    """

    unit: Unit
    least: int
    most: int
    keys: tuple[int, ...]
    from_plain: bool = False
    zero: Term | None = None
    none: Term | None = None
    cap: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Several options under one name; `missing` is the word for an entry that the table does not have."""

    entries: tuple["Option", ...]
    missing: Term | None = None


def _always(rules: RuleSet) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Option:
    """One option, or one entry of a table: `name` in the rule set, `decides` says what hangs on it.

    `asked`: does it decide anything beside the other options of this rule set?
    """

    name: str
    term: Term
    kind: Choice | Switch | Number | Table
    decides: Said
    asked: Callable[[RuleSet], bool] = _always


def fans(zero: Term, keys: tuple[int, ...] = (0, 1, 2)) -> Number:
    return Number(Unit.FANS, 0, MAX_FANS, keys, zero=zero)


def bases(zero: Term, keys: tuple[int, ...]) -> Number:
    return Number(Unit.BASES, 0, MAX_POINTS, keys, zero=zero)


def each_of(members: type[Named], zero: Term, decides: Said) -> tuple[Option, ...]:
    return tuple(Option(member.value, member.term, fans(zero), decides) for member in members)
