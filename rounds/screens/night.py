"""这一场 zhè yì chǎng: what a night comes to, round by round."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rounds.book.dues import account, counted, dues
from rounds.book.reading import read_logs, standing_payments
from rounds.book.replay import RoundLog
from rounds.charts import Chart
from rounds.models import Round, Session
from rounds.money import CURRENCIES
from rounds.rules.play import Ended
from rounds.rules.settle_up import still_due
from rounds.screens.countdown import say_countdown
from rounds.screens.course import chart_of
from rounds.screens.days import say_night, say_time
from rounds.screens.deeds import say_worth
from rounds.screens.totals import Total, totals_of
from rounds.wording import say_fact, say_problem, word


@dataclass(frozen=True, slots=True)
class Share:
    """What one person has of a round, in points; `None` who was not at the table. `deals`: was the dealer."""

    points: int | None
    deals: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One round: its number, how it ended, the share of each person of the night, whether something stands in red."""

    number: int
    ended: str
    shares: tuple[Share, ...]
    wrong: bool


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fact that cannot have happened: where it stands, and what is wrong with it."""

    number: int
    index: int
    fact: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Night:
    """`money`: what each of `totals` comes to in the smallest unit of `currency`, None if points are worth nothing.

    `due`: what is still to be paid, each the sum of one transfer; none while something stands in red. `paid`: some of
    it has been. `worth` is what a point is worth in the newest round, `rate` says it with the table fee. `lines` has
    the newest round first. `running` is the number of the round that is not over.
    """

    title: str
    note: str
    over: bool
    totals: tuple[Total, ...]
    currency: str
    money: tuple[int, ...] | None
    worth: int | None
    rate: str
    lines: tuple[Line, ...]
    due: tuple[int, ...]
    paid: bool
    troubles: tuple[Trouble, ...]
    running: int | None
    chart: Chart | None

    @property
    def due_sum(self) -> int:
        """All that is still to be paid."""
        return sum(self.due)

    @property
    def unit(self) -> str:
        """What the sums of `money` are counted in."""
        return CURRENCIES[self.currency].unit


def night(session: Session, now: datetime) -> Night:
    """The whole night; two queries, three when something stands in red."""
    rows = list(session.played().defer("rules"))
    sums = totals_of(rows)
    people = [total.person for total in sums]
    newest = rows[-1]
    payments = list(standing_payments(session))
    owed = dues(rows, payments)
    troubles = troubles_of(session, rows)
    due = () if troubles else still_due(owed.before, map(account, counted(payments, owed.currency)))
    return Night(
        title=say_night(session, now),
        note=_note(session, newest),
        over=session.ended_at is not None,
        totals=sums,
        currency=owed.currency,
        money=tuple(owed.won.get(person, 0) for person in people) if owed.currency else None,
        worth=newest.money and newest.money["per_point"],
        rate=say_worth({"money": newest.money, "fee": newest.fee}),
        due=tuple(payment.amount for payment in due),
        paid=bool(payments),
        lines=tuple(_line(row, people, over=session.ended_at is not None) for row in reversed(rows)),
        troubles=troubles,
        running=None if newest.ended else newest.number,
        chart=chart_of(rows),
    )


def _note(session: Session, newest: Round) -> str:
    start = say_time(session.started_at, session)
    if session.ended_at:
        end, count = say_time(session.ended_at, session), session.round_count
        said = ngettext("{start}–{end} · {count}局", "{start}–{end} · {count}局", count)
        return said.format(start=start, end=end, count=count)
    told = _("{start} 开 · 第{count}局").format(start=start, count=session.round_count)
    return " · ".join(filter(None, (told, say_countdown(session, over=bool(newest.ended)))))


def _line(row: Round, people: Sequence[str], *, over: bool) -> Line:
    at = {row.seats.get(seat, seat): points for seat, points in row.net.items()}
    dealer = row.seats[row.dealer]
    shares = tuple(Share(at.get(person), person == dealer) for person in people)
    return Line(row.number, say_ended(row.ended, over=over), shares, row.problems > 0)


def say_ended(ended: str, *, over: bool) -> str:
    """How a round came to its end; one that did not is still on, or was broken off when the night was `over`."""
    if ended:
        return word(Ended(ended))
    return _("没打完") if over else _("正在打")


def troubles_of(session: Session, rows: Sequence[Round]) -> tuple[Trouble, ...]:
    """What stands in red; one query where something does."""
    wrong = [row for row in rows if row.problems]
    logs = read_logs(session, wrong) if wrong else {}
    return tuple(trouble for row in wrong for trouble in _troubles_in(row.number, logs[row.number]))


def _troubles_in(number: int, log: RoundLog) -> list[Trouble]:
    names = log.opening.names
    return [
        Trouble(
            number=number,
            index=problem.event,
            fact=say_fact(log.facts[problem.event].fact, names),
            sentence=say_problem(problem, names),
        )
        for problem in log.settlement.problems
    ]
