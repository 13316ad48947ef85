"""What pages read of a night: rounds from their projection, the events of one round from the log, sums of points."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from rounds.book.bets import Bets
from rounds.book.company import Company, dealer_after, rotated
from rounds.book.refusals import NotNow
from rounds.book.replay import Opening, RoundLog, replay
from rounds.book.reseating import Reseating
from rounds.book.ruling import Ruling, rules_from_json
from rounds.models import Event, Payment, Person, Round, Session, Spelt
from rounds.money import money_from_json
from rounds.rules.events import POT
from rounds.rules.ledger import Reason
from rounds.rules.rotation import Rotation
from rounds.rules.table_fee import fee_from_json


def load_round(session: Session, number: int) -> RoundLog:
    """The round with this number as its events tell it (two queries); raises `Round.DoesNotExist`."""
    return read_log(session, session.played().get(number=number))


def load_newest(session: Session) -> RoundLog:
    """The newest round as its events tell it (two queries)."""
    newest = session.played().last()
    assert newest, "a night begins with a round"
    return read_log(session, newest)


def load_rounds(session: Session) -> list[Round]:
    """All rounds of the night in order (two queries): the newest whole, those before it with who was there and what
    they came to. A night has hundreds, and the rest of a round is larger and asked of one alone."""
    newest = session.played().last()
    assert newest, "a night begins with a round"
    return [*session.played().filter(number__lt=newest.number).defer(*ASKED_OF_ONE), newest]


ASKED_OF_ONE = ("rules", "counts", "patterns", "stakes", "touched", "money", "fee", "started_at", "last_at")


def read_log(session: Session, row: Round) -> RoundLog:
    """The round as its events tell it (one query)."""
    return replay(list(session.log().filter(Q(round=row.opened) | Q(position__in=row.touched))))


def read_logs(session: Session, rows: Sequence[Round]) -> dict[int, RoundLog]:
    """These rounds as their events tell them, by their numbers (one query)."""
    told: dict[int | None, list[Event]] = {row.opened: [] for row in rows}
    touching: dict[int, list[Round]] = {}
    for row in rows:
        for position in row.touched:
            touching.setdefault(position, []).append(row)
    for event in session.log().filter(Q(round__in=told) | Q(position__in=touching)):
        if event.position in touching:
            for row in touching[event.position]:
                told[row.opened].append(event)
        else:
            told[event.round].append(event)
    return {row.number: replay(told[row.opened]) for row in rows}


def totals(rows: Iterable[Round]) -> dict[str, int]:
    """What each person has won or lost over these rounds, by the person's id, and the pot by "pot", in points.

    A round's sums are by the seat for those who play, and by the id itself for those who bet.
    """
    sums: dict[str, int] = {}
    for row in rows:
        for seat, points in row.net.items():
            person = row.seats.get(seat, seat)
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
    return Ruling(rules_from_json(row.rules), row.preset, row.house)


def next_ruling(session: Session, newest: Round) -> Ruling:
    """The rules of the round after the newest: its own, or what they were changed to since it began (one query)."""
    change = standing(session).filter(kind=Event.Kind.SET_RULES, position__gt=newest.opened).last()
    return Ruling.from_json(json.loads(change.data)) if change else ruling_of(newest)


NEXT = (Event.Kind.SET_RULES, Event.Kind.SET_COMPANY, Event.Kind.SET_MONEY)
"""What is told in the middle of a night and used from the next round on."""


def next_opening(session: Session, newest: Round) -> Opening:
    """What the round after the newest will be opened with (one query): all as in the newest round, but for what was
    told since it began, and for the one who waits and takes a seat. `dealer` is "" where the table has to be asked."""
    return opening_after(
        newest, standing(session).filter(kind__in=(*NEXT, Event.Kind.RESEAT), position__gt=newest.opened)
    )


def opening_after(newest: Round, told: Iterable[Event]) -> Opening:
    """As `next_opening`; `told` are the standing events of the kinds `NEXT` since the newest round began, and those
    that say who sat there in truth."""
    events = list(told)
    changes = {event.kind: json.loads(event.data) for event in events}
    before, told_company = company_of(newest), changes.get(Event.Kind.SET_COMPANY)
    company = _in_truth(newest, events) if told_company else before
    if newest.ended and (told_company is None or told_company.get("rotates")):
        company = rotated(company, newest.net, newest.dealer)
    rules, money = changes.get(Event.Kind.SET_RULES), changes.get(Event.Kind.SET_MONEY)
    return Opening(
        company=company,
        dealer=dealer_after(before, newest.next_dealer, company) if newest.next_dealer else "",
        ruling=Ruling.from_json(rules) if rules else ruling_of(newest),
        money=money_from_json(money["money"] if money else newest.money),
        fee=fee_from_json(money["fee"] if money else newest.fee),
    )


def _in_truth(newest: Round, told: Iterable[Event]) -> Company:
    """Who was told to sit down after the newest round: whoever was found since to be somebody else in that round is so
    after it too, but where both were told of."""
    company = company_of(newest)
    for event in told:
        data = json.loads(event.data)
        if event.kind == Event.Kind.SET_COMPANY:
            company = Company.from_json(data)
        elif event.kind == Event.Kind.RESEAT and newest.opened in data["rounds"]:
            reseating = Reseating.from_json(data)
            if reseating.fits(company):
                company = reseating.apply(company)
    return company


def company_of(row: Round) -> Company:
    """Who sat and who waited in a round."""
    return Company(row.seats, _names(row), tuple(row.resting), Rotation(row.rotation), row.turn)


def bets_of(row: Round) -> Bets:
    """Who bet in a round."""
    return Bets(row.bets, {person: name for person, name in row.names.items() if person in row.bets})


def _names(row: Round) -> dict[str, str]:
    """Without those who only bet."""
    return {at: name for at, name in row.names.items() if at in row.seats or at in row.resting}


def stakes_of(company: Company, brought: Mapping[str, int], rows: Iterable[Round]) -> dict[str, int]:
    """输光为止: by seat, the points that those who brought some have left to lose after these rounds."""
    won = totals(rows)
    return {
        seat: max(0, brought[person] + won.get(person, 0))
        for seat, person in company.seats.items()
        if person in brought
    }


def brought_by(session: Session) -> dict[str, int]:
    """输光为止: by the person's id, the points that those have brought who are limited by them (one query, a second
    where somebody was entered for another). These are of those who were there in truth, whoever was entered at first.
    """
    told = list(standing(session).filter(kind__in=BROUGHT))
    reseated = any(event.kind == Event.Kind.RESEAT for event in told)
    return brought_in(told, list(session.played().values_list("opened", flat=True)) if reseated else [])


def brought_in(events: Iterable[Event], opened: Collection[int]) -> dict[str, int]:
    """As `brought_by`; `events` are the standing ones of the kinds `BROUGHT`, `opened` where each round was."""
    told = [(event, json.loads(event.data)) for event in events]
    reseated = [(event.position, data) for event, data in told if event.kind == Event.Kind.RESEAT]
    brought: dict[str, int] = {}
    for event, data in told:
        mended = [mend for at, mend in reseated if at > event.position and _running(opened, event) in mend["rounds"]]
        for person, points in _brings(data):
            for mend in mended:
                person = mend["people"].get(person, person)
            brought[person] = brought.get(person, 0) + points
    return {person: points for person, points in brought.items() if points >= 0}


BROUGHT = (Event.Kind.OPEN_NIGHT, Event.Kind.BUY_IN, Event.Kind.RESEAT)


def _brings(data: Mapping[str, Any]) -> list[tuple[str, int]]:
    """What an event says was brought, by the ids of those who were entered."""
    if "points" in data:
        return [(data["person"], data["points"])]
    return [(data["seats"].get(at, at), points) for at, points in data.get("stakes", {}).items()]


def _running(opened: Iterable[int], event: Event) -> int:
    """Where the round was opened that was the newest at an event; each of `opened` is of a round."""
    return max((at for at in opened if at <= event.position), default=event.position)


def people_of(session: Session) -> dict[str, str]:
    """Everybody who has sat, waited or bet in the night, by the id: the newest name (one query)."""
    return people_in(session.played())


def people_in(rows: Iterable[Round], also: Iterable[str] = ()) -> dict[str, str]:
    """Everybody who sat, waited or bet in these rounds, by the id: the newest name; who sat in a round comes first.

    Those of `also` who are in none of them come last, by what the club calls them now (one query, none where nobody is
    missing): an event may name somebody who comes later, or in whose place another was there in truth.
    """
    people: dict[str, str] = {}
    for row in rows:
        people |= {person: row.names[seat] for seat, person in row.seats.items()}
        people |= {person: name for person, name in row.names.items() if person not in row.seats}
    missing = {*also} - {*people, POT}
    if missing:
        people |= dict.fromkeys(sorted(missing), NOBODY)
        people |= {
            str(person.pk): person.name
            for person in Person.objects.filter(pk__in=missing).order_by(Spelt("name"), "pk")
        }
    return people


NOBODY = "?"
"""What is said for the name of somebody whom the club does not know."""


def named_in(data: Mapping[str, Any]) -> set[str]:
    """The ids of those whom the data of an event names without saying what they were called: who paid whom, who brings
    more, who was in truth somebody else."""
    ends = [one[end] for one in data.get("payments", [data]) for end in ("payer", "payee") if end in one]
    told = {data[field] for field in ("person", "leaver") if data.get(field)}
    people = data.get("people", {})
    return {*ends, *told, *people, *people.values()}


def payers_in(payments: Iterable[Payment]) -> set[str]:
    """The ids of those who paid or were paid."""
    return {str(person) for one in payments for person in (one.payer_id, one.payee_id) if person}


def rows_between(session: Session, first: int, last: int) -> list[Round]:
    """These rounds, in order; raises `NotNow` ("no_such_round") unless all of them are there, and one at least."""
    rows = list(session.played().filter(number__gte=first, number__lte=last))
    if not rows or len(rows) != last - first + 1:
        raise NotNow("no_such_round")
    return rows


def standing_payments(session: Session) -> QuerySet[Payment]:
    """What has been paid in the night, in order."""
    return session.paid().filter(undone=None)
