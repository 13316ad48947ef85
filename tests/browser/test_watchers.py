"""Who watches sees what is recorded within two polls, knows how old it is, and is never disturbed in what he does."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, Route, expect

from rounds import handover, scorebook
from rounds.models import AccessLink, Session
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.phone import Phone, cell, seat
from tests.web.cast import concealed_kong, open_night, play_round, record, self_draw, tap

POLL = "hx-ptag"
AGE = re.compile(r"(\d+)秒前")
TABLE = re.compile(r"/n/[0-9a-f-]{36}/$")


@pytest.fixture
def night(own: AccessLink) -> Session:
    return open_night(own.club)


@pytest.fixture
def watcher(new_phone: NewPhone, night: Session) -> Phone:
    """A phone that watches the night."""
    phone = new_phone()
    watch = handover.watch_link(night)
    assert watch
    phone.join(watch)
    return phone


def polls(phone: Phone) -> list[float]:
    """When this phone has polled, from now on."""
    seen: list[float] = []

    def note(request: Request) -> None:
        if POLL in request.headers:
            seen.append(time.monotonic())

    phone.page.on("request", note)
    return seen


def wait(phone: Phone, seconds: float) -> None:
    phone.page.wait_for_timeout(seconds * 1000)


def hide(phone: Phone, hidden: bool) -> None:
    """The phone's owner looks at another app, or back at this page."""
    phone.page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


TWO_POLLS = 2


def on_time(phone: Phone, saved: int, most: int = TWO_POLLS, seconds: float = 30) -> None:
    """The page asks so often at most, from now on, until it shows this position of the log, and takes no longer.

    Counted, not timed: a poll that asks with the tag of what was shown before has not seen it yet.
    """
    tags: list[str] = []

    def note(request: Request) -> None:
        if POLL in request.headers:
            tags.append(request.headers[POLL])

    phone.page.on("request", note)
    expect(phone.table).to_have_attribute("data-saved", str(saved), timeout=seconds * 1000)
    phone.page.remove_listener("request", note)
    assert tags.count(tags[0] if tags else "") <= most


def test_what_is_recorded_is_seen_within_two_polls(phone: Phone, new_phone: NewPhone) -> None:
    watcher = new_phone()
    session = Session.objects.get()
    watcher.join(session.links.get(right="watch"))
    for letter in "AB":
        phone.record(seat(letter), cell(letter, "self_draw:1"))
        on_time(watcher, phone.saved)
        assert watcher.points() == phone.points()
        assert len(watcher.lines()) == len(phone.lines())
    phone.record("[data-undo]")
    on_time(watcher, phone.saved)
    assert watcher.points() == phone.points()


def test_a_scorer_sees_what_another_phone_records(phone: Phone, own: AccessLink, new_phone: NewPhone) -> None:
    other = new_phone()
    other.join(own)
    other.page.goto(phone.night)
    other.record(seat("C"), cell("C", "kong:concealed"))
    on_time(phone, 2)
    assert phone.points() == other.points()
    phone.record(seat("B"), cell("B", "self_draw:1"))
    on_time(other, 3)
    assert other.points() == phone.points()


def test_it_says_how_old_it_is_and_counts_by_itself(watcher: Phone) -> None:
    age = watcher.find("[data-age]")
    expect(age).to_have_text(AGE)
    wait(watcher, 5)
    found = AGE.search(age.inner_text())
    assert found
    assert int(found[1]) <= 3


def test_polls_that_fail_are_said_and_it_recovers_by_itself(watcher: Phone, night: Session, faults: Faults) -> None:
    faults.provoke("503 GET ")
    age, status = watcher.find("[data-age]"), watcher.find("[data-lost]")
    busy: Callable[[Route], None] = lambda route: route.fulfill(status=503, body="busy")  # noqa: E731
    watcher.page.route(TABLE, busy)
    expect(age).to_have_text(re.compile(r"断了，显示的是 \d+ 秒前的"))
    expect(status).to_have_text(re.compile("断了"))
    told = status.inner_text()
    wait(watcher, 3)
    assert status.inner_text() == told, "read aloud once"
    record(night, self_draw("A", 1))
    watcher.page.unroute(TABLE)
    on_time(watcher, 2)
    expect(age).to_have_text(AGE)
    expect(status).to_have_text("")


def test_a_network_that_is_gone_is_said_and_comes_back(watcher: Phone, night: Session) -> None:
    watcher.page.context.set_offline(True)
    expect(watcher.find("[data-age]")).to_have_text(re.compile("断了"))
    record(night, self_draw("A", 1))
    watcher.page.context.set_offline(False)
    on_time(watcher, 2, seconds=3)
    expect(watcher.find("[data-age]")).to_have_text(AGE)


def test_a_page_that_is_hidden_is_not_polled_and_is_fresh_when_it_is_seen_again(watcher: Phone, night: Session) -> None:
    hide(watcher, True)
    wait(watcher, 0.5)
    seen = polls(watcher)
    record(night, self_draw("A", 1))
    wait(watcher, 5)
    assert seen == []
    hide(watcher, False)
    on_time(watcher, 2, most=1, seconds=1.5)


def test_an_open_sheet_is_not_polled_under_and_stays_with_what_was_typed(
    phone: Phone, own: AccessLink, new_phone: NewPhone
) -> None:
    other = new_phone()
    other.join(own)
    other.page.goto(phone.night)
    sheet = '[data-sheet="A"]'
    phone.tap(seat("A"), f"{sheet} [data-more]")
    phone.find(f"{sheet} [name=note]").fill("上一场欠的")
    wait(phone, 0.5)
    seen = polls(phone)
    other.record(seat("C"), cell("C", "kong:concealed"))
    wait(phone, 5)
    assert seen == []
    expect(phone.find(sheet)).to_be_visible()
    expect(phone.find(f"{sheet} [name=note]")).to_have_value("上一场欠的")
    expect(phone.find(f"{sheet} [name=note]")).to_be_focused()
    assert phone.saved == 1
    phone.tap(f"{sheet} [data-close]")
    on_time(phone, 2)


def test_a_watchers_open_panel_stays_and_the_table_follows_when_it_is_closed(watcher: Phone, night: Session) -> None:
    record(night, concealed_kong("A"))
    on_time(watcher, 2)
    watcher.tap('[data-event="0"]')
    expect(watcher.find("#panel")).to_be_visible()
    record(night, concealed_kong("B"))
    wait(watcher, 5)
    assert watcher.saved == 2
    expect(watcher.find("#panel")).to_be_visible()
    watcher.tap("#panel [data-close]")
    on_time(watcher, 3)


def test_an_answer_that_meets_an_open_sheet_is_asked_for_anew(watcher: Phone, night: Session) -> None:
    record(night, concealed_kong("A"))
    on_time(watcher, 2)
    held: list[Route] = []
    watcher.page.route(TABLE, lambda route: held.append(route))
    record(night, concealed_kong("B"))
    while not held:
        wait(watcher, 0.1)
    watcher.tap('[data-event="0"]')
    expect(watcher.find("#panel")).to_be_visible()
    held.pop().continue_()
    watcher.page.unroute(TABLE)
    wait(watcher, 1)
    assert watcher.saved == 2
    watcher.tap("#panel [data-close]")
    on_time(watcher, 3, most=1, seconds=2)


WITHOUT_ANCHORS = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".log { overflow-anchor: none }");
    document.adoptedStyleSheets.push(sheet);
}"""
"""As in the browsers of iPhones, which do not keep the place of who reads when a line comes above it."""


@pytest.mark.parametrize("anchors", [True, False])
def test_focus_and_the_place_in_the_log_survive_what_comes_in(watcher: Phone, night: Session, anchors: bool) -> None:
    for _ in range(5):
        play_round(night)
        night.refresh_from_db()
        scorebook.open_round(night, tap(night.position), night.played().last().next_dealer)  # type: ignore[union-attr]
    for letter in "ABCD" * 3:
        record(night, concealed_kong(letter))
    night.refresh_from_db()
    watcher.page.reload()
    if not anchors:
        watcher.page.evaluate(WITHOUT_ANCHORS)
    line = watcher.find('[data-event="3"]')
    line.focus()
    before = line.bounding_box()
    assert before
    assert watcher.page.evaluate("document.querySelector('.log').scrollTop") > 0
    record(night, concealed_kong("A"))
    on_time(watcher, night.position + 1)
    expect(line).to_be_focused()
    after = line.bounding_box()
    assert after
    assert abs(after["y"] - before["y"]) <= 1
    expect(watcher.find("[data-event]").first).to_have_attribute("data-event", "12")


def test_what_a_watcher_looks_at_elsewhere_is_not_polled(watcher: Phone) -> None:
    watcher.page.goto(f"{watcher.night}night/")
    seen = polls(watcher)
    wait(watcher, 3)
    assert seen == []


def test_a_quiet_round_is_polled_every_two_seconds_and_a_break_more_seldom(watcher: Phone, night: Session) -> None:
    seen = polls(watcher)
    wait(watcher, 9)
    assert 3 <= len(seen) <= 7  # every two seconds it would be ten
    play_round(night)
    expect(watcher.table).to_have_attribute("data-poll", "15")
    wait(watcher, 1)
    seen.clear()
    wait(watcher, 8)
    assert seen == []


def test_a_round_in_which_nothing_happens_for_minutes_is_polled_every_five_seconds(
    new_phone: NewPhone, night: Session
) -> None:
    watcher = new_phone()
    watcher.page.clock.install()
    watcher.join(night.links.get(right="watch"))
    expect(watcher.find("[data-age]")).to_have_text(AGE)
    for _ in range(70):  # more than two minutes of the phone's clock
        watcher.page.clock.run_for(2000)
        wait(watcher, 0.02)
    seen = polls(watcher)
    for _ in range(40):
        watcher.page.clock.run_for(500)
        wait(watcher, 0.05)
    assert 3 <= len(seen) <= 7  # every two seconds it would be ten


def test_a_watch_link_that_is_replaced_is_said_and_polled_no_more(
    watcher: Phone, night: Session, faults: Faults
) -> None:
    faults.provoke("404 GET ")
    handover.replace_watch(night, tap(0), night.links.get(right="watch").pk.hex)
    expect(watcher.find("[data-age]")).to_have_text("看分的码换过了，要重新扫")
    seen = polls(watcher)
    wait(watcher, 5)
    assert seen == []


def test_a_watcher_says_who_he_is_and_finds_himself_on_the_table(watcher: Phone, night: Session) -> None:
    watcher.tap('[href$="/me/"]')
    watcher.page.get_by_role("button", name="王五").tap()
    expect(watcher.find(f"{seat('C')} .tag-me")).to_be_visible()
    record(night, self_draw("A", 1))
    on_time(watcher, 2)
    expect(watcher.find(".tag-me")).to_have_count(1)
