"""Who sits where from the next round on, who sat there in truth, and who bets on whom."""

from collections.abc import Callable, Mapping

from rounds.book import guards
from rounds.book.bets import Bets
from rounds.book.company import Company
from rounds.book.moment import Stored
from rounds.book.naming import known_in
from rounds.book.projection import store_rounds
from rounds.book.reading import bets_of, people_in, people_of, read_log, read_logs, rows_between
from rounds.book.reading import company_of as company_of_row
from rounds.book.refusals import NotNow
from rounds.book.replay import RoundLog
from rounds.book.reseating import reseating_of
from rounds.book.seating import Seating
from rounds.book.taps import Answer, Line, Tap
from rounds.models import Event, Session
from rounds.scorebook.naming import company_of, ids_of
from rounds.scorebook.writing import round_of, touch, write

Kind = Event.Kind


def set_company(session: Session, tap: Tap, seating: Seating) -> Answer:
    """换座 huàn zuò: who sits where and who waits, from the next round on; somebody comes, somebody goes.

    Told in the middle of a round, and all who play keep their seats: after it one of them is free as the rotation says.
    Who is at the table under exactly that name is meant, or else somebody of the club, or who was called so in the
    night before, or else is new. Raises `NotNow`: `night_ended`, `no_changes`, and as `Seating.refuse`.
    """

    return set_company_as_asked(session, tap, seating.to_json(), lambda now: seating)


def set_company_as_asked(
    session: Session, tap: Tap, told: Mapping[str, object], read: Callable[[Company], Seating]
) -> Answer:
    """As `set_company`, where what was asked depends on what stands: on who waits longer.

    `told` is what was asked, by which the same tap is known when the order of those has changed; `read` says what that
    means beside those who would be there else, and may raise what it likes.
    """

    def append(line: Line) -> Event:
        guards.refuse_ended(line.session)
        now = Stored(line.session)
        there = now.coming.company
        seating = read(there)
        seating.refuse()
        company = company_of(line.session.club_id, seating, known_in(people_of(line.session), there.people))
        if len(company.people) < len(seating.everybody):
            raise NotNow("same_names")
        return line.write(guards.seated(now, company))

    return write(session, tap, Kind.SET_COMPANY, told, append)


def set_bets(session: Session, tap: Tap, round_number: int, on: Mapping[str, str]) -> Answer:
    """叫马 jiào mǎ: who does not play in a round and bets on which seat, by names; it replaces all bets of the round.

    Raises `NotNow`: `no_such_round`, `bettor_plays`, `no_such_seat`, `too_many_people`, `no_changes`, and as
    `Seating.refuse` for names, also where two of them mean the same person.
    """
    told = {"round": round_number, "on": dict(on)}

    def append(line: Line) -> Event:
        row = round_of(line.session, round_number)
        log = read_log(line.session, row)
        bets = _bets(line.session, log, on)
        guards.refuse_bets(log, bets)
        event = line.write(bets.to_json(), round=row.opened)
        store_rounds(line.session, read_logs(line.session, [row]), [row])
        return event

    return write(session, tap, Kind.SET_BETS, told, append)


def _bets(session: Session, log: RoundLog, on: Mapping[str, str]) -> Bets:
    guards.refuse_bettors(log, on)
    here = {**log.opening.bets.names, **log.opening.company.people}
    ids = ids_of(session.club_id, on, known_in(people_of(session), here))
    if len(set(ids.values())) < len(on):  # by two names, one of them of before: only one bet would be kept
        raise NotNow("same_names")
    return Bets({ids[name]: seat for name, seat in on.items()}, {ids[name]: name for name in on})


def reseat(session: Session, tap: Tap, first: int, last: int, names: Mapping[str, str]) -> Answer:
    """换人 huàn rén: in the rounds `first` to `last`, whoever was entered under a key of `names` was its value, whether
    he sat, waited or bet.

    Their facts stay at the seats; what those are worth is somebody else's. Raises `NotNow`: `no_such_round`,
    `no_changes`, `same_names` (somebody would sit there twice), `bettor_plays`, `reserved_name`.
    """
    told = {"first": first, "last": last, "names": dict(names)}

    def append(line: Line) -> Event:
        rows = rows_between(line.session, first, last)
        people = people_of(line.session)
        known = known_in(people, {person: people[person] for person in people_in(rows)})
        ids = ids_of(line.session.club_id, names.values(), known)
        reseating = reseating_of([(company_of_row(row), bets_of(row)) for row in rows], names, known.here, ids)
        event = line.write({"rounds": [row.opened for row in rows], **reseating.to_json()})
        touch(line.session, rows, event)
        return event

    return write(session, tap, Kind.RESEAT, told, append)
