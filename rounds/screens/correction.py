"""更正 gēng zhèng: the sheet on which a fact is told anew, and what every total would be after it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.book.previews import Preview
from rounds.book.replay import RoundLog
from rounds.cells import Choice, cell_of, choice_of, wall_from
from rounds.correcting import ALSO, choice_at
from rounds.rules.events import Fact, Kong, Leave, Transfer, WallOut, Win
from rounds.screens.moment import Moment, before
from rounds.screens.pad import read_view
from rounds.screens.paying import PENALTY, LastPaid, Paying, paying
from rounds.screens.prices import Marks
from rounds.screens.sheet import Sheet, sheet
from rounds.screens.showdown import PAD, showdown
from rounds.screens.wall import Wall, wall
from rounds.wording import isolated, say_fact, say_problem

WALL = "wall_out"
"""The cell of the end of the wall, and what opens its sheet in the place of a player's."""


@dataclass(frozen=True, slots=True)
class Who:
    """A player whose sheet can be opened here. `won`: he is a winner of the fact that is corrected."""

    seat: str
    name: str
    on: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Editor:
    """The sheet of one seat, or of the wall, at the point where the fact stands or is put in.

    `sheet` is that of a player who can still win; `paying` is there where more of him is shown, which is all there is
    of the others; `leaving` says that he can leave, and `left_mark` if that is how the fact stands.
    `how` says whether somebody who had not won would win besides, or in the place of, the winner; `asks_how` whether
    that is to be asked; `droppable` that the sheet's player is one of several winners.
    """

    seat: str
    who: tuple[Who, ...]
    runs: bool
    sheet: Sheet | None
    wall: Wall | None
    paying: Paying | None
    leaving: bool
    left_mark: str
    how: str
    asks_how: bool
    droppable: bool

    @property
    def more(self) -> bool:
        """Is 更多 lit?"""
        return self.paying is not None


@dataclass(frozen=True, slots=True)
class Change:
    """A player's total for the night without and with the correction."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a correction comes to. `refused`: why it cannot be kept; `broken`: what it makes impossible."""

    changes: tuple[Change, ...]
    refused: str
    broken: tuple[str, ...]


def editor(log: RoundLog, index: int, fields: Mapping[str, str], last: LastPaid) -> Editor:
    """The sheet to correct fact number `index` on, as `fields` have it so far; raises `NoSuchCell`."""
    return _editor(before(log, index), log.facts[index].fact, fields, last)


def inserter(log: RoundLog, index: int, fields: Mapping[str, str], last: LastPaid) -> Editor:
    """The sheet to put a fact in on, before fact number `index`, or after the last one; raises `NoSuchCell`."""
    return _editor(before(log, index), None, fields, last)


def _editor(moment: Moment, fact: Fact | None, fields: Mapping[str, str], last: LastPaid) -> Editor:
    on_wall = fields.get("cell") == WALL or (isinstance(fact, WallOut) and not fields.get("seat"))
    seat = "" if on_wall else _seat(moment, fact, fields)
    winners = [winner.player for winner in fact.winners] if isinstance(fact, Win) else []
    runs = moment.play.ended is None
    kept = runs and seat in moment.play.in_play
    shows_more = bool(seat) and (not kept or _asks_more(fact, seat, fields))
    marks = Marks(
        old=cell_of(fact, seat) if fact and seat in (*winners, _subject(fact)) else "", new=fields.get("cell", "")
    )
    return Editor(
        seat=seat,
        who=tuple(Who(other, moment.name(other), other == seat, other in winners) for other in moment.log.players),
        runs=runs,
        sheet=_sheet(moment, seat, fact, fields, marks) if kept else None,
        wall=_wall(moment, fact, fields) if on_wall else None,
        paying=paying(moment, seat, fields, _transfer_of(fact, seat), last) if shows_more else None,
        leaving=runs and shows_more and seat not in moment.play.left,
        left_mark=marks.of("leave"),
        how=fields.get("how") or (ALSO if len(winners) > 1 else ""),
        asks_how=isinstance(fact, Win) and fact.discarder not in (None, seat) and bool(seat) and seat not in winners,
        droppable=len(winners) > 1 and seat in winners,
    )


def _seat(moment: Moment, fact: Fact | None, fields: Mapping[str, str]) -> str:
    """Whose sheet is open: as asked for, else that which the fact stands on; nobody's where a fact is put in."""
    asked = fields.get("seat", "")
    return asked if asked in moment.log.players else _subject(fact)


def _subject(fact: Fact | None) -> str:
    """Whose sheet a fact stands on."""
    match fact:
        case Win(winners=winners) if winners:
            return winners[0].player
        case Kong(player) | Transfer(player) | Leave(player):
            return player
    return ""


def _asks_more(fact: Fact | None, seat: str, fields: Mapping[str, str]) -> bool:
    """Is 更多 open: asked for, or because the fact stands there?"""
    if fields.keys() & {"more", PENALTY} or fields.get("cell") in ("transfer", "leave"):
        return True
    opened = not fields.keys() & {"flags", "cell", "naming", "less"}
    return opened and isinstance(fact, Transfer | Leave) and seat == _subject(fact)


def _sheet(moment: Moment, seat: str, fact: Fact | None, fields: Mapping[str, str], marks: Marks) -> Sheet:
    choice = choice_at(seat, fields, choice_of(fact, seat) if fact else Choice(seat))
    return sheet(moment, choice, marks, naming="naming" in fields, view=read_view(fields))


def _wall(moment: Moment, fact: Fact | None, fields: Mapping[str, str]) -> Wall:
    told = wall_from(fields, moment.log.players)
    if not told.hands and isinstance(fact, WallOut) and PAD not in fields:
        told = fact
    return wall(moment, told, showdown(moment, fields))


def _transfer_of(fact: Fact | None, seat: str) -> Transfer | None:
    return fact if isinstance(fact, Transfer) and fact.payer == seat else None


def outcome(log: RoundLog, preview: Preview) -> Outcome:
    """The totals before and after, and what the correction would break."""
    names = log.opening.names
    told = {seat: isolated(name) for seat, name in names.items()}
    changes = tuple(Change(names[seat], total, preview.after[seat]) for seat, total in preview.before.items())
    broken = tuple(
        _("第{number}局 {fact} 就不对了：{why}").format(
            number=number, fact=say_fact(fact, told), why=say_problem(problem, names)
        )
        for number, fact, problem in preview.problems
    )
    return Outcome(changes, say_problem(preview.own, names) if preview.own else "", broken)
