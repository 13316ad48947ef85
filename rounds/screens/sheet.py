"""A player's sheet: for every win and kong that he can have now, one cell with the price each payer pays."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rounds.cells import AFTER_KONG, ROBBED_KONG, Choice
from rounds.rules.events import MAX_ROOTS, TILE_BONUSES, CalledFans, CalledPattern, Hand, Kong, Win, WinBy
from rounds.rules.hands import COMPLETE, ShownHand
from rounds.rules.patterns import LUCK, Pattern
from rounds.rules.ruleset import Bonus, KongKind, RuleSet
from rounds.screens.chips import Chip, bonus_chips, chips, may_be, read_flags, states, written
from rounds.screens.laying import Room, made_by
from rounds.screens.least import Least, least
from rounds.screens.lines import one_line
from rounds.screens.moment import Moment
from rounds.screens.pad import Desk, Pad, View, desk, pad
from rounds.screens.prices import Column, Marks, Row, also_row, columns, per_line, win_rows
from rounds.screens.verdict import Holder, Verdict, verdict
from rounds.wording import brief, gloss, isolated, listed, short


@dataclass(frozen=True, slots=True)
class Grid:
    """Chips and rows for one state of the chips; `flags` is how that state is written.

    `called` and `shown` are those of the flags that go on when the hand is called, and when it is shown as tiles.
    """

    flags: str
    called: str
    shown: str
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
    """A kong of the sheet's player; an exposed one bears the `name` of who discarded, the others perhaps a `gloss`.

    `says` is what its line will say.
    """

    value: str
    says: str
    label: str
    name: str
    price: int
    mark: str = ""
    gloss: str = ""


@dataclass(frozen=True, slots=True)
class PatternKey:
    """A pattern that this table plays, with its fans; `gloss` where the label alone says nothing."""

    pattern: str
    label: str
    gloss: str
    fans: int
    on: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that the sheet of one seat shows. `grid` is lit, `others` are the grids for other states of the chips.

    `pattern`, `roots`, `called`: the hand that was chosen before its cell, by its pattern or as a number; `pad` is
    there while it is shown as tiles, with the `verdict` on them. `least`: what a called number should not be below.
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
    pad: Pad | None
    verdict: Verdict | None
    least: Least | None

    @property
    def by_column(self) -> bool:
        """Are there cells for numbers of fans? Else each row has one, for the hand that was chosen."""
        return not self.patterns and self.called is None and self.pad is None

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


def sheet(
    moment: Moment,
    choice: Choice,
    marks: Marks | None = None,
    *,
    naming: bool = False,
    view: View | None = None,
    joins: Win | None = None,
) -> Sheet:
    """The sheet of `choice.seat` at this point of the round; `naming` shows the pattern keys (牌型).

    A hand of tiles lies on the pad, which stands as `view` says. Where he `joins` a win (也胡) there is one row and no
    kong: how the tile came is said already.
    """
    laid = _laid(moment, choice, view or View())
    choice = replace(choice, hand=laid.hand) if laid else choice
    marks, rules, hand = marks or Marks(), moment.play.rules, choice.hand
    cols = columns(rules)
    lit = [written(choice.flags)] if joins else states(choice)
    grids = {state: _grid(moment, replace(choice, flags=read_flags(state)), marks, laid, joins) for state in lit}
    return Sheet(
        seat=choice.seat,
        name=moment.name(choice.seat),
        columns=cols,
        per_line=per_line(len(cols) + (rules.cap is None)),
        open_ended=rules.cap is None,
        grid=grids.pop(written(choice.flags)),
        others=tuple(grids.values()),
        kongs=() if joins else tuple(_kongs(moment, choice.seat, marks)),
        patterns=tuple(_patterns(moment, choice)) if _names_patterns(hand, naming) else (),
        pattern=hand.pattern.value if isinstance(hand, CalledPattern) else "",
        roots=hand.roots if isinstance(hand, CalledPattern) else 0,
        root_choices=tuple(range(MAX_ROOTS + 1)),
        root_note=_root_note(rules, hand),
        called=hand.fans if isinstance(hand, CalledFans) else None,
        pad=pad(laid) if laid else None,
        verdict=_verdict(moment, choice, laid) if laid else None,
        least=_least(moment, choice),
    )


def _names_patterns(hand: Hand | None, naming: bool) -> bool:
    return isinstance(hand, CalledPattern) or (naming and not isinstance(hand, ShownHand))


def _laid(moment: Moment, choice: Choice, view: View) -> Desk | None:
    """The hand on the pad, the kongs that its owner has made laid down."""
    if choice.tiles is None:
        return None
    room = Room(COMPLETE, made_by(moment.play, choice.seat))
    kept = {"flags": written(choice.flags)}
    return desk(choice.tiles, view, room, kept, void_played=moment.play.rules.void_suit)


def _verdict(moment: Moment, choice: Choice, laid: Desk) -> Verdict:
    names = moment.log.opening.names
    holder = Holder(moment.play.rules, moment.play, choice.seat, names, choice.bonuses, choice.luck)
    return verdict(holder, laid.hand, laid.room)


def _root_note(rules: RuleSet, hand: Hand | None) -> str:
    """Which roots are asked for: a dragon's own is in its fans already, where the table has it so."""
    absorbed = isinstance(hand, CalledPattern) and hand.pattern.dragon and rules.dragon_absorbs_root
    return _("龙自己那个不算") if absorbed else _("没杠的")


def _least(moment: Moment, choice: Choice) -> Least | None:
    """What his kongs are worth, where a number is called: of a pattern, and of tiles, they are counted."""
    return least(moment, choice.seat) if choice.hand is None or isinstance(choice.hand, CalledFans) else None


def _note(moment: Moment, choice: Choice) -> str:
    """What the head of the sheet says at its right: his kongs, what the chips add, a kong just made, or who has won."""
    adds = _adds(moment.play.rules, [Bonus.ROBBING_KONG] * (ROBBED_KONG in choice.flags) + list(choice.bonuses))
    if AFTER_KONG in choice.flags:  # 杠上花 and 杠上炮 may earn different fans: the prices have them, a head cannot
        adds.insert(0, _("杠上的番"))
    counted = _least(moment, choice)
    if adds or counted:
        return _say_counted(counted, adds)
    if isinstance(moment.last, Kong) and not moment.last.robbed:
        return _("{name}刚{kong}").format(name=isolated(moment.name(moment.last.player)), kong=short(moment.last.kind))
    won = [isolated(moment.name(player)) for group in moment.play.winners for player in group]
    return _("{names}已胡").format(names=listed(won)) if won else ""


def _adds(rules: RuleSet, lit: Iterable[Bonus]) -> list[str]:
    """ "抢杠胡+1": what each of these adds, where it adds anything."""
    fans = rules.bonus_fans
    return [_("{what}+{fans}").format(what=brief(bonus), fans=fans[bonus]) for bonus in lit if fans[bonus]]


def _say_counted(counted: Least | None, adds: Sequence[str]) -> str:
    said = [counted.says] if counted else []
    return " · ".join([*said, *([_("已加 {what}").format(what=" ".join(adds))] if adds else [])])


def _also_note(moment: Moment, choice: Choice, win: Win) -> str:
    """也胡: his kongs, and what the win that he joins adds for him too, else whose tile it is."""
    came = {WinBy.ROBBED_KONG: [Bonus.ROBBING_KONG], WinBy.DISCARD: [Bonus.SHOOT_AFTER_KONG] * win.after_kong}
    adds, counted = _adds(moment.play.rules, [*came.get(win.by, []), *choice.bonuses]), _least(moment, choice)
    if adds or counted:
        return _say_counted(counted, adds)
    return _("{name}的牌").format(name=isolated(moment.name(win.discarder or "")))


def _grid(moment: Moment, choice: Choice, marks: Marks, laid: Desk | None, joins: Win | None) -> Grid:
    bonuses = tuple(bonus_chips(moment, choice, laid))
    return Grid(
        flags=written(choice.flags),
        called=written(choice.flags - set(LUCK)),
        shown=written(choice.flags - set(TILE_BONUSES)),
        note=_also_note(moment, choice, joins) if joins else _note(moment, choice),
        chips=bonuses if joins else chips(moment, choice, laid),
        bonus_chips=() if joins else bonuses,
        rows=(also_row(moment, choice, joins, marks),) if joins else win_rows(moment, choice, marks),
    )


def _kongs(moment: Moment, seat: str, marks: Marks) -> Iterable[KongCell]:
    """暗杠, 弯杠, 直杠 by who discarded; 过手杠 where it pays otherwise than 弯杠."""
    pay, names = moment.play.rules.kong_pay, moment.log.opening.names
    late = [KongKind.POSTPONED] if pay.postponed != pay.promoted else []
    for kind in (KongKind.CONCEALED, KongKind.PROMOTED, *late):
        kong = Kong(seat, kind)
        if (entries := moment.cost_if_possible(kong)) is not None:
            price = max((entry.points for entry in entries), default=0)
            value = f"kong:{kind.value}"
            yield KongCell(value, one_line(kong, names), brief(kind), "", price, marks.of(value), gloss(kind))
    for other in moment.others(seat):
        kong = Kong(seat, KongKind.EXPOSED, other)
        if (entries := moment.cost_if_possible(kong)) is not None:
            value = f"kong:exposed:{other}"
            price = sum(entry.points for entry in entries if entry.payer == other)
            label = brief(KongKind.EXPOSED)
            yield KongCell(value, one_line(kong, names), label, moment.name(other), price, marks.of(value))


def _patterns(moment: Moment, choice: Choice) -> Iterable[PatternKey]:
    """The patterns that this table plays and that a player with his kongs can have, as the rules list them."""
    rules, konged = moment.play.rules, bool(moment.play.kongs_of(choice.seat))
    chosen = choice.hand.pattern if isinstance(choice.hand, CalledPattern) else None
    for pattern in Pattern:
        possible = pattern is chosen or may_be(moment, choice.seat, pattern)
        if pattern in rules.patterns and possible and not (konged and pattern.pairs):
            yield PatternKey(pattern.value, brief(pattern), gloss(pattern), rules.patterns[pattern], pattern is chosen)
