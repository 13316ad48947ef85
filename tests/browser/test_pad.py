"""The pad under the thumb: a win and the end of the wall told tile by tile, and the page that values any hand."""

import re
from collections.abc import Sequence
from typing import Literal

import pytest
from playwright.sync_api import Route, expect

from rounds.models import AccessLink
from rounds.rules.events import CalledFans, HandState, WallOut, WallState, Win, WinBy, Winner
from rounds.rules.hands import ShownHand
from rounds.rules.tiles import read_tiles
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.layout import faults_of, small_targets
from tests.browser.phone import Phone, cell, seat
from tests.browser.scorer import KEEP, Scorer
from tests.browser.test_sheets import PLACES
from tests.web.cast import concealed_kong

WALL, KEEP_WALL = '[data-open="wall_out"]', '[data-confirm="wall_out"]'
OPEN = "dialog[open]"
FLUSH = ("suit:p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "8p", "mode:pungs", "1p", "9p")
"""Taps that lay out 碰111筒 碰999筒 234筒 567筒 88筒."""

THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
NINE_GATES = ("1p", "1p", "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", "9p", "9p")


def lay(sheet: str) -> tuple[str, str]:
    """The taps from an open sheet to its pad."""
    return f"{sheet} [data-naming]", f"{sheet} [data-lay]"


def on(sheet: str, *keys: str) -> list[str]:
    """Keys of a pad, as soon as they are alive."""
    return [f'{sheet} [data-pad="{key}"][href]' for key in keys]


def hand(concealed: str, pungs: str = "", concealed_kongs: str = "") -> ShownHand:
    return ShownHand(read_tiles(concealed), read_tiles(pungs), (), read_tiles(concealed_kongs))


def sheet(letter: str) -> str:
    return f'[data-sheet="{letter}"]'


def test_a_win_is_recorded_with_its_tiles(phone: Phone) -> None:
    night, at = Scorer(phone), sheet("B")
    phone.taps = 0
    phone.record(seat("B"), *lay(at), *on(at, *FLUSH), cell("B", "discard:C:hand"))
    assert phone.taps == 4 + len(FLUSH)
    night.book.facts.append(Win(WinBy.DISCARD, (Winner("B", hand("23456788p", pungs="19p")),), "C"))
    night.agree()
    assert "清一色" in phone.lines()[0]
    phone.tap('[data-event="0"]')
    expect(phone.find("#panel .step-tiles .tile")).to_have_count(10)


def test_the_kongs_of_the_log_lie_on_the_pad_and_count(phone: Phone) -> None:
    night, at = Scorer(phone), sheet("C")
    night.record(concealed_kong("C"))
    phone.tap(seat("C"), *lay(at))
    expect(phone.find(f"{at} .result")).to_have_text("暗杠的是哪张？")
    keys = on(at, "suit:p", "9p", "1p", "1p", "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "8p")
    phone.record(*keys, cell("C", "self_draw:hand"))
    won = Winner("C", hand("11123456788p", concealed_kongs="9p"))
    night.book.facts.append(Win(WinBy.SELF_DRAW, (won,)))
    night.agree()


def test_taps_that_come_faster_than_answers_all_count(phone: Phone) -> None:
    at = sheet("B")
    phone.tap(seat("B"), *lay(at), *on(at, "suit:p"))
    held: list[Route] = []
    phone.page.route("**/sheet/**", lambda route: route.continue_() if held else held.append(route))
    with phone.page.expect_request("**/sheet/**"):
        phone.find(f'{at} [data-pad="1p"]').dispatch_event("click")
    for key in ("1p", "1p", "1p", "1p", "2p", "3p"):
        phone.find(f'{at} [data-pad="{key}"]').dispatch_event("click")
    held[0].continue_()
    expect(phone.find(f'{at} [name="concealed"]').first).to_have_value("111123p")
    expect(phone.find(f'{at} [data-pad="1p"]')).to_have_attribute("aria-disabled", "true")


def test_a_tap_whose_answer_is_lost_is_said_and_can_be_made_again(phone: Phone, faults: Faults) -> None:
    at = sheet("B")
    phone.tap(seat("B"), *lay(at))
    faults.provoke("lost GET sheet/B/: net::ERR_CONNECTION_FAILED")
    phone.page.route("**/sheet/**", lambda route: route.abort("connectionfailed"))
    phone.tap(*on(at, "1m"))
    expect(phone.find(f"{at} [data-notice]")).to_have_text("这个要连上网才能看")
    phone.page.unroute("**/sheet/**")
    phone.tap(*on(at, "1m"))
    expect(phone.find(f'{at} [name="concealed"]').first).to_have_value("1m")
    assert phone.saved == 1


def test_a_sheet_that_is_closed_before_the_answer_holds_nothing_up(phone: Phone) -> None:
    phone.tap(seat("B"), *lay(sheet("B")))
    held: list[Route] = []
    phone.page.route("**/sheet/B/**", lambda route: held.append(route))
    with phone.page.expect_request("**/sheet/B/**"):
        phone.tap(*on(sheet("B"), "1m"))
    phone.tap(*on(sheet("B"), "2m"), f"{sheet('B')} [data-close]")
    phone.tap(seat("C"), *lay(sheet("C")), *on(sheet("C"), "3m", "4m"))
    expect(phone.find(f'{sheet("C")} [name="concealed"]').first).to_have_value("34m")
    held[0].continue_()
    phone.tap(*on(sheet("C"), "5m"))
    expect(phone.find(f'{sheet("C")} [name="concealed"]').first).to_have_value("345m")


def places(phone: Phone, selector: str) -> Sequence[object]:
    found: Sequence[object] = phone.find(selector).evaluate_all(PLACES)
    return found


def test_nothing_moves_while_a_hand_is_laid_out(phone: Phone) -> None:
    at = sheet("B")
    phone.tap(seat("B"), *lay(at), *on(at, "suit:p"))
    expect(phone.find(f'{at} [data-pad="suit:p"]')).to_have_attribute("aria-pressed", "true")
    before = places(phone, f"{at} [data-pad], {at} .chip, {at} .lay-cells > *")
    for key in FLUSH[1:]:
        phone.tap(*on(at, key))
        expect(phone.find(".htmx-request")).to_have_count(0)
        assert (key, places(phone, f"{at} [data-pad], {at} .chip, {at} .lay-cells > *")) == (key, before)
    expect(phone.find(cell("B", "self_draw:hand"))).to_be_visible()


@pytest.mark.parametrize("preset", ["chengdu_home", "multipliers", "qq_void_suit"])
@pytest.mark.parametrize("players", [2, 4])
def test_the_pad_fits_the_screen_and_the_thumb(owner: Phone, preset: str, players: int) -> None:
    owner.start_night(dict(zip("ABCD"[:players], ("张三", "李四", "王五", "赵六"), strict=False)), preset=preset)
    owner.record(seat("A"), cell("A", "kong:concealed"))
    at = sheet("A")
    owner.tap(seat("A"), *lay(at))
    for keys in (("suit:s", "9s"), ("1s", "1s", "2s", "2s", "3s", "3s", "5s", "5s", "7s", "7s"), ("7s",)):
        owner.tap(*on(at, *keys))
        expect(owner.find(".htmx-request")).to_have_count(0)
        for width in (320, 360):
            owner.page.set_viewport_size({"width": width, "height": 640})
            assert (keys, width, faults_of(owner.page)) == (keys, width, [])
        assert small_targets(owner.page, least=48) == []
    for theme in THEMES:
        owner.page.emulate_media(color_scheme=theme)
        assert faults_of(owner.page) == []
    for part in (".sheet-head", ".laid", ".lay-cells", ".pad"):
        expect(owner.find(f"{OPEN} {part}")).to_be_in_viewport(ratio=1)


def test_the_end_of_the_wall_is_told_by_tiles(phone: Phone) -> None:
    night = Scorer(phone)
    night.record(concealed_kong("B"))
    phone.tap(WALL, '[data-state="A:not_ready"]', '[data-state="B:ready:hand"]')
    phone.tap(*on(OPEN, "suit:p", "9p", "1p", "1p", "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p"))
    expect(phone.find(f"{OPEN} .wait")).to_have_count(5)
    phone.tap(*on(OPEN, "done"))
    lit = phone.find('[data-state="B:ready:hand"]')
    expect(lit).to_contain_text("×8")
    expect(lit.locator("input[type=radio]")).to_be_checked()
    expect(phone.find('[data-state="A:not_ready"] input')).to_be_checked()
    phone.record('[data-state="C:ready:1"]', '[data-state="D:flower_pig"]', KEEP_WALL)
    states = {
        "A": HandState(WallState.NOT_READY),
        "B": HandState(WallState.READY, hand("1112345678p", concealed_kongs="9p")),
        "C": HandState(WallState.READY, CalledFans(1)),
        "D": HandState(WallState.FLOWER_PIG),
    }
    night.book.facts.append(WallOut(states))
    night.agree()


def test_another_state_puts_the_tiles_out(phone: Phone) -> None:
    phone.tap(WALL, '[data-state="A:ready:hand"]', *on(OPEN, "suit:p"))
    phone.tap(*on(OPEN, *NINE_GATES, "done"))
    expect(phone.find('[data-state="A:ready:hand"]')).to_contain_text("按")
    phone.tap('[data-state="A:ready:2"]')
    expect(phone.find('[data-state="A:ready:hand"]')).to_have_text("摆牌")
    phone.tap('[data-state="A:ready:hand"]', *on(OPEN, "undone"))
    expect(phone.find('[data-state="A:ready:2"] input')).to_be_checked()


@pytest.mark.parametrize("preset", ["chengdu_home", "fortune", "seven_fans", "huanle"])
def test_the_wall_with_its_pads_fits_the_screen_and_the_thumb(owner: Phone, preset: str) -> None:
    owner.start_night(preset=preset)
    owner.tap(WALL, '[data-state="A:ready:hand"]')
    for keys in (("suit:p",), NINE_GATES, ("done",)):
        owner.tap(*on(OPEN, *keys))
        expect(owner.find(".htmx-request")).to_have_count(0)
        assert small_targets(owner.page) == []
        for width in (320, 360):
            owner.page.set_viewport_size({"width": width, "height": 640})
            assert (keys, width, faults_of(owner.page)) == (keys, width, [])


def test_a_correction_opens_with_the_tiles_and_keeps_what_was_mended(phone: Phone) -> None:
    night, at = Scorer(phone), sheet("B")
    phone.record(seat("B"), *lay(at), *on(at, *FLUSH), cell("B", "discard:C:hand"))
    phone.tap('[data-event="0"]', *on("#panel", "mode:pungs", "back", "suit:s", "9s", "mode:concealed", "back"))
    phone.tap(*on("#panel", "suit:p", "8p"))
    phone.record('#panel [data-cell="self_draw:hand"]', KEEP)
    night.book.facts.append(Win(WinBy.SELF_DRAW, (Winner("B", hand("23456788p", pungs="1p9s")),)))
    night.agree()


# Any hand, at no table


def test_the_page_of_a_hand_keeps_it_in_its_address(new_phone: NewPhone, faults: Faults) -> None:
    phone = new_phone()
    phone.page.goto("/hand/")
    phone.tap(*on("#hand", *FLUSH))
    expect(phone.find(".result")).to_contain_text("清一色")
    expect(phone.page).to_have_url(re.compile(r"concealed=23456788p&pungs=19p"))
    phone.page.reload()
    expect(phone.find(".result")).to_contain_text("清一色")
    phone.find("#hand-rules").select_option("huanle")
    expect(phone.find('[data-pad="void"]')).to_have_count(0)
    expect(phone.page).to_have_url(re.compile(r"rules=huanle.*concealed=23456788p"))
    phone.find("[name=typed]").fill("12")
    faults.provoke("422 GET /hand/")
    phone.tap(".typed button")
    expect(phone.find(".typed-wrong")).to_be_visible()
    phone.find("[name=typed]").fill("22233388筒")
    phone.tap(".typed button")
    expect(phone.find(".result")).to_contain_text("清对")
    for theme in THEMES:
        phone.page.emulate_media(color_scheme=theme)
        assert faults_of(phone.page) == []
    assert small_targets(phone.page) == []


def test_the_link_is_copied(new_phone: NewPhone) -> None:
    phone = new_phone()
    phone.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.page.goto("/hand/?concealed=11p")
    phone.tap("[data-copy]")
    expect(phone.find("[data-copy]")).to_have_text("复制好了")
    assert phone.page.evaluate("navigator.clipboard.readText()") == phone.find("#share").inner_text()


# Without a script


@pytest.fixture
def plain(new_phone: NewPhone, own: AccessLink) -> Phone:
    phone = new_phone(scripts=False)
    phone.join(own)
    phone.start_night()
    return phone


def test_a_win_and_the_end_of_the_wall_without_a_script(plain: Phone) -> None:
    at = "[data-sheet-shown]"
    plain.tap(seat("B"), f"{sheet('B')} [data-naming]", f"{at} [data-lay]")
    plain.record(*on(at, *FLUSH), f'{at} [data-cell="discard:C:hand"]')
    assert plain.points()["B"] == (4, 4)
    plain.tap(WALL, '[data-state="A:not_ready"]', '[data-state="C:ready:hand"] button')
    assert "csrfmiddlewaretoken" not in plain.page.url
    plain.tap(*on(OPEN, "1m", "1m", "suit:p", "1p", "suit:s", "1s", "done"))
    plain.record('[data-state="D:ready:0"]', "noscript button")
    assert plain.points()["C"] == (-4 - 24, -4 - 24)
