"""Nights of other days, and plain totals of older ones."""

from dataclasses import replace
from datetime import date, datetime

from rounds import scorebook
from rounds.models import Club, OldTotal, Person, Session
from tests.web.cast import NAMES, open_night, record, self_draw, tap
from tests.web.kept import kept


@kept
def night_on(club: Club, day: datetime, names: dict[str, str] = NAMES, preset: str = "chengdu_home") -> Session:
    """A night of that day in which the first wins, over."""
    session = open_night(club, names, preset=preset, with_tap=replace(tap(0), at=day))
    record(session, self_draw("A", fans=1))
    session.refresh_from_db()
    return scorebook.end_night(session, tap(session.position)).session


@kept
def old_total(club: Club, day: date, name: str, points: int) -> None:
    person, _ = Person.objects.get_or_create(club=club, name=name)
    OldTotal.objects.create(club=club, date=day, person=person, points=points)
