"""Who is meant by a name: somebody of the night, or else of the club, or somebody new."""

import uuid
from collections.abc import Collection, Mapping

from rounds.book.company import Company
from rounds.book.reading import people_called
from rounds.book.seating import Seating
from rounds.cleaning import as_seen
from rounds.models import Person


def ids_of(club: uuid.UUID, names: Collection[str], known: Mapping[str, str]) -> dict[str, str]:
    """The person's id by each name: `known` has those of the night, then come people of the club; new ones are made.

    Names that look alike are one: whoever has one of them is meant.
    """
    alike = {as_seen(name): person for name, person in known.items()}
    unknown = [name for name in names if as_seen(name) not in alike]
    found = people_called(club, unknown)
    new = {as_seen(name): Person(club_id=club, name=name) for name in unknown if name not in found}
    Person.objects.bulk_create(new.values())
    alike |= {seen: str(person.pk) for seen, person in new.items()}
    return {**{name: alike[as_seen(name)] for name in names if name not in found}, **known, **found}


def company_of(club: uuid.UUID, seating: Seating, known: Mapping[str, str]) -> Company:
    """The people who are to sit and to wait; new ones are made."""
    ids = ids_of(club, seating.everybody, known)
    seats = {seat: ids[name] for seat, name in seating.names.items()}
    resting = {ids[name]: name for name in seating.resting}
    return Company(seats, {**seating.names, **resting}, tuple(resting), seating.rotation)
