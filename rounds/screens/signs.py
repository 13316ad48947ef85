"""记号 jì hao: how somebody's sign is shown where names are picked."""

from dataclasses import dataclass

from rounds.models import Person
from rounds.people import sign_of
from rounds.signs import COLOURS, Sign
from rounds.wording import in_script, word


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign: its word, and the 汉字 that shows it or else the `colour` in which it is drawn."""

    value: str
    word: str
    picture: str
    colour: str


def mark(sign: Sign) -> Mark:
    drawn = sign in COLOURS
    return Mark(sign.value, word(sign), "" if drawn else in_script(sign.term), sign.value if drawn else "")


def mark_of(person: Person | None) -> Mark | None:
    """His sign; None where he has none to be seen."""
    sign = sign_of(person) if person else None
    return mark(sign) if sign else None
