"""The whole club as lines of JSON, `xuezhan-club/1`: the club, then each of its nights. See docs/formats.md."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rounds.book.chain import digest
from rounds.exports.documents import Json, line_of, night_document, night_of, people_named, person_document
from rounds.models import Club, Event, HouseRules, OldTotal, Person, Session

FORMAT = "xuezhan-club/1"

AT_ONCE = 50
"""Nights that are held in memory at a time, and read by one query."""


def club_lines(club: Club) -> Iterator[bytes]:
    """The lines of the file, one after the other. Nights that begin in the meantime are not in it."""
    people = {str(person.pk): person for person in Person.objects.filter(club=club)}
    nights = list(Session.objects.filter(club=club).order_by("started_at", "pk"))
    yield line_of(_head(club, people.values(), nights))
    for first in range(0, len(nights), AT_ONCE):
        yield from _nights(nights[first : first + AT_ONCE], people)


def night_lines(session: Session) -> Iterator[bytes]:
    """The one line of a night by itself."""
    return _nights([session], {str(person.pk): person for person in Person.objects.filter(club=session.club_id)})


def _head(club: Club, people: Iterable[Person], nights: Sequence[Session]) -> Json:
    told: Json = {
        "format": FORMAT,
        "club": str(club.pk),
        "name": club.name,
        "people": sorted(map(person_document, people), key=lambda person: str(person["id"])),
        "house_rules": [_house(house) for house in HouseRules.objects.filter(club=club).order_by("pk")],
        "old_totals": [_old(old) for old in OldTotal.objects.filter(club=club).order_by("date", "person_id")],
        "sessions": [str(night.pk) for night in nights],
    }
    return {**told, "digest": digest(told)}


def _house(house: HouseRules) -> Json:
    return {"id": str(house.pk), "name": house.name, "preset": house.preset, "rules": house.rules}


def _old(old: OldTotal) -> Json:
    return {"date": old.date.isoformat(), "person": str(old.person_id), "points": old.points}


def _nights(nights: Sequence[Session], people: Mapping[str, Person]) -> Iterator[bytes]:
    log = Event.objects.filter(session__in=nights).order_by("session", "position")
    events = {night: list(told) for night, told in groupby(log, key=lambda event: event.session_id)}
    for session in nights:
        told = events[session.pk]
        yield line_of(night_document(night_of(session, told), [people[one] for one in people_named(told)]))
