"""也胡 yě hú: one more winner on the same tile, with all that a win can be told with."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.models import AccessLink, Session
from rounds.rules.events import CalledFans, Kong, Win, WinBy, Winner
from rounds.rules.ruleset import KongKind
from tests.web.cast import browser, concealed_kong, discard, new_key, open_night, record, self_draw, tap

HTMX = {"HX-Request": "true"}


@pytest.fixture
def scorer(score: AccessLink) -> Client:
    return browser(score)


def sheet(client: Client, night: Session, seat: str, **fields: Any) -> str:
    page: str = client.get(reverse("also", args=[night.pk, seat]), fields, headers=HTMX).text
    return page


def tapped(client: Client, night: Session, **fields: str) -> int:
    night.refresh_from_db()
    told = {"key": new_key(), "position": night.position, **fields}
    status: int = client.post(reverse("record", args=[night.pk]), told, headers=HTMX).status_code
    return status


def winners(night: Session) -> Any:
    (change,) = json.loads(night.log().latest("position").data)["changes"]
    return change["amend"]["winners"]


def test_a_pattern_with_its_roots_joins_a_win(scorer: Client, night: Session) -> None:
    record(night, discard("A", "B", fans=1))
    page = sheet(scorer, night, "C", pattern="full_flush", roots="1")
    assert page.count('data-cell="also:C:hand"') == 1
    assert "8" in page
    assert tapped(scorer, night, cell="also:C:hand", flags="", pattern="full_flush", roots="1") == 200
    assert winners(night) == [{"player": "B", "fans": 1}, {"player": "C", "pattern": "full_flush", "roots": 1}]
    assert night.played().get().net == {"A": -10, "B": 2, "C": 8, "D": 0}


def test_tiles_join_a_win(scorer: Client, night: Session) -> None:
    record(night, discard("A", "B", fans=1))
    page = sheet(scorer, night, "C", flags="", concealed="112233m4455667p7p")
    assert 'data-cell="also:C:hand"' in page
    assert "七对" in page
    assert tapped(scorer, night, cell="also:C:hand", flags="", concealed="112233m4455667p7p") == 200
    assert winners(night)[1]["hand"]["concealed"] == "112233m44556677p"


def test_bonus_chips_join_a_win(own: AccessLink) -> None:
    night = open_night(own.club, preset="sbr_2025")
    scorer = browser(own)
    record(night, discard("A", "B", fans=1))
    assert 'data-flag="under_the_sea"' in sheet(scorer, night, "C")
    assert tapped(scorer, night, cell="also:C:1", flags="under_the_sea") == 200
    assert winners(night)[1] == {"player": "C", "fans": 1, "bonuses": ["under_the_sea"]}


def test_how_the_tile_came_is_said_already(scorer: Client, night: Session) -> None:
    record(night, concealed_kong("A"))
    record(night, Win(WinBy.DISCARD, (Winner("B", CalledFans(1)),), "A", after_kong=True))
    page = sheet(scorer, night, "C")
    for hook in ("after_kong", "robbed_kong"):
        assert f'data-flag="{hook}"' not in page
    assert "杠上炮" in page
    assert "已加 杠上炮+1" in page
    assert "转6" in page
    assert "data-more" not in page
    assert "kong:" not in page


def test_a_kong_is_robbed_by_two(scorer: Client, night: Session) -> None:
    record(night, Kong("A", KongKind.PROMOTED, robbed=True))
    record(night, Win(WinBy.ROBBED_KONG, (Winner("B", CalledFans(1)),), "A"))
    page = sheet(scorer, night, "C")
    assert "被抢杠" in page
    assert "已加 抢杠胡+1" in page
    assert tapped(scorer, night, cell="also:C:0") == 200
    assert [winner["player"] for winner in winners(night)] == ["B", "C"]


def test_numbers_are_on_the_table_and_take_no_answer_from_the_server(scorer: Client, night: Session) -> None:
    record(night, discard("A", "B", fans=1))
    page = scorer.get(reverse("table", args=[night.pk])).text
    assert [f'data-cell="also:{seat}:2"' in page for seat in "ABCD"] == [False, False, True, True]
    assert page.count('data-sheet="also-') == 2


@pytest.mark.parametrize("seat", ["A", "B", "Z"])
def test_who_may_not_join_is_sent_to_the_table(scorer: Client, night: Session, seat: str) -> None:
    record(night, discard("A", "B"))
    back = reverse("table", args=[night.pk])
    here = reverse("also", args=[night.pk, seat])
    assert scorer.get(here)["Location"] == back
    assert scorer.get(here, headers=HTMX)["HX-Redirect"] == back


def test_nobody_joins_a_self_draw_or_a_night_that_is_over(scorer: Client, night: Session) -> None:
    record(night, self_draw("A"))
    assert scorer.get(reverse("also", args=[night.pk, "B"])).status_code == 302
    record(night, discard("B", "C"))
    assert scorer.get(reverse("also", args=[night.pk, "D"])).status_code == 200
    night.refresh_from_db()
    scorebook.end_night(night, tap(night.position))
    assert scorer.get(reverse("also", args=[night.pk, "D"])).status_code == 302


@pytest.mark.parametrize("fields", [{"flags": "x"}, {"pattern": "x"}, {"concealed": "9z"}])
def test_what_names_no_hand_gets_400(scorer: Client, night: Session, fields: dict[str, str]) -> None:
    record(night, discard("A", "B"))
    assert scorer.get(reverse("also", args=[night.pk, "C"]), fields).status_code == 400
    assert tapped(scorer, night, cell="also:C:hand", **fields) == 400


def test_without_a_script_the_sheet_is_open_on_the_table(scorer: Client, night: Session) -> None:
    record(night, discard("A", "B"))
    page = scorer.get(reverse("also", args=[night.pk, "C"]), {"naming": "1"}).text
    assert page.count(" open>") == 1
    assert "data-sheet-shown" in page
    assert 'data-pattern="full_flush"' in page


def test_the_sheet_costs_few_queries(
    scorer: Client, night: Session, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    record(night, discard("A", "B"))
    with django_assert_num_queries(3):
        sheet(scorer, night, "C", pattern="full_flush")
