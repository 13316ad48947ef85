"""Other people at the table from one round to the next, as a log can have them."""

from dataclasses import replace

from rounds import scorebook
from rounds.book.projection import store_round
from rounds.book.reading import read_log
from rounds.book.replay import replay
from rounds.book.taps import Line
from rounds.models import Event, Person, Session
from tests.web.cast import tap


def next_round_with(session: Session, names: dict[str, str]) -> None:
    """Open a round in which these people sit; who has a name that has been there is the same person."""
    session.refresh_from_db()
    known = {row.names[letter]: person for row in session.played() for letter, person in row.seats.items()}
    seats = {letter: known.get(name) or _new(session, name) for letter, name in names.items()}

    def write(line: Line) -> Event:
        newest = line.session.played().get(number=line.session.round_count)
        opening = replace(read_log(line.session, newest).opening, seats=seats, names=names)
        event = line.write(opening.to_json(), round=line.position)
        line.session.round_count += 1
        store_round(line.session, line.session.round_count, replay([event]))
        return event

    scorebook._write(session, tap(session.position), Event.Kind.OPEN_ROUND, {"seats": seats}, write)


def _new(session: Session, name: str) -> str:
    return str(Person.objects.create(club=session.club, name=name).pk)
