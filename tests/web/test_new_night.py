"""The form that starts a night: its rules and its base, its key, and what was typed when something is wrong."""

import re
from unittest.mock import patch

import pytest
from django.db import OperationalError
from pytest_django import DjangoAssertNumQueries

from rounds.forms import read_zone
from rounds.models import AccessLink, Club, Session
from rounds.money import OFFERED
from rounds.rules.presets import presets
from tests.web import hostile
from tests.web.cast import browser, new_key, open_night
from tests.web.new_night_form import opened, refused, send


def test_four_names_a_dealer_and_a_rule_set_start_a_night(own: AccessLink) -> None:
    session = opened(send(own))
    row = session.played().get()
    assert row.names == {"A": "张三", "B": "李四", "C": "王五", "D": "赵六"}
    assert (row.dealer, row.preset, row.money) == ("B", "chengdu_home", None)
    assert row.rules == presets()["chengdu_home"].rules.to_json()
    assert session.zone == "Asia/Shanghai"
    assert session.log().get().by == own


def test_the_page_offers_the_hooks_that_scripts_go_by(own: AccessLink) -> None:
    page = browser(own).get("/new/").content.decode()
    assert "data-new-night" in page
    for letter in "ABCD":
        assert f'name="name-{letter}"' in page
        assert re.search(rf'name="dealer" value="{letter}"( checked)? aria-label=', page)
    assert 'value="A" checked' in page
    assert re.search(r'<option value="chengdu_home"[^>]* selected>成都家庭局</option>', page)
    assert page.count("<option value=") == len(presets()) + len(OFFERED) + 5


def test_every_rule_set_is_described_in_players_words(own: AccessLink) -> None:
    page = browser(own).get("/new/").content.decode()
    assert "底1 · 封顶3番×8 · 自摸加底 · 查大叫 · 弯杠1底 直杠2底 暗杠2底 · 杠上炮转一杠" in page
    assert "底5 · 封顶4番×8 · 自摸不加 · 查大叫 · 弯杠1底 直杠2底 暗杠2底 · 杠上炮不转" in page


def test_the_base_can_be_another_than_the_rule_sets(own: AccessLink) -> None:
    assert opened(send(own, preset="single_player", base="5")).played().get().rules["base"] == 5


def test_a_base_that_is_typed_wins_over_the_keys(own: AccessLink) -> None:
    assert opened(send(own, base="5", base_other=" 30 ")).played().get().rules["base"] == 30


def test_no_base_chosen_is_that_of_the_rule_set(own: AccessLink) -> None:
    assert opened(send(own, preset="single_player", base="")).played().get().rules["base"] == 6


@pytest.mark.parametrize("typed", ["0", "-1", "1.5", "1_0", "１", "x", "1000001", "9" * 30])
def test_a_base_that_is_none_is_refused_at_its_field(own: AccessLink, typed: str) -> None:
    for field in ("base", "base_other"):
        refused(send(own, **{field: typed}), "底是1到1,000,000的整数")


def test_an_unknown_rule_set_is_refused(own: AccessLink) -> None:
    refused(send(own, preset="../etc"), "没有这套规矩")


def test_everything_that_was_typed_is_kept_when_something_is_wrong(own: AccessLink) -> None:
    typed = {"name_A": "Alice", "name_C": hostile.LONG, "base_other": "7x", "per_point": "0.5", "preset": "fortune"}
    page = refused(send(own, **typed, zone="Europe/Berlin"), "底是1到")
    for value in ("Alice", "李四", "7x", "0.5", "Europe/Berlin"):
        assert f'value="{value}"' in page
    assert hostile.is_escaped(page, hostile.LONG)
    assert re.search(r'<option value="fortune"[^>]* selected>', page)
    assert re.search(r'name="dealer" value="B" checked', page)


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({"per_point": "五毛"}, "per-point"),
        ({"per_point": "五毛", "base_other": "7x", "fee": "x"}, "base-other"),
        ({"fee": "x", "stakes": "y"}, "fee"),
        ({"name_A": "李四", "name_B": "李四", "per_point": "x"}, "name-B"),
        ({"rest_1": "张三"}, "rest-1"),
        ({"preset": "none"}, "preset"),
    ],
)
def test_the_browser_begins_at_the_first_field_that_is_wrong(
    own: AccessLink, changes: dict[str, str], first: str
) -> None:
    page = refused(send(own, **changes), "")
    fields = re.findall(r"<(?:input|select)[^>]* autofocus[^>]*>", page)
    assert [re.findall(r' name="([^"]*)"', field) for field in fields] == [[first]]


def test_a_second_post_with_the_same_key_gives_the_same_night(own: AccessLink) -> None:
    key = new_key()
    first, second = (send(own, key=key) for _ in range(2))
    assert opened(first) == opened(second)


def test_a_key_that_has_started_another_night_is_refused_and_replaced(own: AccessLink) -> None:
    key = new_key()
    opened(send(own, key=key))
    response = send(own, key=key, name_A="Alice")
    page = response.content.decode()
    assert response.status_code == 422
    assert "刚才已经开过一场" in page
    assert key not in page
    assert 'value="Alice"' in page
    assert Session.objects.count() == 1


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "空" * 30, "a b" * 9])
def test_a_form_without_a_good_key_is_shown_again_with_one(own: AccessLink, key: str) -> None:
    page = refused(send(own, key=key), "没有发完整")
    assert re.search(r'name="key" value="[A-Za-z0-9_-]{22,64}"', page)
    assert 'value="张三"' in page


def test_a_database_that_does_not_confirm_keeps_the_key_for_the_next_try(own: AccessLink) -> None:
    key = new_key()
    with patch("rounds.scorebook.nights._start", side_effect=OperationalError("database is locked")):
        page = refused(send(own, key=key), "没有记上", status=503)
    assert f'value="{key}"' in page
    opened(send(own, key=key))


def test_each_page_has_a_key_of_its_own(own: AccessLink) -> None:
    keys = {re.search(r'name="key" value="(.+?)"', browser(own).get("/new/").content.decode()) for _ in range(5)}
    assert len({match[1] for match in keys if match}) == 5


@pytest.mark.parametrize(
    ("told", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("", "Asia/Shanghai"),
        ("Mars/Olympus", "Asia/Shanghai"),
        ("../../etc/passwd", "Asia/Shanghai"),
        ("Europe", "Asia/Shanghai"),
        ("/etc/localtime", "Asia/Shanghai"),
        ("A\x00", "Asia/Shanghai"),
        ("x" * 5000, "Asia/Shanghai"),
    ],
)
def test_the_zone_is_the_browsers_if_there_is_one_of_that_name(told: str, zone: str) -> None:
    assert read_zone(told) == zone


def test_the_night_is_dated_in_the_browsers_zone(own: AccessLink) -> None:
    assert opened(send(own, zone="Pacific/Kiritimati")).zone == "Pacific/Kiritimati"


def test_the_form_takes_four_queries_however_many_have_played(
    own: AccessLink, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(own)
    for number in range(3):
        open_night(club, {"A": f"甲{number}", "B": f"乙{number}"})
        with django_assert_num_queries(4):
            client.get("/new/")
