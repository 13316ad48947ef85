"""When a tap is not written down the outbox stands still, shows both sides and asks: nothing is dropped unseen."""

import re

import pytest
from playwright.sync_api import Route, expect

from rounds.models import AccessLink, Event, Session, Unbooked
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.network import KONG, RECORD, hold, log, lose, settled, until
from tests.browser.phone import Phone, cell, chip, seat
from tests.web.cast import score_link

PROMOTED = (seat("B"), cell("B", "kong:promoted"))
ROBBED = (seat("A"), chip("A", "robbed_kong"), cell("A", "discard:B:1"))
EXPOSED = (seat("D"), cell("D", "kong:exposed:C"))


@pytest.fixture
def other(phone: Phone, new_phone: NewPhone) -> Phone:
    """A second phone that scores the same night."""
    other = new_phone()
    other.join(score_link(Session.objects.get()))
    return other


def behind(phone: Phone, other: Phone, faults: Faults) -> None:
    """Two taps without a network, while the other phone writes one; then the network is back, and the outbox asks."""
    faults.provoke("lost GET", "409 POST record/")
    phone.page.context.set_offline(True)
    phone.tap(*KONG)
    phone.tap(*PROMOTED)
    other.record(*EXPOSED)
    phone.page.context.set_offline(False)
    expect(phone.find("#stopped")).to_be_visible()


def test_a_conflict_shows_what_the_table_has_and_what_the_phone_has(phone: Phone, other: Phone, faults: Faults) -> None:
    behind(phone, other, faults)
    expect(phone.find("#stopped [data-here]")).to_contain_text("赵六")
    expect(phone.find("#stopped [data-rows]")).to_contain_text("张三 暗杠")
    expect(phone.find("#stopped [data-rows]")).to_contain_text("李四 弯杠")
    assert log() == ["change"]
    expect(phone.table).to_have_attribute("data-unsent", "2")


def test_what_is_wanted_anew_is_written_on_the_fresh_table_with_keys_of_its_own(
    phone: Phone, other: Phone, faults: Faults
) -> None:
    behind(phone, other, faults)
    phone.tap("#stopped [data-all]")
    settled(phone, 4)
    assert log() == ["change"] * 3
    other.page.reload()
    assert other.points() == phone.points()


def test_each_tap_is_decided_by_itself(phone: Phone, other: Phone, faults: Faults) -> None:
    behind(phone, other, faults)
    phone.tap("#stopped [data-rows] > :nth-child(2) [data-anew]")
    assert log() == ["change"]
    phone.tap("#stopped [data-rows] > :nth-child(1) [data-drop]")
    settled(phone, 3)
    assert "promoted" in Event.objects.order_by("position")[2].data


def test_what_is_not_wanted_is_gone_when_it_is_said(phone: Phone, other: Phone, faults: Faults) -> None:
    behind(phone, other, faults)
    phone.tap("#stopped [data-rows] > :nth-child(1) [data-drop]")
    phone.tap("#stopped [data-rows] > :nth-child(1) [data-drop]")
    settled(phone, 2)
    assert log() == ["change"]


def test_a_dialog_that_is_closed_or_a_page_that_is_reloaded_asks_again_and_drops_nothing(
    phone: Phone, other: Phone, faults: Faults
) -> None:
    behind(phone, other, faults)
    phone.tap("#stopped [data-close]")
    phone.tap(seat("C"), cell("C", "kong:concealed"))
    expect(phone.find("#stopped")).to_be_visible()
    phone.page.reload()
    expect(phone.find("#stopped [data-rows] > li")).to_have_count(2)
    assert log() == ["change"]
    phone.tap("#stopped [data-all]")
    settled(phone, 4)


def test_of_two_scorers_in_one_moment_one_is_written_and_the_other_asked(
    phone: Phone, other: Phone, faults: Faults
) -> None:
    faults.provoke("409 POST record/")
    held = hold(phone)
    phone.tap(*KONG)
    until(phone, held)
    other.record(*KONG)
    held[0].continue_()
    expect(phone.find("#stopped [data-here]")).to_contain_text("张三")
    phone.tap("#stopped [data-drop]")
    settled(phone, 2)
    assert log() == ["change"]


def test_a_tap_that_cannot_have_happened_stops_those_after_it_with_the_sentence(
    phone: Phone, other: Phone, faults: Faults
) -> None:
    faults.provoke("lost GET", "422 POST record/")
    other.record(seat("A"), cell("A", "self_draw:0"))
    phone.page.reload()
    phone.page.context.set_offline(True)
    phone.tap(seat("B"), cell("B", "self_draw:1"))
    phone.find('[data-sheet="C"] [data-cell="self_draw:1"]').evaluate("key => { key.value = 'kong:exposed:A'; }")
    phone.tap(seat("C"), '[data-sheet="C"] [data-cell="self_draw:1"]')
    phone.page.context.set_offline(False)
    expect(phone.find("#stopped [data-why]")).to_contain_text("张三")
    expect(phone.table).to_have_attribute("data-saved", "3")
    expect(phone.find("#stopped [data-rows] > li")).to_have_count(1)
    phone.tap("#stopped [data-drop]")
    settled(phone, 3)


def test_a_server_that_breaks_stops_the_outbox_until_it_is_told_to_try_again(phone: Phone, faults: Faults) -> None:
    faults.provoke("500 POST record/")
    phone.page.route(RECORD, lambda route: route.fulfill(status=500, body="broken"), times=1)
    phone.tap(*KONG)
    expect(phone.find("#stopped [data-why]")).to_have_text("出错了，这一笔没记上")
    phone.page.wait_for_timeout(3500)
    assert log() == []
    phone.tap("#stopped [data-try]")
    settled(phone, 2)
    assert log() == ["change"]


def test_the_question_about_a_robbed_kong_holds_the_outbox_until_it_is_answered(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost GET")
    phone.record(*PROMOTED)
    phone.page.context.set_offline(True)
    phone.tap(seat("A"), chip("A", "robbed_kong"), cell("A", "discard:B:1"))
    phone.tap(seat("C"), cell("C", "kong:concealed"))
    phone.page.context.set_offline(False)
    expect(phone.find("[data-ask]")).to_be_visible()
    phone.page.wait_for_timeout(3500)
    assert log() == ["change"]
    expect(phone.table).to_have_attribute("data-unsent", "2")
    phone.tap('[data-robbed="yes"]')
    settled(phone, 4)
    assert log() == ["change"] * 3
    assert "robbed" in Event.objects.order_by("position")[2].data


def test_a_win_that_robs_a_kong_which_is_itself_unsent_is_asked_about_once_the_kong_is_written(
    phone: Phone, faults: Faults
) -> None:
    faults.provoke("lost GET")
    phone.page.context.set_offline(True)
    phone.tap(*PROMOTED)
    phone.tap(*ROBBED)
    expect(phone.find(".ev-unsent .ev-what")).to_have_text(["张三 胡 李四 抢杠 1番", "李四 弯杠"])
    phone.page.context.set_offline(False)
    expect(phone.find("[data-ask]")).to_have_attribute("aria-label", re.compile("李四.?的弯杠吗？"))
    expect(phone.table).to_have_attribute("data-saved", "2")
    phone.tap('[data-robbed="yes"]')
    settled(phone, 3)
    assert log() == ["change"] * 2
    win, kong = phone.lines()
    assert "抢杠" in win
    assert "被抢，不算" in kong


def questioned(phone: Phone, faults: Faults) -> None:
    """After a kong that is written: a robbed kong and another kong without a network, which then comes back."""
    faults.provoke("lost GET")
    phone.record(*PROMOTED)
    phone.page.context.set_offline(True)
    phone.tap(*ROBBED)
    phone.tap(seat("C"), cell("C", "kong:concealed"))
    phone.page.context.set_offline(False)
    expect(phone.find("[data-ask]")).to_have_attribute("aria-label", re.compile("李四.?的弯杠吗？"))


def waits(phone: Phone) -> None:
    """The question is closed, and everything stands still until it is answered."""
    expect(phone.find("[data-ask]")).to_have_count(0)
    expect(phone.find("#table .ev-unsent").last).to_contain_text("等你回答")
    phone.page.wait_for_timeout(3500)
    expect(phone.table).to_have_attribute("data-unsent", "2")
    assert log() == ["change"]


def beside(phone: Phone) -> None:
    phone.page.touchscreen.tap(180, 8)


@pytest.mark.parametrize("close", ["cross", "beside", "key"])
def test_a_question_that_is_closed_is_asked_again_by_a_tap_on_its_line(
    phone: Phone, faults: Faults, close: str
) -> None:
    questioned(phone, faults)
    phone.page.wait_for_timeout(400)
    if close == "cross":
        phone.tap("[data-ask] [aria-label=关上]")
    elif close == "beside":
        beside(phone)
    else:
        phone.page.keyboard.press("Escape")
    waits(phone)
    phone.find("#table .ev-unsent").last.tap()
    phone.tap('[data-robbed="yes"]')
    settled(phone, 4)
    assert "robbed" in Event.objects.order_by("position")[2].data


def test_a_question_that_is_closed_is_asked_again_after_a_reload_and_from_the_head(
    phone: Phone, faults: Faults
) -> None:
    questioned(phone, faults)
    phone.tap("[data-ask] [aria-label=关上]")
    waits(phone)
    phone.page.reload()
    phone.tap("[data-ask] [aria-label=关上]")
    waits(phone)
    phone.tap("[data-sync]")
    phone.tap('[data-robbed="no"]')
    settled(phone, 4)


def test_only_who_says_so_drops_the_tap_that_is_asked_about(phone: Phone, faults: Faults) -> None:
    questioned(phone, faults)
    phone.tap("[data-ask] [data-unwanted]")
    settled(phone, 3)
    assert "concealed" in Event.objects.order_by("position")[2].data


def test_a_question_waits_until_the_sheet_that_is_open_is_closed(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost GET")
    phone.record(*PROMOTED)
    phone.page.context.set_offline(True)
    phone.tap(*ROBBED)
    phone.tap(seat("C"))
    with phone.page.expect_response(RECORD):
        phone.page.context.set_offline(False)
    phone.page.wait_for_timeout(600)
    expect(phone.find("dialog[open]")).to_have_attribute("data-sheet", "C")
    phone.tap(cell("C", "kong:concealed"))
    expect(phone.find("[data-ask]")).to_be_visible()
    expect(phone.table).to_have_attribute("data-unsent", "2")
    phone.tap('[data-robbed="yes"]')
    settled(phone, 4)


def test_undo_takes_back_a_tap_whose_question_was_closed(phone: Phone) -> None:
    phone.record(*PROMOTED)
    phone.tap(*ROBBED)
    phone.tap("[data-ask] [aria-label=关上]")
    expect(phone.find("#notice")).to_contain_text("等你回答")
    phone.tap("[data-undo]")
    settled(phone, 2)
    expect(phone.find("#notice")).to_be_hidden()
    assert log() == ["change"]


def test_of_what_broke_only_what_helps_is_offered(phone: Phone, faults: Faults) -> None:
    faults.provoke("500 POST record/")
    phone.page.route(RECORD, lambda route: route.fulfill(status=500, body="broken"), times=1)
    phone.tap(*KONG)
    assert offered(phone) == ["不要了", "再试"]
    phone.tap("#stopped [data-try]")
    settled(phone, 2)


def test_a_phone_that_scores_no_more_is_offered_no_second_try(phone: Phone, other: Phone, faults: Faults) -> None:
    faults.provoke("410 POST record/")
    look, do = KONG
    other.tap(look)  # a table with an open sheet does not ask by itself
    Session.objects.get().links.filter(right="score").update(revoked_at=Event.objects.get().at)
    other.tap(do)
    assert offered(other) == ["不要了"]
    expect(other.find("#stopped [data-why]")).to_contain_text("未入账")


def test_one_tap_of_a_conflict_has_its_own_keys_alone(phone: Phone, other: Phone, faults: Faults) -> None:
    behind(phone, other, faults)
    assert offered(phone) == ["不要了", "重记", "不要了", "重记", "全部重记"]
    phone.tap("#stopped [data-rows] > :nth-child(2) [data-drop]")
    assert offered(phone) == ["不要了", "重记"]


def offered(phone: Phone) -> list[str]:
    """The keys in sight of what was not written down."""
    expect(phone.find("#stopped")).to_be_visible()
    return phone.find("#stopped button:visible").all_inner_texts()


def told(phone: Phone, taps: int) -> None:
    """The server knows of so many taps of a phone that scores no more."""
    while Unbooked.objects.count() < taps:
        phone.page.wait_for_timeout(20)


def test_what_a_replaced_phone_had_not_sent_is_told_to_the_one_that_scores_now(
    phone: Phone, other: Phone, own: AccessLink, faults: Faults
) -> None:
    faults.provoke("410 POST record/", "lost POST record/")
    other.page.route(RECORD, lose)
    other.tap(*KONG)
    expect(other.find("#table [data-waits]")).to_have_count(1)
    other.tap(*PROMOTED)
    Session.objects.get().links.filter(right="score").update(revoked_at=Event.objects.get().at)
    other.page.unroute(RECORD)
    expect(other.find("#stopped [data-rows]")).to_contain_text("张三 暗杠")
    expect(other.find("#stopped [data-rows]")).to_contain_text("李四 弯杠")
    told(phone, 2)
    phone.page.reload()
    expect(phone.find("[data-unbooked-tap]")).to_have_count(2)
    expect(phone.find("[data-unbooked-tap]").first).to_contain_text("张三 暗杠")
    assert (log(), phone.points()["A"]) == ([], (0, 0))
    for left in (1, 0):
        phone.find("[data-seen]").first.tap()
        expect(phone.find("[data-unbooked-tap]")).to_have_count(left)
    assert log() == []


def test_a_replaced_phone_that_is_opened_again_still_shows_and_tells_its_taps(
    phone: Phone, other: Phone, faults: Faults
) -> None:
    faults.provoke("lost POST record/")
    other.page.route(RECORD, lose)
    other.tap(*KONG)
    expect(other.find("#table [data-waits]")).to_have_count(1)
    Session.objects.get().links.filter(right="score").update(revoked_at=Event.objects.get().at)
    other.page.reload()
    expect(other.find("#stopped [data-rows]")).to_contain_text("张三 暗杠")
    told(phone, 1)
    phone.page.reload()
    expect(phone.find("[data-unbooked-tap]")).to_have_count(1)


def test_an_undo_that_came_too_late_is_not_repeated_on_what_another_has_written(
    phone: Phone, other: Phone, faults: Faults
) -> None:
    faults.provoke("409 POST undo/")
    phone.record(*KONG)
    other.page.reload()
    held: list[Route] = []
    phone.page.route("**/undo/", lambda route: held.append(route))
    phone.tap("[data-undo]")
    until(phone, held)
    other.record(*PROMOTED)
    held[0].continue_()
    expect(phone.find("#stopped [data-drop]")).to_be_visible()
    expect(phone.find("#stopped [data-anew]")).to_have_count(0)
    phone.tap("#stopped [data-drop]")
    settled(phone, 3)
    assert log() == ["change", "change"]
