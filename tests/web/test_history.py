"""The history: nights by day, person, rules and name, a page at a time."""

import re
import uuid
from datetime import date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.models import AccessLink, Club, Person, Session
from rounds.screens.history import NIGHTS
from tests.web import hostile
from tests.web.cast import NAMES, START, browser, play_round
from tests.web.past_nights import night_on, old_total

LINK = re.compile(r'href="/n/([0-9a-f-]{36})/night/"')
BESIDE = re.compile(r'href="\?([^"]*(before|after)=[^"]*)"')


@pytest.fixture
def owner(own: AccessLink) -> Client:
    return browser(own)


def page(client: Client, query: str = "", status: int = 200) -> str:
    response = client.get(reverse("history") + query)
    assert response.status_code == status
    return response.content.decode()


def found(client: Client, query: str = "") -> list[str]:
    return LINK.findall(page(client, query))


def nights(club: Club, count: int) -> list[Session]:
    """So many, a day apart, the newest first."""
    return [night_on(club, START - timedelta(days=day)) for day in range(count)]


def test_a_night_stands_there_with_its_day_rounds_rules_and_who_won_most_first(owner: Client, club: Club) -> None:
    session = night_on(club, START, preset="sbr_2025")
    shown = page(owner)
    assert LINK.findall(shown) == [str(session.pk)]
    for text in ("2026年11月", "11月29日 周日", "1局 · ", "SBR"):
        assert text in shown
    names = re.findall(r'<bdi class="ev-name">([^<]*)</bdi>', shown)
    assert names[0] == "张三"
    assert set(names) == set(NAMES.values())


def test_a_night_in_which_nothing_was_recorded_stands_there_too(owner: Client, night: Session) -> None:
    shown = page(owner)
    assert LINK.findall(shown) == [str(night.pk)]
    assert "没记过分" in shown
    assert "还在打" in shown


def test_pages_lead_to_older_nights_and_back(owner: Client, club: Club) -> None:
    all_of_them = [str(session.pk) for session in nights(club, 2 * NIGHTS + 3)]
    pages, query = [], ""
    for _ in range(3):
        shown = page(owner, query)
        pages.append(LINK.findall(shown))
        beside = {which: query for query, which in BESIDE.findall(shown)}
        assert ("after" in beside) == (len(pages) > 1)
        query = f"?{beside.get('before', '')}"
    assert [pk for one in pages for pk in one] == all_of_them
    assert query == "?"
    back = {which: query for query, which in BESIDE.findall(shown)}["after"]
    assert found(owner, f"?{back}") == pages[1]
    again = {which: query for query, which in BESIDE.findall(page(owner, f"?{back}"))}
    assert found(owner, f"?{again['after']}") == pages[0]
    assert "after" not in {which for _, which in BESIDE.findall(page(owner, f"?{again['after']}"))}
    assert found(owner, f"?{again['before']}") == pages[2]


def test_two_nights_of_one_day_are_told_apart_by_their_hours(owner: Client, club: Club) -> None:
    for hours in (0, 5, 24):
        night_on(club, START - timedelta(hours=hours))
    titles = ["11月29日 周日 20:30", "11月29日 周日 15:30", "11月28日 周六"]
    for name in ("history", "home"):
        shown = owner.get(reverse(name)).content.decode()
        assert re.findall(r'<span class="night-title">([^<]*)</span>', shown) == titles


def test_plain_totals_of_older_nights_stand_among_the_nights_by_their_day(owner: Client, club: Club) -> None:
    night_on(club, START)
    night_on(club, START - timedelta(days=40))
    old_total(club, date(2026, 11, 29), "王五", -9)
    old_total(club, date(2026, 11, 3), "张三", 40)
    old_total(club, date(2026, 11, 3), "Alice", -40)
    titles = re.findall(r'<span class="night-title">([^<]*)</span><span class="night-note cut">([^<]*)', page(owner))
    assert [title for title, _ in titles] == ["11月29日 周日", "11月29日 周日", "11月3日 周二", "10月20日 周二"]
    assert [note for _, note in titles][1:3] == ["以前的总分", "以前的总分"]


def test_plain_totals_are_turned_over_like_nights(owner: Client, club: Club) -> None:
    for day in range(NIGHTS + 5):
        old_total(club, date(2020, 1, 1) + timedelta(days=day), "张三", 101 + day)
    sessions = [night_on(club, datetime(2020, 1, 3, 12, tzinfo=START.tzinfo)) for _ in range(2)]
    first = page(owner)
    ((older, _),) = BESIDE.findall(first)
    second = page(owner, f"?{older}")
    numbers = [re.findall(r'"plus">\+(\d+)<', shown) for shown in (first, second)]
    assert LINK.findall(first) == []
    assert set(LINK.findall(second)) == {str(session.pk) for session in sessions}
    counted = [number for number in [*numbers[0], *numbers[1]] if len(number) == 3]
    assert counted == [str(100 + day) for day in range(NIGHTS + 5, 0, -1)]
    ((newer, _),) = BESIDE.findall(second)
    assert re.findall(r'"plus">\+(\d+)<', page(owner, f"?{newer}")) == numbers[0]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["this month", "other rules", "last year"]),
        ("?span=2026", ["this month", "other rules"]),
        ("?span=202611", ["this month"]),
        ("?span=202512", ["last year"]),
        ("?span=2024", []),
        ("?rules=preset:sbr_2025", ["other rules"]),
        ("?rules=preset:huanle", []),
        ("?rules=house:我们家的", []),
        ("?q=Alice", ["other rules"]),
        ("?q=ali", ["other rules"]),
        ("?q=Alice+李四", ["other rules"]),
        ("?q=Alice+Bob", []),
        ("?q=SBR", ["other rules"]),
        ("?q=张三+SBR", []),
        ("?q=+", ["this month", "other rules", "last year"]),
        ("?span=2026&rules=preset:chengdu_home&q=张三", ["this month"]),
    ],
)
def test_nights_are_found_by_day_rules_and_names(owner: Client, club: Club, query: str, expected: list[str]) -> None:
    told = {
        "this month": night_on(club, START),
        "other rules": night_on(club, START - timedelta(days=60), {**NAMES, "A": "Alice"}, "sbr_2025"),
        "last year": night_on(club, START - timedelta(days=340)),
    }
    names = {str(session.pk): name for name, session in told.items()}
    assert [names[pk] for pk in found(owner, query)] == expected


def test_nights_are_found_by_who_played(owner: Client, club: Club) -> None:
    first = night_on(club, START, {**NAMES, "A": "Alice"})
    night_on(club, START - timedelta(days=1))
    old_total(club, date(2020, 1, 1), "Alice", 5)
    old_total(club, date(2020, 1, 2), "张三", 5)
    who = Person.objects.get(name="Alice").pk
    shown = page(owner, f"?who={who}")
    assert LINK.findall(shown) == [str(first.pk)]
    assert "2020年1月1日" in shown
    assert "2020年1月2日" not in shown
    assert f'<option value="{who}" selected>Alice</option>' in shown
    assert "2020年1月1日" in page(owner, "?q=alice")
    assert "2020年1月2日" not in page(owner, "?q=alice")


def test_what_was_asked_for_stays_asked_for_on_the_next_page(owner: Client, club: Club) -> None:
    nights(club, NIGHTS + 1)
    night_on(club, START - timedelta(days=NIGHTS + 1), {**NAMES, "A": "Alice"})
    ((older, _),) = BESIDE.findall(page(owner, "?span=2026&q=张三&rules=preset:chengdu_home"))
    assert len(found(owner, "?" + older.replace("&amp;", "&"))) == 1


@pytest.mark.parametrize(
    "query",
    [
        *("span=x", "span=20261", "span=202613", "span=202600", "span=1_000", "span=１", "span=99999999999999999999"),
        *("rules=x", "rules=preset:", "rules=preset:%00", "rules=house:", "rules=house:%00", "rules=preset:A%20B"),
        *("who=x", "who=%00", "q=%00", "q=" + "x" * 401, "before=x", "after=2026-11-29", "before=2026-13-01~old"),
        *("after=2026-11-29~x", "before=2026-11-29~------------------------------------"),
    ],
)
def test_what_nobody_can_ask_for_is_refused_in_a_sentence(owner: Client, club: Club, query: str) -> None:
    assert "看不懂这个请求" in page(owner, f"?{query}", status=400)


def test_somebody_or_a_night_of_another_club_is_not_there(owner: Client, club: Club) -> None:
    other = night_on(Club.objects.create(name="别的俱乐部"), START)
    assert found(owner) == []
    page(owner, f"?who={Person.objects.get(name='张三').pk}", status=404)
    page(owner, f"?before=2026-11-29~{other.pk}", status=404)
    page(owner, f"?after=2026-11-29~{uuid.UUID(int=1)}", status=404)


def test_the_number_of_queries_does_not_grow_with_the_nights(
    owner: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    old_total(club, date(2020, 1, 1), "张三", 5)
    for count in (1, 4):
        nights(club, count)
        with django_assert_num_queries(9):
            page(owner)
        with django_assert_num_queries(8):
            page(owner, "?q=张三+李四")


def test_names_that_mean_harm_are_shown_as_text(owner: Client, club: Club) -> None:
    night_on(club, START, hostile.NAMES)
    old_total(club, date(2020, 1, 1), hostile.MARKUP, 5)
    shown = page(owner, "?q=<b>%26")
    for name in (hostile.LONG, hostile.MARKUP):
        assert hostile.is_escaped(shown, name)


def test_a_night_goes_by_the_names_that_people_have_now(owner: Client, club: Club) -> None:
    session = night_on(club, START)
    Person.objects.filter(name="张三").update(name="张老三")
    assert "张老三" in page(owner)
    assert found(owner, "?q=张老三") == [str(session.pk)]


def test_a_running_night_counts_as_far_as_it_has_come(owner: Client, night: Session) -> None:
    play_round(night)
    assert '<bdi class="ev-name">张三</bdi>' in page(owner)
