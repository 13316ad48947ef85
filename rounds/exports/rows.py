"""The tables of a night, row by row, from its log alone. Events are counted from 1 in each round."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from rounds.book.dues import Dues, dues
from rounds.book.history import Did, Mark, history
from rounds.book.projection import OPENINGS, project_round, round_logs
from rounds.book.reading import named_in, payers_in, read_logs, standing_payments
from rounds.book.replay import RoundLog, changes_of
from rounds.explaining import say_told
from rounds.exports.tables import Cell, Row
from rounds.models import Event, Payment, Round, Session
from rounds.money import CURRENCIES
from rounds.rules.events import Fact, Transfer
from rounds.rules.log import Amend, Retract
from rounds.screens.changes import say_did, say_right
from rounds.screens.deeds import say_done
from rounds.screens.ledger import Line, line
from rounds.screens.night import say_ended
from rounds.screens.sheets import book_of_night, detailed_of_night
from rounds.screens.totals import accounts_in, names_in
from rounds.wording import say_fact, sentences


def ledger_rows(session: Session) -> Iterator[Row]:
    """Every entry of the night in order of play, a row each. The log is read before the first row is asked for."""
    rows = list(session.played())
    return ledger_of(session, rows, read_logs(session, rows))


def ledger_of(session: Session, rows: Sequence[Round], logs: dict[int, RoundLog]) -> Iterator[Row]:
    """As `ledger_rows`, of a night that has been read."""
    zone = session.clock
    yield (
        *(_("局"), _("时间"), _("第几条"), _("发生了什么"), _("付"), _("收"), _("分")),
        *(_("原因"), _("为什么"), _("说的是第几条")),
    )
    for row in rows:
        _saved, entries = project_round(session, row.number, logs[row.number])
        for entry in entries:
            yield _ledger_row(line(entry, row.number, logs[row.number]), zone)


def _ledger_row(told: Line, zone: ZoneInfo) -> Row:
    return (
        told.number,
        local(told.at, zone),
        None if told.index is None else told.index + 1,
        told.event,
        told.payer,
        told.payee,
        told.points,
        told.reason,
        told.why,
        None if told.about is None else told.about + 1,
    )


def round_rows(session: Session) -> Iterator[Row]:
    """Every round of the night, a row each, with a column for each person and one for the pot if it was used.

    There is no row of totals, so that the sum of a column is right. The log is read before the first row is asked for.
    """
    rows = list(session.played())
    return rounds_of(session, rows, read_logs(session, rows))


def rounds_of(session: Session, rows: Sequence[Round], logs: dict[int, RoundLog]) -> Iterator[Row]:
    """As `round_rows`, of a night that has been read."""
    nets = {number: _net(log) for number, log in logs.items()}
    people = accounts_in(rows)
    yield (_("局"), _("开始"), _("结束"), _("庄"), _("怎么完的"), *people.values())
    zone, over = session.clock, session.ended_at is not None
    for row in rows:
        log = logs[row.number]
        ended = log.settlement.ended
        yield (
            row.number,
            local(log.times[log.opened], zone),
            local(_end(log), zone),
            log.opening.names[log.opening.dealer],
            say_ended(ended.value if ended else "", over=over),
            *(nets[row.number].get(person) for person in people),
        )


def _net(log: RoundLog) -> dict[str, int]:
    """What the round comes to, by the person's id, and the pot by "pot" if it took part."""
    return {log.opening.seats.get(seat, seat): points for seat, points in log.settlement.net.items()}


def _end(log: RoundLog) -> datetime | None:
    """When the fact was written down that ended the round: the last possible one, for only transfers follow it."""
    if log.settlement.ended is None:
        return None
    wrong = {problem.event for problem in log.settlement.problems}
    played = [fact for index, fact in enumerate(log.facts) if index not in wrong]
    return log.times[[fact.id for fact in played if not isinstance(fact.fact, Transfer)][-1]]


def local(at: datetime | None, zone: ZoneInfo) -> datetime | None:
    """A date and time as a clock at the table showed it, to the second."""
    return at and at.astimezone(zone).replace(tzinfo=None, microsecond=0)


def event_rows(session: Session) -> Iterator[Row]:
    """Everything that was ever done in the night in order, the voided and the undone with it; one row for each change.

    The log is read before the first row is asked for (two queries; one more where somebody is in no round any more).
    """
    events, rows = list(session.log()), list(session.played())
    return events_of(session, events, rows)


def events_of(session: Session, events: Sequence[Event], rows: Sequence[Round]) -> Iterator[Row]:
    """As `event_rows`, of a night that has been read."""
    yield (_("第几条"), _("时间"), _("谁记的"), _("局"), _("做了什么"), _("原来"), _("现在"), _("还算不算"))
    zone = session.clock
    logs = round_logs(events)
    numbers = {log.opened: number for number, log in enumerate(logs, 1)}
    changes = {position: told for log in logs for position, told in _changes(log).items()}
    taken_back = _taken_back(events)
    by_position = {event.position: event for event in events}
    names = names_in(rows, {one for event in events for one in named_in(json.loads(event.data))})
    for event in events:
        by = taken_back.get(event.position)
        moment = (event.position, local(event.at, zone), say_right(event.right), numbers.get(event.round or 0))
        for *told, stands in changes.get(event.position) or [(*_deed(event, rows, names, by_position), _("算"))]:
            yield (*moment, *told, by or stands)


def _taken_back(events: Iterable[Event]) -> dict[int, str]:
    """By the position of what counts no more, what took it back: 撤销, or 取消 of a payment."""
    undone = {
        event.undoes: _("第{position}条撤销了").format(position=event.position) for event in events if event.undoes
    }
    unpaid = {
        json.loads(event.data)["payment"]: _("第{position}条取消了").format(position=event.position)
        for event in events
        if event.kind == Event.Kind.UNPAY and event.position not in undone
    }
    return unpaid | undone


def _changes(log: RoundLog) -> dict[int, list[tuple[Cell, Cell, Cell, str]]]:
    """By the position of the event, what each of its changes did, what the fact said before, what it says since, and
    if that still counts."""
    marks = {id: [mark for mark in past.marks if mark.did is not Did.UNDONE] for id, past in history(log).items()}
    said: dict[int, Fact] = {}
    told: dict[int, list[tuple[Cell, Cell, Cell, str]]] = {}
    for step in log.steps:
        for change in step.changes:
            id = change.target if isinstance(change, Amend | Retract) else step.position
            mark, *later = marks[id]
            marks[id] = later
            before = said.get(id)
            after = None if mark.did is Did.VOIDED else say_told(log, mark.fact)
            told.setdefault(step.position, []).append(
                (say_did(mark.did), say_told(log, before) if before else None, after, _say_stands(later))
            )
            if not mark.undone:
                said[id] = mark.fact
    return told


def _say_stands(later: Iterable[Mark]) -> str:
    """Does what was said of a fact count still, when this was said of it later?"""
    by = next((mark for mark in later if not mark.undone), None)
    if by is None:
        return _("算")
    ends = {
        Did.VOIDED: _("第{position}条作废了"),
        Did.COMPLETED: _("第{position}条加了也胡"),
        Did.ROBBED: _("第{position}条说被抢了"),
        Did.SPARED: _("第{position}条说没被抢"),
    }
    return ends.get(by.did, _("第{position}条改了")).format(position=by.position)


def _deed(
    event: Event, rows: Sequence[Round], names: Mapping[str, str], events: Mapping[int, Event]
) -> tuple[Cell, Cell, Cell]:
    """What an event did that changed no fact of a round."""
    data = json.loads(event.data)
    if event.kind == Event.Kind.UNDO:
        return _("撤销第{position}条").format(position=event.undoes), None, None
    if event.kind in OPENINGS:
        seats = data["seats"]
        said = _("开一场") if event.kind == Event.Kind.OPEN_NIGHT else _("下一局")
        return said, None, " ".join(data["names"][seat] for seat in sorted(seats))
    concerned = {event.round, *data.get("rounds", ())}
    if event.kind in OF_ROUNDS and not concerned & {row.opened for row in rows}:
        return _of_no_round(event, events), None, None
    if event.kind == Event.Kind.UNPAY:
        data = json.loads(events[data["payment"]].data)
    told = {**data, "round": event.round, "position": event.position}
    return say_done(rows, names, Event.Kind(event.kind), told), None, None


OF_ROUNDS = (Event.Kind.CHANGE, Event.Kind.SET_BETS, Event.Kind.RESEAT)
"""What is said by the round that it concerns."""


def _of_no_round(event: Event, events: Mapping[int, Event]) -> str:
    """What concerned a round whose opening was taken back since."""
    names = json.loads(events[event.round or 1].data)["names"]
    facts = [change.fact for change in changes_of(event) if not isinstance(change, Retract)]
    return sentences(say_fact(fact, names) for fact in facts) or _("那一局撤销了")


def people_rows(session: Session) -> Iterator[Row]:
    """Everybody of the night, and the pot if it took part: how often what happened, where the points come from, and
    what is to be paid. The log is read before the first row is asked for (three queries)."""
    rows = list(session.played())
    return people_of(rows, read_logs(session, rows), list(standing_payments(session)))


def people_of(rows: Sequence[Round], logs: dict[int, RoundLog], payments: Sequence[Payment]) -> Iterator[Row]:
    """As `people_rows`, of a night that has been read; `payments` are those that stand."""
    book = book_of_night(rows, logs)
    sheet, due = detailed_of_night(book, logs), dues(rows, payments)
    *counts, _best = sheet.said
    currency = CURRENCIES[due.currency]
    yield (
        _("名字"),
        *(said.label for said in counts),
        *(points.label for points in sheet.points),
        sheet.total.label,
        *(f"{label} {currency.unit}" for label in (_("输赢"), _("台费"), _("付过"), _("还差"))),
    )
    for index, (account, name) in enumerate(book.names.items()):
        yield (
            name,
            *(int(said.cells[index][0]) if said.cells[index] else None for said in counts),
            *(points.cells[index].points for points in sheet.points),
            sheet.total.cells[index].points,
            *_owed(due, account),
        )
    for person, name in names_in(rows, payers_in(payments)).items():
        if person in due.left and person not in book.names:  # paid, and in no round: who never sat, or not in truth
            yield (name, *(None for _point in (*counts, *sheet.points, sheet.total)), *_owed(due, person))


def _owed(due: Dues, account: str) -> Iterator[Decimal]:
    return (in_units(sums.get(account, 0), due.currency) for sums in (due.won, due.fee, due.paid, due.left))


def in_units(amount: int, currency: str) -> Decimal:
    """A sum in the unit of its currency, exactly: 1950 fen are 19.50."""
    return Decimal(amount).scaleb(-CURRENCIES[currency].decimals)
