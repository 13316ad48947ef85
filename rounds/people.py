"""人 rén: the people of a club, who is offered where names are picked, and how they are kept.

Each write is one durable transaction that holds the club. Who changes somebody says by a mark as what he was shown.
"""

import uuid
from dataclasses import dataclass

from django.db.models import QuerySet

from rounds.book.chain import digest
from rounds.book.refusals import NotNow, Stale
from rounds.book.seating import RESERVED
from rounds.cleaning import as_seen
from rounds.clubs import locked
from rounds.models import Club, Person, Round, Session, Spelt
from rounds.signs import Sign

NIGHTS_LOOKED_AT = 20
"""Who played in so many of the newest nights comes before the others."""
REMEMBERED = 300
"""So many people are offered."""


SIGNS = {sign.value: sign for sign in Sign}


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of somebody: the cleaned name, the sign, and whether he is gone."""

    name: str
    sign: Sign | None = None
    hidden: bool = False


def people(club: Club | uuid.UUID) -> QuerySet[Person]:
    """Everybody of the club by name, those who are gone last."""
    return Person.objects.filter(club=club).order_by("hidden", Spelt("name"), "pk")


def offered(club: Club | uuid.UUID) -> list[Person]:
    """Who is not gone: those who played last before the others, the newest night first (two queries)."""
    nights = Session.objects.filter(club=club).order_by("-started_at")[:NIGHTS_LOOKED_AT]
    rows = Round.objects.filter(session__in=nights.values("pk"), number=1).order_by("-session__started_at")
    tables = rows.values_list("seats", "resting")
    played = list(dict.fromkeys(person for seats, resting in tables for person in (*seats.values(), *resting)))
    place = {person: number for number, person in enumerate(played)}
    known = people(club).filter(hidden=False)[:REMEMBERED]
    return sorted(known, key=lambda person: place.get(str(person.pk), len(place)))


def mark_of(person: Person) -> str:
    """What tells somebody as he stands from any other state of him: a form says by it which it was made of."""
    return digest([person.name, person.sign, person.hidden])


def add(club: Club, told: Told) -> Person:
    """Somebody new. Sent twice it is one person. Raises `NotNow`: `person_taken`, `reserved_name`."""

    def write() -> Person:
        same = _called(club, told.name)
        if same and _said(same) == told:
            return same
        return _save(Person(club=club), told, same)

    return locked(club, write)


def rewrite(person: Person, told: Told, made_of: str) -> Person:
    """Another name or sign, gone or back again; who it is stays, and so do the names in rounds that have begun.

    Raises `Stale` where he is no longer as `made_of` says, `Person.DoesNotExist`, `NotNow` as `add` does.
    """

    def write() -> Person:
        now = Person.objects.get(club=person.club_id, pk=person.pk)
        if _said(now) == told:
            return now
        if mark_of(now) != made_of:
            raise Stale
        return _save(now, told, _called(person.club, told.name))

    return locked(person.club, write)


def _said(person: Person) -> Told:
    return Told(person.name, sign_of(person), person.hidden)


def sign_of(person: Person) -> Sign | None:
    """His sign; None where he has none, or one that this version does not know."""
    return SIGNS.get(person.sign)


def _save(person: Person, told: Told, same: Person | None) -> Person:
    if as_seen(told.name) in RESERVED:
        raise NotNow("reserved_name")
    if same and same.pk != person.pk:
        raise NotNow("person_taken")
    person.name, person.sign, person.hidden = told.name, told.sign or "", told.hidden
    person.save()
    return person


def _called(club: Club, name: str) -> Person | None:
    """Whose name nobody could tell from this one."""
    seen = as_seen(name)
    return next((one for one in Person.objects.filter(club=club) if as_seen(one.name) == seen), None)
