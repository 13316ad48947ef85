"""Scoring goes from phone to phone by a code that is scanned; the phone before is told, and never scores by itself."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPhone
from tests.browser.phone import Phone, cell, seat

ADDRESS = re.compile(r"/k/[a-z2-7]{32}/")
KONG = (seat("A"), cell("A", "kong:concealed"))


def scan(shows: Phone, taker: Phone) -> None:
    """The phone that takes over reads the code on the other's screen, and presses the button."""
    found = ADDRESS.search(shows.find(".addr").inner_text())
    assert found
    taker.page.goto(found[0])
    taker.page.locator("form .go").tap()
    expect(taker.find("[data-undo]")).to_be_visible()


def test_the_owner_hands_over_is_told_and_takes_back(phone: Phone, new_phone: NewPhone) -> None:
    taker, table = new_phone(), phone.night
    phone.page.goto(f"{table}hand-over/")
    phone.tap("[data-hand-over]")
    scan(phone, taker)
    taker.record(*KONG)
    phone.page.goto(table)
    expect(phone.find("[data-elsewhere]")).to_contain_text("记分在另一台手机上")
    expect(phone.find("[data-undo], [data-cell]")).to_have_count(0)
    assert phone.points() == taker.points()
    phone.tap("[data-take-back]")
    phone.record(seat("B"), cell("B", "kong:concealed"))
    expect(taker.find("[data-elsewhere]")).to_contain_text("这台手机不再记分，已经交给另一台")
    expect(taker.find("[data-undo], [data-cell]")).to_have_count(0)
    expect(taker.table).to_have_attribute("data-saved", "3")


def test_a_scorer_hands_over_to_a_third_phone(phone: Phone, new_phone: NewPhone) -> None:
    second, third, table = new_phone(), new_phone(), phone.night
    phone.page.goto(f"{table}hand-over/")
    phone.tap("[data-hand-over]")
    scan(phone, second)
    second.page.goto(f"{table}hand-over/")
    second.tap("[data-hand-over]")
    scan(second, third)
    third.record(*KONG)
    second.page.goto(table)
    expect(second.find("[data-elsewhere]")).to_be_visible()
    assert second.points() == third.points()
