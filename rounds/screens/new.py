"""开一场 kāi yì chǎng: the form that starts a night, with what was typed and what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass

from rounds.book.company import SEATS, WAITING
from rounds.house_rules import offers
from rounds.models import Club
from rounds.people import offered as list_people
from rounds.rules.presets import ORDER
from rounds.rules.rotation import Rotation
from rounds.screens.house import summary
from rounds.screens.money import Choice, MoneyFields, money_fields
from rounds.screens.seats import OFFERED, rotations
from rounds.screens.signs import Mark, mark_of

BASES = ("1", "2", "5", "10")

FIELDS = (
    *(f"name-{letter}" for letter in SEATS),
    *(f"rest-{number}" for number in range(1, WAITING + 1)),
    *("preset", "base", "per-point", "fee", "stakes"),
)
"""What can be wrong, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One line of the form: its `field`, the `number` from 1 on, what was typed there and what is wrong with it."""

    field: str
    letter: str
    number: int
    name: str
    error: str
    dealer: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set that can be chosen, and what it says in one line. `own`: the club has made and named it."""

    key: str
    name: str
    summary: str
    own: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Offered:
    """Somebody who can be seated by a tap."""

    name: str
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class New:
    """The whole form. `errors` by field, `wrong` is what is wrong with all of it; `recent` played last."""

    chairs: tuple[Chair, ...]
    rules: tuple[Rules, ...]
    bases: tuple[str, ...]
    base: str
    base_other: str
    money: MoneyFields
    errors: Mapping[str, str]
    wrong: str
    recent: tuple[Offered, ...]
    known: tuple[str, ...]
    waiting: tuple[Chair, ...]
    rotations: tuple[Choice, ...]

    @property
    def first_wrong(self) -> str:
        """The field that is wrong and stands first on the page, where a browser is to begin."""
        return next((field for field in FIELDS if field in self.errors), "")

    @property
    def waits(self) -> bool:
        """Is somebody to wait for a seat, or was it tried?"""
        return any(chair.name for chair in self.waiting)


def new(club: Club, typed: Mapping[str, str], errors: Mapping[str, str], wrong: str = "") -> New:
    """The form as it was typed; three queries for the rule sets and the names that are offered."""
    offered, people = offers(club), list_people(club)
    chosen = typed.get("preset") if typed.get("preset") in offered else ORDER[0]
    return New(
        chairs=tuple(_chair(number, letter, typed, errors) for number, letter in enumerate(SEATS, 1)),
        rules=tuple(
            Rules(offer.key, offer.name, summary(offer.ruling.rules), offer.own, offer.key == chosen)
            for offer in offered.values()
        ),
        bases=BASES,
        base=typed.get("base", ""),
        base_other=typed.get("base-other", ""),
        money=money_fields(typed, errors),
        errors=errors,
        wrong=wrong,
        recent=tuple(Offered(person.name, mark_of(person)) for person in people[:OFFERED]),
        known=tuple(sorted(person.name for person in people)),
        waiting=tuple(_chair(number, str(number), typed, errors, "rest") for number in range(1, WAITING + 1)),
        rotations=rotations(typed.get("rotation", Rotation.TURN.value)),
    )


def _chair(number: int, letter: str, typed: Mapping[str, str], errors: Mapping[str, str], kind: str = "name") -> Chair:
    field = f"{kind}-{letter}"
    dealer = typed.get("dealer", SEATS[0]) == letter
    return Chair(field, letter, number, typed.get(field, ""), errors.get(field, ""), dealer)
