"""历史 lì shǐ: the nights of a club, found by day, person, rules and name, a page at a time."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from rounds.book.records import Scope
from rounds.models import OldTotal, Person, PersonTally, Session


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in the history: the night with this id, or the plain totals of that day, where it is None."""

    date: date
    session: uuid.UUID | None

    @property
    def text(self) -> str:
        return f"{self.date.isoformat()}~{self.session or 'old'}"


@dataclass(frozen=True, slots=True)
class Search:
    """Nights that are looked for: in a scope, with this person, with all of these words in the names of
    those who played or of the rules; those before a place, or after it."""

    scope: Scope
    person: uuid.UUID | None = None
    words: tuple[str, ...] = ()
    before: Cursor | None = None
    after: Cursor | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A night in the history, or the plain totals of a day, where `session` is None: those come after its nights."""

    date: date
    session: Session | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for: nights of a scope, with this person, with each of these words in the name of
    somebody who played or of the rules. `presets` are those whose name, as it is said, has the word."""

    scope: Scope
    person: uuid.UUID | None = None
    words: Mapping[str, Sequence[str]] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What somebody won or lost in a night, and by which rules he played; by the name that he has now."""

    person: str
    name: str
    points: int
    rules: tuple[str, str] = ("", "")


def place_of(scope: Scope, day: date, session: uuid.UUID | None) -> Place:
    """That place (one query); raises `Session.DoesNotExist`."""
    return Place(day, Session.objects.get(club=scope.club, pk=session) if session else None)


def older(wanted: Wanted, place: Place | None, most: int) -> list[Place]:
    """The nights before a place, or the newest, the newest first (two queries)."""
    nights = _nights(wanted).order_by("-date", "-started_at", "-pk")
    days = _days(wanted).order_by("-date")
    if place:
        # The plain totals of the day of a night come after it.
        up_to = Q(date__lte=place.date) if place.session else Q(date__lt=place.date)
        nights, days = nights.filter(_before(place)), days.filter(up_to)
    return _merged(nights[:most], days[:most], most, newest_first=True)


def newer(wanted: Wanted, place: Place, most: int) -> list[Place]:
    """The nights that come next after a place, the newest first (two queries)."""
    nights = _nights(wanted).filter(_after(place)).order_by("date", "started_at", "pk")
    days = _days(wanted).filter(date__gt=place.date).order_by("date")
    return _merged(nights[:most], days[:most], most, newest_first=False)


def _merged(nights: Iterable[Session], days: Iterable[date], most: int, *, newest_first: bool) -> list[Place]:
    places = [*(Place(night.date, night) for night in nights), *(Place(day) for day in days)]
    nearest = sorted(places, key=_order, reverse=newest_first)[:most]
    return nearest if newest_first else nearest[::-1]


def _order(place: Place) -> tuple[object, ...]:
    night = place.session
    return (place.date, night is not None, night.started_at if night else 0, night.pk.hex if night else "")


def _before(place: Place) -> Q:
    night = place.session
    if night is None:
        return Q(date__lt=place.date)
    earlier = Q(started_at__lt=night.started_at) | Q(started_at=night.started_at, pk__lt=night.pk)
    return Q(date__lt=night.date) | Q(earlier, date=night.date)


def _after(place: Place) -> Q:
    night = place.session
    if night is None:
        return Q(date__gte=place.date)
    later = Q(started_at__gt=night.started_at) | Q(started_at=night.started_at, pk__gt=night.pk)
    return Q(date__gt=night.date) | Q(later, date=night.date)


def _nights(wanted: Wanted) -> QuerySet[Session]:
    """Where nobody and no rules are asked for, nights too in which nothing has happened yet."""
    nights = Session.objects.filter(wanted.scope.dates(), club=wanted.scope.club)
    of_night = PersonTally.objects.filter(session=OuterRef("pk"))
    if wanted.person or wanted.scope.rules:
        played = wanted.scope.by_rules(of_night)
        nights = nights.filter(Exists(played.filter(person=wanted.person) if wanted.person else played))
    for word, presets in (wanted.words or {}).items():
        rules = Q(house__icontains=word) | Q(house="", preset__in=presets)
        nights = nights.filter(Exists(of_night.filter(rules | Q(person__in=_called(wanted.scope.club, word)))))
    return nights


def _days(wanted: Wanted) -> "QuerySet[OldTotal, date]":
    found = wanted.scope.old()
    same = OldTotal.objects.filter(club=wanted.scope.club, date=OuterRef("date"))
    if wanted.person:
        found = found.filter(person=wanted.person)
    for word in wanted.words or {}:
        found = found.filter(Exists(same.filter(person__in=_called(wanted.scope.club, word))))
    return found.values_list("date", flat=True).distinct()


def _called(club: uuid.UUID, word: str) -> QuerySet[Person]:
    return Person.objects.filter(club=club, name__icontains=word)


def results(places: Iterable[Place], club: uuid.UUID) -> dict[Place, list[Result]]:
    """What everybody won or lost there, who won most first (two queries)."""
    found: dict[Place, dict[str, Result]] = {place: {} for place in places}
    nights = {place.session.pk: place for place in found if place.session}
    days = {place.date: place for place in found if place.session is None}
    tallies = PersonTally.objects.filter(session__in=nights).order_by("-rounds")
    for night, person, name, points, preset, house in tallies.values_list(
        "session", "person", "person__name", "points", "preset", "house"
    ):
        of_night = found[nights[night]]
        before = of_night[str(person)].points if str(person) in of_night else 0
        of_night[str(person)] = Result(str(person), name, before + points, (preset, house))
    totals = OldTotal.objects.filter(club=club, date__in=days)
    for day, person, name, points in totals.values_list("date", "person", "person__name", "points"):
        found[days[day]][str(person)] = Result(str(person), name, points)
    return {place: sorted(told.values(), key=lambda one: -one.points) for place, told in found.items()}
