"""What the outbox must not lose, double or move, however things go wrong."""

from playwright.sync_api import Route, expect

from rounds.models import Event, Session
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.network import KONG, RECORD, hold, let_go, log, lose, settled, stored, until
from tests.browser.phone import Phone, cell, chip, seat
from tests.web.cast import score_link

PROMOTED = (seat("B"), cell("B", "kong:promoted"))
ALL = "[data-all]"


def press(phone: Phone, key: str) -> None:
    """Press a key of the question, shown or not: no tap may be lost by one that should not be there."""
    phone.find(f"#stopped {key}").evaluate("key => key.click()")


def test_a_replaced_phone_that_wants_all_anew_keeps_what_it_has(
    phone: Phone, new_phone: NewPhone, faults: Faults
) -> None:
    faults.provoke("410 POST record/", "lost POST record/", "lost POST unbooked/")
    other = new_phone()
    other.join(score_link(Session.objects.get()))
    other.page.route(RECORD, lose)
    other.page.route("**/unbooked/", lose)
    other.tap(*KONG)
    expect(other.find("#table [data-waits]")).to_have_count(1)
    other.tap(*PROMOTED)
    Session.objects.get().links.filter(right="score").update(revoked_at=Event.objects.get().at)
    other.page.unroute(RECORD)
    expect(other.find("#stopped [data-rows]")).to_contain_text("李四 弯杠")
    press(other, ALL)
    assert stored(other.page) == 2
    expect(other.find("#stopped [data-rows] > li")).to_have_count(2)


def test_a_tap_that_may_have_been_written_is_never_sent_with_another_key(phone: Phone, faults: Faults) -> None:
    faults.provoke("500 POST record/")

    def breaks_after_it_has_written(route: Route) -> None:
        assert route.fetch().ok
        route.fulfill(status=500, body="broken")

    phone.page.route(RECORD, breaks_after_it_has_written, times=1)
    phone.tap(*KONG)
    expect(phone.find("#stopped")).to_be_visible()
    press(phone, ALL)
    phone.tap("#stopped [data-try]")
    settled(phone, 2)
    assert log() == ["change"]


ONLINE = "Object.defineProperty(navigator, 'onLine', { get: () => window.online !== false, configurable: true })"
GARBAGE = [
    *("{", "5", "null", '"x"', "[]", "{}", '{"key":"abc","turn":0,"fields":5}'),
    '{"key":"0","turn":0,"fields":[],"url":"/x","target":"table","does":"record","position":2,"time":0,"says":"x"}',
]


def says_offline(phone: Phone, *, offline: bool) -> None:
    phone.page.evaluate(ONLINE)
    phone.page.evaluate(f"window.online = {str(not offline).lower()}")


def hold_the_probe(phone: Phone) -> list[Route]:
    """What asks whether the server is there again comes to this list, and goes no further by itself."""
    held: list[Route] = []
    phone.page.route("**/?seen=*", lambda route: held.append(route))
    return held


def test_a_tap_that_is_taken_back_while_the_server_is_looked_for_is_not_sent(phone: Phone) -> None:
    probes = hold_the_probe(phone)
    says_offline(phone, offline=True)
    phone.tap(*KONG)
    until(phone, probes)
    phone.tap("[data-undo]")
    assert stored(phone.page) == 0
    probes[0].continue_()
    phone.page.wait_for_timeout(1000)
    settled(phone, 1)
    assert log() == []


def test_a_probe_that_hangs_does_not_hold_the_outbox_for_ever(phone: Phone) -> None:
    probes = hold_the_probe(phone)
    says_offline(phone, offline=True)
    phone.tap(*KONG)
    until(phone, probes)
    says_offline(phone, offline=False)
    settled(phone, 2)


def test_what_is_no_tap_hides_and_stops_none_and_is_not_deleted(phone: Phone) -> None:
    night = phone.night.split("/")[2]
    for number, item in enumerate(GARBAGE):
        phone.page.evaluate("pair => localStorage.setItem(...pair)", [f"xuezhan-tap-{night}-{number}", item])
    phone.page.reload()
    phone.record(*KONG)
    phone.record(*PROMOTED)
    phone.page.reload()
    assert log() == ["change", "change"]
    assert stored(phone.page) == len(GARBAGE)


CELLS = """all => all.map(one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.dataset.cell, one.disabled, one.textContent, ...[x, y, width, height].map(Math.round)];
})"""


def test_what_is_lit_on_an_open_sheet_stays_lit_when_the_answer_to_an_earlier_tap_comes(phone: Phone) -> None:
    held = hold(phone)
    phone.tap(seat("A"), cell("A", "discard:D:1"))
    phone.page.wait_for_timeout(350)
    phone.tap(seat("B"), chip("B", "robbed_kong"))
    before = phone.find("dialog[open] [data-cell]").evaluate_all(CELLS)
    let_go(phone, held, 1)
    expect(phone.table).to_have_attribute("data-unsent", "0")
    assert phone.find("dialog[open] [data-cell]").evaluate_all(CELLS) == before
    phone.tap(cell("B", "discard:C:1"))
    let_go(phone, held, 2)
    settled(phone, 3)
    assert "robbed_kong" in Event.objects.order_by("position")[2].data
    phone.tap(seat("B"))
    expect(phone.find("dialog[open]")).to_have_count(0)


def test_what_is_typed_on_an_open_sheet_stays_when_the_answer_to_an_earlier_tap_comes(phone: Phone) -> None:
    held = hold(phone)
    phone.tap(*KONG)
    phone.tap(seat("B"), '[data-sheet="B"] [data-more]')
    note = phone.find("dialog[open] [name=note]")
    note.fill("typed")
    let_go(phone, held, 1)
    expect(phone.table).to_have_attribute("data-unsent", "0")
    expect(note).to_have_value("typed")
    phone.tap("dialog[open] [data-close]")
    settled(phone, 2)
    expect(phone.find("[data-event]")).to_have_count(1)


def test_undo_of_a_tap_that_came_to_nothing_takes_back_nothing_else(phone: Phone) -> None:
    phone.record(*KONG)
    phone.record(*PROMOTED)
    held = hold(phone)
    phone.tap(seat("C"), chip("C", "robbed_kong"), cell("C", "discard:B:1"))
    until(phone, held)
    phone.tap("[data-undo]")
    expect(phone.table).to_have_attribute("data-unsent", "2")
    held[0].continue_()
    expect(phone.find("[data-ask]")).to_be_visible()
    phone.tap("[data-unwanted]")
    phone.page.wait_for_timeout(1000)
    assert stored(phone.page) == 0
    assert log() == ["change", "change"]


def test_another_winner_of_a_win_is_not_added_while_a_later_one_is_unsent(phone: Phone, faults: Faults) -> None:
    faults.provoke("lost GET")
    phone.record(seat("A"), cell("A", "discard:B:1"))
    phone.page.context.set_offline(True)
    phone.tap(seat("C"), cell("C", "discard:B:2"))
    expect(phone.find("#table [data-waits].tag-wait")).to_have_count(1)
    phone.tap('[data-also="D"]')
    expect(phone.find("#notice")).to_have_text("等这几笔同步了再点")
    expect(phone.find("dialog[open]")).to_have_count(0)
    phone.page.context.set_offline(False)
    settled(phone, 3)
    phone.record('[data-also="D"]', '[data-cell="also:D:1"]')


def test_quick_taps_on_undo_are_counted_but_for_those_of_a_thumb_that_bounces(phone: Phone) -> None:
    for taps in (KONG, PROMOTED, (seat("C"), cell("C", "kong:concealed"))):
        phone.record(*taps)
    phone.page.wait_for_timeout(400)
    at = phone.find("[data-undo]").bounding_box()
    assert at
    for time in (100_000, 100_200, 100_400):
        phone.page.evaluate(f"performance.now = () => {time}")
        phone.page.touchscreen.tap(at["x"] + 20, at["y"] + 20)
    settled(phone, 6)
    assert log() == ["change"] * 3 + ["undo"] * 2


def test_what_was_decided_in_one_tab_is_asked_in_no_other(phone: Phone, new_phone: NewPhone, faults: Faults) -> None:
    faults.provoke("409 POST record/")
    other = new_phone()
    other.join(score_link(Session.objects.get()))
    held = hold(phone)
    phone.tap(*KONG)
    until(phone, held)
    other.record(*PROMOTED)
    let_go(phone, held, 1)
    expect(phone.find("#stopped")).to_be_visible()
    tab = Phone(phone.page.context.new_page(), phone.url)
    tab.page.goto(phone.night)
    tab.tap("#stopped [data-anew]")
    settled(tab, 3)
    settled(phone, 3)
    press(phone, ALL)
    settled(phone, 3)
    assert log() == ["change", "change"]


def test_a_question_that_was_answered_in_one_tab_is_asked_in_no_other(phone: Phone) -> None:
    phone.record(*PROMOTED)
    phone.tap(seat("A"), chip("A", "robbed_kong"), cell("A", "discard:B:1"))
    expect(phone.find("[data-ask]")).to_be_visible()
    tab = Phone(phone.page.context.new_page(), phone.url)
    tab.page.goto(phone.night)
    tab.tap('[data-robbed="yes"]')
    settled(tab, 3)
    expect(phone.find("[data-ask]")).to_have_count(0)
    settled(phone, 3)
    assert log() == ["change", "change"]


def test_a_tap_after_one_that_was_dropped_can_be_tried_again(phone: Phone, faults: Faults) -> None:
    faults.provoke("500 POST record/")
    held = hold(phone)
    phone.tap(*KONG)
    until(phone, held)
    phone.tap(*PROMOTED)
    held[0].fulfill(status=500, body="broken")
    phone.page.unroute(RECORD)
    phone.tap("#stopped [data-rows] > :nth-child(1) [data-drop]", "#stopped [data-try]")
    settled(phone, 2)


def test_a_page_that_lost_its_cookie_is_opened_again_and_keeps_the_tap_and_its_key(
    phone: Phone, faults: Faults
) -> None:
    faults.provoke("403 POST record/", "lost POST record/")

    def lost_with_its_cookie(route: Route) -> None:
        assert route.fetch().ok
        phone.page.context.clear_cookies(name="csrftoken")
        route.abort("connectionreset")

    phone.page.route(RECORD, lost_with_its_cookie, times=1)
    phone.tap(*KONG)
    expect(phone.find("#stopped [data-why]")).to_contain_text("重新打开")
    press(phone, ALL)
    assert stored(phone.page) == 1
    phone.tap("#stopped [data-try]")
    settled(phone, 2)
    assert log() == ["change"]
