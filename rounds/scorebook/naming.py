"""Who is meant by a name: somebody who is here, or else of the club, or else of the night, or somebody new."""

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from rounds.book.company import Company
from rounds.book.reading import people_called, people_of
from rounds.book.seating import Seating
from rounds.cleaning import as_seen
from rounds.models import Person, Session


@dataclass(frozen=True, slots=True)
class Known:
    """Who can be meant by a name, the ids by the names: those who are `here` before all; who was called so `earlier` in
    the night where nobody else of the club is called so now."""

    here: Mapping[str, str] = field(default_factory=dict)
    earlier: Mapping[str, str] = field(default_factory=dict)


def known_of(session: Session, here: Mapping[str, str]) -> Known:
    """Of a night, where those are `here`: their names by the ids (one query)."""
    return Known(_by_name(here), _by_name(people_of(session)))


def _by_name(people: Mapping[str, str]) -> dict[str, str]:
    return {name: person for person, name in people.items()}


def ids_of(club: uuid.UUID, names: Collection[str], known: Known) -> dict[str, str]:
    """The person's id by each name; new people are made. Names that look alike are one: whoever has one of them is
    meant."""
    here = _as_seen(known.here)
    asked = [name for name in names if as_seen(name) not in here]
    found = {**_as_seen(known.earlier), **_as_seen(people_called(club, asked)), **here}
    new = {as_seen(name): Person(club_id=club, name=name) for name in asked if as_seen(name) not in found}
    Person.objects.bulk_create(new.values())
    found |= {seen: str(person.pk) for seen, person in new.items()}
    return {name: found[as_seen(name)] for name in names}


def _as_seen(ids: Mapping[str, str]) -> dict[str, str]:
    return {as_seen(name): person for name, person in ids.items()}


def company_of(club: uuid.UUID, seating: Seating, known: Known) -> Company:
    """The people who are to sit and to wait; new ones are made."""
    ids = ids_of(club, seating.everybody, known)
    seats = {seat: ids[name] for seat, name in seating.names.items()}
    resting = {ids[name]: name for name in seating.resting}
    return Company(seats, {**seating.names, **resting}, tuple(resting), seating.rotation)
