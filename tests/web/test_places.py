"""How the seats lie on a phone's screen: kept by the phone, told to nobody else."""

import re

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.models import AccessLink, Event, Session
from tests.web.cast import browser, open_night


def places(client: Client, session: Session, query: str = "") -> dict[str, str]:
    """Of each seat of the table's page: the place it lies at."""
    shown = client.get(reverse("table", args=[session.pk]) + query).content.decode()
    return {seat: place for place, seat in re.findall(r'class="seat[^"]* at-(\d)[^>]*data-seat="(.)"', shown)}


def sit(client: Client, session: Session, seat: str) -> int:
    return client.post(reverse("place", args=[session.pk]), {"bottom": seat}).status_code


def test_the_first_seat_lies_at_the_bottom_until_another_is_chosen(night: Session, watch: AccessLink) -> None:
    client = browser(watch)
    assert places(client, night) == {"A": "1", "B": "2", "C": "3", "D": "4"}
    assert sit(client, night, "C") == 303
    assert places(client, night) == {"C": "1", "D": "2", "A": "3", "B": "4"}
    assert places(browser(watch), night)["A"] == "1"


def test_it_is_written_nowhere_but_in_a_cookie_of_that_night(
    night: Session, own: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, events = browser(own), Event.objects.count()
    with django_assert_num_queries(3):
        sit(client, night, "B")
    kept = client.cookies["bottom"]
    assert (kept.value, kept["path"], kept["httponly"], kept["samesite"]) == (
        "B",
        reverse("table", args=[night.pk]),
        True,
        "Lax",
    )
    assert Event.objects.count() == events


def test_a_seat_that_is_not_at_the_table_is_refused(night: Session, own: AccessLink) -> None:
    two = open_night(own.club, {"A": "Alice", "B": "Bob"})
    client = browser(own)
    assert [sit(client, two, seat) for seat in ("B", "C", "", "AB")] == [303, 400, 400, 400]
    client.cookies["bottom"] = "D"  # as if it came from a night of four
    assert places(client, two) == {"A": "1", "B": "2"}


def test_the_page_of_everything_else_says_which_seat_it_is(night: Session, watch: AccessLink) -> None:
    client = browser(watch)
    sit(client, night, "D")
    shown = client.get(reverse("more", args=[night.pk])).content.decode()
    pressed = re.findall(r'value="(.)" aria-pressed="true"', shown)
    assert pressed == ["D"]


def test_without_a_script_the_address_turns_the_table_round(night: Session, watch: AccessLink) -> None:
    client = browser(watch)
    table = reverse("table", args=[night.pk])
    for query, turned in (("", False), ("?far=1", True), ("?far=0", False)):
        shown = client.get(table + query).content.decode()
        assert ('<body class="far"' in shown) is turned
        assert f'href="?far={0 if turned else 1}"' in shown
    client.cookies["far"] = "1"
    assert '<body class="far"' in client.get(table).content.decode()
