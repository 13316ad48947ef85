"""The pages of statistics as their owner reads them, and a night of two rounds to count."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from rounds import scorebook
from rounds.models import AccessLink, Club, Person, Session
from rounds.money import Money
from rounds.rules.events import CalledPattern, Win, WinBy, Winner
from rounds.rules.patterns import Pattern
from tests.web.cast import (
    browser,
    concealed_kong,
    discard,
    next_round,
    nobody_ready,
    open_night,
    record,
    self_draw,
    tap,
)
from tests.web.kept import kept


@pytest.fixture
def owner(own: AccessLink) -> Client:
    return browser(own)


def page(client: Client, name: str, query: str = "", status: int = 200) -> str:
    response = client.get(reverse(name) + query)
    assert response.status_code == status
    return response.content.decode()


def his(client: Client, name: str, query: str = "", status: int = 200) -> str:
    who = Person.objects.get(name=name).pk
    response = client.get(reverse("person", args=[who]) + query)
    assert response.status_code == status
    return response.content.decode()


@pytest.fixture
@kept
def played(club: Club) -> Session:
    """张三 deals in twice and wins a round, 李四 wins a full flush, 王五 has a kong returned."""
    night = open_night(club, money=Money("CNY", 50))
    record(night, concealed_kong("C"))
    record(night, discard("A", "B", fans=2))
    record(night, discard("A", "D"))
    record(night, nobody_ready("A", "C"))
    next_round(night)
    record(night, Win(WinBy.SELF_DRAW, (Winner("B", CalledPattern(Pattern.FULL_FLUSH)),)))
    record(night, self_draw("A"))
    night.refresh_from_db()
    return scorebook.end_night(night, tap(night.position)).session


def number_in(cell: str) -> int:
    return int(re.sub("<[^>]*>|,", "", cell).replace("−", "-"))
