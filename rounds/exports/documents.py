"""A night as JSON, `xuezhan-session/1`: its log, from which everything follows, and what follows, to be read.

The same night gives the same bytes, wherever it is kept: nothing in it comes from anything but its log and its people.
docs/formats.md describes the form.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rounds.book.chain import canonical, digest, utc_text
from rounds.book.dues import dues
from rounds.book.history import Mark, Past, history
from rounds.book.payments import Paid
from rounds.book.projection import Projection, project_logs, round_logs
from rounds.book.reading import totals
from rounds.book.replay import RoundLog
from rounds.models import Event, Payment, Person, Round, Session
from rounds.rules.document import FORMAT as ROUND_FORMAT
from rounds.rules.events import POT, fact_to_json

FORMAT = "xuezhan-session/1"

Json = dict[str, object]
Kind = Event.Kind


@dataclass(frozen=True, slots=True)
class Night:
    """A night's events, and what they come to."""

    session: Session
    events: Sequence[Event]
    logs: Sequence[RoundLog]
    projection: Projection


def night_of(session: Session, events: Sequence[Event]) -> Night:
    """What the events come to. Raises LookupError or ValueError for events that the scorebook cannot have written.

    The columns of the session are set, but for its id and its club, which are needed.
    """
    logs = round_logs(events)
    projection = project_logs(session, events, logs)
    for name, value in projection.columns.items():
        setattr(session, name, value)
    return Night(session, events, logs, projection)


def night_document(night: Night, people: Iterable[Person]) -> Json:
    """The night with the people that its events name, in the order of `people_named`."""
    session, rows = night.session, [row for row, _ in night.projection.rounds]
    told: Json = {
        "format": FORMAT,
        "club": str(session.club_id),
        "session": str(session.pk),
        "date": session.date.isoformat(),
        "zone": session.zone,
        "started_at": utc_text(session.started_at),
        "ended_at": session.ended_at and utc_text(session.ended_at),
        "people": [person_document(person) for person in people],
        "events": [event_document(event) for event in night.events],
        "rounds": [_round(row, log) for row, log in zip(rows, night.logs, strict=True)],
        "payments": [_payment(payment) for payment in night.projection.payments],
        "totals": totals(rows),
        "dues": _dues(rows, night.projection.payments),
    }
    return {**told, "digest": digest(told)}


def line_of(document: Mapping[str, object]) -> bytes:
    """A document as it is written: one line of canonical JSON."""
    return canonical(document).encode() + b"\n"


def people_named(events: Iterable[Event]) -> list[str]:
    """The ids of everybody that these events name, the first named first."""
    named = (person for event in events for person in _PEOPLE.get(Kind(event.kind), _nobody)(json.loads(event.data)))
    return [person for person in dict.fromkeys(named) if person != POT]


def _nobody(data: Mapping[str, Any]) -> Iterable[str]:
    return ()


def _company(data: Mapping[str, Any]) -> Iterable[str]:
    return (*data["seats"].values(), *data.get("resting", ()))


_PEOPLE: Mapping[Event.Kind, Callable[[Mapping[str, Any]], Iterable[str]]] = {
    Kind.OPEN_NIGHT: _company,
    Kind.OPEN_ROUND: _company,
    Kind.SET_COMPANY: _company,
    Kind.SET_BETS: lambda data: data["on"],
    Kind.RESEAT: lambda data: (*data["people"], *data["people"].values()),
    Kind.BUY_IN: lambda data: (data["person"],),
    Kind.PAY: lambda data: [end for paid in Paid.from_json(data).payments for end in (paid.payer, paid.payee)],
}
"""The people that the data of an event names."""


def person_document(person: Person) -> Json:
    return {"id": str(person.pk), "name": person.name, "sign": person.sign, "hidden": person.hidden}


def event_document(event: Event) -> Json:
    """Everything that its hash covers, and the hash. Of the link by which it was written, the id and the right."""
    return {
        "id": str(event.pk),
        "position": event.position,
        "key": event.key,
        "request": event.request,
        "kind": event.kind,
        "round": event.round,
        "undoes": event.undoes,
        "data": json.loads(event.data),
        "by": event.by_id and str(event.by_id),
        "right": event.right,
        "at": utc_text(event.at),
        "previous": event.previous,
        "hash": event.hash,
    }


def _round(row: Round, log: RoundLog) -> Json:
    """`document` is a round document that can be settled by itself, with what it comes to; `facts` says of each fact
    what was recorded, corrected, voided and undone."""
    return {
        "number": row.number,
        "opened": row.opened,
        "touched": row.touched,
        "seats": row.seats,
        "names": row.names,
        "resting": row.resting,
        "rotation": row.rotation,
        "house": row.house,
        "money": row.money,
        "fee": row.fee,
        "problems": [[problem.event, problem.code] for problem in log.settlement.problems],
        "document": _round_document(row, log),
        "facts": [_past(past) for past in history(log).values()],
    }


def _round_document(row: Round, log: RoundLog) -> Json:
    return {
        "format": ROUND_FORMAT,
        "id": row.number,
        "rules": {"preset": row.preset, "options": row.rules},
        "players": list(log.players),
        "dealer": row.dealer,
        "events": [fact_to_json(standing.fact) for standing in log.facts],
        "stakes": row.stakes,
        "side_bettors": row.bets,
        "expected": {"net": row.net, "ended": row.ended or None, "next_dealer": row.next_dealer or None},
    }


def _past(past: Past) -> Json:
    return {"id": past.id, "stands": past.stands, "marks": [_mark(mark) for mark in past.marks]}


def _mark(mark: Mark) -> Json:
    return {
        "did": mark.did.value,
        "fact": fact_to_json(mark.fact),
        "at": utc_text(mark.at),
        "right": mark.right,
        "undone": mark.undone,
    }


def _payment(payment: Payment) -> Json:
    return {
        "position": payment.position,
        "payer": str(payment.payer_id or POT),
        "payee": str(payment.payee_id or POT),
        "amount": payment.amount,
        "currency": payment.currency,
        "undone": payment.undone,
    }


def _dues(rows: Sequence[Round], payments: Iterable[Payment]) -> Json:
    due = dues(rows, [payment for payment in payments if payment.undone is None])
    return {"currency": due.currency, "won": due.won, "fee": due.fee, "paid": due.paid, "left": due.left}
