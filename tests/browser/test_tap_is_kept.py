"""A tap is in the browser before it leaves, and stays there until the server has answered: never lost, never twice."""

from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from rounds.models import AccessLink, Event, Session
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.phone import Phone, cell, seat

RECORD, UNDO, NEXT, CORRECT = "**/record/", "**/undo/", "**/next/", "**/correct/"
LOST = "没连上，这一笔还没记上，正在重试"
STALE = "刚才有人改过账，这一下没记上，看一眼再点"
KONG = (seat("A"), cell("A", "kong:concealed"))
LAST_WINS = [
    (seat("A"), cell("A", "discard:D:0")),
    ('[data-also="B"]', '[data-cell="also:B:0"]'),
    ('[data-also="C"]', '[data-cell="also:C:1"]'),
]


def log() -> list[str]:
    """What has been written down since the night was opened."""
    return [event.kind for event in Event.objects.order_by("position")][1:]


def stored(page: Page) -> str:
    return str(page.evaluate("JSON.stringify(localStorage)"))


def lose(route: Route) -> None:
    """The request never arrives."""
    route.abort("connectionfailed")


def lose_answer(route: Route) -> None:
    """The server writes the tap down, and its answer never arrives."""
    assert route.fetch().ok
    route.abort("connectionreset")


def hold(phone: Phone) -> list[Route]:
    """Requests to record come to this list, and go no further by themselves."""
    held: list[Route] = []
    phone.page.route(RECORD, lambda route: held.append(route))
    return held


def tap_on_the_spot(phone: Phone, selector: str, times: int) -> None:
    """Taps on one place of the screen, whatever comes to lie there. For the page they all happen in one moment."""
    box = phone.find(selector).bounding_box()
    assert box
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() / 1000") + 1)
    for _ in range(times):
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.clock.resume()


def busy(route: Route) -> None:
    route.fulfill(status=503, body="busy")


@pytest.fixture
def phone(owner: Phone) -> Phone:
    owner.start_night()
    return owner


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


@pytest.mark.parametrize("times", [2, 20])
def test_many_taps_in_a_moment_on_one_place_are_one_event(phone: Phone, times: int) -> None:
    phone.page.clock.install()
    phone.page.reload()
    for taps in (KONG, (seat("D"), cell("D", "kong:exposed:C")), (seat("B"), cell("B", "discard:C:1"))):
        before = len(log())
        phone.tap(taps[0])
        tap_on_the_spot(phone, taps[1], times)
        expect(phone.table).to_have_attribute("data-saved", str(before + 2))
        expect(phone.find("dialog[open]")).to_have_count(0)
        assert len(log()) == before + 1


def test_a_thumb_that_bounces_on_a_name_records_nothing(phone: Phone) -> None:
    phone.page.clock.install()
    phone.page.reload()
    for letter in "ABCD":
        tap_on_the_spot(phone, seat(letter), times=2)
        expect(phone.find(f'[data-sheet="{letter}"]')).to_be_visible()
        phone.tap(f'[data-sheet="{letter}"] [data-close]')
    assert log() == []


def test_a_tap_on_a_log_that_has_moved_on_is_said_and_not_recorded(
    phone: Phone, new_phone: NewPhone, own: AccessLink, faults: Faults
) -> None:
    faults.provoke("409 POST record/")
    other = new_phone()
    other.join(own)
    other.page.goto(phone.night)
    other.record(seat("C"), cell("C", "kong:promoted"))
    phone.tap(*KONG)
    expect(phone.find("#notice")).to_have_text(STALE)
    expect(phone.table).to_have_attribute("data-saved", "2")
    expect(phone.table).to_have_attribute("data-unsent", "0")
    assert phone.points() == other.points()
    assert log() == ["change"]
    phone.record(*KONG)
    expect(phone.find("#notice")).to_be_hidden()


def test_a_phone_without_a_network_says_so_and_sends_when_it_is_back(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost POST record/")
    phone.page.context.set_offline(True)
    phone.tap(*KONG)
    expect(phone.find(".top")).to_contain_text("未同步 1")
    expect(phone.find("#notice")).to_have_text(LOST)
    assert (phone.saved, log()) == (1, [])
    phone.page.context.set_offline(False)
    expect(phone.table).to_have_attribute("data-saved", "2")
    expect(phone.table).to_have_attribute("data-unsent", "0")
    assert log() == ["change"]


def test_a_tap_made_while_another_is_on_its_way_is_refused_and_says_so(phone: Phone) -> None:
    held = hold(phone)
    with phone.page.expect_request(RECORD):
        phone.tap(*KONG)
    phone.tap(seat("B"), cell("B", "kong:promoted"))
    expect(phone.find('[data-sheet="B"]').get_by_text("上一笔还没同步，等它记上再点")).to_be_visible()
    held[0].continue_()
    expect(phone.table).to_have_attribute("data-saved", "2")
    assert log() == ["change"]


def test_a_sheet_opened_before_the_answer_stays_open_and_shows_what_it_changed(phone: Phone) -> None:
    held = hold(phone)
    with phone.page.expect_request(RECORD):
        phone.tap(seat("A"), cell("A", "self_draw:0"))
    phone.tap(seat("B"))
    expect(phone.find(cell("B", "discard:A:0"))).to_be_visible()
    held[0].continue_()
    expect(phone.table).to_have_attribute("data-saved", "2")
    expect(phone.find('[data-sheet="B"]')).to_be_visible()
    expect(phone.find(cell("B", "discard:A:0"))).to_have_count(0)


def test_a_sheet_that_does_not_come_is_said_on_the_sheet(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost GET sheet/")
    phone.page.route("**/sheet/**", lose)
    phone.tap(seat("A"), '[data-sheet="A"] [data-naming]')
    expect(phone.find('[data-sheet="A"]').get_by_text("没打开，再点一次")).to_be_visible()
    phone.record(cell("A", "self_draw:0"))


def test_a_browser_without_storage_scores_and_sends_again(phone: Phone, faults: Faults) -> None:
    phone.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    phone.page.reload()
    phone.record(*KONG)
    faults.provoke("503 POST record/")
    phone.page.route(RECORD, busy, times=1)
    phone.record(seat("B"), cell("B", "kong:promoted"))
    assert log() == ["change", "change"]


def test_a_link_that_was_revoked_meanwhile_is_said(phone: Phone, new_phone: NewPhone, faults: Faults) -> None:
    faults.provoke("404 POST record/")
    session = Session.objects.get()
    scorer = new_phone()
    score = session.links.get(right="score")
    scorer.join(score)
    session.links.filter(pk=score.pk).update(revoked_at=timezone.now())
    scorer.tap(*KONG)
    expect(scorer.find("#notice")).to_have_text("这个链接不能用了，这一笔没记上")
    expect(scorer.table).to_have_attribute("data-unsent", "0")
    assert log() == []
