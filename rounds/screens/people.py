"""牌友 pái yǒu: the people of a club, and the form that changes one of them."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from rounds.models import Club, Person
from rounds.people import mark_of as state_of
from rounds.people import people as people_of
from rounds.screens.signs import Mark, mark, mark_of
from rounds.signs import Sign


@dataclass(frozen=True, slots=True)
class One:
    """Somebody in the list."""

    id: uuid.UUID
    name: str
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class People:
    """Those who are offered, and those who are gone, each by name."""

    here: tuple[One, ...]
    gone: tuple[One, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A sign that can be chosen, None for none."""

    mark: Mark | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class Form:
    """The form as it was typed. `person` is whom it changes, None for somebody new; `made_of`: as what he was shown."""

    person: Person | None
    name: str
    hidden: bool
    signs: tuple[Choice, ...]
    made_of: str


def people(club: Club) -> People:
    """The list; one query."""
    found = list(people_of(club))
    return People(
        tuple(One(one.pk, one.name, mark_of(one)) for one in found if not one.hidden),
        tuple(One(one.pk, one.name, mark_of(one)) for one in found if one.hidden),
    )


def form(person: Person | None, typed: Mapping[str, str]) -> Form:
    """Filled with what he is, or with what was typed."""
    sign = typed.get("sign", person.sign if person else "")
    return Form(
        person=person,
        name=typed.get("name", person.name if person else ""),
        hidden="hidden" in typed if typed else bool(person and person.hidden),
        signs=(Choice(None, not sign), *(Choice(mark(one), one.value == sign) for one in Sign)),
        made_of=typed.get("made-of", state_of(person) if person else ""),
    )
