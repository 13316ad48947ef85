"""我是…: a watcher marks who he is; his phone alone keeps it."""

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.models import AccessLink, Club, Session
from rounds.views.me import COOKIE
from tests.web.cast import browser, open_night, play_round
from tests.web.test_handing_over import address


def choose(client: Client, session: Session, seat: str) -> int:
    return client.post(address("me", session), {"seat": seat}).status_code


def marked(client: Client, session: Session) -> list[str]:
    """The seats that the table marks as those of who looks at it."""
    keys = client.get(address("table", session)).text.split('data-seat="')[1:]
    return [key[0] for key in keys if ">我</span>" in key.partition("seat-end")[0]]


def test_nobody_is_marked_until_he_has_said_who_he_is(night: Session, watch: AccessLink) -> None:
    client = browser(watch)
    assert marked(client, night) == []
    assert choose(client, night, "C") == 302
    assert marked(client, night) == ["C"]
    assert choose(client, night, "") == 302
    assert marked(client, night) == []


def test_he_is_himself_in_the_next_night_wherever_he_sits(night: Session, watch: AccessLink, club: Club) -> None:
    client = browser(watch)
    choose(client, night, "C")
    next_night = open_night(club, {"A": "王五", "B": "张三"})
    watching = next_night.links.get(right="watch")
    other = browser(watching)
    other.cookies[COOKIE] = client.cookies[COOKIE].value
    assert marked(other, next_night) == ["A"]


def test_the_personal_sheets_start_with_him(night: Session, watch: AccessLink) -> None:
    play_round(night)
    client = browser(watch)
    choose(client, night, "C")
    for page in (address("sheets", night), reverse("round", args=[night.pk, 1])):
        shown = client.get(page).text
        chosen = next(part for part in shown.split("<a ") if 'aria-current="true"' in part.partition(">")[0])
        assert "王五" in chosen.partition("</a>")[0]


def test_nothing_is_written_and_the_cookie_is_read_strictly(
    night: Session, watch: AccessLink, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(watch)
    with django_assert_max_num_queries(3) as captured:
        choose(client, night, "A")
    assert [query["sql"] for query in captured if not query["sql"].startswith("SELECT")] == []
    assert client.cookies[COOKIE]["httponly"]
    for wrong in ("E", "AB", "'", "张三"):
        assert choose(client, night, wrong) == 400
    for text in ("x", "' OR 1=1", "\\0", "A"):
        client.cookies[COOKIE] = text
        assert marked(client, night) == []
        assert client.get(address("sheets", night)).status_code == 200


def test_the_page_offers_each_player_and_costs_three_queries(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(watch)
    with django_assert_num_queries(3):
        page = client.get(address("me", night)).text
    assert page.count('name="seat"') == 4
    assert "都不是" not in page
    choose(client, night, "B")
    assert "都不是" in client.get(address("me", night)).text
