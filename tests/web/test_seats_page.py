"""Who sits where from the next round on, and how long the night goes on."""

import re

import pytest
from django.test import Client

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.seating import Seating
from rounds.models import AccessLink, Club, Person, Session
from rounds.rules.rotation import Rotation
from tests.web.cast import NAMES, browser, next_round, play_round, tap
from tests.web.evening import newest, now, sitting, won
from tests.web.seat_forms import lines, put, seating, send


@pytest.fixture
def client(own: AccessLink) -> Client:
    return browser(own)


# Seats


def test_the_page_shows_who_sits_where_and_offers_those_of_the_club(client: Client, night: Session, club: Club) -> None:
    Person.objects.create(club=club, name="Alice", sign="tiger")
    Person.objects.create(club=club, name="走了的", hidden=True)
    page = client.get(f"/n/{night.pk}/seats/").content.decode()
    fields = lines(page, "place")
    assert [fields[f"who-{n}"] for n in range(5)] == [*NAMES.values(), "Alice"]
    assert [fields[f"place-{n}"] for n in range(5)] == ["A", "B", "C", "D", "gone"]
    assert 'aria-label="虎"' in page
    assert "走了的" not in page


def test_two_change_places_one_goes_and_somebody_new_comes(client: Client, night: Session) -> None:
    play_round(night)
    fields = seating(client, night)
    put(fields, "张三", "B")
    put(fields, "李四", "A")
    put(fields, "赵六", "gone")
    fields |= {"new": " Alice ", "place-new": "D"}
    response = send(client, night, "seats/sit/", fields)
    assert (response.status_code, response.headers["Location"]) == (302, f"/n/{night.pk}/")
    next_round(night, "A")
    assert sitting(night) == {"A": "李四", "B": "张三", "C": "王五", "D": "Alice"}
    assert newest(night).resting == []
    assert first_fault(night) is None


def test_a_seat_that_is_left_empty_is_closed_up(client: Client, night: Session) -> None:
    play_round(night)
    fields = seating(client, night)
    put(fields, "李四", "rest")
    send(client, night, "seats/sit/", fields | {"rotation": "loser"})
    next_round(night, "A")
    row = newest(night)
    assert sitting(night) == {"A": "张三", "B": "王五", "C": "赵六"}
    assert [row.names[person] for person in row.resting] == ["李四"]
    assert row.rotation == "loser"


def test_who_rests_longer_comes_first(client: Client, night: Session) -> None:
    play_round(night)
    scorebook.set_company(night, tap(now(night).position), Seating(NAMES, ("Alice",)))
    fields = seating(client, night)
    put(fields, "张三", "rest")
    put(fields, "Alice", "A")
    send(client, night, "seats/sit/", fields | {"new": "Bob", "place-new": "rest"})
    fields = seating(client, night)
    put(fields, "李四", "rest")
    put(fields, "Bob", "B")
    send(client, night, "seats/sit/", fields)
    next_round(night, "A")
    row = newest(night)
    assert sitting(night) == {**NAMES, "A": "Alice", "B": "Bob"}
    assert [row.names[person] for person in row.resting] == ["张三", "李四"]


def test_who_has_waited_longest_takes_the_seat_that_becomes_empty(client: Client, night: Session) -> None:
    play_round(night)
    scorebook.set_company(night, tap(now(night).position), Seating(NAMES, ("Alice", "Bob")))
    assert "先是 <bdi>Alice</bdi>" in client.get(f"/n/{night.pk}/seats/").content.decode()
    fields = seating(client, night)
    put(fields, "王五", "gone")
    send(client, night, "seats/sit/", fields)
    assert "下一局起王五走，Alice坐3，Bob歇" in client.get(f"/n/{night.pk}/").content.decode()
    next_round(night, "A")
    assert sitting(night) == {**NAMES, "C": "Alice"}
    assert [newest(night).names[person] for person in newest(night).resting] == ["Bob"]
    assert first_fault(night) is None


def test_who_is_told_to_get_up_does_not_take_the_seat_again_and_who_comes_does(client: Client, night: Session) -> None:
    play_round(night)
    fields = seating(client, night)
    put(fields, "王五", "rest")
    send(client, night, "seats/sit/", fields | {"new": "Alice", "place-new": "rest"})
    next_round(night, "A")
    assert sitting(night) == {**NAMES, "C": "Alice"}
    assert [newest(night).names[person] for person in newest(night).resting] == ["王五"]


def test_where_nobody_waits_it_is_said_that_fewer_play(client: Client, night: Session) -> None:
    play_round(night)
    assert "没有人歇着" in client.get(f"/n/{night.pk}/seats/").content.decode()
    fields = seating(client, night)
    put(fields, "李四", "gone")
    send(client, night, "seats/sit/", fields)
    assert "下一局起李四走，只有张三、王五、赵六打" in client.get(f"/n/{night.pk}/").content.decode()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"place-1": "A"}, "张三和李四坐到一起了"),
        ({"place-1": "E"}, "李四坐哪里？"),
        ({"rotation": "dance"}, "打完一局谁下？"),
        ({"place-1": "gone", "place-2": "gone", "place-3": "gone"}, "要两到四个人"),
        ({"new": "张三", "place-new": "rest"}, "两个人名字一样"),
        ({"new": "字" * 41}, "最多40个字"),
        ({"new": "台费", "place-new": "rest"}, "台费是账上的名字"),
        ({}, "什么都没改"),
    ],
)
def test_what_cannot_be_a_seating_is_refused_with_what_was_tapped(
    client: Client, night: Session, changes: dict[str, str], sentence: str
) -> None:
    fields = seating(client, night) | changes
    response = send(client, night, "seats/sit/", fields)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    night.refresh_from_db()
    assert night.position == 1
    for name, value in changes.items():
        if name.startswith("place") and value != "E":
            assert f'name="{name}" value="{value}" checked' in page


def test_a_page_that_is_older_than_the_log_is_told_so(client: Client, night: Session) -> None:
    fields = seating(client, night)
    put(fields, "赵六", "gone")
    play_round(night)
    response = send(client, night, "seats/sit/", fields, position=1)
    assert response.status_code == 409
    assert "刚才有人改过账" in response.content.decode()


def test_when_the_night_is_over_seats_stay(client: Client, night: Session) -> None:
    fields = seating(client, night)
    scorebook.end_night(night, tap(night.position))
    put(fields, "赵六", "gone")
    assert "这一场已经结束" in client.get(f"/n/{night.pk}/seats/").content.decode()
    assert "这一场已经结束" in send(client, night, "seats/sit/", fields).content.decode()


# The round that follows


def test_the_table_says_who_comes_and_asks_who_deals(client: Client, night: Session) -> None:
    scorebook.set_company(night, tap(1), Seating(NAMES, ("Alice",), Rotation.LOSER))
    play_round(night)
    page = client.get(f"/n/{night.pk}/").content.decode()
    assert "Alice上，赵六下" in page
    dealers = re.findall(r'data-dealer="(\w)"><bdi class="cut b">(.*?)</bdi>', page)
    assert dict(dealers) == {**NAMES, "D": "Alice"}
    assert send(client, night, "next/", {}).status_code == 422
    assert send(client, night, "next/", {"dealer": "D"}).status_code == 302
    assert sitting(night)["D"] == "Alice"


def test_who_would_deal_by_the_rule_is_outlined_where_he_still_sits(client: Client, night: Session) -> None:
    play_round(night, first="D")
    moved = {**NAMES, "A": "Alice"}
    scorebook.set_company(night, tap(now(night).position), Seating(moved))
    assert likely_dealers(client, night) == ["D"]
    moved = {"A": "Alice", "B": "赵六", "C": "王五", "D": "李四"}
    scorebook.set_company(night, tap(now(night).position), Seating(moved))
    assert likely_dealers(client, night) == ["B"]
    scorebook.set_company(night, tap(now(night).position), Seating({**NAMES, "D": "Alice"}))
    assert likely_dealers(client, night) == []


def likely_dealers(client: Client, night: Session) -> list[str]:
    page = client.get(f"/n/{night.pk}/").content.decode()
    return re.findall(r'key-likely at-\d" name="dealer" value="(\w)"', page)


def test_nobody_is_asked_where_the_same_people_go_on(client: Client, night: Session) -> None:
    play_round(night)
    assert "data-dealer" not in client.get(f"/n/{night.pk}/").content.decode()


# 倒计时


def test_each_deals_once_more_is_said_on_the_table_and_taken_back(client: Client, night: Session) -> None:
    assert send(client, night, "seats/count-down/", {"rounds": "4"}).status_code == 302
    night.refresh_from_db()
    assert night.last_round == 4
    assert "还有4局 · 底1" in client.get(f"/n/{night.pk}/").content.decode()
    assert "还有4局" in client.get(f"/n/{night.pk}/night/").content.decode()
    page = client.get(f"/n/{night.pk}/seats/").content.decode()
    assert "打到第4局" in page
    send(client, night, "seats/count-down/", {"rounds": ""})
    night.refresh_from_db()
    assert night.last_round is None


def test_after_the_last_round_the_table_leads_to_the_end(client: Client, night: Session) -> None:
    send(client, night, "seats/count-down/", {"rounds": "1"})
    play_round(night)
    page = client.get(f"/n/{night.pk}/").content.decode()
    assert "最后一局打完了" in page
    assert "data-next-round" not in page
    assert f'<a class="key key-go" href="/n/{night.pk}/night/">收场</a>' in page


@pytest.mark.parametrize("typed", ["0", "100", "x", "-1", "1.5"])
def test_a_number_of_rounds_that_is_none_is_refused(client: Client, night: Session, typed: str) -> None:
    response = send(client, night, "seats/count-down/", {"rounds": typed})
    assert response.status_code == 422
    assert "再打几局？1到99" in response.content.decode()


# What the table shows of five and more


def test_a_round_shows_who_played_in_it_whoever_sits_now(client: Client, night: Session) -> None:
    scorebook.set_company(night, tap(1), Seating(NAMES, ("Alice",)))
    play_round(night)
    next_round(night)
    scorebook.set_bets(night, tap(now(night).position), 2, {"Alice": "A"})
    scorebook.set_company(night, tap(now(night).position), Seating({**NAMES, "D": "Alice"}, ("赵六",)))
    play_round(night)
    next_round(night, "A")
    page = client.get(f"/n/{night.pk}/").content.decode()
    for number in (1, 2):
        strip = page[page.index(f'<li id="r{number}">') :].split("</li>")[0]
        assert re.findall(r'class="ev-name">(\w+)<', strip) == [*NAMES.values()]
        row = night.played().get(number=number)
        shown = [text.replace("−", "-") for text in re.findall(r'class="(?:plus|minus|zero)">(.*?)<', strip)]
        assert [int(text) for text in shown] == [row.net[seat] for seat in NAMES]
    total = f"{won(night)['赵六']:+}".replace("-", "−")
    assert f'<bdi class="cut">赵六 {total}</bdi>' in page


def test_where_two_change_the_sheet_says_so_on_a_line_and_lays_the_names_as_they_sit(
    client: Client, night: Session
) -> None:
    play_round(night)
    scorebook.set_company(
        night, tap(now(night).position), Seating({**NAMES, "B": "Alice", "D": "Bob"}, ("李四", "赵六"))
    )
    page = client.get(f"/n/{night.pk}/").content.decode()
    sheet = page[page.index('data-sheet="dealer"') :].split("</dialog>")[0]
    assert "<p>Alice、Bob上，李四、赵六下</p>" in sheet
    assert 'class="seats seats-4"' in sheet
    assert re.findall(r'at-(\d)" name="dealer" value="(\w)"', sheet) == [("1", "A"), ("2", "B"), ("3", "C"), ("4", "D")]
