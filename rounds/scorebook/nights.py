"""A night begins, is to end soon, ends, and goes on after all."""

from collections.abc import Callable, Mapping
from zoneinfo import ZoneInfo

from django.db import transaction

from rounds.book import guards
from rounds.book.chain import FIRST, digest
from rounds.book.moment import Stored
from rounds.book.naming import Known
from rounds.book.projection import store_opened
from rounds.book.replay import Opening, replay
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.book.taps import Answer, Line, Tap, durably, known_event
from rounds.links import new_link
from rounds.models import Club, Event, Right, Session
from rounds.money import Money
from rounds.scorebook.naming import company_of
from rounds.scorebook.writing import write

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
    night. Raises `NotNow`: `seats`, `too_many_people`, `same_names`, `reserved_name`, `dealer_needed`.
    """
    new = NewNight(Seating(names), dealer, ruling, zone, money)
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
            new.refuse()
            company = company_of(locked.pk, new.seating, Known())
            waiting = dict.fromkeys(company.resting, new.waiting_stakes) if new.waiting_stakes else {}
            opening = Opening(company, new.dealer, new.ruling, new.money, new.fee, {**new.stakes, **waiting})
            return _start(locked, tap, request, opening, new.zone)

    return durably(once)


def _start(club: Club, tap: Tap, request: str, opening: Opening, zone: str) -> Session:
    day = tap.at.astimezone(ZoneInfo(zone)).date()
    session = Session(club=club, position=0, head=FIRST, round_count=1, zone=zone, date=day, started_at=tap.at)
    session.save(force_insert=True)
    data = {**opening.to_json(), "zone": zone, "date": day.isoformat()}
    event = Line(session, tap, Kind.OPEN_NIGHT, request).write(data, round=1)
    session.save(force_update=True)
    store_opened(session, 1, replay([event]))
    new_link(club, Right.WATCH, session, tap.at).save(force_insert=True)
    return session


def count_down(session: Session, tap: Tap, rounds: int | None) -> Answer:
    """倒计时 dào jì shí: after so many more rounds the night is to end; None: it is open again how long it goes on.

    The round that runs is one of them. Raises `NotNow`: `night_ended`, `no_changes`, `countdown`.
    """

    def append(line: Line) -> Event:
        last = guards.last_round(Stored(line.session), rounds)
        line.session.last_round = last
        return line.write({"last": last})

    return write(session, tap, Kind.COUNT_DOWN, {"rounds": rounds}, append)


def end_night(session: Session, tap: Tap) -> Answer:
    """收场 shōu chǎng: end the night, with a round still running if need be.

    Raises `NotNow`: `night_ended`, or `problems_stand` with the `round` and the `event` to be mended first.
    """

    def append(line: Line) -> Event:
        guards.refuse_ended(line.session)
        guards.refuse_problems(Stored(line.session))
        line.session.ended_at = tap.at
        return line.write({})

    return write(session, tap, Kind.END_NIGHT, {}, append)


def reopen_night(session: Session, tap: Tap) -> Answer:
    """Play on after all. Raises `NotNow` ("night_running")."""

    def append(line: Line) -> Event:
        guards.refuse_running(line.session)
        line.session.ended_at = None
        return line.write({})

    return write(session, tap, Kind.REOPEN_NIGHT, {}, append)
