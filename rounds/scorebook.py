"""The only writer of nights. Each call is one durable transaction: it is written down whole and once, or not at all.

Inside it, in this order: lock the session; a key that is known gets the answer it had; a tap made on another state
of the log is stale; what is asked is judged, refused or appended to the log; the projection follows.
"""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from django.db import transaction

from rounds.book.chain import FIRST, digest
from rounds.book.projection import BOUNDS, ended_at, forget_round, store_round
from rounds.book.reading import next_ruling, read_log, standing
from rounds.book.refusals import Impossible, NotNow, Stale
from rounds.book.replay import Opening, RoundLog, replay
from rounds.book.revision import revise
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight
from rounds.book.taps import Answer, Line, Tap, durably, known_event
from rounds.links import new_link
from rounds.models import Club, Event, Person, Right, Round, Session
from rounds.money import Money
from rounds.rules.log import Change, Step, change_to_json

Kind = Event.Kind


def open_night(
    club: Club,
    tap: Tap,
    names: Mapping[str, str],
    dealer: str,
    ruling: Ruling,
    zone: str,
    money: Money | None = None,
) -> Session:
    """开一场 kāi yì chǎng: start a night and its first round, with a link to watch it.

    `names`: two to four cleaned names by seat, from A on in turn order. Somebody of the club with exactly that name
    is meant, or else is new. The date is the local one in `zone`, for good. The same tap, come again, gets the same
    night. Raises `NotNow`: `seats`, `same_names`, `reserved_name`, `dealer_needed`.
    """
    new = NewNight(names, dealer, ruling, zone, money)
    return open_night_as_asked(club, tap, new.to_json(), lambda: new)


def open_night_as_asked(club: Club, tap: Tap, told: Mapping[str, object], read: Callable[[], NewNight]) -> Session:
    """As `open_night`, where what was asked depends on what stands: on a rule set that the club may yet rename.

    `told` is what was asked, by which the same tap is known; `read` says what that means, and may raise what it likes.
    """
    request = digest({"kind": Kind.OPEN_NIGHT, "told": told})

    def once() -> Session:
        with transaction.atomic(durable=True):
            locked = Club.objects.select_for_update().get(pk=club.pk)
            if known := known_event(locked.pk, tap, request):
                return known.session
            new = read()
            new.refuse_seating()
            seats = {seat: str(person) for seat, person in _people(locked, new.names).items()}
            opening = Opening(seats, dict(new.names), new.dealer, new.ruling, new.money)
            return _start(locked, tap, request, opening, new.zone)

    return durably(once)


def _people(club: Club, names: Mapping[str, str]) -> dict[str, uuid.UUID]:
    """The id of the person at each seat; who is not known by that name is new."""
    known = {person.name: person.pk for person in Person.objects.filter(club=club, name__in=names.values())}
    new = [Person(club=club, name=name) for name in names.values() if name not in known]
    Person.objects.bulk_create(new)
    known |= {person.name: person.pk for person in new}
    return {seat: known[name] for seat, name in names.items()}


def _start(club: Club, tap: Tap, request: str, opening: Opening, zone: str) -> Session:
    day = tap.at.astimezone(ZoneInfo(zone)).date()
    session = Session(club=club, position=0, head=FIRST, round_count=1, zone=zone, date=day, started_at=tap.at)
    session.save(force_insert=True)
    data = {**opening.to_json(), "zone": zone, "date": day.isoformat()}
    event = Line(session, tap, Kind.OPEN_NIGHT, request).write(data, round=1)
    session.save(force_update=True)
    store_round(session, 1, replay([event]))
    new_link(club, Right.WATCH, session, tap.at).save(force_insert=True)
    return session


def change(session: Session, tap: Tap, round_number: int, changes: Sequence[Change]) -> Answer:
    """Write down what was seen or corrected in a round: changes that stand and fall together.

    Raises `Impossible` when a fact that they bring or amend cannot have happened. Facts after it that become
    impossible are kept, and stand as problems. Raises `NotNow` as `revise` does, and for `no_such_round`.
    """
    told = {"round": round_number, "changes": [change_to_json(change) for change in changes]}
    return change_as_asked(session, tap, round_number, told, lambda log: changes)


def change_as_asked(
    session: Session,
    tap: Tap,
    round_number: int | None,
    told: Mapping[str, object],
    changes: Callable[[RoundLog], Sequence[Change]],
) -> Answer:
    """As `change`, where what is to be written depends on what stands: 也胡 on the win that was recorded last.

    `told` is what was asked, by which the same tap is known when it comes again on a log that has moved on by it;
    `changes` says what that means in the round (the newest if `round_number` is None), and may raise what it likes.
    """

    def write(line: Line) -> Event:
        number = round_number or line.session.round_count
        row = _round(line.session, number)
        log = read_log(line.session, row)
        step = Step(line.position, tuple(changes(log)))
        revision = revise(line.session, number, log, step, tap.at)
        if revision.own:
            raise Impossible(revision.own)
        event = line.write({"changes": [change_to_json(change) for change in step.changes]}, round=row.opened)
        store_round(line.session, number, revision.after, row)
        return event

    return _write(session, tap, Kind.CHANGE, told, write)


def undo(session: Session, tap: Tap) -> Answer:
    """撤销 chè xiāo: take back the newest event of the night that stands, whatever it was.

    Raises `NotNow` ("nothing_to_undo") when only the opening of the night is left.
    """

    def write(line: Line) -> Event:
        taken = standing(line.session).exclude(kind=Kind.OPEN_NIGHT).last()
        if taken is None:
            raise NotNow("nothing_to_undo")
        match taken.kind:
            case Kind.CHANGE:
                return _undo_change(line, taken)
            case Kind.OPEN_ROUND:
                return _undo_round(line, taken)
            case Kind.SET_RULES:  # nothing stored beside the log follows from it before a round is opened
                return line.write({}, undoes=taken.position)
            case _:
                return _undo_bound(line, taken)

    return _write(session, tap, Kind.UNDO, {}, write)


def _undo_change(line: Line, taken: Event) -> Event:
    assert taken.round is not None, "a change concerns a round"
    row = line.session.played().get(opened=taken.round)
    log = read_log(line.session, row)
    event = line.write({}, round=taken.round, undoes=taken.position)
    store_round(line.session, row.number, log.then(Step(event.position, (), taken.position), event.at), row)
    return event


def _undo_round(line: Line, taken: Event) -> Event:
    forget_round(line.session.played().get(opened=taken.position))
    line.session.round_count -= 1
    return line.write({}, round=taken.round, undoes=taken.position)


def _undo_bound(line: Line, taken: Event) -> Event:
    bounds = standing(line.session).filter(kind__in=BOUNDS).exclude(position=taken.position)
    line.session.ended_at = ended_at(bounds)
    return line.write({}, undoes=taken.position)


def open_round(session: Session, tap: Tap, dealer: str | None = None) -> Answer:
    """下一局 xià yì jú: open the round after the newest, with the same people and worth of a point.

    Its rules are those of the newest round, unless they have been changed since. `dealer` is asked for where they do
    not say who deals. Raises `NotNow`: `night_ended`, `round_running`, `dealer_needed`, `dealer_settled`.
    """

    def write(line: Line) -> Event:
        if line.session.ended_at:
            raise NotNow("night_ended")
        newest = _round(line.session, line.session.round_count)
        if not newest.ended:
            raise NotNow("round_running")
        opening = replace(
            read_log(line.session, newest).opening,
            dealer=_next_dealer(newest, dealer),
            ruling=next_ruling(line.session, newest),
        )
        event = line.write(opening.to_json(), round=line.position)
        line.session.round_count += 1
        store_round(line.session, line.session.round_count, replay([event]))
        return event

    return _write(session, tap, Kind.OPEN_ROUND, {"dealer": dealer}, write)


def _next_dealer(newest: Round, dealer: str | None) -> str:
    if newest.next_dealer:
        if dealer not in (None, newest.next_dealer):
            raise NotNow("dealer_settled", {"dealer": newest.next_dealer})
        return newest.next_dealer
    if dealer is None or dealer not in newest.seats:
        raise NotNow("dealer_needed")
    return dealer


def set_rules(session: Session, tap: Tap, ruling: Ruling) -> Answer:
    """改规矩 gǎi guī ju: play by other rules from the next round on; rounds that have begun keep theirs.

    Raises `NotNow`: `night_ended`, or `no_changes` where the next round would be played by these anyhow.
    """
    return set_rules_as_asked(session, tap, ruling.to_json(), lambda now: ruling)


def set_rules_as_asked(
    session: Session, tap: Tap, told: Mapping[str, object], ruling: Callable[[Ruling], Ruling]
) -> Answer:
    """As `set_rules`, where the rules that were asked for depend on what stands: a set that the club may yet rename.

    `told` is what was asked; `ruling` says what that means beside the rules that the next round would have, and may
    raise what it likes.
    """

    def write(line: Line) -> Event:
        if line.session.ended_at:
            raise NotNow("night_ended")
        now = next_ruling(line.session, _round(line.session, line.session.round_count))
        new = ruling(now)
        if new == now:
            raise NotNow("no_changes")
        return line.write(new.to_json())

    return _write(session, tap, Kind.SET_RULES, told, write)


def end_night(session: Session, tap: Tap) -> Answer:
    """收场 shōu chǎng: end the night, with a round still running if need be.

    Raises `NotNow`: `night_ended`, or `problems_stand` with the `round` and the `event` to be mended first.
    """

    def write(line: Line) -> Event:
        if line.session.ended_at:
            raise NotNow("night_ended")
        if broken := line.session.played().filter(problems__gt=0).first():
            problem = read_log(line.session, broken).settlement.problems[0]
            raise NotNow("problems_stand", {"round": broken.number, "event": problem.event})
        line.session.ended_at = tap.at
        return line.write({})

    return _write(session, tap, Kind.END_NIGHT, {}, write)


def reopen_night(session: Session, tap: Tap) -> Answer:
    """Play on after all. Raises `NotNow` ("night_running")."""

    def write(line: Line) -> Event:
        if not line.session.ended_at:
            raise NotNow("night_running")
        line.session.ended_at = None
        return line.write({})

    return _write(session, tap, Kind.REOPEN_NIGHT, {}, write)


def _round(session: Session, number: int) -> Round:
    row = session.played().filter(number=number).first()
    if row is None:
        raise NotNow("no_such_round")
    return row


def _write(
    session: Session, tap: Tap, kind: Event.Kind, told: Mapping[str, object], write: Callable[[Line], Event]
) -> Answer:
    request = digest({"kind": kind, "expected": tap.expected, "told": told})

    def once() -> Answer:
        with transaction.atomic(durable=True):
            locked = Session.objects.select_for_update().get(club=session.club_id, pk=session.pk)
            if known := known_event(locked.club_id, tap, request, locked):
                return Answer(locked, known, replayed=True)
            if locked.position != tap.expected:
                raise Stale
            event = write(Line(locked, tap, kind, request))
            locked.save(force_update=True)
            return Answer(locked, event, replayed=False)

    return durably(once)
