"""算牌: the public page on which a hand is valued."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from rounds.links import link_token
from rounds.models import AccessLink, Session
from rounds.rules.presets import presets
from rounds.screens.house import summary
from tests.web.cast import browser, open_night, score_link
from tests.web.test_pad import keys, tap
from tests.web.test_table import HTMX

HAND = reverse("hand")


def page(**fields: str) -> str:
    response = Client().get(HAND, fields)
    assert response.status_code == 200
    return response.text


@pytest.mark.django_db
def test_the_page_is_open_to_everybody_and_asks_no_database(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert "算牌" in page(concealed="1112345678999p")


def test_a_whole_hand_says_its_pattern_its_fans_and_what_they_multiply() -> None:
    shown = page(concealed="23456788p", pungs="1p", concealed_kongs="9p")
    for words in ("清一色", "清一色2番 + 暗杠1番 = 3番", "×8", "14张"):
        assert words in shown


def test_open_and_concealed_kongs_count_as_the_rules_have_them() -> None:
    open_kong = page(rules="seven_fans", concealed="23456788p", pungs="1p", kongs="9p")
    assert "直杠" in open_kong
    assert "暗杠1番" not in open_kong


def test_a_hand_that_waits_says_every_wait_and_its_worth() -> None:
    shown = page(concealed="1112345678999p")
    assert "听9张" in shown
    assert len(re.findall('<li class="wait', shown)) == 9
    assert len(re.findall("wait-best", shown)) == 2


@pytest.mark.parametrize("rules", list(presets()))
def test_every_rule_set_values_a_hand(rules: str) -> None:
    fans = presets()[rules].rules.plain_fans
    shown = page(rules=rules, concealed="123m456m789m123p99p")
    assert f"{fans}番" in shown
    assert "平胡" in shown
    assert f'value="{rules}" selected' in shown


def test_the_void_suit_is_asked_for_where_it_is_played() -> None:
    assert "void" in keys(page(rules="chengdu_home"))
    assert "void" not in keys(page(rules="huanle"))
    assert "定缺的那门还有" in page(concealed="123m456m789m12399p", void_suit="p")


def test_luck_competes_where_it_is_played() -> None:
    told = {"concealed": "123m456m789m12399p"}
    assert "天胡" in re.findall(r'class="result-name">([^<]*)', page(**told, flags="heavenly"))
    assert 'data-flag="heavenly"' not in page(rules="sbr_2025")


def test_tiles_are_typed_as_people_write_them() -> None:
    shown = Client().get(HAND, {"typed": "123万 456万 789万 123筒 99筒", "concealed": "5p"}).text
    assert 'name="concealed" value="123456789m12399p"' in shown
    wrong = Client().get(HAND, {"typed": "12", "concealed": "5p"})
    assert wrong.status_code == 422
    assert "看不懂" in wrong.text
    assert 'name="concealed" value="5p"' in wrong.text, "the hand is as it was"
    assert 'value="12"' in wrong.text, "and so is what was typed"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rules": "nonsense"}, "没有这套规矩"),
        ({"concealed": "12"}, "地址里的牌看不懂"),
        ({"concealed": "", "pungs": "0m"}, "地址里的牌看不懂"),
        ({"concealed": "11111p"}, "1筒只有四张"),
        ({"concealed": "1p", "kongs": "1p"}, "1筒只有四张"),
        ({"concealed": "", "void_suit": "x"}, "地址里的牌看不懂"),
        ({"concealed": "123456789m123456p"}, "多了1张"),
        ({"concealed": "", "pungs": "1m2m3m4m5m"}, "多了1张"),
        ({"flags": "heavenly,earthly"}, "地址不对"),
        ({"flags": "after_kong"}, "地址不对"),
        ({"mode": "x"}, "地址不对"),
        ({"suit": "z"}, "地址不对"),
        ({"rules": "night"}, "这一场的规矩要用它自己的链接看"),
        ({"rules": ""}, "没有这套规矩"),
    ],
)
def test_an_address_that_cannot_be_read_gets_a_sentence(fields: dict[str, str], sentence: str) -> None:
    for headers in ({}, HTMX):
        response = Client().get(HAND, fields, headers=headers)
        assert response.status_code == 422
        assert sentence in response.text
        assert "data-pad" in response.text


FIELDS = ("rules", "concealed", "pungs", "kongs", "concealed_kongs", "void_suit", "flags", "mode", "suit", "typed")


@given(
    st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=30) | st.from_regex(r"[1-9]{1,8}[mps]", fullmatch=True))
)
def test_no_address_breaks_the_page(fields: dict[str, str]) -> None:
    assert Client().get(HAND, fields).status_code in (200, 422)


def test_the_link_that_is_shared_shows_the_same_hand() -> None:
    client = Client()
    shown = tap(client, page(rules="huanle"), "suit:p", "1p", "1p", "mode:pungs", "9p", "mode:concealed")
    share = re.search(r'id="share">([^<]+)<', shown)
    assert share
    address = urlsplit(html.unescape(share[1]))
    assert (address.scheme, address.netloc, address.path) == ("http", "testserver", HAND)
    told = {name: values[0] for name, values in parse_qs(address.query).items()}
    assert told == {"rules": "huanle", "concealed": "11p", "pungs": "9p"}


@pytest.mark.parametrize("right", ["watch", "score"])
def test_it_is_opened_from_a_night_by_its_rules_and_leads_back(own: AccessLink, right: str) -> None:
    night = open_night(own.club, preset="seven_fans")
    link = score_link(night) if right == "score" else night.links.get(right="watch")
    client = Client()
    client.post(reverse("key", args=[link_token(link)]))
    assert all(morsel["path"] == reverse("table", args=[night.pk]) for morsel in client.cookies.values())
    here = reverse("night_hand", args=[night.pk])
    assert here.startswith(reverse("table", args=[night.pk])), "where the cookie is sent"
    assert f'href="{here}"' in client.get(reverse("more", args=[night.pk])).text
    shown = client.get(here).text
    assert f'class="top-back" href="{reverse("more", args=[night.pk])}"' in shown
    assert 'value="night" selected' in shown
    assert summary(presets()["seven_fans"].rules) in shown
    assert keys(shown)["1m"].startswith(here)
    other = html.unescape(tap(client, shown, "1m"))
    assert f"testserver{here}?rules=night&concealed=1m<" in other
    by_preset = html.unescape(client.get(here, {"rules": "huanle", "concealed": "1m"}).text)
    assert f"testserver{HAND}?rules=huanle&concealed=1m<" in by_preset


def test_the_rules_of_a_night_open_to_its_people_alone(night: Session) -> None:
    assert Client().get(reverse("night_hand", args=[night.pk])).status_code == 404
    assert Client().get(HAND, {"rules": "night"}).status_code == 422


def test_home_leads_to_it_also_for_strangers(own: AccessLink) -> None:
    for client in (Client(), browser(own)):
        assert f'href="{HAND}"' in client.get("/").text


def test_nothing_is_written_by_it() -> None:
    for method in ("post", "put", "patch", "delete"):
        assert getattr(Client(), method)(HAND).status_code == 405
