"""A player's sheet: for every win and kong that he can have now, one cell with the price each payer pays."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rounds.cells import AFTER_KONG, ROBBED_KONG, SAID_BONUSES, Choice
from rounds.rules.events import MAX_ROOTS, CalledFans, CalledPattern, Hand, Kong
from rounds.rules.judge import ADDED_LATER
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import Bonus, KongKind, RuleSet
from rounds.screens.moment import Moment
from rounds.screens.prices import Column, Marks, Row, columns, per_line, win_rows
from rounds.wording import isolated, word

VARIANTS = ("", AFTER_KONG, ROBBED_KONG)
"""What the two chips that are used most can say: a grid for each is in the page, so that a tap needs no answer."""


@dataclass(frozen=True, slots=True)
class Chip:
    """杠上, 抢杠, 海底 …: on, or likely because of what was recorded last.

    `then` are the flags after a tap on it, `query` is the sheet as it is then.
    """

    flag: str
    label: str
    on: bool
    then: str
    query: str
    likely: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Chips and rows for one state of the chips; `flags` is how that state is written, `query` the whole sheet."""

    flags: str
    query: str
    note: str
    chips: tuple[Chip, ...]
    bonus_chips: tuple[Chip, ...]
    rows: tuple[Row, ...]

    @property
    def has_bonus(self) -> bool:
        """Is a chip lit that stands under 更多?"""
        return any(chip.on for chip in self.bonus_chips)


@dataclass(frozen=True, slots=True)
class KongCell:
    """A kong of the sheet's player; an exposed one bears the `name` of who discarded."""

    value: str
    label: str
    name: str
    price: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class PatternKey:
    """A pattern that this table plays, with its fans."""

    pattern: str
    label: str
    fans: int
    on: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that the sheet of one seat shows. `grid` is lit, `others` are the grids for other states of the chips.

    `pattern`, `roots`, `called`: the hand that was chosen before its cell, by its pattern or as a number.
    """

    seat: str
    name: str
    columns: tuple[Column, ...]
    per_line: int
    open_ended: bool
    grid: Grid
    others: tuple[Grid, ...]
    kongs: tuple[KongCell, ...]
    patterns: tuple[PatternKey, ...]
    pattern: str
    roots: int
    root_choices: tuple[int, ...]
    root_note: str
    called: int | None

    @property
    def by_column(self) -> bool:
        """Are there cells for numbers of fans? Else each row has one, for the hand that was chosen."""
        return not self.patterns and self.called is None

    @property
    def two_lines(self) -> bool:
        """Do the cells of a row stand in two lines? Then each says its fans itself."""
        return self.by_column and self.per_line < len(self.columns) + self.open_ended

    @property
    def headed(self) -> bool:
        """Does a head above the cells say the fans?"""
        return self.by_column and not self.two_lines

    @property
    def shows_prices(self) -> bool:
        """Is there something to show a price of? Not while the pattern is yet to be chosen."""
        return self.by_column or bool(self.pattern) or self.called is not None


def sheet(moment: Moment, choice: Choice, marks: Marks | None = None, *, naming: bool = False) -> Sheet:
    """The sheet of `choice.seat` at this point of the round; `naming` shows the pattern keys (牌型)."""
    marks, rules, hand = marks or Marks(), moment.play.rules, choice.hand
    cols = columns(rules)
    grids = {state: _grid(moment, replace(choice, flags=_set(state)), marks) for state in _states(choice)}
    return Sheet(
        seat=choice.seat,
        name=moment.name(choice.seat),
        columns=cols,
        per_line=per_line(len(cols) + (rules.cap is None)),
        open_ended=rules.cap is None,
        grid=grids.pop(_written(choice.flags)),
        others=tuple(grids.values()),
        kongs=tuple(_kongs(moment, choice.seat, marks)),
        patterns=tuple(_patterns(moment, choice)) if naming or isinstance(hand, CalledPattern) else (),
        pattern=hand.pattern.value if isinstance(hand, CalledPattern) else "",
        roots=hand.roots if isinstance(hand, CalledPattern) else 0,
        root_choices=tuple(range(MAX_ROOTS + 1)),
        root_note=_root_note(rules, hand),
        called=hand.fans if isinstance(hand, CalledFans) else None,
    )


def _root_note(rules: RuleSet, hand: Hand | None) -> str:
    """Which roots are asked for: a dragon's own is in its fans already, where the table has it so."""
    absorbed = isinstance(hand, CalledPattern) and hand.pattern.dragon and rules.dragon_absorbs_root
    return _("龙自己那个不算") if absorbed else _("没杠的")


def _states(choice: Choice) -> list[str]:
    """The states of 杠上 and 抢杠 to show prices for, with the other chips as they are."""
    others = choice.flags - {AFTER_KONG, ROBBED_KONG}
    return [_written(others | ({variant} if variant else set())) for variant in VARIANTS]


def _written(flags: Iterable[str]) -> str:
    return ",".join(sorted(flags))


def _set(flags: str) -> frozenset[str]:
    return frozenset(flag for flag in flags.split(",") if flag)


def query(choice: Choice) -> str:
    """A choice as an address tells it, and `read_choice` reads it."""
    told: dict[str, object] = {"flags": _written(choice.flags)}
    match choice.hand:
        case CalledPattern(pattern, roots):
            told |= {"pattern": pattern.value, "roots": roots}
        case CalledFans(fans):
            told["fans"] = fans
    return urlencode(told, safe=",")


def _note(moment: Moment, choice: Choice) -> str:
    """What the head of the sheet says at its right: what the chips add, a kong just made, or who has won."""
    fans = moment.play.rules.bonus_fans
    lit = [Bonus.ROBBING_KONG] * (ROBBED_KONG in choice.flags) + list(choice.bonuses)
    adds = [f"{word(bonus)}+{fans[bonus]}" for bonus in lit if fans[bonus]]
    if AFTER_KONG in choice.flags:  # 杠上花 and 杠上炮 may earn different fans: the prices have them, a head cannot
        adds.insert(0, _("杠上的番"))
    if adds:
        return _("已加 {what}").format(what=" ".join(adds))
    if isinstance(moment.last, Kong) and not moment.last.robbed:
        return _("{name}刚{kong}").format(name=isolated(moment.name(moment.last.player)), kong=word(moment.last.kind))
    won = [isolated(moment.name(player)) for group in moment.play.winners for player in group]
    return _("{names}已胡").format(names="、".join(won)) if won else ""


def _chips(moment: Moment, choice: Choice) -> tuple[Chip, ...]:
    """A chip that is likely is outlined, never lit: the log knows no discards, the kong may be ten turns old."""
    kong = moment.last if isinstance(moment.last, Kong) and not moment.last.robbed else None
    robbable = kong is not None and kong.kind in ADDED_LATER and kong.player != choice.seat
    return (
        _chip(choice, AFTER_KONG, _("杠上"), kong is not None),
        _chip(choice, ROBBED_KONG, _("抢杠"), robbable),
    )


def _bonus_chips(rules: RuleSet, choice: Choice) -> Iterable[Chip]:
    for bonus in SAID_BONUSES:
        if rules.bonus_fans[bonus]:
            yield _chip(choice, bonus.value, word(bonus))


def _chip(choice: Choice, flag: str, label: str, likely: bool = False) -> Chip:
    """A chip and what a tap on it makes of the others: 杠上 and 抢杠 put each other out."""
    rivals = {AFTER_KONG, ROBBED_KONG} if flag in (AFTER_KONG, ROBBED_KONG) else {flag}
    on = flag in choice.flags
    then = choice.flags - rivals if on else (choice.flags - rivals) | {flag}
    return Chip(flag, label, on, _written(then), query(replace(choice, flags=then)), likely and not on)


def _grid(moment: Moment, choice: Choice, marks: Marks) -> Grid:
    return Grid(
        flags=_written(choice.flags),
        query=query(choice),
        note=_note(moment, choice),
        chips=_chips(moment, choice),
        bonus_chips=tuple(_bonus_chips(moment.play.rules, choice)),
        rows=win_rows(moment, choice, marks),
    )


def _kongs(moment: Moment, seat: str, marks: Marks) -> Iterable[KongCell]:
    """暗杠, 弯杠, 直杠 by who discarded; 过手杠 where it pays otherwise than 弯杠."""
    pay = moment.play.rules.kong_pay
    late = [KongKind.POSTPONED] if pay.postponed != pay.promoted else []
    for kind in (KongKind.CONCEALED, KongKind.PROMOTED, *late):
        if (entries := moment.cost_if_possible(Kong(seat, kind))) is not None:
            price = max((entry.points for entry in entries), default=0)
            yield KongCell(f"kong:{kind.value}", word(kind), "", price, marks.of(f"kong:{kind.value}"))
    for other in moment.others(seat):
        if (entries := moment.cost_if_possible(Kong(seat, KongKind.EXPOSED, other))) is not None:
            value = f"kong:exposed:{other}"
            price = sum(entry.points for entry in entries if entry.payer == other)
            yield KongCell(value, word(KongKind.EXPOSED), moment.name(other), price, marks.of(value))


def _patterns(moment: Moment, choice: Choice) -> Iterable[PatternKey]:
    """The patterns that this table plays and that a player with his kongs can have, as the rules list them."""
    rules, konged = moment.play.rules, bool(moment.play.kongs_of(choice.seat))
    chosen = choice.hand.pattern if isinstance(choice.hand, CalledPattern) else None
    for pattern in Pattern:
        if pattern in rules.patterns and not (konged and pattern.pairs):
            yield PatternKey(pattern.value, word(pattern), rules.patterns[pattern], pattern is chosen)
