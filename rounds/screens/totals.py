"""总分 zǒng fēn: what everybody has won or lost over some rounds, in points and in money."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.book.reading import people_in, totals
from rounds.models import Round
from rounds.rules.events import POT


@dataclass(frozen=True, slots=True)
class Total:
    """One person, by id and newest name, or the pot: what they have won or lost, in points."""

    person: str
    name: str
    points: int

    @property
    def digits(self) -> int:
        """Of the points: long ones are set smaller."""
        return len(str(abs(self.points)))


def totals_of(rows: Sequence[Round]) -> tuple[Total, ...]:
    """Everybody who has played or bet in these rounds, in the order in which they came, and the pot if it took part."""
    sums = totals(rows)
    return tuple(Total(person, name, sums[person]) for person, name in accounts_in(rows).items())


def names_in(rows: Sequence[Round], also: Iterable[str] = ()) -> dict[str, str]:
    """What everybody who sat, waited or bet is called, newest name, by the person's id, and those of `also` as
    `people_in` has them; the pot comes last."""
    return {**people_in(rows, also), POT: pot_name()}


def accounts_in(rows: Sequence[Round]) -> dict[str, str]:
    """As `names_in`, without those who only waited; the pot if it took part."""
    used = {row.seats.get(account, account) for row in rows for account in row.net}
    return {person: name for person, name in names_in(rows).items() if person in used}


def pot_name() -> str:
    """What stands for the pot in the place of a name."""
    return _("台费")
