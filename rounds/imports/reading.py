"""What a file says, read strictly: nights with their events, the chain of these unbroken, and the club around them."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from rounds.book.chain import FIRST, canonical, digest, event_hash, event_id
from rounds.book.tallying import within_bounds
from rounds.book.taps import KEY
from rounds.exports.archive import FORMAT as CLUB
from rounds.exports.documents import FORMAT as NIGHT
from rounds.exports.documents import Night, night_document, night_of, people_named
from rounds.imports.fitting import refuse_misfits
from rounds.imports.kinds import check_data
from rounds.imports.refusal import NotTakenIn
from rounds.imports.told import Exhausted, Misfit, Work
from rounds.imports.values import (
    read_cleaned,
    read_day,
    read_hash,
    read_id,
    read_moment,
    read_name,
    read_position,
    read_preset,
)
from rounds.models import MAX_TOTAL, Club, Event, HouseRules, OldTotal, Person, Right, Session
from rounds.rules.ruleset import RuleSet
from rounds.rules.strict import (
    Malformed,
    read_bool,
    read_int,
    read_list,
    read_object,
    read_text,
    read_variant,
)
from rounds.signs import Sign

T = TypeVar("T")

UNREPLAYABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What comes of settling events that fit together nowhere."""

WRITING = (Right.OWN.word, Right.SCORE.word)
"""The rights that anything is written with."""

EVENT = (
    *("id", "position", "key", "request", "kind", "round", "undoes"),
    *("data", "by", "right", "at", "previous", "hash"),
)


@dataclass(frozen=True, slots=True)
class ClubFile:
    """The first line of a club's file. None of it is saved."""

    club: Club
    people: Sequence[Person]
    houses: Sequence[HouseRules]
    totals: Sequence[OldTotal]
    nights: Sequence[uuid.UUID]


@dataclass(frozen=True, slots=True)
class NightFile:
    """One night and its people. None of it is saved."""

    night: Night
    people: Sequence[Person]


def read_club(line: int, told: Mapping[str, object]) -> ClubFile:
    """Raises `NotTakenIn`."""
    return _read(line, told, _club)


def read_night(line: int, told: Mapping[str, object], work: Work) -> NightFile:
    """The night, as whole and unchanged as `check_ledger` finds those that are stored. Raises `NotTakenIn`.

    What the file says beside the log must be what follows from it, to the letter.
    """
    read = _read(line, told, lambda told: _night(line, told, work))
    named = set(people_named(read.night.events))
    if named != {str(person.pk) for person in read.people}:
        raise NotTakenIn(line, "person_missing")
    right = night_document(read.night, read.people)
    if different := next((key for key in right if canonical(right[key]) != canonical(told[key])), None):
        raise NotTakenIn(line, "not_what_follows", place=different)
    return read


def format_of(told: Mapping[str, object]) -> str:
    """`xuezhan-club/1` or `xuezhan-session/1`; "" for anything else."""
    said = told.get("format")
    return said if said in (CLUB, NIGHT) else ""


def _read(line: int, told: Mapping[str, object], read: Callable[[Mapping[str, object]], T]) -> T:
    try:
        if told.get("digest") != digest({key: value for key, value in told.items() if key != "digest"}):
            raise NotTakenIn(line, "altered")
        return read(told)
    except Malformed as fault:
        raise NotTakenIn(line, "malformed", fault) from fault
    except RecursionError:
        raise NotTakenIn(line, "malformed", Malformed("", "too_deep")) from None
    except ValueError:  # half a surrogate, or a number beyond all bounds: no digest is made of it
        raise NotTakenIn(line, "altered") from None


def _club(value: Mapping[str, object]) -> ClubFile:
    keys = ("format", "club", "name", "people", "house_rules", "old_totals", "sessions", "digest")
    told = read_object(value, "club", keys)
    club = Club(id=read_id(told["club"], "club"), name=read_cleaned(told["name"], "name"))
    people = _people(told["people"], club)
    known = {person.pk for person in people}
    return ClubFile(
        club=club,
        people=people,
        houses=_each(told["house_rules"], "house_rules", lambda one, place: _house(one, place, club)),
        totals=_each(told["old_totals"], "old_totals", lambda one, place: _old(one, place, club, known)),
        nights=_distinct(_each(told["sessions"], "sessions", read_id), "sessions"),
    )


def _people(value: object, club: Club) -> list[Person]:
    people = _each(value, "people", lambda one, place: _person(one, place, club))
    _distinct([person.pk for person in people], "people")
    return people


def _person(value: object, place: str, club: Club) -> Person:
    told = read_object(value, place, ("id", "name", "sign", "hidden"))
    return Person(
        id=read_id(told["id"], f"{place}.id"),
        club=club,
        name=read_name(told["name"], f"{place}.name"),
        sign=read_variant(told["sign"], f"{place}.sign", Sign).value if told["sign"] != "" else "",
        hidden=read_bool(told["hidden"], f"{place}.hidden"),
    )


def _house(value: object, place: str, club: Club) -> HouseRules:
    told = read_object(value, place, ("id", "name", "preset", "rules"))
    rules = RuleSet.from_json(told["rules"], f"{place}.rules")
    return HouseRules(
        id=read_id(told["id"], f"{place}.id"),
        club=club,
        name=read_cleaned(told["name"], f"{place}.name"),
        preset=read_preset(told["preset"], f"{place}.preset"),
        rules=rules.to_json(),
    )


def _old(value: object, place: str, club: Club, known: set[uuid.UUID]) -> OldTotal:
    told = read_object(value, place, ("date", "person", "points"))
    person = read_id(told["person"], f"{place}.person")
    if person not in known:
        raise Malformed(f"{place}.person", "no_such_player", value=str(person))
    day: date = read_day(told["date"], f"{place}.date")
    points = read_int(told["points"], f"{place}.points", -MAX_TOTAL, MAX_TOTAL)
    return OldTotal(club=club, date=day, person_id=person, points=points)


def _night(line: int, value: Mapping[str, object], work: Work) -> NightFile:
    keys = ("format", "club", "session", "date", "zone", "started_at", "ended_at")
    derived = ("rounds", "payments", "totals", "dues")
    told = read_object(value, "session", (*keys, "people", "events", *derived, "digest"))
    club = Club(id=read_id(told["club"], "club"))
    session = Session(id=read_id(told["session"], "session"), club=club)
    people = _people(told["people"], club)
    events = _each(told["events"], "events", lambda one, place: _event(one, place, session))
    _check_chain(line, session, events)
    try:
        refuse_misfits(session, events, work)
        night = night_of(session, events)
    except Misfit as misfit:
        at, number = misfit.position, misfit.round
        raise NotTakenIn(line, "misfit", why=misfit.why, position=at, round=number) from misfit
    except Exhausted:
        raise NotTakenIn(line, "too_much") from None
    except UNREPLAYABLE:
        raise NotTakenIn(line, "not_replayable") from None
    if not within_bounds(night.projection.tallies):
        raise NotTakenIn(line, "not_storable")
    return NightFile(night, people)


def _event(value: object, place: str, session: Session) -> Event:
    told = read_object(value, place, EVENT)
    kind = read_variant(told["kind"], f"{place}.kind", Event.Kind)
    try:
        check_data(kind, told["data"])
    except Malformed as fault:
        raise Malformed(f"{place}.{fault.place}", fault.code, **fault.figures) from None
    key, right = read_text(told["key"], f"{place}.key"), read_text(told["right"], f"{place}.right")
    if not KEY.fullmatch(key):
        raise Malformed(f"{place}.key", "not_a_key", value=key)
    by = None if told["by"] is None else read_id(told["by"], f"{place}.by")
    rights = ("",) if by is None else WRITING
    if right not in rights:
        raise Malformed(f"{place}.right", "not_one_of", known=rights, value=right)
    return Event(
        id=read_id(told["id"], f"{place}.id"),
        club_id=session.club_id,
        session=session,
        position=read_position(told["position"], f"{place}.position"),
        key=key,
        request=read_hash(told["request"], f"{place}.request"),
        kind=kind.value,
        round=None if told["round"] is None else read_position(told["round"], f"{place}.round"),
        undoes=None if told["undoes"] is None else read_position(told["undoes"], f"{place}.undoes"),
        data=canonical(told["data"]),
        by_id=by,
        right=right,
        at=read_moment(told["at"], f"{place}.at"),
        previous=read_hash(told["previous"], f"{place}.previous"),
        hash=read_hash(told["hash"], f"{place}.hash"),
    )


def _check_chain(line: int, session: Session, events: Sequence[Event]) -> None:
    """Raises `NotTakenIn` for the first event that is not where it says, or not what its hash says."""
    previous, keys = FIRST, set()
    for position, event in enumerate(events, 1):
        whole = event.position == position and event.pk == event_id(session.pk, position)
        if not whole or event.key in keys or event.previous != previous or event.hash != event_hash(event):
            raise NotTakenIn(line, "changed", position=position)
        previous = event.hash
        keys.add(event.key)
    if not events or events[0].kind != Event.Kind.OPEN_NIGHT:
        raise NotTakenIn(line, "changed", position=1)


def _each(value: object, place: str, read: Callable[[object, str], T]) -> list[T]:
    return [read(one, f"{place}[{index}]") for index, one in enumerate(read_list(value, place))]


def _distinct(ids: Sequence[uuid.UUID], place: str) -> Sequence[uuid.UUID]:
    if len(set(ids)) < len(ids):
        raise Malformed(place, "twice", value=str(next(one for one in ids if ids.count(one) > 1)))
    return ids
