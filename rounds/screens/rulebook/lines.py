"""A line of a table in the rule book, and how its parts are said."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rounds import wording
from rounds.rules.ruleset import RuleSet
from rounds.rules.terms import Named


@dataclass(frozen=True, slots=True)
class Line:
    """One kind: its word, what it is or who pays, and at the right what it comes to, in large and in small."""

    label: str
    pinyin: str
    what: str
    worth: str
    small: str


def listed(members: Iterable[Named]) -> str:
    """ "天胡、地胡"."""
    return wording.listed(map(wording.word, members))


def fans(number: int) -> str:
    return _("{number}番").format(number=number)


def bases(rules: RuleSet, times: int) -> str:
    """A payment in bases, and what that is in points: "8个底（40分）"; with a base of 1 the two are one."""
    if rules.base == 1:
        return ngettext("{points}分", "{points}分", times).format(points=times)
    return _("{times}个底（{points}分）").format(times=times, points=times * rules.base)
