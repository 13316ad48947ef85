"""What is stored beside the log to be read quickly: rounds, entries, columns of the session. All of it follows from
the events, by these functions alone."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import zip_longest

from django.db import transaction

from rounds.book.company import Company
from rounds.book.payments import Paid
from rounds.book.replay import NIGHT_WIDE, RoundLog, replay
from rounds.book.ruling import Ruling
from rounds.book.tallying import (
    Row,
    all_of,
    counts_to_json,
    forget_rows,
    move,
    patterns_to_json,
    rows_of,
    save_rows,
    stored_rows,
    sums_of,
)
from rounds.models import Entry, Event, Payment, Round, Session
from rounds.rules import ledger
from rounds.rules.events import POT
from rounds.rules.tallies import tallies

COLUMNS = ("zone", "date", "started_at", "position", "head", "round_count", "ended_at", "last_round")
OPENINGS = (Event.Kind.OPEN_NIGHT, Event.Kind.OPEN_ROUND)
BOUNDS = (Event.Kind.END_NIGHT, Event.Kind.REOPEN_NIGHT)


@dataclass(frozen=True, slots=True)
class Projection:
    """All that follows from the log of one session: its columns, each round with its entries, what was paid, and what
    the rounds come to for everybody; none of it saved."""

    columns: Mapping[str, object]
    rounds: tuple[tuple[Round, tuple[Entry, ...]], ...]
    payments: tuple[Payment, ...]
    tallies: tuple[Row, ...]


def project(session: Session, events: Sequence[Event]) -> Projection:
    """The projection of a whole log, all events in order. Raises LookupError or ValueError as `replay` does.

    From changed rules nothing follows before a round is opened by them, and then it says so itself: they are only read.
    """
    return project_logs(session, events, round_logs(events))


def project_logs(session: Session, events: Sequence[Event], logs: Iterable[RoundLog]) -> Projection:
    """As `project`; `logs` are what the events tell of each round."""
    standing = standing_events(events)
    for event in standing:
        _read(event)
    rounds = tuple(project_round(session, number, log) for number, log in enumerate(logs, 1))
    sums = all_of(sums_of(row, entries) for row, entries in rounds)
    columns = {
        **night_columns(events[0]),
        "position": events[-1].position,
        "head": events[-1].hash,
        "round_count": len(rounds),
        "ended_at": ended_at(standing),
        "last_round": last_round(standing),
    }
    tallied = tuple(rows_of(session, date_of(events[0]), sums))
    return Projection(columns, rounds, tuple(_payments(session, standing)), tallied)


def round_logs(events: Sequence[Event]) -> tuple[RoundLog, ...]:
    """What a whole log tells of each round, in order; raises LookupError or ValueError as `replay` does."""
    standing = standing_events(events)
    by_round: dict[int | None, list[Event]] = {}
    for event in events:
        if event.kind not in NIGHT_WIDE:
            by_round.setdefault(event.round, []).append(event)
    for event in standing:
        if event.kind in NIGHT_WIDE:
            for position in json.loads(event.data).get("rounds", ()):
                by_round[position].append(event)
    opened = [event.position for event in standing if event.kind in OPENINGS]
    return tuple(replay(sorted(by_round[position], key=_position)) for position in opened)


def _read(event: Event) -> None:
    """Of what is used from the next round on nothing follows before that is opened, and then it says so itself: it is
    only read."""
    if event.kind == Event.Kind.SET_RULES:
        Ruling.from_json(json.loads(event.data))
    elif event.kind == Event.Kind.SET_COMPANY:
        Company.from_json(json.loads(event.data))


def _payments(session: Session, standing: Sequence[Event]) -> Iterator[Payment]:
    undone = {json.loads(event.data)["payment"]: event.position for event in standing if event.kind == Event.Kind.UNPAY}
    for event in standing:
        if event.kind == Event.Kind.PAY:
            yield from paid_at_once(session, event, undone.get(event.position))


def paid_at_once(session: Session, event: Event, undone: int | None) -> Iterator[Payment]:
    """What the event says was paid, not saved; `undone`: the position at which that was taken back."""
    paid = Paid.from_json(json.loads(event.data))
    for index, payment in enumerate(paid.payments):
        yield Payment(
            club_id=session.club_id,
            session=session,
            position=event.position,
            index=index,
            payer_id=None if payment.payer == POT else payment.payer,
            payee_id=None if payment.payee == POT else payment.payee,
            amount=payment.amount,
            currency=paid.currency,
            undone=undone,
        )


def standing_events(events: Sequence[Event]) -> list[Event]:
    """The events that have not been undone, without the undos."""
    undone = {event.undoes for event in events}
    return [event for event in events if event.undoes is None and event.position not in undone]


def night_columns(opening: Event) -> dict[str, object]:
    """The columns of a session that its first event settles for good."""
    return {"zone": json.loads(opening.data)["zone"], "date": date_of(opening), "started_at": opening.at}


def date_of(opening: Event) -> date:
    """The date of a night, as its first event says."""
    return date.fromisoformat(json.loads(opening.data)["date"])


def last_round(standing: Iterable[Event]) -> int | None:
    """The number of the last round that is to be played, as the newest of the standing countdowns says."""
    newest = max((event for event in standing if event.kind == Event.Kind.COUNT_DOWN), key=_position, default=None)
    last: int | None = json.loads(newest.data)["last"] if newest else None
    return last


def ended_at(standing: Iterable[Event]) -> datetime | None:
    """When the night ended, as the newest of the standing ends and reopenings says; None while it is on."""
    newest = max((event for event in standing if event.kind in BOUNDS), key=_position, default=None)
    return newest.at if newest and newest.kind == Event.Kind.END_NIGHT else None


def _position(event: Event) -> int:
    return event.position


def project_round(session: Session, number: int, log: RoundLog) -> tuple[Round, tuple[Entry, ...]]:
    """The row of a round and its entries, not saved."""
    row = round_row(session, number, log)
    return row, tuple(_entry(row, log, index, entry) for index, entry in enumerate(log.settlement.entries))


def round_row(session: Session, number: int, log: RoundLog) -> Round:
    """The row of a round, not saved."""
    settlement, opening = log.settlement, log.opening.to_json()
    told = tallies([fact.fact for fact in log.facts], settlement, log.opening.bets.on)
    return Round(
        club_id=session.club_id,
        session=session,
        number=number,
        opened=log.opened,
        touched=list(log.touched),
        bets=dict(log.opening.bets.on),
        **{**opening, "names": dict(log.opening.names)},
        net=dict(settlement.net),
        counts=counts_to_json(told),
        patterns=patterns_to_json(told),
        ended=settlement.ended.value if settlement.ended else "",
        next_dealer=settlement.next_dealer or "",
        problems=len(settlement.problems),
        facts=len(log.facts),
        started_at=log.times[log.opened],
        last_at=log.times[max(log.times)],
    )


def _entry(row: Round, log: RoundLog, index: int, entry: ledger.Entry) -> Entry:
    people = {**log.opening.accounts, POT: None}
    return Entry(
        club_id=row.club_id,
        session=row.session,
        round=row,
        index=index,
        payer_id=people[entry.payer],
        payee_id=people[entry.payee],
        points=entry.points,
        reason=entry.reason.value,
        fact=entry.event,
        position=None if entry.event is None else log.facts[entry.event].id,
        about=entry.about,
        why=ledger.why_to_json(entry.why),
    )


def store_opened(session: Session, number: int, log: RoundLog) -> None:
    """Save a round that has just been opened, and move the tallies by it: who sits there has played."""
    row, entries = project_round(session, number, log)
    row.save(force_insert=True)
    Entry.objects.bulk_create(entries)
    move(session, {}, sums_of(row, entries))


def store_rounds(session: Session, logs: Mapping[int, RoundLog], replaced: Sequence[Round]) -> None:
    """Save what these rounds, by their numbers, come to now in the place of what is stored of them, and move the
    tallies by it: in as many queries for a whole night as for one round."""
    kept = _entries_of(replaced)
    before = all_of(sums_of(row, kept[row.pk]) for row in replaced)
    told = [project_round(session, row.number, logs[row.number]) for row in replaced]
    for old, (row, _) in zip(replaced, told, strict=True):
        row.pk = old.pk
    Round.objects.bulk_create(
        [row for row, _ in told], update_conflicts=True, unique_fields=["id"], update_fields=_ROUND_COLUMNS
    )
    _replace_entries(kept, {row.pk: entries for row, entries in told})
    move(session, before, all_of(sums_of(row, entries) for row, entries in told))


_ROUND_COLUMNS = [field.name for field in Round._meta.concrete_fields if not field.primary_key]


def _entries_of(rows: Sequence[Round]) -> dict[int, list[Entry]]:
    """The entries that are stored of these rounds, in order (one query)."""
    entries: dict[int, list[Entry]] = {row.pk: [] for row in rows}
    for entry in Entry.objects.filter(round__in=entries).order_by("round", "index"):
        entries[entry.round_id].append(entry)
    return entries


def _replace_entries(kept: Mapping[int, Sequence[Entry]], told: Mapping[int, Sequence[Entry]]) -> None:
    """Most that were there stay as they were; those are not written again (two queries at most)."""
    gone, new = [], []
    for round, entries in told.items():
        for old, fresh in zip_longest(kept[round], entries):
            if old is None or fresh is None or _said_by(old) != _said_by(fresh):
                gone += [old.pk] if old else []
                new += [fresh] if fresh else []
    if gone:
        Entry.objects.filter(pk__in=gone).delete()
    Entry.objects.bulk_create(new)


def _said_by(entry: Entry) -> list[object]:
    return [field.to_python(getattr(entry, field.attname)) for field in _ENTRY_COLUMNS]


_ENTRY_COLUMNS = [field for field in Entry._meta.concrete_fields if field.name not in ("id", "round")]


def forget_round(session: Session, row: Round) -> None:
    """Remove what is stored of a round whose opening was undone."""
    before = sums_of(row, row.entries.all())
    row.entries.all().delete()
    row.delete()
    move(session, before, {})


def store_payments(session: Session, event: Event) -> None:
    """Save what the event says was paid."""
    Payment.objects.bulk_create(paid_at_once(session, event, None))


def settle_payments(session: Session, position: int, undone: Event | None) -> None:
    """Save that what the event at `position` tells was not paid after all, by the event `undone`; that it was: None."""
    payments = Payment.objects.filter(club=session.club_id, session=session, position=position)
    payments.update(undone=undone and undone.position)


def forget_payments(session: Session, position: int) -> None:
    """Remove what is stored of payments whose event was undone."""
    Payment.objects.filter(club=session.club_id, session=session, position=position).delete()


def save_projections(projections: Iterable[Projection]) -> None:
    """Save all but the columns, of sessions of which nothing is stored beside their logs and columns."""
    whole = list(projections)
    Payment.objects.bulk_create([payment for one in whole for payment in one.payments])
    Round.objects.bulk_create([row for one in whole for row, _ in one.rounds])
    Entry.objects.bulk_create([entry for one in whole for _, entries in one.rounds for entry in entries])
    save_rows([row for one in whole for row in one.tallies])


def rebuild(session: Session) -> None:
    """Write the projection of a session anew, from its events alone, in a transaction of its own."""
    with transaction.atomic(durable=True):
        Session.objects.select_for_update().values("pk").get(club=session.club_id, pk=session.pk)
        replace_projection(session, project(session, list(session.log())))


def replace_projection(session: Session, projection: Projection) -> None:
    """Save a projection in the place of what is stored beside the log of the session, which is locked."""
    session.ledger().order_by().delete()
    session.played().delete()
    session.paid().delete()
    forget_rows(session)
    save_projections([projection])
    for name, value in projection.columns.items():
        setattr(session, name, value)
    session.save(force_update=True, update_fields=list(projection.columns))


def stored(session: Session) -> Projection:
    """The projection as it is stored."""
    entries: dict[int, list[Entry]] = {}
    for entry in session.ledger():
        entries.setdefault(entry.round_id, []).append(entry)
    columns: dict[str, object] = {name: getattr(session, name) for name in COLUMNS}
    rounds = tuple((row, tuple(entries.get(row.pk, ()))) for row in session.played())
    return Projection(columns, rounds, tuple(session.paid()), tuple(stored_rows(session)))
