"""A file is taken in: in one transaction, or it is only looked at, and nothing is written.

It is read and judged, which may take long, before the transaction is begun: while that holds the database, nobody's tap
is written. What can have changed since is asked again within: what is stored of its nights, people, rules and totals.
"""

import pickle  # nosec B403
import tempfile
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, BinaryIO

from django.db import DataError, IntegrityError, InterfaceError, OperationalError, transaction

from rounds.book.chain import digest
from rounds.book.refusals import Busy
from rounds.clubs import FIRST_NAME
from rounds.exports.archive import FORMAT as CLUB
from rounds.imports.lines import read_lines
from rounds.imports.reading import ClubFile, NightFile, format_of, read_club, read_night
from rounds.imports.refusal import NotTakenIn
from rounds.imports.told import Work
from rounds.models import AccessLink, Club, Event, HouseRules, OldTotal, Person, Session
from rounds.scorebook.taking_in import WholeNight, take_in, take_in_links, take_in_more

ON_PAGE, BY_COMMAND = 64, 4096
"""MiB that a file may have. It is read line by line."""

WORK = {ON_PAGE: 1_000_000}
"""Half a minute at most is spent on a file of the page: ten times what a year of nights takes."""

KEYS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Replaced:
    """Other points of somebody on a day, which take the place of those that are kept."""

    line: int
    day: str
    name: str
    before: int
    after: int


@dataclass(slots=True)
class Added:
    """How much a file adds to what is stored. `made`: the id of a club that is new, and of which nobody has a link;
    `became`: that of one which an empty club has become.
    `known`: nights that are stored already, as they are or with more. `replaced`: what it would change of plain totals,
    and `uneven`: the days of it that do not add up to 0."""

    club: str = ""
    made: str = ""
    became: uuid.UUID | None = None
    nights: int = 0
    grown: int = 0
    known: int = 0
    events: int = 0
    people: int = 0
    houses: int = 0
    totals: int = 0
    known_totals: int = 0
    days: list[str] = field(default_factory=list)
    replaced: list[Replaced] = field(default_factory=list)
    uneven: dict[str, int] = field(default_factory=dict)

    @property
    def nothing(self) -> bool:
        return not (self.nights or self.grown or self.people or self.houses or self.totals or self.replaced)

    @property
    def mark(self) -> str:
        """What tells these replacements from any others; "" where there are none."""
        return digest([[one.day, one.name, one.before, one.after] for one in self.replaced]) if self.replaced else ""


@dataclass(frozen=True, slots=True)
class Whole:
    """A night that was judged, and the line of the file on which it stands."""

    line: int
    told: NightFile


def look_into(stream: BinaryIO, into: Club | None, most: int) -> Added:
    """What `take` would add; nothing is written. Raises `NotTakenIn`."""
    taking = _Taking(into, write=False)
    for part in _judged(stream, most):
        taking.add(part)
    return taking.added


def take(stream: BinaryIO, into: Club | None, most: int) -> Added:
    """Take a file in. `into`: the only club that it may go to; one with nothing in it becomes that of the file. None:
    it goes to its own club. That is made where it is not there; or the only club that is there becomes it, if empty.

    Raises `NotTakenIn`, with nothing written, `Busy`, and `OSError` where the disk has no room for what was judged.
    """
    try:
        with tempfile.TemporaryFile() as judged:
            if into and not Club.objects.filter(pk=into.pk).exists():
                raise Busy  # it has just become that of another file
            looking = _Taking(into, write=False)
            for part in _judged(stream, most):
                looking.add(part)
                pickle.dump(part, judged)
            judged.seek(0)
            with transaction.atomic(durable=True):
                return _write(judged, into)
    except (OperationalError, InterfaceError) as fault:
        raise Busy from fault
    except (DataError, IntegrityError, OverflowError) as fault:
        raise NotTakenIn(0, "not_storable") from fault


def _write(judged: IO[bytes], into: Club | None) -> Added:
    """Add what this very call of `take` has put by in a file that nobody else can open."""
    if into and not Club.objects.select_for_update().filter(pk=into.pk).first():
        raise Busy
    taking = _Taking(into, write=True)
    with suppress(EOFError):
        while True:
            taking.add(pickle.load(judged))  # noqa: S301  # nosec B301
    return taking.added


def _judged(stream: BinaryIO, most: int) -> Iterator[ClubFile | Whole]:
    """The parts of a file, each as sound as it can be known without the database: a club, and nights. Raises
    `NotTakenIn`."""
    work, lines = Work(WORK.get(most)), read_lines(stream, most)
    line, first = next(lines, (0, {}))
    said = format_of(first)
    if said == CLUB:
        told = read_club(line, first)
        yield told
        yield from _nights_of(told, lines, work)
    elif said:
        yield Whole(line, read_night(line, first, work))
        if extra := next(lines, None):
            raise NotTakenIn(extra[0], "more")
    else:
        raise NotTakenIn(line, "foreign")


def _nights_of(told: ClubFile, lines: Iterator[tuple[int, Mapping[str, object]]], work: Work) -> Iterator[Whole]:
    found = 0
    for line, value in lines:
        if found == len(told.nights):
            raise NotTakenIn(line, "more")
        night = read_night(line, value, work)
        session = night.night.session
        if (session.pk, session.club_id) != (told.nights[found], told.club.pk):
            raise NotTakenIn(line, "other_night")
        yield Whole(line, night)
        found += 1
    if found < len(told.nights):
        raise NotTakenIn(0, "half", count=len(told.nights), found=found)


class _Taking:
    """One file on its way in."""

    def __init__(self, into: Club | None, *, write: bool) -> None:
        self._into, self._write = into, write
        self.added = Added()
        self._people: dict[uuid.UUID, Person] = {}
        """Those that are stored, or would be by now."""

    def add(self, part: ClubFile | Whole) -> None:
        """The next part of the file, beside what is stored. Raises `NotTakenIn`."""
        if isinstance(part, ClubFile):
            self._enter(part.club)
            self._take_people(part.people)
            self._take_houses(part.houses)
            self._take_totals(part.totals)
        else:
            if not self.added.club:
                self._enter(Club(id=part.told.night.session.club_id, name=FIRST_NAME))
            self._take_night(part.line, part.told)

    def _enter(self, club: Club) -> None:
        """The club that the file goes to: its own, which an empty one becomes, where there is none yet."""
        stored = Club.objects.filter(pk=club.pk).first()
        if self._into and self._into.pk != club.pk and (stored or not is_empty(self._into)):
            raise NotTakenIn(0, "other_club")
        self.added.club = (stored or club).name
        if stored is None:
            empty = self._into or _only_empty()
            self.added.made, self.added.became = ("", club.pk) if empty else (str(club.pk), None)
            if self._write:
                _make(club, empty)

    def _take_people(self, people: Sequence[Person]) -> None:
        """Those who are known stay as they are here."""
        asked = [person for person in people if person.pk not in self._people]
        known = Person.objects.in_bulk([person.pk for person in asked])
        if any(person.pk in known and known[person.pk].club_id != person.club_id for person in asked):
            raise NotTakenIn(0, "elsewhere")
        new = [person for person in asked if person.pk not in known]
        self._people |= {person.pk: known.get(person.pk, person) for person in asked}
        self.added.people += len(new)
        if self._write:
            Person.objects.bulk_create(new)

    def _take_houses(self, houses: Sequence[HouseRules]) -> None:
        """A set that the club has by that name stays as it is here."""
        for house in houses:
            if HouseRules.objects.filter(club=house.club_id, name=house.name).exists():
                continue
            stored = HouseRules.objects.filter(pk=house.pk).first()
            if stored and stored.club_id != house.club_id:
                raise NotTakenIn(0, "elsewhere")
            self.added.houses += not stored
            if self._write and not stored:
                house.save(force_insert=True)

    def _take_totals(self, totals: Sequence[OldTotal]) -> None:
        stored = {(old.date, old.person_id): old.points for old in _totals_of(totals)}
        for old in totals:
            points = stored.get((old.date, old.person_id))
            if points not in (None, old.points):
                name = self._people[old.person_id].name
                raise NotTakenIn(0, "other_total", date=old.date.isoformat(), name=name, points=points)
        new = [old for old in totals if (old.date, old.person_id) not in stored]
        self.added.totals += len(new)
        self.added.known_totals += len(totals) - len(new)
        if self._write:
            OldTotal.objects.bulk_create(new)

    def _take_night(self, line: int, told: NightFile) -> None:
        self._take_people(told.people)
        night = WholeNight(told.night.session, told.night.events, told.night.projection)
        if Session.objects.filter(pk=night.session.pk).exclude(club=night.session.club_id).exists():
            raise NotTakenIn(line, "elsewhere")
        stored = self._stored(night)
        both = min(len(stored), len(night.events))
        if stored[:both] != [event.hash for event in night.events[:both]]:
            pairs = zip(stored, night.events, strict=False)
            position = next(event.position for known, event in pairs if known != event.hash)
            raise NotTakenIn(line, "other_history", date=night.session.date.isoformat(), position=position)
        new = night.events[len(stored) :]
        self._refuse_foreign(line, night, new)
        self._count(night, len(stored), len(new))
        if self._write and new:
            take_in_links(night)
            take_in_more(night, len(stored)) if stored else take_in([night])

    def _stored(self, night: WholeNight) -> list[str]:
        """The hashes of what is stored of the night, which is locked for writing."""
        if self._write:
            Session.objects.select_for_update().filter(pk=night.session.pk).values("pk").first()
        return list(night.session.log().values_list("hash", flat=True))

    def _refuse_foreign(self, line: int, night: WholeNight, new: Sequence[Event]) -> None:
        """No link of another club, and no key that another night has."""
        links = AccessLink.objects.filter(pk__in={event.by_id for event in new if event.by_id})
        if links.exclude(club=night.session.club_id).exists():
            raise NotTakenIn(line, "elsewhere")
        for first in range(0, len(new), KEYS_AT_ONCE):
            keys = [event.key for event in new[first : first + KEYS_AT_ONCE]]
            if Event.objects.filter(club=night.session.club_id, key__in=keys).exists():
                raise NotTakenIn(line, "elsewhere")

    def _count(self, night: WholeNight, stored: int, new: int) -> None:
        self.added.events += new
        self.added.known += not new
        self.added.grown += bool(stored and new)
        self.added.nights += not stored
        if new:
            self.added.days.append(night.session.date.isoformat())


def _only_empty() -> Club | None:
    """The club of an installation on which nobody has begun, and nobody's else: of several, none is meant."""
    clubs = list(Club.objects.all()[:2])
    return clubs[0] if len(clubs) == 1 and is_empty(clubs[0]) else None


def _make(club: Club, empty: Club | None) -> None:
    """Store the club of a file; who owned the empty one owns it."""
    club.save(force_insert=True)
    if empty:
        AccessLink.objects.filter(club=empty).update(club=club)
        empty.delete()


def is_empty(club: Club) -> bool:
    """Is there nothing yet that anybody would miss?"""
    return not any(rows.objects.filter(club=club).exists() for rows in (Person, Session, HouseRules, OldTotal))


def _totals_of(totals: Sequence[OldTotal]) -> Iterator[OldTotal]:
    if totals:
        yield from OldTotal.objects.filter(club=totals[0].club_id)
