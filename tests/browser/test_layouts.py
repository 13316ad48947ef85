"""The table on every screen: on a phone, on its side, on a tablet, on a desk, in letters twice as large."""

import pytest
from playwright.sync_api import expect

from rounds.models import AccessLink, Session
from tests.browser.conftest import NewPhone
from tests.browser.layout import SIZES, boxes, faults_of, middles, scrolls
from tests.browser.phone import Phone, cell, chip, seat
from tests.web.cast import concealed_kong, discard, next_round, open_night, play_round, record

SEATS = "[data-seat]"
BESIDE = ("on its side", "a desk")
AROUND = ("a tablet", "a desk")


@pytest.fixture
def played(owner: Phone, own: AccessLink) -> Phone:
    """A night whose log is longer than any screen shows."""
    night = open_night(own.club)
    for _ in range(15):
        play_round(night)
        next_round(night)
    record(night, concealed_kong("A"))
    record(night, discard("A", "B", fans=1))
    owner.page.goto(f"/n/{night.pk}/")
    return owner


def test_the_table_is_seen_at_once_and_looks_right_on_every_screen(played: Phone) -> None:
    page, wrong = played.page, {}
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            faults = faults_of(page)
            hidden = [
                part
                for part, (left, top, width, height) in boxes(page, ".top, .seat, .last, .bar .key").items()
                if top < 0 or left < 0 or top + height > size["height"] or left + width > size["width"]
            ]
            if faults or hidden or scrolls(page) or not scrolls(page, ".log"):
                wrong[name, scheme] = [*faults, *hidden]
    assert wrong == {}


def test_the_seats_lie_as_people_sit(played: Phone) -> None:
    page = played.page
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        at = middles(page, SEATS, "data-seat")
        if name in AROUND:
            assert at["A"][1] > at["B"][1] == at["D"][1] > at["C"][1]
            assert at["D"][0] < at["A"][0] == at["C"][0] < at["B"][0]
        else:
            assert at["A"][1] == at["B"][1] > at["C"][1] == at["D"][1]
            assert at["A"][0] == at["D"][0] < at["B"][0] == at["C"][0]
        log, seats = boxes(page, ".log")["log"], boxes(page, SEATS, "data-seat").values()
        beside = all(left >= log[0] + log[2] or left + width <= log[0] for left, _, width, _ in seats)
        assert (name, beside) == (name, name in BESIDE)


def test_who_scores_sits_at_the_bottom(played: Phone) -> None:
    page, table = played.page, played.night
    before = middles(page, SEATS, "data-seat")
    page.goto(f"{table}more/")
    played.tap('[name=bottom][value="C"]')
    expect(page).to_have_url(f"{page.url.split('/n/')[0]}{table}")
    at = middles(page, SEATS, "data-seat")
    assert at == {"C": before["A"], "D": before["B"], "A": before["C"], "B": before["D"]}
    played.record("[data-undo]")
    assert middles(page, SEATS, "data-seat") == at


@pytest.mark.parametrize("preset", ["chengdu_home", "chengdu_teahouse", "seven_fans", "huanle"])
def test_a_sheet_fits_a_phone_on_its_side(owner: Phone, preset: str) -> None:
    owner.start_night(preset=preset)
    owner.page.set_viewport_size(SIZES["on its side"])
    owner.record(seat("A"), cell("A", "kong:promoted"))
    for taps in ((seat("B"),), (seat("B"), chip("B", "after_kong"))):
        owner.tap(*taps)
        assert not scrolls(owner.page, "dialog[open]")
        assert faults_of(owner.page) == []
        owner.tap("dialog[open] [data-close]")
    owner.tap('[data-open="wall_out"]')
    states = boxes(owner.page, "[data-state$=flower_pig]", "data-state")
    assert states["A:flower_pig"][1] == states["B:flower_pig"][1] < states["C:flower_pig"][1]
    assert faults_of(owner.page) == []
    (keep,) = boxes(owner.page, '[data-confirm="wall_out"]').values()
    assert keep[1] + keep[3] <= SIZES["on its side"]["height"]


@pytest.mark.parametrize("name", ["the smallest", "a phone", "on its side"])
def test_letters_twice_as_large_lose_nothing(owner: Phone, name: str) -> None:
    owner.start_night()
    owner.record(seat("A"), cell("A", "kong:promoted"))
    page = owner.page
    page.set_viewport_size(SIZES[name])
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 32
    for taps in ((), (seat("B"),), ('[data-open="wall_out"]',)):
        owner.tap(*taps)
        assert (taps, faults_of(page)) == (taps, [])
        if taps:
            owner.tap("dialog[open] [data-close]")


def test_a_watcher_reads_the_seats_first(played: Phone, new_phone: NewPhone) -> None:
    link: AccessLink = Session.objects.get().links.get(right="watch")
    watcher = new_phone()
    watcher.join(link)
    for name, size in SIZES.items():
        watcher.page.set_viewport_size(size)
        lowest = max(top + height for _, top, _, height in boxes(watcher.page, ".seat", "data-seat").values())
        log = boxes(watcher.page, ".log")["log"]
        assert (name, faults_of(watcher.page), scrolls(watcher.page)) == (name, [], False)
        assert lowest <= log[1] or name in BESIDE
