"""设置: language, words of the table, colours and voice, kept in the browser and nowhere else."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.models import AccessLink, Session
from rounds.preferences import SWITCHES, Preferences, read_form
from rounds.screens.settings import settings as settings_screen
from tests.web.cast import browser, concealed_kong, record

EVIL = (
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "\\\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "evil.example",
    "///evil.example",
    "",
    "/" * 3000,
)


def chosen(client: Client) -> set[tuple[str, str]]:
    """What is checked on the page, as (name, value)."""
    page = client.get(reverse("settings")).content.decode()
    return set(re.findall(r'name="(\w+)" value="([\w-]*)" checked', page))


def test_what_is_chosen_is_kept_in_the_browser_and_shown_again() -> None:
    client = Client()
    assert ("language", "zh-hans") in chosen(client)
    told = {"language": "en", "promoted": "on", "western": "on", "aloud": ""}
    response = client.post(reverse("settings"), told)
    assert (response.status_code, response.headers["Location"]) == (303, "/")
    assert {("language", "en"), ("promoted", "on"), ("western", "on"), ("aloud", ""), ("round", "")} <= chosen(client)
    for name in ("language", "prefs"):
        cookie = client.cookies[name]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert cookie["max-age"] > 300 * 24 * 3600
    client.post(reverse("settings"), {"language": "zh-hans"})
    assert client.cookies["prefs"].value == ""
    assert ("promoted", "") in chosen(client)


@pytest.mark.django_db
def test_choosing_asks_the_database_nothing(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        Client().get(reverse("settings"))
        Client().post(reverse("settings"), {"language": "en"})
        Client().post(reverse("language"), {"language": "en"})


def test_every_switch_of_a_phone_is_on_the_page() -> None:
    screen = settings_screen(Preferences("zh-hans"))
    assert [choice.name for choice in (*screen.words, screen.western, screen.aloud)] == list(SWITCHES)


@pytest.mark.parametrize(
    "cookie", ["", ".", "western;", "WESTERN", "x" * 5000, "promoted,exposed", "promoted\x00", "fr"]
)
def test_a_cookie_that_nobody_set_changes_nothing(cookie: str) -> None:
    client = Client()
    client.cookies["prefs"] = cookie
    client.cookies["language"] = cookie
    assert chosen(client) == {("language", "zh-hans"), *((name, "") for name in SWITCHES)}


def test_what_a_form_says_is_read_strictly() -> None:
    now = Preferences("en", frozenset({"round"}), western=True)
    odd = {"language": "klingon", "western": "true", "aloud": "1", "round": "ON", "exposed": "on", "own": "on"}
    assert read_form(odd, now) == Preferences("en", frozenset({"exposed"}))


@pytest.mark.parametrize("route", ["settings", "language"])
def test_one_goes_back_to_where_one_came_from(route: str) -> None:
    address = "/hand/?rules=huanle&concealed=1m"
    response = Client().post(reverse(route), {"from": address, "language": "en"})
    assert (response.status_code, response.headers["Location"]) == (303, address)
    assert f'value="{address.replace("&", "&amp;")}"' in Client().get("/settings/", {"from": address}).content.decode()


@pytest.mark.parametrize("route", ["settings", "language"])
@pytest.mark.parametrize("address", EVIL)
def test_nobody_is_sent_to_another_site(route: str, address: str) -> None:
    response = Client().post(reverse(route), {"from": address, "language": "en"})
    assert response.headers["Location"] == "/"
    assert 'href="/" aria-label' in Client().get(reverse("settings"), {"from": address}).content.decode()


@pytest.mark.parametrize(
    ("referrer", "to"),
    [
        ("http://testserver/k/abc/", "/k/abc/"),
        ("http://testserver/hand/?rules=huanle", "/hand/?rules=huanle"),
        ("http://evil.example/k/abc/", "/"),
        ("http://testserver//evil.example/", "/"),
        ("http://testserver:notaport/", "/"),
        ("", "/"),
    ],
)
def test_a_page_that_does_not_tell_its_address_is_gone_back_to_as_the_browser_tells_it(referrer: str, to: str) -> None:
    response = Client().post(reverse("language"), {"language": "en"}, headers={"Referer": referrer})
    assert response.headers["Location"] == to


def test_a_foreign_page_changes_nothing() -> None:
    client = Client(enforce_csrf_checks=True)
    for route in ("settings", "language"):
        assert client.post(reverse(route), {"language": "en"}).status_code == 403
    assert "language" not in client.cookies


def test_a_language_that_nobody_offers_changes_nothing() -> None:
    client = Client()
    assert client.post(reverse("language"), {"language": "fr"}).status_code == 303
    assert "language" not in client.cookies


def test_the_words_of_the_table_are_said_everywhere_but_not_in_names(night: Session, score: AccessLink) -> None:
    client = browser(score)
    record(night, concealed_kong("A"))
    address = reverse("table", args=[night.pk])
    usual = client.get(address).content.decode()
    assert "第1局" in usual
    assert "弯杠" in usual
    client.post(reverse("settings"), dict.fromkeys(("promoted", "exposed", "not_ready", "round"), "on"))
    other = client.get(address).content.decode()
    for here, gone in (
        ("第1把", "第1局"),
        ("巴杠", "弯杠"),
        ("点杠", "直杠"),
        ("没下叫", ">没叫"),
        ("下一把", "下一局"),
    ):
        assert here in other
        assert gone not in other
    assert "流局查叫" in other


def test_colours_the_other_way_round_are_a_class_of_the_page() -> None:
    client = Client()
    assert 'class="western"' not in client.get("/hand/").content.decode()
    client.post(reverse("settings"), {"western": "on"})
    assert '<html lang="zh-hans" class="western">' in client.get("/hand/").content.decode()
