"""The form that starts a night."""

import re
from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError
from pytest_django import DjangoAssertNumQueries

from rounds.forms import read_zone
from rounds.models import AccessLink, Club, Session
from rounds.money import OFFERED
from rounds.rules.presets import presets
from tests.web import hostile
from tests.web.cast import browser, new_key, open_night, tap

TYPED = {
    "name-A": "张三",
    "name-B": "李四",
    "name-C": "王五",
    "name-D": "赵六",
    "dealer": "B",
    "preset": "chengdu_home",
}


def send(own: AccessLink, **changes: str) -> Any:
    """Sends the form with some fields changed; an underscore in a field's name stands for a hyphen."""
    fields = TYPED | {name.replace("_", "-"): value for name, value in changes.items()}
    return browser(own).post("/new/", {"key": new_key(), **fields})


def opened(response: Any) -> Session:
    """The night that was started: the form goes to its table."""
    assert response.status_code == 303
    session = Session.objects.get()
    assert response.headers["Location"] == f"/n/{session.pk}/"
    return session


def refused(response: Any, sentence: str, status: int = 422) -> str:
    """The page with what was typed and one sentence; nothing has been started."""
    assert response.status_code == status
    page = str(response.content.decode())
    assert sentence in page
    assert not Session.objects.exists()
    return page


def test_four_names_a_dealer_and_a_rule_set_start_a_night(own: AccessLink) -> None:
    session = opened(send(own))
    row = session.played().get()
    assert row.names == {"A": "张三", "B": "李四", "C": "王五", "D": "赵六"}
    assert (row.dealer, row.preset, row.money) == ("B", "chengdu_home", None)
    assert row.rules == presets()["chengdu_home"].rules.to_json()
    assert session.zone == "Asia/Shanghai"
    assert session.log().get().by == own


def test_the_page_offers_the_hooks_that_scripts_go_by(own: AccessLink) -> None:
    page = browser(own).get("/new/").content.decode()
    assert "data-new-night" in page
    for letter in "ABCD":
        assert f'name="name-{letter}"' in page
        assert re.search(rf'name="dealer" value="{letter}"( checked)? aria-label=', page)
    assert 'value="A" checked' in page
    assert re.search(r'<option value="chengdu_home"[^>]* selected>成都家庭局</option>', page)
    assert page.count("<option value=") == len(presets()) + len(OFFERED) + 5


def test_every_rule_set_is_described_in_players_words(own: AccessLink) -> None:
    page = browser(own).get("/new/").content.decode()
    assert "底1 · 封顶3番×8 · 自摸加底 · 查大叫 · 弯杠1底 直杠2底 暗杠2底 · 杠上炮转一杠" in page
    assert "底5 · 封顶4番×8 · 自摸不加 · 查大叫 · 弯杠1底 直杠2底 暗杠2底 · 杠上炮不转" in page


@pytest.mark.parametrize("seats", ["AB", "ABC"])
def test_two_or_three_can_play(own: AccessLink, seats: str) -> None:
    left_out = {f"name_{letter}": "" for letter in "ABCD" if letter not in seats}
    assert list(opened(send(own, **left_out)).played().get().names) == list(seats)


def test_names_are_kept_trimmed_and_composed(own: AccessLink) -> None:
    session = opened(send(own, name_A="  Ame\u0301lie\u200b "))
    assert session.played().get().names["A"] == "Am\u00e9lie"


def test_the_base_can_be_another_than_the_rule_sets(own: AccessLink) -> None:
    assert opened(send(own, preset="single_player", base="5")).played().get().rules["base"] == 5


def test_a_base_that_is_typed_wins_over_the_keys(own: AccessLink) -> None:
    assert opened(send(own, base="5", base_other=" 30 ")).played().get().rules["base"] == 30


def test_no_base_chosen_is_that_of_the_rule_set(own: AccessLink) -> None:
    assert opened(send(own, preset="single_player", base="")).played().get().rules["base"] == 6


@pytest.mark.parametrize(
    ("typed", "fen"), [("0.5", 50), ("1", 100), ("0.05", 5), (" 12.34 ", 1234), ("10000", 10**6), ("007", 700)]
)
def test_a_point_can_be_worth_money_exact_to_the_fen(own: AccessLink, typed: str, fen: int) -> None:
    money = opened(send(own, per_point=typed)).played().get().money
    assert money == {"currency": "CNY", "per_point": fen}


@pytest.mark.parametrize(
    "typed", ["0", "0.00", "0.005", "-1", "+1", ".5", "5.", "1,5", "1e3", "NaN", "١", "１", "1_0", "10000.01", "元"]
)
def test_a_worth_that_is_none_is_refused_at_its_field(own: AccessLink, typed: str) -> None:
    page = refused(send(own, per_point=typed), "一分是0.01元到10,000元")
    assert f'value="{typed}"' in page


@pytest.mark.parametrize("typed", ["0", "-1", "1.5", "1_0", "１", "x", "1000001", "9" * 30])
def test_a_base_that_is_none_is_refused_at_its_field(own: AccessLink, typed: str) -> None:
    for field in ("base", "base_other"):
        refused(send(own, **{field: typed}), "底是1到1,000,000的整数")


@pytest.mark.parametrize(
    ("currency", "typed", "worth"),
    [("HKD", "0.5", 50), ("JPY", "100", 100), ("CNY", "5角", 50), ("CNY", "2块", 200), ("USD", "0.25", 25)],
)
def test_a_point_can_be_worth_any_money_of_the_list(own: AccessLink, currency: str, typed: str, worth: int) -> None:
    money = opened(send(own, per_point=typed, currency=currency)).played().get().money
    assert money == {"currency": currency, "per_point": worth}


@pytest.mark.parametrize(
    ("currency", "typed", "sentence"),
    [
        ("JPY", "0.5", "一分是1日元到1,000,000日元"),
        ("USD", "0.005", "一分是0.01美元到10,000美元"),
        ("XXX", "1", "没有这种钱"),
        ("", "1", "没有这种钱"),
    ],
)
def test_a_worth_that_the_currency_does_not_have_is_refused(
    own: AccessLink, currency: str, typed: str, sentence: str
) -> None:
    page = refused(send(own, per_point=typed, currency=currency), sentence)
    assert f'value="{typed}"' in page


@pytest.mark.parametrize(
    ("per_point", "typed", "amount"), [("0.5", "10", 1000), ("", "10", 10), ("0.5", "0.5", 50), ("0.5", "5角", 50)]
)
def test_the_table_can_cost_something(own: AccessLink, per_point: str, typed: str, amount: int) -> None:
    fields = {"fee": typed, "fee_per": "round", "fee_from": "winners"}
    row = opened(send(own, per_point=per_point, **fields)).played().get()
    assert row.fee == {"amount": amount, "per": "round", "paid_by": "winners"}


@pytest.mark.parametrize("typed", ["", " ", "0", "0.00"])
def test_no_table_fee_is_none(own: AccessLink, typed: str) -> None:
    assert opened(send(own, per_point="1", fee=typed)).played().get().fee is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"fee": "1.5", "per_point": ""}, "写1分到1,000,000,000分，不要小数"),
        ({"fee": "1.555", "per_point": "1"}, "写0.01元到10,000,000元，比如2.50"),
        ({"fee": "１０", "per_point": "1"}, "写0.01元"),
        ({"fee": "99999999999", "per_point": "1"}, "写0.01元"),
        ({"fee": "10", "fee_per": "year"}, "台费怎么收"),
        ({"fee": "10", "fee_from": "losers"}, "台费怎么收"),
    ],
)
def test_a_table_fee_that_is_none_is_refused_at_its_field(
    own: AccessLink, changes: dict[str, str], sentence: str
) -> None:
    page = refused(send(own, **{"fee_per": "night", "fee_from": "all", **changes}), sentence)
    assert 'id="error-fee"' in page
    assert '<details class="says" open>' in page


def test_who_brings_how_much_is_typed_for_all_and_for_one(own: AccessLink) -> None:
    assert opened(send(own, stakes="100", stakes_C="30")).played().get().stakes == {
        "A": 100,
        "B": 100,
        "C": 30,
        "D": 100,
    }


def test_only_who_brings_something_is_limited_by_it(own: AccessLink) -> None:
    assert opened(send(own, stakes_B="50", name_C="", name_D="", stakes_D="9")).played().get().stakes == {"B": 50}


@pytest.mark.parametrize("typed", ["0", "-5", "1.5", "１", "x", "1000001"])
def test_what_nobody_can_bring_is_refused(own: AccessLink, typed: str) -> None:
    for field in ("stakes", "stakes_D"):
        assert 'id="error-stakes"' in refused(send(own, **{field: typed}), "带的分是1到1,000,000的整数")


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


def test_an_unknown_rule_set_is_refused(own: AccessLink) -> None:
    refused(send(own, preset="../etc"), "没有这套规矩")


def test_everything_that_was_typed_is_kept_when_something_is_wrong(own: AccessLink) -> None:
    typed = {"name_A": "Alice", "name_C": hostile.LONG, "base_other": "7x", "per_point": "0.5", "preset": "fortune"}
    page = refused(send(own, **typed, zone="Europe/Berlin"), "底是1到")
    for value in ("Alice", "李四", "7x", "0.5", "Europe/Berlin"):
        assert f'value="{value}"' in page
    assert hostile.is_escaped(page, hostile.LONG)
    assert re.search(r'<option value="fortune"[^>]* selected>', page)
    assert re.search(r'name="dealer" value="B" checked', page)


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({"per_point": "五毛"}, "per-point"),
        ({"per_point": "五毛", "base_other": "7x", "fee": "x"}, "base-other"),
        ({"fee": "x", "stakes": "y"}, "fee"),
        ({"name_A": "李四", "name_B": "李四", "per_point": "x"}, "name-B"),
        ({"rest_1": "张三"}, "rest-1"),
        ({"preset": "none"}, "preset"),
    ],
)
def test_the_browser_begins_at_the_first_field_that_is_wrong(
    own: AccessLink, changes: dict[str, str], first: str
) -> None:
    page = refused(send(own, **changes), "")
    fields = re.findall(r"<(?:input|select)[^>]* autofocus[^>]*>", page)
    assert [re.findall(r' name="([^"]*)"', field) for field in fields] == [[first]]


def test_a_second_post_with_the_same_key_gives_the_same_night(own: AccessLink) -> None:
    key = new_key()
    first, second = (send(own, key=key) for _ in range(2))
    assert opened(first) == opened(second)


def test_a_key_that_has_started_another_night_is_refused_and_replaced(own: AccessLink) -> None:
    key = new_key()
    opened(send(own, key=key))
    response = send(own, key=key, name_A="Alice")
    page = response.content.decode()
    assert response.status_code == 422
    assert "刚才已经开过一场" in page
    assert key not in page
    assert 'value="Alice"' in page
    assert Session.objects.count() == 1


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "空" * 30, "a b" * 9])
def test_a_form_without_a_good_key_is_shown_again_with_one(own: AccessLink, key: str) -> None:
    page = refused(send(own, key=key), "没有发完整")
    assert re.search(r'name="key" value="[A-Za-z0-9_-]{22,64}"', page)
    assert 'value="张三"' in page


def test_a_database_that_does_not_confirm_keeps_the_key_for_the_next_try(own: AccessLink) -> None:
    key = new_key()
    with patch("rounds.scorebook.nights._start", side_effect=OperationalError("database is locked")):
        page = refused(send(own, key=key), "没有记上", status=503)
    assert f'value="{key}"' in page
    opened(send(own, key=key))


def test_each_page_has_a_key_of_its_own(own: AccessLink) -> None:
    keys = {re.search(r'name="key" value="(.+?)"', browser(own).get("/new/").content.decode()) for _ in range(5)}
    assert len({match[1] for match in keys if match}) == 5


@pytest.mark.parametrize(
    ("told", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("", "Asia/Shanghai"),
        ("Mars/Olympus", "Asia/Shanghai"),
        ("../../etc/passwd", "Asia/Shanghai"),
        ("Europe", "Asia/Shanghai"),
        ("/etc/localtime", "Asia/Shanghai"),
        ("A\x00", "Asia/Shanghai"),
        ("x" * 5000, "Asia/Shanghai"),
    ],
)
def test_the_zone_is_the_browsers_if_there_is_one_of_that_name(told: str, zone: str) -> None:
    assert read_zone(told) == zone


def test_the_night_is_dated_in_the_browsers_zone(own: AccessLink) -> None:
    assert opened(send(own, zone="Pacific/Kiritimati")).zone == "Pacific/Kiritimati"


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


def test_the_form_takes_four_queries_however_many_have_played(
    own: AccessLink, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(own)
    for number in range(3):
        open_night(club, {"A": f"甲{number}", "B": f"乙{number}"})
        with django_assert_num_queries(4):
            client.get("/new/")


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
