"""A night with people who wait and money that is owed, and what its tests ask of it."""

from collections.abc import Mapping

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.dues import Dues, dues
from rounds.book.reading import people_of, standing_payments, totals
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.models import Club, Round, Session
from rounds.rules.events import POT
from rounds.rules.presets import presets
from rounds.rules.rotation import Rotation
from tests.web.cast import NAMES, next_round, tap
from tests.web.kept import kept

RULES = Ruling(presets()["chengdu_home"].rules, "chengdu_home")


@kept
def start(club: Club, *resting: str, rotation: Rotation = Rotation.STAY, **more: object) -> Session:
    new = NewNight(Seating(NAMES, resting, rotation), "A", RULES, "Asia/Shanghai", **more)  # type: ignore[arg-type]
    return scorebook.open_night_as_asked(club, tap(0), new.to_json(), lambda: new)


def now(session: Session) -> Session:
    session.refresh_from_db()
    return session


def newest(session: Session) -> Round:
    return session.played().get(number=now(session).round_count)


def sitting(session: Session) -> Mapping[str, str]:
    """Who sits where in the newest round, by name."""
    row = newest(session)
    return {seat: row.names[seat] for seat in row.seats}


def owed(session: Session) -> Dues:
    return dues(list(session.played()), standing_payments(session))


def by_name(session: Session, sums: Mapping[str, int]) -> dict[str, int]:
    names = {**people_of(session), POT: POT}
    return {names[account]: points for account, points in sums.items()}


def won(session: Session) -> dict[str, int]:
    """The points of everybody, by name."""
    return by_name(session, totals(session.played()))


def ids(session: Session) -> dict[str, str]:
    return {name: person for person, name in people_of(session).items()}


def sound(session: Session) -> None:
    """What is stored is what the log says."""
    assert first_fault(now(session)) is None


@kept
def set_company(session: Session, names: Mapping[str, str], *resting: str, rotation: Rotation = Rotation.STAY) -> None:
    seating = Seating(names, resting, rotation)
    scorebook.set_company(now(session), tap(session.position), seating)


@kept
def next_round_with(session: Session, names: Mapping[str, str]) -> None:
    """Open a round in which these people sit; who has a name that has been there is the same person."""
    set_company(session, names)
    next_round(session, "A")
