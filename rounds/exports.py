"""导出 dǎo chū: a night as tables for a spreadsheet (CSV), from its log alone.

UTF-8 with a byte order mark, CRLF at the end of a line, Chinese headings. Numbers are numbers; text that a
spreadsheet would take for a formula gets an apostrophe before it. Events are counted from 1 in each round.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from rounds.book.projection import project_round
from rounds.book.reading import read_logs
from rounds.book.replay import RoundLog
from rounds.models import Round, Session
from rounds.rules.events import Transfer
from rounds.screens.ledger import Line, line
from rounds.screens.night import say_ended
from rounds.screens.totals import names_in

BOM = "\ufeff"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the start of a formula, in text."""

Cell = str | int | None
Row = Sequence[Cell]


class _Echo:
    """A file that gives back what is written into it, a line at a time."""

    def write(self, text: str) -> str:
        return text


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as the lines of a CSV file."""
    writer = csv.writer(_Echo(), lineterminator="\r\n")
    yield BOM
    for row in rows:
        yield writer.writerow([safe_cell(cell) for cell in row])


def safe_cell(cell: Cell) -> Cell:
    """A cell that a spreadsheet shows and does not run."""
    if isinstance(cell, str) and cell.startswith(FORMULA_STARTS):
        return f"'{cell}"
    return cell


def ledger_rows(session: Session) -> Iterator[Row]:
    """Every entry of the night in order of play, a row each. The log is read before the first row is asked for."""
    rows = list(session.played())
    return _ledger_rows(session, rows, read_logs(session, rows))


def _ledger_rows(session: Session, rows: Sequence[Round], logs: dict[int, RoundLog]) -> Iterator[Row]:
    zone = ZoneInfo(session.zone)
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
        say_moment(told.at, zone),
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
    return _round_rows(session, rows, read_logs(session, rows))


def _round_rows(session: Session, rows: Sequence[Round], logs: dict[int, RoundLog]) -> Iterator[Row]:
    nets = {number: _net(log) for number, log in logs.items()}
    used = {account for net in nets.values() for account in net}
    people = {person: name for person, name in names_in(rows).items() if person in used}
    yield (_("局"), _("开始"), _("结束"), _("庄"), _("怎么完的"), *people.values())
    zone, over = ZoneInfo(session.zone), session.ended_at is not None
    for row in rows:
        log = logs[row.number]
        ended = log.settlement.ended
        yield (
            row.number,
            say_moment(log.times[log.opened], zone),
            say_moment(_end(log), zone),
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


def say_moment(at: datetime | None, zone: ZoneInfo) -> str | None:
    """A date and time that spreadsheets read as one: 2026-11-29 21:07:33."""
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M:%S}" if at else None


def attachment(session: Session, what: str, plain: str) -> str:
    """The Content-Disposition of a file such as 血战-2026-11-29-账.csv, by RFC 6266 with the name by RFC 5987.

    `plain` is the word in its other name, for what reads ASCII alone.
    """
    day = session.date.isoformat()
    name = quote(_("血战-{day}-{what}.csv").format(day=day, what=what), safe="")
    return f"attachment; filename=\"xuezhan-{day}-{plain}.csv\"; filename*=UTF-8''{name}"
