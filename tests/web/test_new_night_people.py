"""Who plays, who deals, who waits and who is offered, on the form that starts a night."""

import re

import pytest

from rounds.models import AccessLink, Club
from tests.web import hostile
from tests.web.cast import browser, new_key, open_night, tap
from tests.web.new_night_form import opened, refused, send


@pytest.mark.parametrize("seats", ["AB", "ABC"])
def test_two_or_three_can_play(own: AccessLink, seats: str) -> None:
    left_out = {f"name_{letter}": "" for letter in "ABCD" if letter not in seats}
    assert list(opened(send(own, **left_out)).played().get().names) == list(seats)


def test_names_are_kept_trimmed_and_composed(own: AccessLink) -> None:
    session = opened(send(own, name_A="  Ame\u0301lie\u200b "))
    assert session.played().get().names["A"] == "Am\u00e9lie"


def test_one_player_alone_is_refused(own: AccessLink) -> None:
    refused(send(own, name_B="", name_C=" ", name_D="\u3000", dealer="A"), "至少要两个人")


def test_nobody_at_all_is_refused(own: AccessLink) -> None:
    refused(browser(own).post("/new/", {"key": new_key()}), "至少要两个人")


def test_an_empty_seat_between_others_is_refused_there(own: AccessLink) -> None:
    page = refused(send(own, name_B="", dealer="A"), "这里空着，后面却有人")
    assert 'id="error-B"' in page


def test_equal_names_are_refused(own: AccessLink) -> None:
    page = refused(send(own, name_C=" 张三"), "第3家和上面的重名")
    assert 'id="error-C"' in page


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("字" * 41, "最多40个字"),
        ("张\x00三", "打不出来的字符"),
        ("a\u202eb", "改变书写方向"),
        ("\u200d", "看不见"),
        ("x" * 5000, "最多40个字"),
    ],
)
def test_a_name_that_cannot_be_kept_is_refused_at_its_field(own: AccessLink, name: str, sentence: str) -> None:
    page = refused(send(own, name_B=name), sentence)
    assert 'id="error-B"' in page


@pytest.mark.parametrize(("dealer", "sentence"), [("D", "坐庄的这家还没有名字"), ("", "谁坐庄"), ("E", "谁坐庄")])
def test_a_dealer_who_does_not_play_is_refused(own: AccessLink, dealer: str, sentence: str) -> None:
    refused(send(own, name_D="", dealer=dealer), sentence)


def test_those_who_played_before_are_offered_the_newest_night_first(own: AccessLink, club: Club) -> None:
    open_night(club, {"A": "甲", "B": "乙"})
    open_night(club, {"A": "丙", "B": "甲"}, with_tap=tap(9))
    open_night(Club.objects.create(name="别的俱乐部"), {"A": "外人", "B": "也是外人"})
    page = browser(own).get("/new/").content.decode()
    assert re.findall(r'data-name="(.+?)"', page) == ["丙", "甲", "乙"]
    assert set(re.findall(r'<option value="([甲乙丙外人也是]+)">', page)) == {"甲", "乙", "丙"}
    assert "外人" not in page


def test_names_that_mean_harm_are_offered_as_text(own: AccessLink, club: Club) -> None:
    open_night(club, hostile.NAMES)
    page = browser(own).get("/new/").content.decode()
    assert all(hostile.is_escaped(page, name) for name in hostile.NAMES.values())


# Five and more


def test_who_waits_is_kept_in_the_order_of_the_fields_with_whose_seat_they_get(own: AccessLink) -> None:
    row = opened(send(own, rest_2=" Alice ", rest_5="Bob", rotation="loser")).played().get()
    assert [row.names[person] for person in row.resting] == ["Alice", "Bob"]
    assert (list(row.seats), row.rotation) == (list("ABCD"), "loser")


def test_nobody_makes_room_where_nobody_waits(own: AccessLink) -> None:
    assert opened(send(own, rotation="loser")).played().get().rotation == "stay"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rest_1": "张三"}, "和上面的重名"),
        ({"rest_1": "Alice", "rest_2": " Alice"}, "和上面的重名"),
        ({"rest_8": "字" * 41}, "最多40个字"),
        ({"rest_1": "台费"}, "台费是账上的名字"),
    ],
)
def test_who_cannot_wait_is_refused_with_what_was_typed(own: AccessLink, fields: dict[str, str], sentence: str) -> None:
    page = refused(send(own, **fields), sentence)
    assert re.search(r"<details[^>]* data-waiting open>", page)


def test_the_four_see_no_more_than_a_line_of_it(own: AccessLink) -> None:
    page = browser(own).get("/new/").content.decode()
    assert re.search(r"<details[^>]* data-waiting>", page)
    assert len(re.findall(r'name="rest-\d"', page)) == 8
    assert 'name="rotation" value="turn" checked' in page


def test_people_are_offered_with_their_signs_and_without_those_who_are_gone(own: AccessLink, club: Club) -> None:
    open_night(club, {"A": "甲", "B": "乙"})
    club.people.filter(name="甲").update(sign="tiger")
    club.people.filter(name="乙").update(hidden=True)
    page = browser(own).get("/new/").content.decode()
    assert re.search(r'data-name="甲"><span class="sign" role="img" aria-label="虎">', page)
    assert "乙" not in page
