"""数字 shù zì: what is said of somebody's record, each with its definition in players' words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rounds.book.records import Record
from rounds.money import CURRENCIES
from rounds.rules.tallies import KONGS, Count
from rounds.templatetags.points import signed

FEW = 30
"""What rests on fewer rounds says little, and is marked."""

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a record. `key` is what it is asked for by, `says` its exact definition.

    `value` gives what is ordered by, None where there is nothing to divide by; `write` writes that down. `average`: it
    says little where it rests on few rounds. `least_first`: less of it is better.
    """

    key: str
    name: str
    says: str
    value: Callable[[Record], Fraction | None]
    write: Callable[[Fraction], str]
    average: bool = True
    least_first: bool = False

    @property
    def title(self) -> str:
        return _(self.name)

    @property
    def definition(self) -> str:
        return _(self.says)

    def text(self, record: Record) -> str:
        value = self.value(record)
        return NOTHING if value is None else self.write(value)


def count_of(count: Count) -> Callable[[Record], Fraction | None]:
    return lambda record: Fraction(record[count])


def ratio(part: Callable[[Record], int], whole: Callable[[Record], int]) -> Callable[[Record], Fraction | None]:
    return lambda record: Fraction(part(record), whole(record)) if whole(record) else None


def of_rounds(count: Count) -> Callable[[Record], Fraction | None]:
    return ratio(lambda record: record[count], lambda record: record[Count.ROUNDS])


def kongs(record: Record) -> int:
    return sum(record[kind] for kind in KONGS.values())


def whole(value: Fraction) -> str:
    return f"{int(value):,}"


def percent(value: Fraction) -> str:
    """A part of all as 12.3%, rounded, a half up."""
    return f"{tenths(value * 100)}%"


def tenths(value: Fraction) -> str:
    """A number that is not less than 0 with one decimal, rounded, a half up."""
    found = int(value * 10 + Fraction(1, 2))
    return f"{found // 10:,}.{found % 10}"


def signed_tenths(value: Fraction) -> str:
    """Points with their sign and one decimal: +1.3, −0.4, 0.0."""
    text = tenths(abs(value))
    return text if text == "0.0" else f"{'+' if value > 0 else '−'}{text}"


FIGURES = (
    Figure(
        *("points", gettext_noop("总分"), gettext_noop("打过的每一局、叫马和以前的总分，输赢全加起来。")),
        value=lambda record: Fraction(record.points),
        write=lambda value: signed(int(value)),
        average=False,
    ),
    Figure(
        *("average", gettext_noop("局均"), gettext_noop("坐着打的局的输赢 ÷ 局数；叫马和以前的总分不算。")),
        value=ratio(lambda record: record.played_points, lambda record: record[Count.ROUNDS]),
        write=signed_tenths,
    ),
    Figure(
        *("won", gettext_noop("胡牌率"), gettext_noop("胡了的局 ÷ 局数。")),
        value=of_rounds(Count.WON),
        write=percent,
    ),
    Figure(
        *("self_draw", gettext_noop("自摸率"), gettext_noop("自摸的局 ÷ 局数。")),
        value=of_rounds(Count.SELF_DRAWS),
        write=percent,
    ),
    Figure(
        *("dealt_in", gettext_noop("点炮率")),
        says=gettext_noop("点过炮（被抢杠也算）的局 ÷ 局数；一局点几次只算一局。"),
        value=of_rounds(Count.DEALING),
        write=percent,
        least_first=True,
    ),
    Figure(
        *("first", gettext_noop("先胡率")),
        says=gettext_noop("这局第一个胡的局 ÷ 局数；一炮多响一起先胡的都算。"),
        value=of_rounds(Count.FIRST),
        write=percent,
    ),
    Figure(
        *("fans", gettext_noop("均番")),
        says=gettext_noop("胡牌付的番数（封顶以后）加起来 ÷ 胡的次数；平胡算几番照那局的规矩。"),
        value=ratio(lambda record: record[Count.FANS], lambda record: record[Count.WON]),
        write=tenths,
    ),
    Figure(
        *("kongs", gettext_noop("杠"), gettext_noop("开成的杠，四种加起来；被抢的不算。")),
        value=lambda record: Fraction(kongs(record)),
        write=whole,
        average=False,
    ),
    Figure(
        *("moved", gettext_noop("转走"), gettext_noop("杠钱因为杠上炮转给别人的杠。")),
        value=count_of(Count.MOVED),
        write=whole,
        average=False,
        least_first=True,
    ),
    Figure(
        *("refunded", gettext_noop("退税"), gettext_noop("杠钱退了回去的杠。")),
        value=count_of(Count.REFUNDED),
        write=whole,
        average=False,
        least_first=True,
    ),
    Figure(
        *("not_ready", gettext_noop("没叫")),
        says=gettext_noop("流局时还没胡也没叫的局 ÷ 流局时还没胡的局；花猪另算。"),
        value=ratio(lambda record: record[Count.NOT_READY], lambda record: record[Count.WALLS]),
        write=percent,
        least_first=True,
    ),
    Figure(
        *("pigs", gettext_noop("花猪"), gettext_noop("流局时被查花猪的次数。")),
        value=count_of(Count.PIGS),
        write=whole,
        average=False,
        least_first=True,
    ),
    Figure(
        *("rounds", gettext_noop("局数")),
        says=gettext_noop("坐着打了的局；什么都没记的局不算，只叫马的局不算。"),
        value=count_of(Count.ROUNDS),
        write=whole,
        average=False,
    ),
    Figure(
        *("nights", gettext_noop("场数"), gettext_noop("打过或者叫过马的场，也算以前的总分，一天算一场。")),
        value=lambda record: Fraction(record.nights),
        write=whole,
        average=False,
    ),
)

BY_KEY = {figure.key: figure for figure in FIGURES}


def rests_on_few(record: Record) -> bool:
    return record[Count.ROUNDS] < FEW


def ranked(found: Sequence[Record], figure: Figure) -> list[Record]:
    """The best first. Who has played few rounds comes after the others where an average is asked for, and last who has
    none; of equals the one with more rounds, then by the name."""

    def place(record: Record) -> tuple[bool, bool, Fraction, int, str]:
        value = figure.value(record)
        few = figure.average and rests_on_few(record)
        order = Fraction(0) if value is None else value if figure.least_first else -value
        return value is None, few, order, -record[Count.ROUNDS], record.name

    return sorted(found, key=place)


def say_money(record: Record) -> tuple[tuple[str, int, str], ...]:
    """What he won or lost in each currency: its code, the amount, its unit."""
    return tuple((code, amount, CURRENCIES[code].unit) for code, amount in record.money.items())
