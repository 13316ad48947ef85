"""钱 qián: what a point is worth at this table, and how sums are written and read."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

MAX_WORTH = 10**6
"""The dearest point, in the smallest unit of its currency: 10,000 yuan."""

_TYPED = re.compile(r"([0-9]{1,15})(?:\.([0-9]{1,3}))?(元|块|塊|角|毛|分)?", re.ASCII)
_BEHIND: Mapping[str | None, int] = {None: 0, "元": 0, "块": 0, "塊": 0, "角": 1, "毛": 1, "分": 2}
"""How many places behind the point of a sum the words for its parts stand."""


@dataclass(frozen=True, slots=True)
class Currency:
    """`code` by ISO 4217, "" for points that are worth nothing; `word`: its unit, as a player says it or writes it;
    `decimals`: so many places of a sum are parts of that unit. Amounts are whole numbers of the smallest part."""

    code: str
    word: str
    decimals: int

    @property
    def unit(self) -> str:
        """元; in English its sign."""
        return _(self.word)

    def digits(self, amount: int) -> str:
        """A sum without sign and unit: 1,284 or 0.50."""
        whole, part = divmod(abs(amount), 10**self.decimals)
        return f"{whole:,}.{part:0{self.decimals}}" if part else f"{whole:,}"

    def say(self, amount: int) -> str:
        """A sum to hand over, without a sign: 0.50元."""
        pattern = _("{sum}{unit}") if self.code else _("{sum}分")
        return pattern.format(sum=self.digits(amount), unit=self.unit)

    def read(self, text: str) -> int | None:
        """The amount that was typed: 0.5, 0.5元, 5角. None for anything but ASCII digits, one point and such a word,
        and for parts that the currency does not have."""
        match = _TYPED.fullmatch(text)
        if match is None:
            return None
        whole, part, word = match.groups()
        places = self.decimals - _BEHIND[word]
        if len(part or "") > places or places < 0:
            return None
        return int(whole + (part or "").ljust(places, "0"))


CURRENCIES: Mapping[str, Currency] = {
    currency.code: currency
    for currency in (
        Currency("", gettext_noop("分"), 0),
        Currency("CNY", gettext_noop("元"), 2),
        Currency("HKD", gettext_noop("港元"), 2),
        Currency("MOP", gettext_noop("澳门元"), 2),
        Currency("TWD", gettext_noop("台币"), 2),
        Currency("SGD", gettext_noop("新元"), 2),
        Currency("MYR", gettext_noop("令吉"), 2),
        Currency("THB", gettext_noop("泰铢"), 2),
        Currency("VND", gettext_noop("越南盾"), 0),
        Currency("JPY", gettext_noop("日元"), 0),
        Currency("KRW", gettext_noop("韩元"), 0),
        Currency("USD", gettext_noop("美元"), 2),
        Currency("CAD", gettext_noop("加元"), 2),
        Currency("AUD", gettext_noop("澳元"), 2),
        Currency("NZD", gettext_noop("纽元"), 2),
        Currency("EUR", gettext_noop("欧元"), 2),
        Currency("GBP", gettext_noop("英镑"), 2),
        Currency("CHF", gettext_noop("瑞郎"), 2),
    )
}
"""A row each, by its code; the first stands for points that are worth nothing."""

OFFERED = tuple(code for code in CURRENCIES if code)
"""The currencies that can be chosen."""


@dataclass(frozen=True, slots=True)
class Money:
    """The worth of one point: `per_point` in the smallest unit of `currency` (an ISO 4217 code): 50 CNY is 5 角."""

    currency: str
    per_point: int

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def money_from_json(value: Mapping[str, object] | None) -> Money | None:
    """What `Money.to_json` wrote; None where points are worth nothing. Raises ValueError for anything else."""
    match value:
        case None:
            return None
        case {"currency": str(currency), "per_point": int(per_point)} if currency in OFFERED:
            return Money(currency, per_point)
    raise ValueError("not the worth of a point")
