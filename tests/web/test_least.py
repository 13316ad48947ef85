"""A called number stands for roots and kongs too: one below what the kongs alone are worth is grey, and said."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from rounds.models import AccessLink, Session
from rounds.rules.events import Kong
from rounds.rules.ruleset import KongKind
from tests.web.cast import browser, concealed_kong, discard, next_round, record, self_draw, set_rules
from tests.web.kept import kept

HTMX = {"HX-Request": "true"}
CELL = re.compile(r'<button class="([^"]*)" name="cell" value="[^"]*" data-cell="([^"]*)"')
STATE = re.compile(r'data-state="(A:ready:\d)">.*?<span class="(cell[^"]*)"', re.DOTALL)
PROMOTED = Kong("A", KongKind.PROMOTED)
TWO = "有2杠，至少2番"


@pytest.fixture
def scorer(score: AccessLink) -> Client:
    return browser(score)


def sheet(client: Client, night: Session, seat: str = "A", name: str = "sheet", **fields: str) -> str:
    return str(client.get(reverse(name, args=[night.pk, seat]), fields, headers=HTMX).text)


def low(page: str) -> set[str]:
    """The numbers of fans that are grey, and in every row and state of the chips the same."""
    found = CELL.findall(page)
    grey = {cell.rpartition(":")[2] for looks, cell in found if "cell-low" in looks}
    assert all(("cell-low" in looks) == (cell.rpartition(":")[2] in grey) for looks, cell in found)
    return grey


@kept
def two_kongs(night: Session) -> None:
    record(night, concealed_kong("A"))
    record(night, PROMOTED)


def test_a_number_below_the_kongs_is_grey_and_can_be_called(scorer: Client, night: Session) -> None:
    two_kongs(night)
    page = sheet(scorer, night)
    assert low(page) == {"0", "1"}
    assert TWO in page
    assert 'data-cell="self_draw:0"' in page
    assert f"{TWO} · 已加 杠上的番" in sheet(scorer, night, flags="after_kong")
    other = sheet(scorer, night, "B")
    assert low(other) == set()
    assert "至少" not in other


def test_a_pattern_counts_the_kongs_itself(scorer: Client, night: Session) -> None:
    two_kongs(night)
    page = sheet(scorer, night, pattern="plain", roots="0")
    assert low(page) == set()
    assert "至少" not in page


def test_no_more_is_asked_for_than_the_cap(scorer: Client, night: Session) -> None:
    for _ in range(4):
        record(night, concealed_kong("A"))
    assert low(sheet(scorer, night)) == {"0", "1", "2"}


def test_a_robbed_kong_counts_nothing(scorer: Client, night: Session) -> None:
    record(night, Kong("A", KongKind.PROMOTED, robbed=True))
    assert low(sheet(scorer, night)) == set()


def test_where_kongs_count_no_fans_nothing_is_said(scorer: Client, night: Session) -> None:
    for player in "BCD":
        record(night, self_draw(player))
    set_rules(night, kong_fans=dict.fromkeys(("concealed", "exposed", "postponed", "promoted"), 0))
    next_round(night)
    two_kongs(night)
    page = sheet(scorer, night)
    assert low(page) == set()
    assert "至少" not in page


def test_also_and_corrections_say_it_too(scorer: Client, night: Session) -> None:
    two_kongs(night)
    record(night, discard("C", "B", fans=1))
    page = sheet(scorer, night, name="also")
    assert low(page) == {"0", "1"}
    assert TWO in page
    record(night, self_draw("A"))
    page = scorer.get(reverse("why", args=[night.pk, 1, 3]), headers=HTMX).text
    assert low(page) == {"0", "1"}
    assert TWO in page
    page = scorer.get(reverse("insert", args=[night.pk, 1, 1]), {"seat": "A"}, headers=HTMX).text
    assert low(page) == {"0"}
    assert "有1杠，至少1番" in page


def test_the_end_of_the_wall_says_it_beside_the_name(scorer: Client, night: Session) -> None:
    two_kongs(night)
    page = scorer.get(reverse("wall", args=[night.pk]), headers=HTMX).text
    grey = {state for state, looks in STATE.findall(page) if "cell-low" in looks}
    assert grey == {"A:ready:0", "A:ready:1"}
    assert page.count(TWO) == 1
    assert "查大叫 · 含根、含杠" in page
