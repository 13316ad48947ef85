"""叫马: who bets on whom in a round."""

import re

import pytest
from django.test import Client

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.seating import Seating
from rounds.models import AccessLink, Club, Session
from tests.web.cast import NAMES, browser, next_round, open_night, play_round, tap, undo
from tests.web.evening import newest, won
from tests.web.seat_forms import lines, put, send


@pytest.fixture
def client(own: AccessLink) -> Client:
    return browser(own)


def betting(client: Client, session: Session, number: int = 1) -> dict[str, str]:
    return lines(client.get(f"/n/{session.pk}/rounds/{number}/bets/").content.decode(), "on")


def test_who_waits_can_bet_by_a_tap_and_who_is_new_by_his_name(client: Client, night: Session) -> None:
    scorebook.set_company(night, tap(1), Seating(NAMES, ("Alice",)))
    play_round(night)
    next_round(night)
    fields = betting(client, night, 2)
    put(fields, "Alice", "A", "on")
    response = send(client, night, "rounds/2/bets/", fields | {"new": "Bob", "on-new": "D"})
    assert response.headers["Location"] == f"/n/{night.pk}/"
    row = newest(night)
    assert {row.names[person]: seat for person, seat in row.bets.items()} == {"Alice": "A", "Bob": "D"}
    page = client.get(f"/n/{night.pk}/").content.decode()
    assert re.search(r"叫马</span>.*?Alice.*?跟.*?张三", page)
    assert first_fault(night) is None


def test_the_numbers_of_a_tile_are_counted_from_the_dealer(client: Client, club: Club) -> None:
    session = open_night(club, dealer="C")
    page = client.get(f"/n/{session.pk}/rounds/1/bets/").content.decode()
    told = re.findall(r'<bdi class="cut">(\w+)</bdi><span class="bet-n">([\d·]+)</span>', page)[:4]
    assert told == [("王五", "1·5·9"), ("赵六", "2·6"), ("张三", "3·7"), ("李四", "4·8")]


def test_three_at_the_table_share_the_numbers_by_threes(client: Client, club: Club) -> None:
    session = open_night(club, {"A": "张三", "B": "李四", "C": "王五"})
    page = client.get(f"/n/{session.pk}/rounds/1/bets/").content.decode()
    assert re.findall(r'class="bet-n">([\d·]+)<', page)[:3] == ["1·4·7", "2·5·8", "3·6·9"]


def test_bets_of_an_earlier_round_are_mended_on_its_page(client: Client, night: Session) -> None:
    play_round(night)
    next_round(night)
    assert f'href="/n/{night.pk}/rounds/1/bets/"' in client.get(f"/n/{night.pk}/rounds/1/").content.decode()
    response = send(client, night, "rounds/1/bets/", {"new": "Alice", "on-new": "A"})
    assert response.headers["Location"] == f"/n/{night.pk}/rounds/1/"
    assert won(night)["Alice"] == won(night)["张三"]
    undo(night)
    assert "Alice" not in won(night)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"new": "张三", "on-new": "B"}, "在打的人不能叫马"),
        ({"new": "Alice", "on-new": "E"}, "没有这个座位"),
        ({"new": "Alice", "on-new": ""}, "什么都没改"),
        ({"new": "a\u202eb", "on-new": "A"}, "改变书写方向"),
    ],
)
def test_what_cannot_be_a_bet_is_refused(client: Client, night: Session, fields: dict[str, str], sentence: str) -> None:
    response = send(client, night, "rounds/1/bets/", fields)
    assert response.status_code == 422
    assert sentence in response.content.decode()


def test_there_are_no_bets_on_a_round_that_is_not_there(client: Client, night: Session) -> None:
    for number in (0, 2):
        assert client.get(f"/n/{night.pk}/rounds/{number}/bets/").status_code == 404
