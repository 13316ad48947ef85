"""The list of nights."""

import re
from datetime import UTC, date, datetime, timedelta

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.models import AccessLink, Club, Session
from rounds.screens.days import say_day, say_night
from rounds.screens.home import NEWEST
from tests.web import hostile
from tests.web.cast import START, browser, next_round, open_night, play_round, tap
from tests.web.kept import kept

LINK = re.compile(r'href="/n/([0-9a-f-]{36})/(night/)?"')


def page(client: Client, address: str = "/") -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


@kept
def end(session: Session) -> Session:
    session.refresh_from_db()
    return scorebook.end_night(session, tap(session.position)).session


def many_nights(club: Club, count: int) -> list[Session]:
    return [end(open_night(club, with_tap=tap(60 * 24 * day))) for day in range(count)]


def test_a_stranger_is_told_to_use_the_owners_link_and_sees_no_night(night: Session, watch: AccessLink) -> None:
    for client in (Client(), browser(watch)):
        shown = page(client)
        assert "用主人的链接打开" in shown
        assert not LINK.search(shown)
        assert "张三" not in shown


def test_a_night_that_is_on_leads_to_its_table_with_round_start_stakes_and_totals(
    own: AccessLink, night: Session
) -> None:
    play_round(night)
    next_round(night)
    shown = page(browser(own))
    assert LINK.findall(shown) == [(str(night.pk), "")]
    for text in ("正在打", "第2局", "20:30 开", "底1 · 封顶×8", "继续", '<bdi class="four-name">张三</bdi>', "+9"):
        assert text in shown
    assert "打过的" not in shown


def test_a_night_that_is_over_leads_to_its_results_with_date_rounds_and_totals(own: AccessLink, night: Session) -> None:
    play_round(night)
    end(night)
    shown = page(browser(own))
    assert LINK.findall(shown) == [(str(night.pk), "night/")]
    for text in ("打过的", "11月29日 周日", "1局", '<bdi class="ev-name">赵六</bdi>', "−9"):
        assert text in shown
    assert "正在打" not in shown


def test_nights_that_are_on_come_first_and_then_the_newest(own: AccessLink, club: Club) -> None:
    nights = [open_night(club, with_tap=tap(60 * 24 * day)) for day in range(4)]
    for over in (nights[1], nights[3]):
        end(over)
    found = [pk for pk, _ in LINK.findall(page(browser(own)))]
    assert found == [str(nights[index].pk) for index in (2, 0, 3, 1)]


def test_the_newest_nights_stand_there_and_the_others_in_the_history(own: AccessLink, club: Club) -> None:
    nights = many_nights(club, NEWEST + 2)
    shown = page(browser(own))
    newest_first = [str(night.pk) for night in reversed(nights)]
    assert [pk for pk, _ in LINK.findall(shown)] == newest_first[:NEWEST]
    assert f'href="{reverse("history")}"' in shown
    assert f'href="{reverse("statistics")}"' in shown


def test_a_club_without_nights_is_invited_to_start_one(own: AccessLink) -> None:
    shown = page(browser(own))
    assert "还没打过" in shown
    assert f'href="{reverse("new")}"' in shown


def test_the_number_of_queries_does_not_grow_with_the_nights(
    own: AccessLink, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(own)
    for count in (2, 5):
        for session in many_nights(club, count)[1:]:
            scorebook.reopen_night(session, tap(session.position))
        with django_assert_num_queries(6):
            page(client)


def test_another_clubs_nights_are_not_listed(own: AccessLink) -> None:
    open_night(Club.objects.create(name="别的俱乐部"))
    assert not LINK.search(page(browser(own)))


def test_names_that_mean_harm_are_shown_as_text(own: AccessLink, club: Club) -> None:
    open_night(club, hostile.NAMES)
    shown = page(browser(own))
    assert all(hostile.is_escaped(shown, name) for name in hostile.NAMES.values())


def test_a_night_is_tonight_until_long_past_midnight_and_then_has_its_date(night: Session) -> None:
    assert say_night(night, START + timedelta(hours=6)) == "今晚"
    assert say_night(night, START + timedelta(days=2)) == "11月29日 周日"
    night.started_at = START - timedelta(hours=8)
    assert say_night(night, START) == "今天"
    assert say_night(end(night), START + timedelta(hours=1)) == "11月29日 周日"


def test_a_date_has_its_year_when_it_is_not_this_one() -> None:
    assert say_day(date(2025, 10, 4), date(2026, 1, 1)) == "2025年10月4日 周六"


def test_a_date_is_that_of_the_nights_own_zone(club: Club) -> None:
    session = open_night(club, with_tap=tap(60 * 5))
    assert session.started_at == datetime(2026, 11, 29, 17, 30, tzinfo=UTC)
    assert say_night(session, START + timedelta(days=9)) == "11月30日 周一"
