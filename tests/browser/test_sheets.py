"""The table and its sheets under the thumb: nothing moves, everything fits, and a sheet says what is so now."""

import pytest
from playwright.sync_api import expect

from rounds.models import AccessLink, Session
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.layout import faults_of, small_targets
from tests.browser.phone import Phone, cell, chip, seat

KEYS = "[data-seat], [data-undo], .bar > *"
PLACES = """keys => keys.map(key => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""
WALL = '[data-open="wall_out"]'


def kong(letter: str, kind: str) -> tuple[str, str]:
    return seat(letter), cell(letter, f"kong:{kind}")


def places(phone: Phone) -> list[list[int]]:
    """Where the keys are that the thumb knows."""
    found: list[list[int]] = phone.find(KEYS).evaluate_all(PLACES)
    return found


def prices(phone: Phone, letter: str) -> list[str]:
    return phone.find(f'[data-sheet="{letter}"] .grid [data-cell]').all_inner_texts()


def test_nothing_moves_under_the_thumb(owner: Phone, new_phone: NewPhone, own: AccessLink, faults: Faults) -> None:
    owner.start_night()
    before = places(owner)
    assert len(before) == 9
    second = new_phone()
    second.join(own)
    second.page.goto(owner.night)
    look, do = kong("A", "concealed")
    second.tap(look)  # while a sheet is open the table under it waits
    for taps in (
        kong("A", "concealed"),
        (seat("B"), chip("B", "after_kong"), cell("B", "discard:A:3")),
        ('[data-also="C"]', '[data-cell="also:C:2"]'),
        kong("D", "exposed:A"),
        ("[data-undo]",),
        (seat("D"), cell("D", "self_draw:1")),
        ("[data-next-round]",),
    ):
        owner.record(*taps)
        assert places(owner) == before
    faults.provoke("409 POST record/")
    second.tap(do)
    expect(second.find("#notice")).to_be_visible()
    assert places(second) == before


def test_a_chip_changes_every_price_and_put_out_gives_it_back(owner: Phone) -> None:
    owner.start_night()
    owner.record(*kong("A", "concealed"))
    owner.tap(seat("A"))
    plain = prices(owner, "A")
    assert plain[:4] == ["2", "3", "5", "9"]
    owner.tap(chip("A", "after_kong"))
    expect(owner.find(chip("A", "after_kong"))).to_have_attribute("aria-pressed", "true")
    assert prices(owner, "A") == ["3", "5", "9", "9"]
    owner.tap(chip("A", "robbed_kong"))
    expect(owner.find(chip("A", "after_kong"))).to_have_attribute("aria-pressed", "false")
    assert prices(owner, "A") == ["2", "4", "8", "8"] * 3
    owner.tap(chip("A", "robbed_kong"))
    assert prices(owner, "A") == plain


def test_moved_kong_money_stands_in_the_cell(owner: Phone) -> None:
    owner.start_night()
    owner.record(*kong("A", "concealed"))
    owner.tap(seat("B"), chip("B", "after_kong"))
    assert prices(owner, "B") == ["2\n转6", "4\n转6", "8\n转6", "8\n转6"]


def test_who_has_no_kong_cannot_win_after_one(owner: Phone) -> None:
    owner.start_night()
    owner.record(*kong("A", "concealed"))
    owner.tap(seat("B"), chip("B", "after_kong"))
    sheet = owner.find('[data-sheet="B"]')
    expect(sheet.locator('[data-cell^="self_draw"]')).to_have_count(0)
    expect(sheet.locator('[data-cell^="discard:C"]')).to_have_count(0)
    expect(sheet.locator('[data-cell^="discard:A"]')).to_have_count(4)
    expect(sheet.get_by_text("还没杠过").first).to_be_visible()


def test_a_likely_chip_is_outlined_and_never_lit_by_itself(owner: Phone) -> None:
    owner.start_night()
    owner.record(*kong("A", "promoted"))
    owner.tap(seat("B"))
    for flag in ("after_kong", "robbed_kong"):
        assert "chip-likely" in (owner.find(chip("B", flag)).get_attribute("class") or "")
        expect(owner.find(chip("B", flag))).to_have_attribute("aria-pressed", "false")


def test_a_tap_beside_closes_a_sheet_and_the_next_one_has_nothing_lit(owner: Phone) -> None:
    owner.start_night()
    for taps in ((chip("A", "robbed_kong"),), ('[data-sheet="A"] [data-naming]', '[data-pattern="generals"]')):
        owner.tap(seat("A"))
        fresh = prices(owner, "A")
        owner.tap(*taps)
        expect(owner.find('[data-sheet="A"] [aria-pressed="true"]').first).to_be_visible()
        owner.page.touchscreen.tap(180, 10)
        expect(owner.find("dialog[open]")).to_have_count(0)
        owner.tap(seat("A"))
        expect(owner.find('[data-sheet="A"] [aria-pressed="true"]')).to_have_count(0)
        expect(owner.find('[data-sheet="A"] [data-pattern]')).to_have_count(0)
        assert prices(owner, "A") == fresh
        owner.tap('[data-sheet="A"] [data-close]')
        expect(owner.find("dialog[open]")).to_have_count(0)
    assert owner.saved == 1


def test_a_cell_waits_for_the_price_that_is_on_its_way(owner: Phone) -> None:
    owner.start_night()
    owner.tap(seat("A"), '[data-sheet="A"] [data-naming]', '[data-pattern="full_flush"]')
    price = owner.find(cell("A", "self_draw:hand"))
    expect(price).to_have_text("5")
    owner.record('[data-sheet="A"] [data-roots="1"]', cell("A", "self_draw:hand"))
    assert owner.points()["A"] == (27, 27)


def test_the_wall_is_not_kept_before_everybody_has_a_state(owner: Phone) -> None:
    owner.start_night()
    owner.tap(WALL)
    keep = owner.find('[data-confirm="wall_out"]')
    expect(owner.find("[data-state] input:checked")).to_have_count(0)
    for letter, missing in (("A", "李四、王五、赵六"), ("B", "王五、赵六"), ("C", "赵六")):
        owner.tap(f'[data-state="{letter}:not_ready"]')
        expect(keep).to_have_text(f"还差 {missing}")
        expect(keep).to_be_disabled()
    owner.tap('[data-state="D:ready:2"]')
    expect(keep).to_be_enabled()
    expect(owner.find(".wall-sum").last).to_have_text("+12")
    owner.page.touchscreen.tap(180, 5)
    owner.tap(WALL)
    expect(owner.find("[data-state] input:checked")).to_have_count(0)


@pytest.mark.parametrize("preset", ["chengdu_home", "chengdu_teahouse", "seven_fans", "huanle"])
def test_every_sheet_fits_the_screen_and_the_thumb(owner: Phone, preset: str) -> None:
    owner.start_night(preset=preset)
    owner.record(*kong("A", "promoted"))
    for taps in (
        (seat("B"),),
        (seat("B"), chip("B", "after_kong")),
        (seat("B"), '[data-sheet="B"] [data-more]'),
        (seat("B"), '[data-sheet="B"] [data-naming]'),
        (seat("B"), '[data-sheet="B"] [data-naming]', '[data-pattern="full_flush"]'),
        (WALL,),
        ('[data-event="0"]',),
        ('[data-event="0"]', '#panel [data-cell="kong:concealed"]'),
        ('[data-event="0"]', "[data-insert]", '[data-who="C"]'),
        ('[data-event="0"]', "[data-void]"),
    ):
        owner.tap(*taps)
        expect(owner.find(".htmx-request")).to_have_count(0)
        for width in (320, 360):
            owner.page.set_viewport_size({"width": width, "height": 640})
            assert (taps, width, faults_of(owner.page)) == (taps, width, [])
            if taps == (WALL,):
                assert (width, small_targets(owner.page)) == (width, [])
        assert (taps, small_targets(owner.page)) == (taps, [])
        owner.tap("dialog[open] [data-close]")


def test_a_watcher_reads_on_while_the_table_changes(owner: Phone, new_phone: NewPhone) -> None:
    owner.start_night()
    owner.record(*kong("A", "concealed"))
    watcher = new_phone()
    watcher.join(Session.objects.get().links.get(right="watch"))
    watcher.tap('[data-event="0"]')
    expect(watcher.find("#panel .steps")).to_be_visible()
    owner.record(*kong("B", "promoted"))
    watcher.page.wait_for_timeout(4000)
    expect(watcher.find("#panel .steps")).to_be_visible()
    watcher.tap("#panel [data-close]")
    expect(watcher.table).to_have_attribute("data-saved", "3")
    assert watcher.points() == owner.points()
    expect(watcher.find("[data-cell], [data-undo], [data-next-round]")).to_have_count(0)


def test_the_table_is_made_for_thumbs(owner: Phone) -> None:
    owner.start_night(preset="huanle")
    assert small_targets(owner.page) == []
    owner.record(seat("A"), cell("A", "discard:D:1"))
    assert small_targets(owner.page) == []
    owner.tap('[data-also="B"]')
    assert small_targets(owner.page) == []
    owner.record('[data-cell="also:B:1"]')
    owner.record(seat("C"), cell("C", "self_draw:1"))
    owner.tap("[data-next-round]")
    assert small_targets(owner.page) == []
