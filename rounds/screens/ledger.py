"""总账 zǒng zhàng: every entry of a night, who paid whom and why."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from django.db.models import Count, Q, QuerySet, Sum

from rounds.book.reading import read_logs
from rounds.book.replay import RoundLog
from rounds.models import Entry, Round, Session
from rounds.rules.events import POT
from rounds.rules.ledger import Reason, why_from_json
from rounds.rules.sheets import Column, reasons_of
from rounds.screens.totals import accounts_in, names_in, pot_name
from rounds.wording import say_fact, say_why, word

LINES = 100
"""So many entries stand on one page."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry, said. `index`: that of the fact it comes from; `about`: that of the kong whose money moves again.

    `at`: when the fact was written down. `gain`: the points as the person that the ledger is filtered by sees them.
    """

    number: int
    index: int | None
    at: datetime | None
    event: str
    payer: str
    payee: str
    points: int
    reason: str
    why: str
    about: int | None
    gain: int | None = None

    @property
    def place(self) -> int | None:
        """Which fact of its round it is, counted from 1."""
        return None if self.index is None else self.index + 1

    @property
    def because(self) -> str:
        """The reason, unless the sentence that follows begins with it."""
        return "" if self.why.startswith(self.reason) else self.reason


@dataclass(frozen=True, slots=True)
class Filter:
    """Which entries are asked for: of a person (an id, or "pot"), between him and another, for a reason or for all
    those of a column, of a round; each may be left open."""

    player: str = ""
    reason: Reason | Column | None = None
    number: int | None = None
    other: str = ""

    @property
    def query(self) -> str:
        """The filter as the beginning of an address's query: "?player=…&"."""
        told = {"player": self.player, "with": self.other, "reason": self.reason or "", "round": self.number or ""}
        chosen = {name: value for name, value in told.items() if value}
        return f"?{urlencode(chosen)}&" if chosen else "?"

    def of(self, entries: QuerySet[Entry]) -> QuerySet[Entry]:
        """Those of `entries` that are asked for."""
        for asked in filter(None, (self.player, self.other)):
            person = None if asked == POT else asked
            entries = entries.filter(_is("payer", person) | _is("payee", person))
        if self.reason:
            reasons = reasons_of(self.reason) if isinstance(self.reason, Column) else (self.reason,)
            entries = entries.filter(reason__in=[reason.value for reason in reasons])
        if self.number:
            entries = entries.filter(round__number=self.number)
        return entries


def _is(end: str, person: str | None) -> Q:
    return Q(**{f"{end}__isnull": True}) if person is None else Q(**{end: person})


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be asked for: people, columns and reasons as (value, word), and the numbers of rounds."""

    people: tuple[tuple[str, str], ...]
    columns: tuple[tuple[str, str], ...]
    reasons: tuple[tuple[str, str], ...]
    numbers: tuple[int, ...]


def choices(session: Session, rows: Sequence[Round]) -> Choices:
    """Everybody who has played or bet in these rounds, and what else occurs in the ledger (one query)."""
    people = tuple(accounts_in(rows).items())
    occurring = set(session.ledger().order_by().values_list("reason", flat=True).distinct())
    reasons = tuple((reason.value, word(reason)) for reason in Reason if reason.value in occurring)
    columns = tuple((column.value, word(column)) for column in Column if occurring & set(reasons_of(column)))
    return Choices(people, columns, reasons, tuple(row.number for row in rows))


@dataclass(frozen=True, slots=True)
class Ledger:
    """One page of the entries that are asked for, the newest first.

    `count` is how many there are in all, `sum` what they come to for the person asked for, whose name is `name`.
    `newer` and `older` are the pages beside this one.
    """

    lines: tuple[Line, ...]
    count: int
    sum: int | None
    name: str
    newer: int | None
    older: int | None


def ledger(session: Session, rows: Sequence[Round], asked: Filter, page: int) -> Ledger:
    """One page, from 1 on. `rows`: all rounds of the session. Three queries, however many entries there are."""
    entries = asked.of(session.ledger())
    count, total = _sum(entries, asked.player)
    numbers = {row.pk: row.number for row in rows}
    found = entries.order_by("-round__number", "-index")[(page - 1) * LINES : page * LINES]
    shown = [entry for entry in found if entry.round_id in numbers]  # a round may have been opened since
    wanted = {entry.round_id for entry in shown}
    logs = read_logs(session, [row for row in rows if row.pk in wanted]) if wanted else {}
    return Ledger(
        lines=tuple(
            _seen_by(asked.player, entry, line(entry, numbers[entry.round_id], logs[numbers[entry.round_id]]))
            for entry in shown
        ),
        count=count,
        sum=total,
        name=names_in(rows)[asked.player] if asked.player else "",
        newer=page - 1 if page > 1 else None,
        older=page + 1 if page * LINES < count else None,
    )


def _sum(entries: QuerySet[Entry], player: str) -> tuple[int, int | None]:
    """How many entries there are, and what they come to for the player who is asked for."""
    sums: dict[str, Count | Sum] = {"count": Count("pk")}
    if player:
        person = None if player == POT else player
        sums["won"] = Sum("points", filter=_is("payee", person), default=0)
        sums["lost"] = Sum("points", filter=_is("payer", person), default=0)
    found = entries.order_by().aggregate(**sums)
    return found["count"], found["won"] - found["lost"] if player else None


def line(entry: Entry, number: int, log: RoundLog) -> Line:
    """An entry of round `number`, said by the log of that round."""
    names = {person: log.opening.names[at] for at, person in log.opening.accounts.items()}
    index = None if entry.position is None else log.index_of(entry.position)
    return Line(
        number=number,
        index=index,
        at=None if entry.position is None else log.times.get(entry.position),
        event="" if index is None else say_fact(log.facts[index].fact, log.opening.names),
        payer=names.get(str(entry.payer_id), pot_name()),
        payee=names.get(str(entry.payee_id), pot_name()),
        points=entry.points,
        reason=word(Reason(entry.reason)),
        why=say_why(Reason(entry.reason), why_from_json(entry.why)),
        about=entry.about,
    )


def _seen_by(player: str, entry: Entry, told: Line) -> Line:
    """The line with the points as the player sees them who is asked for."""
    if not player:
        return told
    paid = str(entry.payer_id or POT) == player
    return replace(told, gain=-entry.points if paid else entry.points)
