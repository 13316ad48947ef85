"""What pages read of a night: rounds from their projection, the events of one round from the log, sums of points."""

import json
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Exists, OuterRef, QuerySet

from rounds.book.replay import RoundLog, replay
from rounds.book.ruling import Ruling
from rounds.models import Event, Round, Session
from rounds.rules.events import POT
from rounds.rules.ledger import Reason
from rounds.rules.ruleset import RuleSet


def load_round(session: Session, number: int) -> RoundLog:
    """The round with this number as its events tell it (two queries); raises `Round.DoesNotExist`."""
    return read_log(session, session.played().get(number=number))


def read_log(session: Session, row: Round) -> RoundLog:
    """The round as its events tell it (one query)."""
    return replay(list(session.log().filter(round=row.opened)))


def read_logs(session: Session, rows: Sequence[Round]) -> dict[int, RoundLog]:
    """These rounds as their events tell them, by their numbers (one query)."""
    told: dict[int | None, list[Event]] = {row.opened: [] for row in rows}
    for event in session.log().filter(round__in=told):
        told[event.round].append(event)
    return {row.number: replay(told[row.opened]) for row in rows}


def totals(rows: Iterable[Round]) -> dict[str, int]:
    """What each person has won or lost over these rounds, by the person's id, and the pot by "pot", in points."""
    sums: dict[str, int] = {}
    for row in rows:
        for seat, points in row.net.items():
            person = row.seats.get(seat, POT)
            sums[person] = sums.get(person, 0) + points
    return sums


def seat_totals(rows: Iterable[Round], seats: Mapping[str, str]) -> dict[str, int]:
    """What the person at each of `seats` has won or lost over these rounds, in points."""
    sums = totals(rows)
    return {seat: sums.get(person, 0) for seat, person in seats.items()}


def last_paid(session: Session, note: str) -> int | None:
    """What each payee got of the newest transfer with this note, in points (one query); None where there is none."""
    paid = session.ledger().filter(reason=Reason.TRANSFER.value, why__note=note).last()
    return paid.points if paid else None


def standing(session: Session) -> QuerySet[Event]:
    """The events of the night that are no undo and have not been undone, in order; 撤销 takes back the last of them."""
    undos = Event.objects.filter(club=session.club_id, session=session, undoes=OuterRef("position"))
    return session.log().exclude(kind=Event.Kind.UNDO).exclude(Exists(undos))


def ruling_of(row: Round) -> Ruling:
    """The rules that a round is played by."""
    return Ruling(RuleSet.from_json(row.rules), row.preset, row.house)


def next_ruling(session: Session, newest: Round) -> Ruling:
    """The rules of the round after the newest: its own, or what they were changed to since it began (one query)."""
    change = standing(session).filter(kind=Event.Kind.SET_RULES, position__gt=newest.opened).last()
    return Ruling.from_json(json.loads(change.data)) if change else ruling_of(newest)
