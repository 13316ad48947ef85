"""The table: seats, the log of the round, the rounds before it, what was recorded last, and every sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from rounds.book.company import Company
from rounds.book.history import history
from rounds.book.reading import next_opening, totals
from rounds.book.replay import RoundLog, changes_of
from rounds.cells import Choice
from rounds.explaining import say_told
from rounds.models import Event, Round, Session
from rounds.rules.events import Kong, WallOut
from rounds.rules.log import Amend, Append, Insert, Record, Retract
from rounds.screens.aloud import aloud, undone
from rounds.screens.also import also
from rounds.screens.betting import Bettor, bettors, waiting
from rounds.screens.countdown import say_countdown
from rounds.screens.deeds import say_deed
from rounds.screens.house import heading
from rounds.screens.lines import Line, Sum, lines
from rounds.screens.moment import Moment, now
from rounds.screens.sheet import Sheet, sheet
from rounds.screens.wall import Wall, wall
from rounds.wording import clauses, isolated, listed, short

RANKS = "①②③④"
PAST_ROUNDS = 50
"""So many rounds before the newest stand on its page: more than most nights have. All of them are on 数字表."""

SIDE_BY_SIDE = 7
"""So many digits of two sums fit beside each other on the key of a seat."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's key. `rank` says as which he won, `open` that he can still do something in this round.

    `place` is where it lies: 1 at the bottom of the screen, then on from player to player, counter-clockwise.
    """

    letter: str
    place: int
    name: str
    total: int
    round: int
    dealer: bool
    rank: str
    left: bool
    open: bool

    @property
    def digits(self) -> int:
        """Of the total: long ones are set smaller."""
        return len(str(abs(self.total)))

    @property
    def long(self) -> bool:
        """Are the sums of the round and of the night too long to stand beside each other?"""
        return self.digits + len(str(abs(self.round))) > SIDE_BY_SIDE


@dataclass(frozen=True, slots=True)
class Past:
    """A round before this one, with what each who played in it won or lost."""

    number: int
    sums: tuple[Sum, ...]
    problems: int


@dataclass(frozen=True, slots=True)
class Last:
    """The newest thing that stands, which 撤销 takes back: a line of this round's log, or a sentence.

    `how`: as the voice has it, a line was "corrected" or "added" where it was not simply recorded.
    """

    what: str
    line: Line | None
    undoable: bool
    how: str = ""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of the round that follows, who has it, and the place where it lies, as of a `Seat`.

    `likely`: the rule would have him deal, had nobody changed.
    """

    letter: str
    name: str
    place: int
    likely: bool = False


@dataclass(frozen=True, slots=True)
class Following:
    """The round that follows: `dealers` has who sits there where the table is asked who deals, `change` says who comes
    and who goes."""

    dealers: tuple[Chair, ...] = ()
    change: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """All that the page of a night that is on shows. `left_out`: so many rounds came before those in `past`."""

    session: Session
    number: int
    opened: int
    heading: str
    zone: ZoneInfo
    seats: tuple[Seat, ...]
    lines: tuple[Line, ...]
    past: tuple[Past, ...]
    left_out: int
    last: Last
    aloud: str
    also: tuple[Sheet, ...]
    sheets: tuple[Sheet, ...]
    wall: Wall | None
    next_open: bool
    following: Following
    bets: tuple[Bettor, ...]
    waits: str

    @property
    def ended(self) -> bool:
        return self.session.ended_at is not None

    @property
    def over(self) -> bool:
        """倒计时: has the last round been played that was to be?"""
        return self.next_open and self.session.last_round is not None and self.number >= self.session.last_round


def table(
    session: Session,
    rows: Sequence[Round],
    log: RoundLog,
    newest: Event | None,
    bottom: str = "",
    *,
    scorer: bool,
) -> Table:
    """The page of the newest round. `rows`: all rounds of the night; `newest`: its newest event that stands.

    `bottom`: the seat at the bottom of the screen, where the phone's owner sits; if there is no such seat, the first.
    Who is no `scorer` gets nothing to tap on.
    """
    settlement, sums, moment = log.settlement, totals(rows), now(log)
    seats = tuple(_seats(session, sums, log, bottom))
    told, running = lines(log), settlement.ended is None and session.ended_at is None
    last, earlier, scoring = _last(session, log, rows, newest, told), rows[:-1], scorer and running
    return Table(
        session=session,
        number=rows[-1].number,
        opened=log.opened,
        heading=_heading(session, log),
        zone=session.clock,
        seats=seats,
        lines=tuple(told),
        past=tuple(_past(row) for row in reversed(earlier[-PAST_ROUNDS:])),
        left_out=max(0, len(earlier) - PAST_ROUNDS),
        last=last,
        aloud=_aloud(session, log, newest, last),
        also=also(log) if scorer and session.ended_at is None else (),
        sheets=_sheets(moment) if scoring else (),
        wall=wall(moment, WallOut({})) if scoring else None,
        next_open=settlement.ended is not None and session.ended_at is None,
        following=_following(session, rows[-1], log, bottom) if scorer else Following(),
        bets=bettors(log),
        waits=waiting(log, sums),
    )


def _sheets(moment: Moment) -> tuple[Sheet, ...]:
    """A sheet for everybody who is in play."""
    return tuple(sheet(moment, Choice(seat)) for seat in moment.play.in_play)


def _heading(session: Session, log: RoundLog) -> str:
    """The rules in force; before them, while a countdown is on, how many rounds are left."""
    told = (say_countdown(session, over=log.settlement.ended is not None), heading(log.opening.rules))
    return " · ".join(filter(None, told))


def _following(session: Session, newest: Round, log: RoundLog, bottom: str) -> Following:
    """One query where the round is over."""
    if session.ended_at:
        return Following()
    now = log.opening.company
    if log.settlement.ended is None:
        return Following(() if log.settlement.next_dealer else _chairs(now, bottom))
    opening = next_opening(session, newest)
    if opening.dealer:
        return Following()
    likely = now.seats.get(log.settlement.next_dealer or "", "")
    return Following(_chairs(opening.company, bottom, likely), _say_change(now, opening.company))


def _chairs(company: Company, bottom: str, likely: str = "") -> tuple[Chair, ...]:
    """`likely` is the person who would deal by the rule."""
    return tuple(
        Chair(seat, company.names[seat], place, company.seats[seat] == likely)
        for seat, place in _places(list(company.seats), bottom).items()
    )


def _places(seats: Sequence[str], bottom: str) -> dict[str, int]:
    """Where each seat lies: from the one at the bottom on, or else the first."""
    first = seats.index(bottom) if bottom in seats else 0
    return {seat: (number - first) % len(seats) + 1 for number, seat in enumerate(seats)}


def _say_change(now: Company, then: Company) -> str:
    """Who comes to the table, and who goes: "Alice上，张三下"."""
    came = [then.names[seat] for seat, person in then.seats.items() if person not in now.seats.values()]
    gone = [now.names[seat] for seat, person in now.seats.items() if person not in then.seats.values()]
    return clauses(
        said.format(names=listed(map(isolated, names)))
        for said, names in ((_("{names}上"), came), (_("{names}下"), gone))
        if names
    )


def _seats(session: Session, sums: Mapping[str, int], log: RoundLog, bottom: str) -> list[Seat]:
    play, opening = log.settlement.play, log.opening
    ranks = {player: RANKS[i] for i, group in enumerate(log.settlement.winners) for player in group}
    running = log.settlement.ended is None and session.ended_at is None
    places = _places(log.players, bottom)
    return [
        Seat(
            letter=letter,
            place=places[letter],
            name=opening.names[letter],
            total=sums.get(opening.seats[letter], 0),
            round=log.settlement.net[letter],
            dealer=letter == opening.dealer,
            rank=ranks.get(letter, ""),
            left=letter in play.left,
            open=running and letter in play.in_play,
        )
        for letter in log.players
    ]


def _past(row: Round) -> Past:
    """Without those who rested, or only bet."""
    return Past(row.number, tuple(Sum(row.names[seat], row.net.get(seat, 0)) for seat in row.seats), row.problems)


def _last(session: Session, log: RoundLog, rows: Sequence[Round], newest: Event | None, told: Sequence[Line]) -> Last:
    if newest is None or newest.kind in (Event.Kind.OPEN_NIGHT, Event.Kind.OPEN_ROUND):
        started = _("第{number}局，{dealer}坐庄").format(
            number=rows[-1].number, dealer=isolated(log.opening.names[log.opening.dealer])
        )
        return Last(started, None, newest is not None and newest.kind == Event.Kind.OPEN_ROUND)
    if newest.kind != Event.Kind.CHANGE:
        return Last(say_deed(session, rows, newest), None, True)
    return _last_change(log, rows, newest, told)


def which_kong(log: RoundLog, kong: Kong) -> str:
    """抢杠 qiǎng gàng: asked where the kong recorded just before may be the one that was robbed."""
    name = isolated(log.opening.names[kong.player])
    return _("抢的是{name}的{kong}吗？").format(name=name, kong=short(kong.kind))


def _last_change(log: RoundLog, rows: Sequence[Round], newest: Event, told: Sequence[Line]) -> Last:
    change = changes_of(newest)[-1]
    verb = {Record: "", Insert: _("补记"), Append: _("补记"), Amend: _("更正")}.get(type(change), _("作废"))
    if newest.round != log.opened:
        number = next((row.number for row in rows if row.opened == newest.round), 0)
        return Last(_("第{number}局 {verb}").format(number=number, verb=verb), None, True)
    if isinstance(change, Retract):
        voided = history(log)[change.target].marks[-1].fact
        return Last(_("作废：{fact}").format(fact=say_told(log, voided)), None, True)
    index = log.index_of(change.target if isinstance(change, Amend) else newest.position)
    line = next((line for line in told if line.index == index), None)
    completed = isinstance(change, Amend) and line is not None and not line.corrected
    how = "corrected" if isinstance(change, Amend) else "" if isinstance(change, Record) else "added"
    return Last("" if completed else verb, line, True, "" if completed else how)


def _aloud(session: Session, log: RoundLog, newest: Event | None, last: Last) -> str:
    """What was done last, as the phone says it: also that something was taken back."""
    if newest and newest.position < session.position:
        return undone()
    return aloud(log, last.line.index, last.how) if last.line else last.what
