"""备用手机: more than one phone owns the club, so that a dead battery ends nothing."""

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.clubs import add_phone, own_link
from rounds.links import link_token
from rounds.models import AccessLink, Club, Session
from tests.web.cast import START, browser, new_key, tap

PHONES = reverse("phones")


def add(client: Client, key: str = "") -> str:
    """Press 加一台备用: the address of the page with the code."""
    response = client.post(PHONES, {"key": key or new_key()})
    assert response.status_code == 302
    return response.headers["Location"]


def stop(client: Client, link: AccessLink) -> Any:
    return client.post(reverse("stop_phone", args=[link.pk]))


def test_another_phone_becomes_an_owners_by_its_own_link(own: AccessLink, night: Session) -> None:
    page = add(browser(own))
    made = AccessLink.objects.filter(right="own").exclude(pk=own.pk).get()
    assert page == reverse("phone", args=[made.pk])
    address = f"http://testserver{reverse('key', args=[link_token(made)])}"
    assert address in browser(own).get(page).text
    spare = Client()
    assert spare.post(address).status_code == 302
    assert spare.get(reverse("home")).status_code == 200
    assert "流局查叫" in spare.get(reverse("table", args=[night.pk])).text


def test_when_a_phone_was_added_is_said_in_the_zone_of_the_newest_night(own: AccessLink, night: Session) -> None:
    add_phone(own.club, tap(0))
    at = START.astimezone(ZoneInfo(night.zone))
    assert f"{at:%Y-%m-%d %H:%M} 加的" in browser(own).get(PHONES).text


def test_the_same_press_twice_adds_one_phone(own: AccessLink) -> None:
    key = new_key()
    assert add(browser(own), key) == add(browser(own), key)
    assert AccessLink.objects.filter(right="own").count() == 2


def test_the_same_press_after_a_restore_adds_another_link_than_the_one_that_is_lost(own: AccessLink) -> None:
    key = new_key()
    lost = add_phone(own.club, tap(0, key))
    AccessLink.objects.filter(pk=lost.pk).delete()  # the backup is older than the link
    made = add_phone(own.club, tap(0, key))
    assert link_token(made) != link_token(lost)


def test_a_press_without_a_key_adds_none_and_says_so(own: AccessLink) -> None:
    response = browser(own).post(PHONES)
    assert response.status_code == 422
    assert "再点一次" in response.text
    assert AccessLink.objects.filter(right="own").count() == 1


def test_a_phone_that_is_stopped_is_out_and_the_others_stay(own: AccessLink) -> None:
    spare = add_phone(own.club, tap(0))
    assert stop(browser(own), spare).status_code == 302
    assert browser(spare).get(PHONES).status_code == 404
    assert browser(own).get(PHONES).status_code == 200


def test_who_stops_his_own_phone_goes_home_as_a_stranger(own: AccessLink) -> None:
    spare = add_phone(own.club, tap(0))
    client = browser(spare)
    assert stop(client, spare).headers["Location"] == reverse("home")
    assert "用主人的链接打开" in client.get(reverse("home")).text


def test_the_last_phone_is_never_stopped(own: AccessLink) -> None:
    page = browser(own).get(PHONES).text
    assert "data-stop" not in page
    response = stop(browser(own), own)
    assert response.status_code == 409
    assert "只剩这一台了" in response.text
    assert browser(own).get(PHONES).status_code == 200


def test_the_phone_that_asks_is_marked(own: AccessLink) -> None:
    spare = add_phone(own.club, tap(1))
    for link in (own, spare):
        page = browser(link).get(PHONES).text
        assert page.count("tag-me") == 1
        before = page[: page.index("tag-me")]
        assert before.count("加的") == (1 if link == own else 2)
        assert page.count("data-stop") == 2


def test_another_clubs_phones_are_neither_seen_nor_stopped(own: AccessLink) -> None:
    theirs = [add_phone(Club.objects.create(name="别的俱乐部"), tap(0)) for _ in range(2)]
    assert browser(own).get(PHONES).text.count("加的") == 1
    assert browser(own).get(reverse("phone", args=[theirs[0].pk])).status_code == 404
    stop(browser(own), theirs[0])
    assert not AccessLink.objects.filter(pk=theirs[0].pk, revoked_at__isnull=False).exists()


def test_a_stopped_phones_code_is_not_shown_again(own: AccessLink) -> None:
    spare = add_phone(own.club, tap(0))
    stop(browser(own), spare)
    assert browser(own).get(reverse("phone", args=[spare.pk])).status_code == 404


def test_the_command_prints_the_oldest_link_that_owns_and_never_one_that_was_stopped(
    own: AccessLink, capsys: Any
) -> None:
    spare = add_phone(own.club, tap(1))
    assert own_link(START) == own
    stop(browser(own), own)
    call_command("owner_link")
    assert capsys.readouterr().out.strip() == reverse("key", args=[link_token(spare)])


def test_the_phones_take_two_queries(own: AccessLink, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(3):
        add_phone(own.club, tap(0))
    with django_assert_num_queries(3):
        browser(own).get(PHONES)


def test_asking_for_a_code_writes_nothing(own: AccessLink, django_assert_max_num_queries: Callable[[int], Any]) -> None:
    with django_assert_max_num_queries(5) as captured:
        browser(own).get(PHONES)
        browser(own).get(reverse("phone", args=[own.pk]))
    assert [query["sql"] for query in captured if not query["sql"].startswith("SELECT")] == []
