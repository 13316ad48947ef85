"""座位 zuò wèi: who sits where from the next round on, who waits, how long the night goes on."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.book.company import SEATS
from rounds.book.reading import next_opening
from rounds.models import Person, Round, Session
from rounds.people import offered
from rounds.rules.rotation import Rotation
from rounds.screens.countdown import left
from rounds.screens.money import Choice
from rounds.screens.signs import Mark, mark_of
from rounds.wording import word

REST, GONE = "rest", "gone"
"""Places that are no seat."""
NEW = "new"
"""The key of the line on which a name is typed, and the field that has it."""
OFFERED = 12
"""So many of the club can be picked by a tap."""

Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody, and the places he can be given; `key` is the number of the line, or "new" where the name is typed."""

    key: str
    name: str
    mark: Mark | None
    places: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Seats:
    """The page. `here` are at the table or wait, `others` can come; `new` is the line for a name to be typed.

    `rotations`: whose seat is free after a round while somebody waits; `first`: who waits longest, "" for nobody.
    `last`: the number of the last round, `left` how many are left, `around` how many if each dealt once more.
    """

    number: int
    here: tuple[Line, ...]
    others: tuple[Line, ...]
    new: Line
    rotations: tuple[Choice, ...]
    first: str
    runs: bool
    last: int | None
    left: int
    around: int


def seats(session: Session, newest: Round, typed: Typed) -> Seats:
    """As the next round will find them, or as they were typed; four queries."""
    company = next_opening(session, newest).company
    found = offered(session.club_id)
    people = {str(person.pk): person for person in found}
    sits = {person: seat for seat, person in company.seats.items()}
    names = company.people
    others = [person for person in found if str(person.pk) not in names][:OFFERED]
    here = [
        _line(str(number), name, people.get(one), sits.get(one, REST), typed)
        for number, (one, name) in enumerate(names.items())
    ]
    come = (_line(str(number), one.name, one, GONE, typed) for number, one in enumerate(others, len(here)))
    over = bool(newest.ended)
    return Seats(
        number=newest.number,
        here=tuple(here),
        others=tuple(come),
        new=_line(NEW, typed.get(NEW, ""), None, REST, typed),
        rotations=rotations(typed.get("rotation", company.rotation.value)),
        first=names[company.resting[0]] if company.resting else "",
        runs=not over,
        last=session.last_round,
        left=left(session, over=over),
        around=len(company.seats),
    )


def _line(key: str, name: str, person: Person | None, place: str, typed: Typed) -> Line:
    chosen = typed.get(f"place-{key}", place)
    last = _("走") if place != GONE else _("不来")
    labels = {**{seat: str(number) for number, seat in enumerate(SEATS, 1)}, REST: _("歇"), GONE: last}
    if key == NEW:
        del labels[GONE]
    return Line(key, name, mark_of(person), tuple(Choice(at, label, at == chosen) for at, label in labels.items()))


def rotations(chosen: str) -> tuple[Choice, ...]:
    """Whose seat can be free after a round while somebody waits, and which of these is chosen."""
    return tuple(Choice(one.value, word(one), one.value == chosen) for one in Rotation)
