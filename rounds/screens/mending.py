"""坐错了 zuò cuò le: who was entered for whom in some rounds, and what the totals would be after mending it."""

from collections.abc import Mapping
from dataclasses import dataclass

from rounds.book.previews import Reseated
from rounds.book.reading import people_in
from rounds.cleaning import Unclean, whole_number
from rounds.models import Round
from rounds.people import offered
from rounds.screens.correction import Change
from rounds.screens.seats import NEW

Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody of the night; `true` is who that was in truth as far as it is told, "" for himself."""

    key: int
    name: str
    true: str


@dataclass(frozen=True, slots=True)
class Mending:
    """The page. `people` are all who can have been there; `looked` is what it would come to, once it was looked at."""

    numbers: tuple[int, ...]
    first: int
    last: int
    lines: tuple[Line, ...]
    people: tuple[str, ...]
    new: str
    swaps: tuple[tuple[str, str], ...] = ()
    changes: tuple[Change, ...] = ()


def mending(rows: list[Round], typed: Typed, looked: Reseated | None) -> Mending:
    """As it was typed; two queries."""
    names = list(dict.fromkeys(people_in(rows).values()))
    told = {typed.get(f"who-{number}", ""): typed.get(f"true-{number}", "") for number in range(len(names))}
    club = [person.name for person in offered(rows[0].club_id) if person.name not in names]
    newest = rows[-1].number
    return Mending(
        numbers=tuple(row.number for row in rows),
        first=_number(typed.get("first", ""), newest),
        last=_number(typed.get("last", ""), newest),
        lines=tuple(Line(number, name, told.get(name, "")) for number, name in enumerate(names)),
        people=(*names, *club),
        new=typed.get(NEW, ""),
        swaps=tuple(looked.names.items()) if looked else (),
        changes=tuple(Change(name, looked.before[name], looked.after[name]) for name in looked.before)
        if looked
        else (),
    )


def _number(text: str, newest: int) -> int:
    """The round that was chosen; the newest where none was."""
    try:
        return whole_number(text, 1, newest)
    except Unclean:
        return newest
