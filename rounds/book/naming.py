"""Who is meant by a name: somebody who is here, or else of the club, or else of the night. Only reads."""

import uuid
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from rounds.cleaning import as_seen
from rounds.models import Person


@dataclass(frozen=True, slots=True)
class Known:
    """Who can be meant by a name, the ids by the names: those who are `here` before all; who was called so `earlier` in
    the night where nobody else of the club is called so now."""

    here: Mapping[str, str] = field(default_factory=dict)
    earlier: Mapping[str, str] = field(default_factory=dict)


def known_in(night: Mapping[str, str], here: Mapping[str, str]) -> Known:
    """Of a night with these people, where those are `here`: their names by the ids."""
    return Known(_by_name(here), _by_name(night))


def _by_name(people: Mapping[str, str]) -> dict[str, str]:
    return {name: person for person, name in people.items()}


def meant(club: uuid.UUID, names: Collection[str], known: Known) -> dict[str, str]:
    """The id of who is meant, by the name; a name that says nobody is left out (one query at most).

    Names that look alike are one: whoever has one of them is meant.
    """
    here = _as_seen(known.here)
    asked = [name for name in names if as_seen(name) not in here]
    found = {**_as_seen(known.earlier), **_as_seen(people_called(club, asked)), **here}
    return {name: found[as_seen(name)] for name in names if as_seen(name) in found}


def _as_seen(ids: Mapping[str, str]) -> dict[str, str]:
    return {as_seen(name): person for name, person in ids.items()}


def people_called(club: uuid.UUID, names: Iterable[str]) -> dict[str, str]:
    """The ids of those people of the club who have these names, by the name; or one that looks the same, where nobody
    has just this one."""
    asked = list(names)
    there = Person.objects.filter(club=club).values_list("name", "pk") if asked else ()
    exact = {name: str(person) for name, person in there}
    alike = {as_seen(name): person for name, person in exact.items()}
    found = {name: exact.get(name) or alike.get(as_seen(name)) for name in asked}
    return {name: person for name, person in found.items() if person}
