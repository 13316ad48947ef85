"""Whoever is meant by a name, and who is new, stored."""

import uuid
from collections.abc import Collection

from rounds.book.company import Company
from rounds.book.naming import Known, meant
from rounds.book.seating import Seating
from rounds.cleaning import as_seen
from rounds.models import Person


def ids_of(club: uuid.UUID, names: Collection[str], known: Known) -> dict[str, str]:
    """The person's id by each name; who is meant by none is new, and is made: names that look alike are one."""
    found = meant(club, names, known)
    new = {as_seen(name): Person(club_id=club, name=name) for name in names if name not in found}
    Person.objects.bulk_create(new.values())
    return {name: found[name] if name in found else str(new[as_seen(name)].pk) for name in names}


def company_of(club: uuid.UUID, seating: Seating, known: Known) -> Company:
    """The people who are to sit and to wait; new ones are made."""
    ids = ids_of(club, seating.everybody, known)
    seats = {seat: ids[name] for seat, name in seating.names.items()}
    resting = {ids[name]: name for name in seating.resting}
    return Company(seats, {**seating.names, **resting}, tuple(resting), seating.rotation)
