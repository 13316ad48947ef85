"""What is stored beside the log to be read quickly: rounds, entries, columns of the session. All of it follows from
the events, by these functions alone."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction

from rounds.book.replay import RoundLog, replay
from rounds.book.ruling import Ruling
from rounds.models import Entry, Event, Round, Session
from rounds.rules import ledger
from rounds.rules.events import POT

COLUMNS = ("zone", "date", "started_at", "position", "head", "round_count", "ended_at")
OPENINGS = (Event.Kind.OPEN_NIGHT, Event.Kind.OPEN_ROUND)
BOUNDS = (Event.Kind.END_NIGHT, Event.Kind.REOPEN_NIGHT)


@dataclass(frozen=True, slots=True)
class Projection:
    """All that follows from the log of one session: its columns, and each round with its entries, none saved."""

    columns: Mapping[str, object]
    rounds: tuple[tuple[Round, tuple[Entry, ...]], ...]


def project(session: Session, events: Sequence[Event]) -> Projection:
    """The projection of a whole log, all events in order. Raises LookupError or ValueError as `replay` does.

    From changed rules nothing follows before a round is opened by them, and then it says so itself: they are only read.
    """
    standing = standing_events(events)
    for event in events:
        if event.kind == Event.Kind.SET_RULES:
            Ruling.from_json(json.loads(event.data))
    by_round: dict[int | None, list[Event]] = {}
    for event in events:
        by_round.setdefault(event.round, []).append(event)
    opened = [event.position for event in standing if event.kind in OPENINGS]
    rounds = tuple(
        project_round(session, number, replay(by_round[position])) for number, position in enumerate(opened, 1)
    )
    columns = {
        **night_columns(events[0]),
        "position": events[-1].position,
        "head": events[-1].hash,
        "round_count": len(rounds),
        "ended_at": ended_at(standing),
    }
    return Projection(columns, rounds)


def standing_events(events: Sequence[Event]) -> list[Event]:
    """The events that have not been undone, without the undos."""
    undone = {event.undoes for event in events}
    return [event for event in events if event.undoes is None and event.position not in undone]


def night_columns(opening: Event) -> dict[str, object]:
    """The columns of a session that its first event settles for good."""
    data = json.loads(opening.data)
    return {"zone": data["zone"], "date": date.fromisoformat(data["date"]), "started_at": opening.at}


def ended_at(standing: Iterable[Event]) -> datetime | None:
    """When the night ended, as the newest of the standing ends and reopenings says; None while it is on."""
    newest = max((event for event in standing if event.kind in BOUNDS), key=_position, default=None)
    return newest.at if newest and newest.kind == Event.Kind.END_NIGHT else None


def _position(event: Event) -> int:
    return event.position


def project_round(session: Session, number: int, log: RoundLog) -> tuple[Round, tuple[Entry, ...]]:
    """The row of a round and its entries, not saved."""
    settlement, opening = log.settlement, log.opening.to_json()
    row = Round(
        club_id=session.club_id,
        session=session,
        number=number,
        opened=log.opened,
        **opening,
        net=dict(settlement.net),
        ended=settlement.ended.value if settlement.ended else "",
        next_dealer=settlement.next_dealer or "",
        problems=len(settlement.problems),
        facts=len(log.facts),
        started_at=log.times[log.opened],
        last_at=log.times[max(log.times)],
    )
    return row, tuple(_entry(row, log, index, entry) for index, entry in enumerate(settlement.entries))


def _entry(row: Round, log: RoundLog, index: int, entry: ledger.Entry) -> Entry:
    seats = {**log.opening.seats, POT: None}
    return Entry(
        club_id=row.club_id,
        session=row.session,
        round=row,
        index=index,
        payer_id=seats[entry.payer],
        payee_id=seats[entry.payee],
        points=entry.points,
        reason=entry.reason.value,
        fact=entry.event,
        position=None if entry.event is None else log.facts[entry.event].id,
        about=entry.about,
        why=ledger.why_to_json(entry.why),
    )


def store_round(session: Session, number: int, log: RoundLog, replaced: Round | None = None) -> None:
    """Save the row of a round and its entries in the place of what is stored of it."""
    row, entries = project_round(session, number, log)
    if replaced:
        replaced.entries.all().delete()
        row.pk = replaced.pk
    row.save(force_insert=not replaced, force_update=bool(replaced))
    Entry.objects.bulk_create(entries)


def forget_round(row: Round) -> None:
    """Remove what is stored of a round whose opening was undone."""
    row.entries.all().delete()
    row.delete()


def rebuild(session: Session) -> None:
    """Write the projection of a session anew, from its events alone, in a transaction of its own."""
    with transaction.atomic(durable=True):
        Session.objects.select_for_update().values("pk").get(club=session.club_id, pk=session.pk)
        projection = project(session, list(session.log()))
        session.ledger().order_by().delete()
        session.played().delete()
        for row, entries in projection.rounds:
            row.save(force_insert=True)
            Entry.objects.bulk_create(entries)
        for name, value in projection.columns.items():
            setattr(session, name, value)
        session.save(update_fields=list(projection.columns))


def stored(session: Session) -> Projection:
    """The projection as it is stored."""
    entries: dict[int, list[Entry]] = {}
    for entry in session.ledger():
        entries.setdefault(entry.round_id, []).append(entry)
    columns: dict[str, object] = {name: getattr(session, name) for name in COLUMNS}
    return Projection(columns, tuple((row, tuple(entries.get(row.pk, ()))) for row in session.played()))
