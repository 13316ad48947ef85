"""A tap is in the browser before it leaves, and stays there until the server has answered: never lost, never twice."""

from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.faults import Faults
from tests.browser.network import CORRECT, KONG, NEXT, RECORD, UNDO, busy, hold, log, lose, lose_answer
from tests.browser.phone import Phone, cell, seat

LOST = "没连上，这一笔还没记上，正在重试"
LAST_WINS = [
    (seat("A"), cell("A", "discard:D:0")),
    ('[data-also="B"]', '[data-cell="also:B:0"]'),
    ('[data-also="C"]', '[data-cell="also:C:1"]'),
]


def stored(page: Page) -> str:
    return str(page.evaluate("JSON.stringify(localStorage)"))


def play_to(phone: Phone, *, over: bool) -> None:
    for taps in LAST_WINS if over else [KONG]:
        phone.record(*taps)


def test_a_tap_and_its_key_are_stored_before_they_leave(phone: Phone) -> None:
    held = hold(phone)
    with phone.page.expect_request(RECORD) as sent:
        phone.tap(*KONG)
    (key,) = parse_qs(sent.value.post_data or "")["key"]
    assert len(key) == 22
    assert key in stored(phone.page)
    assert "kong:concealed" in stored(phone.page)
    expect(phone.table).to_have_attribute("data-unsent", "1")
    expect(phone.find(".top")).to_contain_text("未同步 1")
    assert phone.saved == 1
    held[0].continue_()
    expect(phone.table).to_have_attribute("data-saved", "2")
    expect(phone.table).to_have_attribute("data-unsent", "0")
    assert stored(phone.page) == "{}"


@pytest.mark.parametrize(
    ("address", "over", "taps", "kind"),
    [
        (RECORD, False, KONG, "change"),
        (UNDO, False, ("[data-undo]",), "undo"),
        (NEXT, True, ("[data-next-round]",), "open_round"),
        (
            CORRECT,
            False,
            ('[data-event="0"]', '#panel [data-cell="kong:promoted"]', "[data-confirm=correction]"),
            "change",
        ),
    ],
)
def test_a_tap_whose_answer_is_lost_is_sent_again_by_itself_and_written_once(
    phone: Phone, faults: Faults, address: str, over: bool, taps: tuple[str, ...], kind: str
) -> None:
    play_to(phone, over=over)
    before = log()
    faults.provoke("lost POST")
    phone.page.route(address, lose_answer, times=1)
    with phone.writes():
        phone.tap(*taps)
        expect(phone.find(f"text={LOST}").first).to_be_visible()
    assert log() == [*before, kind]


def test_a_correction_of_an_earlier_round_whose_answer_is_lost_arrives_once(phone: Phone, faults: Faults) -> None:
    play_to(phone, over=True)
    phone.record("[data-next-round]")
    faults.provoke("lost POST")
    phone.page.route(CORRECT, lose_answer, times=1)
    phone.tap(
        '[href$="/rounds/1/"]', '[data-event="0"]', '#panel [data-cell="discard:D:3"]', "[data-confirm=correction]"
    )
    expect(phone.find("#panel").get_by_text(LOST)).to_be_visible()
    expect(phone.table).to_have_attribute("data-saved", "6")
    assert phone.points()["A"] == (0, 8)
    assert len(log()) == 5


def test_a_busy_server_is_said_and_asked_again(phone: Phone, faults: Faults) -> None:
    faults.provoke("503 POST record/")
    phone.page.route(RECORD, busy, times=1)
    with phone.writes():
        phone.tap(*KONG)
        expect(phone.find("#notice")).to_have_text(LOST)
        expect(phone.table).to_have_attribute("data-unsent", "1")
    expect(phone.find("#notice")).to_be_hidden()
    assert log() == ["change"]


@pytest.mark.parametrize("fate", [lose, lose_answer], ids=["request_lost", "answer_lost"])
def test_a_reload_sends_the_tap_that_was_not_answered(
    phone: Phone, faults: Faults, fate: Callable[[Route], None]
) -> None:
    faults.provoke("lost POST record/")
    phone.page.route(RECORD, fate, times=1)
    phone.tap(*KONG)
    expect(phone.find("#notice")).to_have_text(LOST)
    phone.page.reload()
    expect(phone.table).to_have_attribute("data-saved", "2")
    expect(phone.table).to_have_attribute("data-unsent", "0")
    assert log() == ["change"]


def test_a_reload_sends_a_correction_that_was_not_answered(phone: Phone, faults: Faults) -> None:
    phone.record(*KONG)
    faults.provoke("lost POST")
    phone.page.route(CORRECT, lose, times=1)
    with phone.writes():
        phone.tap('[data-event="0"]', '#panel [data-cell="kong:promoted"]', "[data-confirm=correction]")
        expect(phone.find("#panel").get_by_text(LOST)).to_be_visible()
        phone.page.reload()
    assert log() == ["change", "change"]
    assert phone.points()["A"] == (3, 3)


def test_one_night_does_not_wait_for_the_tap_of_another(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost POST record/")
    first = phone.night
    phone.page.route(RECORD, lose, times=1)
    phone.tap(*KONG)
    expect(phone.find("#notice")).to_have_text(LOST)
    phone.start_night()
    phone.record(seat("B"), cell("B", "kong:promoted"))
    phone.page.goto(first)
    expect(phone.table).to_have_attribute("data-saved", "2")
    assert phone.points()["A"] == (6, 6)


def test_a_phone_without_a_network_says_so_and_sends_when_it_is_back(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost GET")
    phone.page.context.set_offline(True)
    phone.tap(*KONG)
    expect(phone.find(".top")).to_contain_text("未同步 1")
    expect(phone.find("#notice")).to_have_text(LOST)
    assert (phone.saved, log()) == (1, [])
    phone.page.context.set_offline(False)
    expect(phone.table).to_have_attribute("data-saved", "2")
    expect(phone.table).to_have_attribute("data-unsent", "0")
    assert log() == ["change"]


def test_a_sheet_that_does_not_come_is_said_on_the_sheet(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost GET sheet/")
    phone.page.route("**/sheet/**", lose)
    phone.tap(seat("A"), '[data-sheet="A"] [data-naming]')
    expect(phone.find('[data-sheet="A"]').get_by_text("没连上网：先点番数，牌型以后再改")).to_be_visible()
    phone.record(cell("A", "self_draw:0"))


def test_a_browser_without_storage_scores_and_sends_again(phone: Phone, faults: Faults) -> None:
    phone.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    phone.page.reload()
    phone.record(*KONG)
    faults.provoke("503 POST record/")
    phone.page.route(RECORD, busy, times=1)
    phone.record(seat("B"), cell("B", "kong:promoted"))
    assert log() == ["change", "change"]
