"""The outbox: many taps, kept in order through whatever the network does, each written down once."""

from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Route, expect

from rounds.models import Event
from tests.browser.faults import Faults
from tests.browser.network import KONG, RECORD, busy, hold, let_go, log, lose, lose_answer, settled
from tests.browser.phone import Phone, cell, chip, seat

OFFLINE = "lost GET"
"""Without a network a phone asks for nothing but whether the server is there again."""

BOXES = """all => all.map(one => one.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""

EIGHT = [
    (seat("A"), cell("A", "kong:concealed")),
    (seat("B"), cell("B", "kong:exposed:C")),
    (seat("C"), cell("C", "kong:promoted")),
    (seat("D"), cell("D", "kong:exposed:A")),
    (seat("B"), cell("B", "kong:concealed")),
    (seat("A"), cell("A", "discard:D:2")),
    (seat("B"), cell("B", "kong:promoted")),
    (seat("C"), cell("C", "discard:B:1")),
]
"""Taps of one round, in which A and then C win."""

WALL = (
    '[data-open="wall_out"]',
    '[data-state="B:ready:1"]',
    '[data-state="D:not_ready"]',
    '[data-confirm="wall_out"]',
)


def offline(phone: Phone, faults: Faults) -> None:
    faults.provoke(OFFLINE)
    phone.page.context.set_offline(True)


def online(phone: Phone) -> None:
    phone.page.context.set_offline(False)


def test_a_round_and_the_start_of_the_next_without_a_network_arrive_in_order_and_once(
    phone: Phone, faults: Faults
) -> None:
    offline(phone, faults)
    for count, taps in enumerate(EIGHT, 1):
        phone.tap(*taps)
        expect(phone.table).to_have_attribute("data-unsent", str(count))
    phone.tap(*WALL)
    phone.tap("[data-next-round]")
    phone.tap(seat("A"), cell("A", "discard:C:0"))
    phone.tap(seat("C"), cell("C", "kong:concealed"))
    expect(phone.find("[data-waits].ev, [data-waits] .ev")).to_have_count(12)
    expect(phone.find(".top")).to_contain_text("未同步 12")
    assert (phone.saved, log()) == (1, [])
    online(phone)
    settled(phone, 13)
    assert log() == ["change"] * 9 + ["open_round"] + ["change"] * 2
    assert len({event.key for event in Event.objects.all()}) == 13
    cells = [event.data for event in Event.objects.order_by("position")][1:]
    assert ["concealed" in cells[0], '"wall_out"' in cells[8], "concealed" in cells[11]] == [True] * 3
    points = phone.points()
    assert sum(total for _, total in points.values()) == 0
    assert points["C"][0] == 3
    phone.page.reload()
    assert phone.points() == points


def test_taps_made_faster_than_they_are_answered_go_out_one_at_a_time(phone: Phone) -> None:
    held = hold(phone)
    for taps in EIGHT[:5]:
        phone.tap(*taps)
    expect(phone.table).to_have_attribute("data-unsent", "5")
    for number in range(1, 6):
        let_go(phone, held, number)
    settled(phone, 6)
    assert len(held) == 5, "one at a time, each once"
    keys = [parse_qs(route.request.post_data or "")["key"][0] for route in held]
    positions = [parse_qs(route.request.post_data or "")["position"][0] for route in held]
    assert len(set(keys)) == 5
    assert positions == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("fate", [lose, lose_answer, busy], ids=["request_lost", "answer_lost", "busy"])
def test_a_tap_that_is_not_answered_holds_back_those_after_it(
    phone: Phone, faults: Faults, fate: Callable[[Route], None]
) -> None:
    faults.provoke("POST record/")
    phone.page.route(RECORD, fate, times=1)
    phone.tap(*EIGHT[0])
    expect(phone.find("#table [data-waits]")).to_have_count(1)
    phone.tap(*EIGHT[1])
    settled(phone, 3)
    told = [event.data for event in Event.objects.order_by("position")][1:]
    assert ["concealed" in told[0], "exposed" in told[1]] == [True, True]


def test_a_server_that_never_answers_is_given_up_and_asked_again(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost POST record/", "htmx:error: timeout")
    held = hold(phone)
    phone.tap(*KONG)
    expect(phone.find("#notice")).to_have_text("没连上，这一笔还没记上，正在重试")
    phone.page.unroute(RECORD)
    settled(phone, 2)
    assert len(held) == 1
    assert log() == ["change"]


def test_a_page_of_a_foreign_network_is_no_answer(phone: Phone) -> None:
    phone.page.route(RECORD, lambda route: route.fulfill(body="<html><body>登录无线网</body></html>"), times=1)
    phone.tap(*KONG)
    expect(phone.find("#notice")).to_have_text("没连上，这一笔还没记上，正在重试")
    settled(phone, 2)
    assert log() == ["change"]


def test_a_tab_that_is_killed_leaves_its_taps_to_the_next(phone: Phone, faults: Faults) -> None:
    faults.provoke("POST record/")
    phone.page.route(RECORD, lose)
    for taps in EIGHT[:3]:
        phone.tap(*taps)
    expect(phone.find("#table [data-waits]")).to_have_count(3)
    address, context = phone.page.url, phone.page.context
    phone.page.close()
    phone.page = context.new_page()
    phone.page.goto(address)
    settled(phone, 4)
    assert log() == ["change"] * 3


def test_a_reload_in_the_middle_keeps_the_order(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost POST record/")
    phone.page.route(RECORD, lose)
    phone.page.route(RECORD, lose_answer, times=1)
    for taps in EIGHT[:4]:
        phone.tap(*taps)
    expect(phone.find("#table [data-waits]")).to_have_count(4)
    phone.page.unroute(RECORD)
    phone.page.reload()
    settled(phone, 5)
    told = [event.data for event in Event.objects.order_by("position")][1:]
    assert [any(word in data for word in ("concealed",)) for data in told] == [True, False, False, False]


def test_two_tabs_of_a_browser_share_the_outbox_and_write_each_tap_once(phone: Phone, faults: Faults) -> None:
    faults.provoke(OFFLINE)
    other = Phone(phone.page.context.new_page(), phone.url)
    other.page.goto(phone.night)
    phone.page.context.set_offline(True)
    phone.tap(*EIGHT[0])
    expect(other.table).to_have_attribute("data-unsent", "1")
    other.tap(*EIGHT[1])
    phone.tap(*EIGHT[2])
    expect(other.table).to_have_attribute("data-unsent", "3")
    phone.page.context.set_offline(False)
    for one in (phone, other):
        settled(one, 4)
    told = [event.data for event in Event.objects.order_by("position")][1:]
    assert ["concealed" in told[0], "exposed" in told[1], "promoted" in told[2]] == [True] * 3


def test_a_browser_that_stores_nothing_says_so_and_keeps_the_taps_while_it_is_open(
    phone: Phone, faults: Faults
) -> None:
    faults.provoke("POST record/")
    phone.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    phone.page.reload()
    phone.page.route(RECORD, lose, times=1)
    phone.tap(*EIGHT[0])
    expect(phone.find("#notice")).to_have_text("没连上，正在重试；这个浏览器不让存，别关这一页")
    phone.tap(*EIGHT[1])
    settled(phone, 3)


def test_undo_takes_what_was_not_sent_out_of_the_outbox(phone: Phone, faults: Faults) -> None:
    offline(phone, faults)
    phone.tap(*EIGHT[0])
    phone.tap(*EIGHT[1])
    phone.tap("[data-undo]")
    expect(phone.table).to_have_attribute("data-unsent", "1")
    expect(phone.find("#table [data-waits]")).to_have_count(1)
    online(phone)
    settled(phone, 2)
    assert log() == ["change"]


def test_undo_of_a_tap_that_may_be_written_already_goes_to_the_server_after_it(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost POST record/")
    phone.page.route(RECORD, lose_answer, times=1)
    phone.tap(*EIGHT[0])
    expect(phone.find("#table [data-waits]")).to_have_count(1)
    phone.tap("[data-undo]")
    settled(phone, 3)
    assert log() == ["change", "undo"]
    assert phone.points()["A"] == (0, 0)


def test_who_has_won_in_the_outbox_is_dimmed_and_plays_no_more(phone: Phone, faults: Faults) -> None:
    offline(phone, faults)
    phone.tap(seat("A"), cell("A", "discard:D:1"))
    expect(phone.find(seat("A"))).to_contain_text("胡 未同步")
    phone.tap(seat("A"))
    expect(phone.find("dialog[open]")).to_have_count(0)
    phone.tap(seat("B"))
    sheet = phone.find('[data-sheet="B"]')
    expect(sheet).to_contain_text("前面还有 1 笔没同步，价钱以记上为准")
    expect(phone.find(cell("B", "discard:A:1"))).to_be_disabled()
    expect(phone.find(cell("B", "discard:C:1"))).to_be_enabled()
    phone.tap(cell("B", "discard:C:1"))
    expect(phone.find("[data-next-round]")).to_be_disabled()
    phone.tap(seat("D"), cell("D", "self_draw:0"))
    expect(phone.find("[data-next-round]")).to_be_enabled()
    online(phone)
    settled(phone, 4)
    expect(phone.find("[data-next-round]")).to_be_enabled()


def test_beside_undo_stands_what_it_would_take_back(phone: Phone, faults: Faults) -> None:
    offline(phone, faults)
    phone.tap(*EIGHT[0])
    phone.tap(*EIGHT[1])
    expect(phone.find(".last-text:visible")).to_contain_text("李四 直杠 王五")
    phone.tap("[data-undo]")
    expect(phone.find(".last-text:visible")).to_contain_text("张三 暗杠")
    expect(phone.find("#notice")).to_be_visible()
    phone.page.wait_for_timeout(400)
    phone.tap("[data-undo]")
    expect(phone.find("#notice")).to_be_hidden()
    expect(phone.find(".last-text:visible")).not_to_contain_text("张三 暗杠")
    expect(phone.find("[data-sync]")).to_have_text("没连上")
    online(phone)
    expect(phone.find("[data-sync]")).to_have_text("已同步")


def test_the_next_round_in_the_outbox_has_its_number_and_no_points(phone: Phone, faults: Faults) -> None:
    for taps in (EIGHT[5], (seat("B"), cell("B", "self_draw:0"))):
        phone.record(*taps)
    offline(phone, faults)
    phone.tap(seat("C"), cell("C", "self_draw:0"))
    phone.tap("[data-next-round]")
    expect(phone.find(".top-title:visible")).to_have_text("第2局 未同步")
    assert phone.find(".seat-delta:visible").all_inner_texts() == ["0"] * 4
    phone.tap("[data-undo]")
    expect(phone.find(".top-title:visible")).to_have_text("第1局")
    online(phone)
    settled(phone, 4)


def test_a_sheet_that_cannot_be_asked_for_without_a_network_says_what_to_do(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost GET")
    phone.page.context.set_offline(True)
    phone.tap(seat("A"), '[data-sheet="A"] [data-naming]')
    notice = phone.find('[data-sheet="A"] [data-notice]')
    expect(notice).to_have_text("没连上网：先点番数，牌型以后再改")
    phone.tap('[data-sheet="A"] [data-more]')
    expect(notice).to_have_text("没连上网，这个要连上才能记")


def test_wins_after_kongs_that_are_themselves_unsent_are_recorded_after_them(phone: Phone, faults: Faults) -> None:
    offline(phone, faults)
    phone.tap(seat("B"), cell("B", "kong:concealed"))
    phone.tap("[data-undo]")
    phone.tap(seat("D"), chip("D", "after_kong"))
    expect(phone.find(cell("D", "discard:B:1"))).to_have_count(0)
    phone.page.keyboard.press("Escape")
    phone.tap(seat("B"), cell("B", "kong:concealed"))
    phone.tap(seat("C"), chip("C", "after_kong"))
    expect(phone.find(cell("C", "discard:B:1"))).to_have_text("1番")
    expect(phone.find(cell("C", "self_draw:1"))).to_have_count(0)
    phone.page.keyboard.press("Escape")
    phone.tap(seat("B"), chip("B", "after_kong"), cell("B", "self_draw:1"))
    phone.tap(seat("A"), cell("A", "kong:promoted"))
    phone.tap(seat("C"), chip("C", "after_kong"), cell("C", "discard:A:0"))
    expect(phone.find(".ev-unsent .ev-what")).to_have_text(
        ["王五 胡 张三 杠上炮 0番", "张三 弯杠", "李四 自摸 杠上花 1番", "李四 暗杠"]
    )
    assert log() == []
    online(phone)
    settled(phone, 5)
    lines = phone.lines()
    assert "杠上炮" in lines[0]
    assert "杠上花" in lines[2]


def test_points_are_never_computed_on_the_phone(phone: Phone, faults: Faults) -> None:
    before = phone.points()
    offline(phone, faults)
    phone.tap(*EIGHT[0])
    expect(phone.find("#table [data-waits]")).to_contain_text("张三 暗杠")
    assert phone.points() == before
    online(phone)
    settled(phone, 2)


def test_pages_beyond_the_table_wait_until_all_is_written(phone: Phone, faults: Faults) -> None:
    offline(phone, faults)
    phone.tap(*EIGHT[0])
    expect(phone.find("#table [data-waits]")).to_have_count(1)
    phone.tap('[href$="/more/"]')
    expect(phone.find("#notice")).to_have_text("还有 1 笔没同步，等记上了再去")
    assert phone.page.url.endswith(phone.night)
    online(phone)
    settled(phone, 2)
    phone.tap('[href$="/more/"]')
    phone.page.wait_for_url("**/more/")


def test_a_night_is_not_ended_while_something_is_unsent(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost POST record/")
    phone.page.route(RECORD, lose)
    phone.tap(*EIGHT[0])
    expect(phone.find("#table [data-waits]")).to_have_count(1)
    phone.page.goto(f"{phone.night}night/")
    phone.page.evaluate("""document.querySelector('form[action$="/end/"]').requestSubmit()""")
    expect(phone.find("#notice")).to_have_text("还有 1 笔没同步，等记上了再去")
    assert log() == []
    phone.page.unroute(RECORD)
    phone.page.goto(phone.night)
    settled(phone, 2)
    assert log() == ["change"]


def test_nothing_moves_under_the_thumb(phone: Phone, faults: Faults) -> None:
    offline(phone, faults)
    places = [phone.find(place) for place in ("[data-seat]", "[data-undo]", ".bar > *")]
    before = [place.evaluate_all(BOXES) for place in places]
    phone.tap(*EIGHT[5])
    expect(phone.find("#table [data-waits]")).not_to_have_count(0)
    assert [place.evaluate_all(BOXES) for place in places] == before
    online(phone)
    settled(phone, 2)
