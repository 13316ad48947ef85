"""叫马 jiào mǎ: who bets on which seat of a round, chosen by name or by the number of a tile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.book.reading import people_in
from rounds.models import Person, Round, Session
from rounds.people import offered
from rounds.rules.rotation import tiles_of
from rounds.screens.seats import NEW, OFFERED
from rounds.screens.signs import Mark, mark_of

Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Seat:
    """Whom somebody can bet on, "" for nobody. `tiles`: the numbers of a tile that stand for him, 1, 5 and 9 for the
    dealer."""

    letter: str
    name: str
    tiles: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody who may bet, and on whom; `key` is the number of the line, or "new" where the name is typed."""

    key: str
    name: str
    mark: Mark | None
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Bets:
    """The page of one round. `here` wait, bet or were at the table in another round; `others` are of the club."""

    number: int
    dealer: str
    here: tuple[Line, ...]
    others: tuple[Line, ...]
    new: Line


def bets(session: Session, rows: Sequence[Round], row: Round, typed: Typed) -> Bets:
    """Of a round among all `rows`, as they stand or were typed; two queries."""
    found = offered(session.club_id)
    people = {str(person.pk): person for person in found}
    plays = set(row.seats.values())
    here = {one: _called(row, one, name, people) for one, name in people_in(rows).items() if one not in plays}
    first = [one for one in dict.fromkeys([*row.resting, *row.bets, *here]) if one in here]
    others = [person for person in found if str(person.pk) not in here.keys() | plays][:OFFERED]
    return Bets(
        number=row.number,
        dealer=row.names[row.dealer],
        here=tuple(
            _line(row, str(number), here[one], people.get(one), row.bets.get(one, ""), typed)
            for number, one in enumerate(first)
        ),
        others=tuple(
            _line(row, str(number), one.name, one, "", typed) for number, one in enumerate(others, len(first))
        ),
        new=_line(row, NEW, typed.get(NEW, ""), None, "", typed),
    )


def _called(row: Round, one: str, name: str, people: Mapping[str, Person]) -> str:
    """Who waits or bets is called as he was then; who does neither as he is now, where his old name is free again."""
    return row.names.get(one) or (people[one].name if one in people else name)


def _line(row: Round, key: str, name: str, person: Person | None, on: str, typed: Typed) -> Line:
    chosen = typed.get(f"on-{key}", on)
    seats = [
        Seat(letter, row.names[letter], "·".join(map(str, tiles)), letter == chosen)
        for letter, tiles in tiles_of(list(row.seats), row.dealer).items()
    ]
    return Line(key, name, mark_of(person), (*seats, Seat("", _("不叫"), "", not chosen)))
