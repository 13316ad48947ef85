"""Other people at the table from one round to the next."""

from rounds import scorebook
from rounds.book.seating import Seating
from rounds.models import Session
from tests.web.cast import next_round, tap


def next_round_with(session: Session, names: dict[str, str]) -> None:
    """Open a round in which these people sit; who has a name that has been there is the same person."""
    session.refresh_from_db()
    scorebook.set_company(session, tap(session.position), Seating(names))
    next_round(session, "A")
