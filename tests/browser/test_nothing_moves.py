"""Between two taps of one event nothing moves under the thumb: places are compared before and after."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.faults import Faults
from tests.browser.layout import SIZES, Boxes, boxes
from tests.browser.network import RECORD, busy, hold
from tests.browser.phone import Phone, cell, chip, seat

SCREENS = ["a phone", "on its side", "a tablet"]


def keys(phone: Phone) -> Boxes:
    """Seats, the key that undoes, and those at the bottom."""
    others = boxes(phone.page, "[data-undo], [data-turn], .bar > *", "name")  # which none of them has: counted
    return {**boxes(phone.page, "[data-seat]", "data-seat"), **others}


def rows(phone: Phone) -> Boxes:
    return boxes(phone.page, "[data-event]", "data-event")


def cells(phone: Phone) -> Boxes:
    return boxes(phone.page, "dialog[open] [data-cell], dialog[open] [data-flag]", "data-cell")


@pytest.mark.parametrize("name", SCREENS)
def test_a_sheet_opens_and_closes_over_a_table_that_stays(phone: Phone, name: str) -> None:
    phone.page.set_viewport_size(SIZES[name])
    phone.record(seat("A"), cell("A", "kong:promoted"))
    before = keys(phone), rows(phone)
    for opener in (seat("B"), '[data-open="wall_out"]', '[data-event="0"]'):
        phone.tap(opener)
        expect(phone.find("dialog[open]")).to_be_visible()
        assert (keys(phone), rows(phone)) == before
        phone.tap("dialog[open] [data-close]")
        assert (keys(phone), rows(phone)) == before


@pytest.mark.parametrize("name", SCREENS)
def test_a_chip_changes_prices_and_moves_no_cell(phone: Phone, name: str) -> None:
    phone.page.set_viewport_size(SIZES[name])
    phone.record(seat("A"), cell("A", "kong:promoted"))
    phone.tap(seat("B"))
    before = cells(phone)
    assert len(before) > 20
    phone.tap(chip("B", "robbed_kong"))
    expect(phone.find(chip("B", "robbed_kong"))).to_have_attribute("aria-pressed", "true")
    still = cells(phone)
    assert still == {key: box for key, box in before.items() if key in still}
    assert sum(key.startswith("discard") for key in still) == 12
    phone.tap(chip("B", "robbed_kong"))
    assert cells(phone) == before


@pytest.mark.parametrize("name", SCREENS)
def test_a_state_of_the_wall_moves_no_other(phone: Phone, name: str) -> None:
    phone.page.set_viewport_size(SIZES[name])
    phone.tap('[data-open="wall_out"]')
    before = boxes(phone.page, "[data-state]", "data-state")
    for state in ("A:flower_pig", "C:ready:2", "D:not_ready"):
        phone.tap(f'[data-state="{state}"]')
        expect(phone.find(f'[data-state="{state}"] input')).to_be_checked()
        assert boxes(phone.page, "[data-state]", "data-state") == before


def test_a_line_that_is_added_pushes_the_others_down_and_nothing_else(phone: Phone) -> None:
    phone.record(seat("A"), cell("A", "kong:promoted"))
    before, (first,) = keys(phone), rows(phone).values()
    phone.record(seat("B"), cell("B", "kong:promoted"))
    assert keys(phone) == before
    assert rows(phone)["1"] == first
    assert rows(phone)["0"][1] == first[1] + first[3]


def test_what_is_unsent_and_what_is_said_of_it_lie_over_what_stays(phone: Phone, faults: Faults) -> None:
    faults.provoke("503 POST record/")
    phone.record(seat("A"), cell("A", "kong:promoted"))
    before = keys(phone), rows(phone)
    phone.page.route(RECORD, busy)
    phone.tap(seat("B"), cell("B", "kong:promoted"))
    expect(phone.find("#notice")).to_be_visible()
    expect(phone.find(".top-unsent")).to_be_visible()
    assert keys(phone) == before[0]
    notice, lowest = boxes(phone.page, "#notice")["notice"], boxes(phone.page, ".log")["log"]
    assert notice[1] + notice[3] == lowest[1] + lowest[3]
    phone.page.unroute(RECORD)
    expect(phone.table).to_have_attribute("data-saved", "3")
    assert keys(phone) == before[0]


def test_a_tap_on_its_way_moves_nothing(phone: Phone) -> None:
    held: list[Route] = hold(phone)
    before = keys(phone)
    phone.tap(seat("A"), cell("A", "kong:promoted"))
    expect(phone.find(".top-unsent")).to_be_visible()
    assert keys(phone) == before
    held[0].continue_()
    expect(phone.table).to_have_attribute("data-saved", "2")
    assert keys(phone) == before
