"""开一场 kāi yì chǎng: the form that starts a night, with what was typed and what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass

from rounds.house_rules import offers
from rounds.models import Club, Person, Round
from rounds.rules.presets import ORDER
from rounds.screens.house import summary
from rounds.screens.money import MoneyFields, money_fields

SEATS = "ABCD"
BASES = ("1", "2", "5", "10")
NIGHTS_LOOKED_AT = 20
OFFERED = 12
"""So many of those who played last can be seated by a tap."""
REMEMBERED = 300
"""So many names are offered while one is being typed."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One line of the form: `number` from 1 on, what was typed there and what is wrong with it."""

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
    recent: tuple[str, ...]
    known: tuple[str, ...]


def new(club: Club, typed: Mapping[str, str], errors: Mapping[str, str], wrong: str = "") -> New:
    """The form as it was typed; three queries for the rule sets and the names that are offered."""
    offered = offers(club)
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
        recent=_recent(club)[:OFFERED],
        known=tuple(Person.objects.filter(club=club).order_by("name").values_list("name", flat=True)[:REMEMBERED]),
    )


def _chair(number: int, letter: str, typed: Mapping[str, str], errors: Mapping[str, str]) -> Chair:
    field = f"name-{letter}"
    dealer = typed.get("dealer", SEATS[0]) == letter
    return Chair(letter, number, typed.get(field, ""), errors.get(field, ""), dealer)


def _recent(club: Club) -> tuple[str, ...]:
    """Who played last, the newest night first."""
    rows = Round.objects.filter(club=club, number=1).order_by("-session__started_at")
    tables = rows.values_list("names", flat=True)[:NIGHTS_LOOKED_AT]
    return tuple(dict.fromkeys(name for names in tables for name in names.values()))
