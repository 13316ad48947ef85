"""A club with all that a club can have, taken home as JSON and taken in where nothing is."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.db import transaction

from rounds.book.taps import Tap
from rounds.exports.archive import club_lines, night_lines
from rounds.imports.refusal import NotTakenIn, say_refusal
from rounds.imports.taking import BY_COMMAND, Added, look_into, take
from rounds.models import AccessLink, Club, Entry, Event, HouseRules, OldTotal, Payment, Person, Round, Session
from rounds.rules.presets import presets
from rounds.signs import Sign
from tests.web.cast import START, concealed_kong, new_key, open_night, record
from tests.web.kept import kept
from tests.web.rich_night import rich_night

Json = dict[str, Any]
SIGN = next(iter(Sign)).value

NAMES = {"A": "=1+1", "B": "<b>&\"'{{x}}</b>", "C": "\u0623\u062d\u0645\u062f", "D": "👩‍👩‍👧 a,b"}


def out(club: Club) -> bytes:
    return b"".join(club_lines(club))


def into(content: bytes, club: Club | None = None) -> Added:
    return take(BytesIO(content), club, BY_COMMAND)


def refusal(content: bytes, club: Club | None = None) -> NotTakenIn:
    """Why a file is not taken in; nothing is written by it."""
    before = everything()
    with pytest.raises(NotTakenIn) as dry:
        look_into(BytesIO(content), club, BY_COMMAND)
    with pytest.raises(NotTakenIn) as refused:
        into(content, club)
    assert everything() == before
    if dry.value.code != "malformed":
        assert say_refusal(dry.value) == say_refusal(refused.value)
    return refused.value


def everything() -> list[int]:
    """How much there is in all tables that a file could add to."""
    tables = (Club, Person, Session, Event, Round, Entry, Payment, HouseRules, OldTotal, AccessLink)
    return [table.objects.count() for table in tables]


def night_of(club: Club) -> Json:
    """The rich night."""
    read: Json = json.loads(b"".join(night_lines(Session.objects.filter(club=club).order_by("started_at")[0])))
    return read


@pytest.fixture
def nowhere(db: None) -> Callable[[], None]:
    """Everything that the test has written so far, and the club, is gone when this is called."""
    start = transaction.savepoint()
    return lambda: transaction.savepoint_rollback(start)


@pytest.fixture
def whole(nowhere: Callable[[], None], own: AccessLink) -> Club:
    return filled(own)


@kept
def filled(own: AccessLink) -> Club:
    """A club with all that a club can have: a rich night, one that goes on, rules of its own, plain totals."""
    club = own.club
    rich_night(club, own)
    later = Tap(new_key(), 0, None, START + timedelta(days=1))
    going_on = open_night(club, NAMES, with_tap=later)
    record(going_on, concealed_kong("B"))
    HouseRules.objects.create(club=club, name="周末", preset="huanle", rules=presets()["huanle"].rules.to_json())
    person = Person.objects.filter(club=club).order_by("name")[0]
    Person.objects.filter(pk=person.pk).update(sign=SIGN, hidden=True)
    OldTotal.objects.create(club=club, date="2020-02-03", person=person, points=-12)
    return club
