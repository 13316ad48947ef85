"""Entries: who pays whom how many points, for what and why. A payment has two ends, so it cannot fail to balance."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rounds.rules.terms import Named


class Reason(Named):
    """为什么付 wèi shén me fù: the rule that an entry comes from."""

    WIN = "win", "胡牌", "胡牌", "hú pái", "win"
    SELF_DRAW = "self_draw", "自摸加底", "自摸加底", "zì mō jiā dǐ", "self-draw extra"
    KONG = "kong", "杠钱", "槓錢", "gàng qián", "kong"
    KONG_TRANSFER = "kong_transfer", "转移", "轉移", "zhuǎn yí", "kong money moved on"
    KONG_REFUND = "kong_refund", "退税", "退稅", "tuì shuì", "kong money returned"
    FLOWER_PIG = "flower_pig", "花猪", "花豬", "huā zhū", "flower pig"
    READY_CHECK = "ready_check", "查叫", "查叫", "chá jiào", "ready check"
    PRICE_DIFFERENCE = "price_difference", "补差价", "補差價", "bǔ chā jià", "price difference"
    LEAVE = "leave", "离开", "離開", "lí kāi", "leaving"
    TRANSFER = "transfer", "转账", "轉帳", "zhuǎn zhàng", "by agreement"
    SIDE_BET = "side_bet", "叫马", "叫馬", "jiào mǎ", "side bet"
    STAKES = "stakes", "输光为止", "輸光為止", "shū guāng wéi zhǐ", "stakes run out"


@dataclass(frozen=True, slots=True)
class Fans:
    """番 fān from one source: `what`: a pattern, kind of kong or bonus, "called", "root", "after_kong", "add_fan".

    `count` is how many of them earned these fans together.
    """

    what: str
    fans: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Price:
    """What one hand costs each payer, in steps: fans added up, cut at the cap, doubled, times base.

    `wait`: the tile that a ready hand was valued with, where it was shown.
    """

    steps: tuple[Fans, ...]
    fans: int
    paid_fans: int
    multiplier: int
    base: int
    wait: str = ""

    @property
    def points(self) -> int:
        return self.multiplier * self.base


# Every round makes these by the dozen, and a named tuple is made in a fourth of the time of a frozen dataclass.


class Why(NamedTuple):
    """The figures behind an entry; which of them say something depends on its reason.

    `price`: the hand that is paid for. `less`: the smaller hand of a price difference. `kong`: the kind of kong whose
    money this is. `base`, `times`: a payment that is a number of bases. `rule`: the variant of the house rule applied.
    `note`: the table's own words. `source`: the reason of the entry that a side bet follows. `limit`: a stake.
    """

    price: Price | None = None
    less: Price | None = None
    kong: str = ""
    base: int = 0
    times: int = 0
    rule: str = ""
    note: str = ""
    source: str = ""
    limit: int | None = None


class Entry(NamedTuple):
    """分录 fēn lù: `payer` gives `payee` `points` (at least 1).

    `event`: index of the fact that caused it, None for stakes. `about`: index of the kong whose money moves again.
    """

    payer: str
    payee: str
    points: int
    reason: Reason
    event: int | None
    about: int | None = None
    why: Why = Why()


def balances(entries: Iterable[Entry], accounts: Sequence[str]) -> dict[str, int]:
    """What each account has won or lost, in points; `accounts` appear even with 0. The values add up to 0."""
    net = dict.fromkeys(accounts, 0)
    for entry in entries:
        net[entry.payer] = net.get(entry.payer, 0) - entry.points
        net[entry.payee] = net.get(entry.payee, 0) + entry.points
    return net


def why_to_json(why: Why) -> dict[str, object]:
    """The figures that say something, as plain JSON."""
    return {
        name: _price_to_json(value) if isinstance(value, Price) else value
        for name, value in why._asdict().items()
        if value not in (None, "", 0) or (name == "limit" and value == 0)
    }


def _price_to_json(price: Price) -> dict[str, object]:
    return {
        "steps": [[step.what, step.fans, step.count] for step in price.steps],
        "fans": price.fans,
        "paid_fans": price.paid_fans,
        "multiplier": price.multiplier,
        "base": price.base,
        **({"wait": price.wait} if price.wait else {}),
    }


def why_from_json(told: Mapping[str, object]) -> Why:
    """What `why_to_json` wrote."""
    return Why(**{name: _price_from_json(v) if name in ("price", "less") else v for name, v in told.items()})  # type: ignore[arg-type]


def _price_from_json(told: object) -> Price:
    assert isinstance(told, dict)
    return Price(**{**told, "steps": tuple(Fans(*step) for step in told["steps"])})
