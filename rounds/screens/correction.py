"""更正 gēng zhèng: the sheet on which a fact is told anew, and what every total would be after it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.book.previews import Preview
from rounds.book.refusals import NotNow
from rounds.book.replay import RoundLog
from rounds.cells import Choice, cell_of, choice_of, transfer_from, wall_from
from rounds.correcting import ALSO, choice_at
from rounds.rules.events import POT, Fact, Kong, Transfer, WallOut, Win
from rounds.screens.moment import Moment, before
from rounds.screens.pad import read_view
from rounds.screens.prices import Marks
from rounds.screens.sheet import Sheet, sheet
from rounds.screens.showdown import showdown
from rounds.screens.wall import Wall, wall
from rounds.wording import say_problem


@dataclass(frozen=True, slots=True)
class Who:
    """A player whose sheet can be opened here. `won`: he is a winner of the fact that is corrected."""

    seat: str
    name: str
    on: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Payee:
    """Somebody whom a transfer can go to."""

    seat: str
    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class Editor:
    """The sheet of one seat (or of the wall, or of a transfer) at the point where the fact stands.

    `payer` is the name of who pays the transfer. `how` says whether somebody who had not won would win besides, or in
    the place of, the winner; `asks_how` whether that is to be asked; `droppable` that the sheet's player is one of
    several winners.
    """

    seat: str
    who: tuple[Who, ...]
    sheet: Sheet | None
    wall: Wall | None
    transfer: Transfer | None
    payer: str
    payees: tuple[Payee, ...]
    how: str
    asks_how: bool
    droppable: bool


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


def editor(log: RoundLog, index: int, fields: Mapping[str, str]) -> Editor:
    """The sheet to correct fact number `index` on, as `fields` have it so far; raises `NoSuchCell`."""
    fact, moment = log.facts[index].fact, before(log, index)
    seat = fields.get("seat") or _subject(fact, moment)
    winners = [winner.player for winner in fact.winners] if isinstance(fact, Win) else []
    kept = isinstance(fact, Win | Kong) and seat in moment.play.in_play
    choice = choice_at(seat, fields, choice_of(fact, seat)) if kept else choice_of(fact, seat)
    marks = Marks(
        old=cell_of(fact, seat) if seat in (*winners, _subject(fact, moment)) else "", new=fields.get("cell", "")
    )
    transfer = _transfer(log, fact, fields) if isinstance(fact, Transfer) else None
    return Editor(
        seat=seat,
        who=_who(moment, seat, winners) if isinstance(fact, Win | Kong) else (),
        sheet=sheet(moment, choice, marks, naming="naming" in fields, view=read_view(fields)) if kept else None,
        wall=wall(moment, wall_from(fields, log.players) if "cell" in fields else fact, showdown(moment, fields))
        if isinstance(fact, WallOut)
        else None,
        transfer=transfer,
        payer=log.opening.names[transfer.payer] if transfer else "",
        payees=payees(log, seat, transfer.payees if transfer else ()),
        how=fields.get("how") or (ALSO if len(winners) > 1 else ""),
        asks_how=isinstance(fact, Win) and fact.discarder not in (None, seat) and seat not in winners,
        droppable=len(winners) > 1 and seat in winners,
    )


def _transfer(log: RoundLog, fact: Transfer, fields: Mapping[str, str]) -> Transfer:
    """The transfer as the form has it; as it stands where the form has none, or none that can be read."""
    try:
        return transfer_from(fact.payer, fields, log.players) if "points" in fields else fact
    except NotNow:  # the outcome beside it says why
        return fact


def inserter(log: RoundLog, index: int, fields: Mapping[str, str]) -> Editor:
    """The sheet to put a fact in on, before fact number `index`; raises `NoSuchCell`."""
    moment = before(log, index)
    seat = fields.get("seat", "")
    chosen = seat if seat in moment.play.in_play else ""
    empty = choice_at(chosen, fields, Choice(chosen)) if chosen else None
    marks = Marks(new=fields.get("cell", ""))
    return Editor(
        seat=chosen,
        who=_who(moment, chosen, []),
        sheet=sheet(moment, empty, marks, naming="naming" in fields, view=read_view(fields)) if empty else None,
        wall=None,
        transfer=None,
        payer="",
        payees=(),
        how="",
        asks_how=False,
        droppable=False,
    )


def outcome(log: RoundLog, preview: Preview) -> Outcome:
    """The totals before and after, and what the correction would break."""
    names = log.opening.names
    changes = tuple(Change(names[seat], total, preview.after[seat]) for seat, total in preview.before.items())
    broken = tuple(
        _("第{number}局第{event}笔就不对了：{why}").format(
            number=number, event=problem.event + 1, why=say_problem(problem, names)
        )
        for number, problem in preview.problems
    )
    return Outcome(changes, say_problem(preview.own, names) if preview.own else "", broken)


def payees(log: RoundLog, payer: str, on: tuple[str, ...] = ()) -> tuple[Payee, ...]:
    """Whom `payer` can pay: the other players, and the pot."""
    names = {**log.opening.names, POT: _("台费")}
    return tuple(Payee(seat, names[seat], seat in on) for seat in (*log.players, POT) if seat != payer)


def _subject(fact: Fact, moment: Moment) -> str:
    """Whose sheet a fact stands on."""
    match fact:
        case Win(winners=winners) if winners:
            return winners[0].player
        case Kong(player) | Transfer(player):
            return player
    return moment.log.players[0]


def _who(moment: Moment, seat: str, winners: list[str]) -> tuple[Who, ...]:
    return tuple(Who(other, moment.name(other), other == seat, other in winners) for other in moment.play.in_play)
