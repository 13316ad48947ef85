"""Prices: what each payer gives for a win, as the rules say of the fact that a cell stands for.

Nothing is counted here or in the browser.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _

from rounds.cells import AFTER_KONG, ROBBED_KONG, Choice, fact_of, with_winner
from rounds.explaining import say_hand
from rounds.rules.events import CalledFans, CalledPattern, Fact, Win, WinBy
from rounds.rules.ledger import Entry, Reason
from rounds.rules.patterns import Pattern
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import Bonus, RuleSet
from rounds.screens.least import is_below, least
from rounds.screens.lines import one_line
from rounds.screens.moment import Moment
from rounds.sentences import FACTS
from rounds.wording import brief, isolated, say, short, word

MARKED = {"": "cell", "old": "cell cell-old", "new": "cell cell-on"}
LONG = 1_000
"""From this price on the figures are set smaller."""


@dataclass(frozen=True, slots=True)
class Column:
    """A number of fans and what it multiplies the base by."""

    fans: int
    multiplier: int

    @property
    def text(self) -> str:
        """The fans as a cell writes them."""
        return str(self.fans)


@dataclass(frozen=True, slots=True)
class Cell:
    """One key. `price` is what each payer pays; `note` what moves besides; `mark` is "old" or "new" in a correction.

    `low`: less than the winner's kongs are worth.
    """

    value: str
    price: int
    fans: int | None = None
    note: str = ""
    mark: str = ""
    low: bool = False

    @property
    def kind(self) -> str:
        """How the cell looks: by its mark, across the row where it stands alone, else small enough; grey where low."""
        width = " cell-wide" if self.fans is None else " cell-long" if self.price >= LONG else ""
        return MARKED[self.mark] + width + (" cell-low" if self.low and self.mark != "new" else "")

    @property
    def marked(self) -> str:
        """The mark in words."""
        return {"old": _("原"), "new": _("改成")}.get(self.mark, "")

    @property
    def below(self) -> str:
        """What stands below the price under a head of columns, and where it is the only one of its row."""
        return self.marked or self.note

    @property
    def below_alone(self) -> str:
        """What stands below the price where there is no head of columns; what moves besides, the row says."""
        return self.below if self.fans is None else f"{_('{fans}番').format(fans=self.fans)} {self.marked}".strip()


@dataclass(frozen=True, slots=True)
class Row:
    """自摸, or who dealt in; below it the verb, or in a row without cells why it cannot be.

    Where the kong of `lacks` is missing, a phone may have it that has not sent it yet: `verb` and `values` are those of
    the row that it would make. `says` is the line of a win of this row, with the hand where it was told before.
    """

    name: str
    sub: str
    cells: tuple[Cell, ...] = ()
    lacks: object = None
    verb: str = ""
    values: tuple[str, ...] = ()
    says: str = ""

    @property
    def note(self) -> str:
        """What moves besides, which is the same for all cells."""
        return self.cells[0].note if self.cells else ""


@dataclass(frozen=True, slots=True)
class Marks:
    """Cells that a correction marks: where the fact stands, and where it would go."""

    old: str = ""
    new: str = ""

    def of(self, value: str) -> str:
        return "new" if value == self.new else "old" if value == self.old else ""


def columns(rules: RuleSet) -> tuple[Column, ...]:
    """From the plain hand to the cap; without one, to two fans above the dearest pattern."""
    last = rules.cap if rules.cap is not None else max(rules.patterns.values()) + 2
    return tuple(Column(fans, rules.multiplier(fans)) for fans in range(rules.plain_fans, last + 1))


def per_line(count: int) -> int:
    """So many cells stand beside each other: up to five in one line, else two lines."""
    return count if count <= 5 else (count + 1) // 2


def win_rows(moment: Moment, choice: Choice, marks: Marks) -> tuple[Row, ...]:
    """自摸 and who can deal in, in the order of the seats: everybody keeps his place."""
    others = moment.others(choice.seat)
    rows = [_self_draw_row(moment, choice, marks)]
    for other in others:
        name = moment.name(other)
        if _is_heavenly(choice):
            rows.append(Row(name, _("天胡要自摸")))
        else:
            rows.append(_row(moment, choice, f"discard:{other}", name, _verb(choice), marks))
    return tuple(rows)


def also_row(moment: Moment, choice: Choice, win: Win, marks: Marks) -> Row:
    """也胡 yě hú: the one row of who wins on the same tile too."""
    name, sub = moment.name(win.discarder or ""), _verb_of(win)
    if _is_heavenly(choice):
        return Row(name, _("天胡要自摸"))

    def joined(cell: str) -> Fact:
        return with_winner(win, choice, cell.rpartition(":")[2])

    row = _row(moment, choice, f"also:{choice.seat}", name, sub, marks, joined)
    return replace(row, says=" ".join([isolated(moment.name(choice.seat)), _("也胡"), isolated(name), sub]))


def _is_heavenly(choice: Choice) -> bool:
    """天胡 tiān hú is won on the dealer's own first tile: nobody can have dealt it."""
    called = isinstance(choice.hand, CalledPattern) and choice.hand.pattern is Pattern.HEAVENLY
    return called or Pattern.HEAVENLY in choice.luck


def _self_draw_row(moment: Moment, choice: Choice, marks: Marks) -> Row:
    if ROBBED_KONG in choice.flags:
        return Row(brief(WinBy.SELF_DRAW), _("抢杠不算"))
    name = say(FACTS["bloom"], {}) if AFTER_KONG in choice.flags else brief(WinBy.SELF_DRAW)
    payers = {1: _("一家付"), 2: _("两家各付"), 3: _("三家各付")}
    sub = payers.get(len(moment.others(choice.seat)), "")
    row = _row(moment, choice, "self_draw", name, sub, marks)
    feeder = _sole_payer(moment, choice, row)
    return replace(row, sub=_("{name}一家付").format(name=moment.name(feeder))) if feeder else row


def _sole_payer(moment: Moment, choice: Choice, row: Row) -> str | None:
    """点杠花 diǎn gàng huā: who alone pays this self-draw, where the table plays it so."""
    if not row.cells or AFTER_KONG not in choice.flags:
        return None
    payers = {entry.payer for entry in moment.cost(fact_of(choice, row.cells[0].value))}
    return payers.pop() if len(payers) == 1 else None


def _verb(choice: Choice) -> str:
    return _verb_where(after_kong=AFTER_KONG in choice.flags, robbed=ROBBED_KONG in choice.flags)


def _verb_of(win: Win) -> str:
    return _verb_where(after_kong=win.after_kong, robbed=win.by is WinBy.ROBBED_KONG)


def _verb_where(*, after_kong: bool, robbed: bool) -> str:
    if after_kong:
        return short(Bonus.SHOOT_AFTER_KONG)
    return _("被抢杠") if robbed else word(WinBy.DISCARD)


def _row(
    moment: Moment,
    choice: Choice,
    what: str,
    name: str,
    sub: str,
    marks: Marks,
    told: Callable[[str], Fact] | None = None,
) -> Row:
    """A row with its cells; without any, and with the reason, where the rules allow none of them.

    `told` says which fact a cell stands for, where it is none of the choice alone.
    """
    told, kongs = told or partial(fact_of, choice), least(moment, choice.seat)
    worths = ["hand"] if choice.hand else [str(column.fans) for column in columns(moment.play.rules)]
    values = tuple(f"{what}:{worth}" for worth in worths)
    try:
        cells = tuple(
            replace(
                win_cell(value, moment.cost(told(value)), choice.seat, marks),
                low=is_below(kongs, choice.hand or CalledFans(int(worth))),
            )
            for value, worth in zip(values, worths, strict=True)
        )
    except Impossible as fault:
        if fault.code == "no_kong_before":
            lacks = fault.figures["player"]
            return Row(
                name, _short(fault), lacks=lacks, verb=sub, values=values, says=_says(moment, choice, told(values[0]))
            )
        return Row(name, _short(fault))
    return Row(name, sub, cells, says=_says(moment, choice, told(values[0])))


def _says(moment: Moment, choice: Choice, fact: Fact) -> str:
    line = one_line(fact, moment.log.opening.names)
    return f"{line} {say_hand(choice.hand)}" if choice.hand else line


def _short(fault: Impossible) -> str:
    """The reason of a dead row, in the few characters that fit below its name."""
    reasons = {
        "no_kong_before": _("还没杠过"),
        "pairs_with_kong": _("杠过"),
        "pattern_not_played": _("这桌不算"),
        "not_14_tiles": _("没摆完"),
        "not_complete": _("没胡"),
        "three_suits": _("花猪"),
        "void_suit_held": _("花猪"),
        "kongs_differ": _("没摆完"),
        "concealed_kongs_differ": _("没摆完"),
        "kong_not_shown": _("杠不对"),
    }
    return reasons.get(fault.code, _("不行"))


def win_cell(value: str, entries: list[Entry], seat: str, marks: Marks) -> Cell:
    """The cell of a win of `seat`, priced by the entries that it would cause."""
    earned = [entry for entry in entries if entry.payee == seat and entry.reason in (Reason.WIN, Reason.SELF_DRAW)]
    price = sum(entry.points for entry in earned if entry.payer == earned[0].payer)
    moved = sum(entry.points for entry in entries if entry.payee == seat and entry.reason is Reason.KONG_TRANSFER)
    back = sum(entry.points for entry in entries if entry.reason is Reason.KONG_REFUND)
    note = _("转{points}").format(points=moved) if moved else _("退{points}").format(points=back) if back else ""
    worth = value.rpartition(":")[2]
    return Cell(value, price, None if worth == "hand" else int(worth), note, marks.of(value))
