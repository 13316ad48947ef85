"""A club of regulars and guests, the rules it plays by, and when it meets: what its nights are drawn from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import TypeVar
from zoneinfo import ZoneInfo

from rounds.book.company import SEATS
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.demo.evening import Guests
from rounds.money import Money
from rounds.rules.presets import presets
from rounds.rules.rotation import Rotation
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee

T = TypeVar("T")

NAME = "示范麻将桌"
ZONE = "Asia/Shanghai"

SKILL = {
    "张三": 17,
    "李四": 14,
    "王五": 11,
    "赵六": 13,
    "钱七": 15,
    "孙八": 9,
    "周九": 12,
    "吴十": 10,
    "郑姐": 16,
    "冯哥": 13,
    "陈老师": 12,
    "Alice": 11,
}
"""Everybody, and how well each plays (1 to 29); the first come more often."""

OWN = "张三家的"
"""What the club calls its own rule set."""

TABLES = ((2, 2), (3, 8), (4, 44), (5, 20), (6, 20), (7, 6))
"""How many people come, and how often of a hundred."""

WORTHS = ((None, 10), (Money("CNY", 20), 10), (Money("CNY", 50), 25), (Money("CNY", 100), 40), (Money("CNY", 500), 15))

RULES = (
    *(("chengdu_home", 48), (OWN, 18), ("price_difference", 9), ("chengdu_teahouse", 8), ("sbr_2025", 7)),
    *(("seven_fans", 5), ("huanle", 5)),
)
FEE_OF_ROUND, FEE_OF_NIGHT = TableFee(1, FeePer.ROUND, FeeFrom.BIGGEST_WINNER), TableFee(10, FeePer.NIGHT, FeeFrom.ALL)
"""In points; where these are worth money, it is a hundred times as much of its smallest unit."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much there is to be: `nights` of about `rounds` each, in the `years` up to the moment `until`."""

    seed: int = 1
    nights: int = 60
    rounds: int = 20
    years: int = 1
    until: datetime = datetime(2026, 11, 29, 14, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Meeting:
    """One night before it is played. `over`: the newest is still going on."""

    start: datetime
    new: NewNight
    guests: Guests
    rounds: int
    bettor: str
    over: bool


def own_rules() -> Ruling:
    """The club's own: four fans at most, and twice the base."""
    return Ruling(replace(presets()["chengdu_home"].rules, cap=4, base=2), "chengdu_home", OWN)


def meeting(plan: Plan, number: int, rng: Random) -> Meeting:
    """Night `number` of the plan, from 0 on."""
    over = number < plan.nights - 1
    start = _start(plan, number, rng) if over else plan.until - timedelta(hours=2)
    come, others = _people(rng)
    ruling = _ruling(rng)
    money = _pick(rng, WORTHS)
    new = NewNight(_seating(rng, come), rng.choice(SEATS[: min(len(come), 4)]), ruling, ZONE, money, _fee(rng, money))
    return Meeting(
        start=start,
        new=new,
        guests=Guests(SKILL, others[:2]),
        rounds=rng.randint(plan.rounds - plan.rounds // 4, plan.rounds + plan.rounds // 4)
        if over
        else plan.rounds // 3,
        bettor=others[2] if rng.random() < 0.15 else "",
        over=over,
    )


def _start(plan: Plan, number: int, rng: Random) -> datetime:
    """Mostly in the evening, now and then in the afternoon; the nights come one after the other."""
    zone, span = ZoneInfo(ZONE), timedelta(days=365 * plan.years)
    at = plan.until - span + span * number / plan.nights
    hour, minute = rng.choice(((14, 0), (19, 0), (19, 30), (20, 0))), rng.randrange(20)
    day = (at.astimezone(zone) - timedelta(days=1)).date()
    return datetime.combine(day, time(hour[0], hour[1] + minute), zone).astimezone(UTC)


def _people(rng: Random) -> tuple[list[str], list[str]]:
    """Those who come, and all others."""
    names, count = list(SKILL), _pick(rng, TABLES)
    often = {name: rng.random() * (len(names) + 4 - place) for place, name in enumerate(names)}
    come = sorted(names, key=often.__getitem__, reverse=True)[:count]
    rng.shuffle(come)
    others = [name for name in names if name not in come]
    rng.shuffle(others)
    return come, others


def _seating(rng: Random, come: Sequence[str]) -> Seating:
    names, resting = dict(zip(SEATS, come, strict=False)), tuple(come[len(SEATS) :])
    rotation = rng.choice((Rotation.LOSER, Rotation.WINNER, Rotation.TURN)) if resting else Rotation.STAY
    return Seating(names, resting, rotation)


def _ruling(rng: Random) -> Ruling:
    key = _pick(rng, RULES)
    return own_rules() if key == OWN else Ruling(presets()[key].rules, key)


def _fee(rng: Random, money: Money | None) -> TableFee | None:
    fee = rng.choice((None, None, None, FEE_OF_ROUND, FEE_OF_NIGHT))
    return replace(fee, amount=fee.amount * 100) if fee and money else fee


def _pick(rng: Random, table: Sequence[tuple[T, int]]) -> T:
    return rng.choices([value for value, _ in table], [weight for _, weight in table])[0]
