"""The table turned round for the player opposite: the writing turns, the seats stay where people sit."""

import pytest
from playwright.sync_api import expect

from rounds.models import AccessLink
from tests.browser.conftest import NewPhone
from tests.browser.layout import SIZES, boxes, faults_of, middles, small_targets
from tests.browser.phone import Phone, cell, chip, seat

TURN = "[data-turn]"


def seats(phone: Phone) -> dict[str, tuple[float, float]]:
    return middles(phone.page, "[data-seat]", "data-seat")


def sides(phone: Phone) -> dict[str, tuple[int, ...]]:
    """On which side of the middle of all seats each of them lies: left −1, right 1; above −1, below 1."""
    at = seats(phone)
    x, y = (sum(middle[axis] for middle in at.values()) / len(at) for axis in (0, 1))
    return {
        name: tuple((part > mean + 2) - (part < mean - 2) for part, mean in zip(middle, (x, y), strict=True))
        for name, middle in at.items()
    }


@pytest.mark.parametrize("name", ["a phone", "on its side", "a tablet"])
def test_everything_turns_and_nobody_changes_sides(phone: Phone, name: str) -> None:
    phone.page.set_viewport_size(SIZES[name])
    people, before = sides(phone), boxes(phone.page, ".top, .bar")
    phone.tap(TURN)
    width, height = SIZES[name]["width"], SIZES[name]["height"]
    assert sides(phone) == people
    for part, (x, y, wide, high) in boxes(phone.page, ".top, .bar").items():
        assert [width - x - wide, height - y - high, wide, high] == pytest.approx(before[part], abs=1)
    assert faults_of(phone.page) == []
    assert small_targets(phone.page) == []


def test_taps_on_a_turned_table_hit_what_they_mean(phone: Phone) -> None:
    phone.tap(TURN)
    phone.record(seat("A"), cell("A", "kong:concealed"))
    phone.tap(seat("B"))
    sheet = boxes(phone.page, "dialog[open]")["sheet"]
    assert sheet[1] == 0
    assert faults_of(phone.page) == []
    phone.record(chip("B", "after_kong"), cell("B", "discard:A:1"))
    assert phone.points()["B"] == (8, 8)
    phone.record("[data-undo]")
    phone.tap(seat("C"))
    phone.page.touchscreen.tap(180, 630)  # beside the sheet, which hangs from the top now
    expect(phone.find("dialog[open]")).to_have_count(0)
    phone.tap('[data-event="0"]')
    expect(phone.find("#panel .steps")).to_be_visible()


def test_the_phone_keeps_it_and_the_same_key_turns_it_back(phone: Phone) -> None:
    before = seats(phone)
    phone.tap(TURN)
    turned = seats(phone)
    phone.record(seat("A"), cell("A", "kong:concealed"))
    assert seats(phone) == turned
    phone.page.reload()
    assert seats(phone) == turned
    expect(phone.find(TURN)).to_have_attribute("aria-pressed", "true")
    phone.tap(TURN)
    assert seats(phone) == before
    expect(phone.find(TURN)).to_have_attribute("aria-pressed", "false")
    phone.page.reload()
    assert seats(phone) == before


def test_a_table_of_three_turns_as_well(owner: Phone) -> None:
    owner.start_night({"A": "Alice", "B": "Bob", "C": "Carol"})
    at = seats(owner)
    assert at["A"][1] == at["B"][1] > at["C"][1]
    owner.tap(TURN)
    assert seats(owner)["A"][1] < seats(owner)["C"][1]
    owner.record(seat("C"), cell("C", "self_draw:0"))
    assert owner.points()["C"] == (4, 4)


def test_without_a_script_it_is_a_link(new_phone: NewPhone, phone: Phone, own: AccessLink) -> None:
    plain = new_phone(scripts=False)
    plain.join(own)
    plain.page.goto(phone.night)
    before = sides(plain)
    plain.tap(TURN)
    expect(plain.find(TURN)).to_have_attribute("aria-pressed", "true")
    assert sides(plain) == before
    assert boxes(plain.page, ".top")["top"][1] > 500
    plain.tap(TURN)
    expect(plain.find(TURN)).to_have_attribute("aria-pressed", "false")
    assert boxes(plain.page, ".top")["top"][1] == 0
