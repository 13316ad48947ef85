"""叫法 jiào fǎ: a table's own words, where tables differ: 弯杠 or 巴杠, 局 or 把.

Whatever the app says is made of sentences of the catalogue (`gettext`) and of words and sentences of the core
(`rounds.wording`). There, before names and figures are filled in, a word is exchanged for the one that the table has
chosen; nowhere else. So a player called 小局 stays 小局, and what is typed, stored or exported stays as it is.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils import translation
from django.utils.translation import trans_real

from rounds.rules.terms import Term

Words = frozenset[str]
"""The sayings, by name, for which a table has the other word."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Something that has two words at Sichuan tables: the `usual` one and the `other`.

    `not_after`: after these characters it is none, but the end of another word.
    """

    usual: Term
    other: Term
    not_after: str = ""

    @property
    def swaps(self) -> Iterable[tuple[str, str]]:
        """What is exchanged for what, in both scripts and, where that has but one meaning, in pinyin."""
        before = f"(?<![{self.not_after}])" if self.not_after else ""
        yield before + self.usual.hans, self.other.hans
        yield before + self.usual.hant, self.other.hant
        if not self.not_after:
            yield self.usual.pinyin, self.other.pinyin


SAYINGS: Mapping[str, Saying] = {
    "promoted": Saying(Term("弯杠", "彎槓", "wān gàng", ""), Term("巴杠", "巴槓", "bā gàng", "")),
    "exposed": Saying(Term("直杠", "直槓", "zhí gàng", ""), Term("点杠", "點槓", "diǎn gàng", "")),
    "not_ready": Saying(Term("没叫", "沒叫", "méi jiào", ""), Term("没下叫", "沒下叫", "méi xià jiào", "")),
    # 流局 and 牌局 are words of their own; so is the name of a rule set, 家庭局.
    "round": Saying(Term("局", "局", "jú", ""), Term("把", "把", "bǎ", ""), not_after="流牌庭"),
}

_active: Any = vars(trans_real)["_active"]
"""Where Django keeps the catalogue in force; there is no other way to have its `gettext` say something else."""

_chosen: ContextVar[Words] = ContextVar("words", default=frozenset())


def said(text: str) -> str:
    """A word or sentence of the app, before anything is filled in, as the table says it."""
    words = _chosen.get()
    return _exchanged(text, words) if words else text


@lru_cache(maxsize=8192)
def _exchanged(text: str, words: Words) -> str:
    for name, saying in SAYINGS.items():
        if name in words:
            for usual, other in saying.swaps:
                text = re.sub(usual, other, text)
    return text


class _Spoken:
    """A catalogue of translations that says everything in the words of the table."""

    def __init__(self, catalogue: Any) -> None:
        self._catalogue = catalogue

    def gettext(self, message: str) -> str:
        return said(self._catalogue.gettext(message))

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return said(self._catalogue.ngettext(singular, plural, number))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._catalogue, name)


@contextmanager
def speaking(language: str, words: Iterable[str] = ()) -> Iterator[None]:
    """Say everything in this language and in these words of the table."""
    with translation.override(language):
        token = _chosen.set(frozenset(words))
        if _chosen.get():
            _active.value = _Spoken(_active.value)
        try:
            yield
        finally:
            _chosen.reset(token)
