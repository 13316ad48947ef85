"""A night without any script: every tap is a link or a form, and comes to the same."""

import re

import pytest
from playwright.sync_api import expect

from rounds.models import AccessLink
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.phone import Phone, cell, chip, seat
from tests.browser.scorer import KEEP, Scorer
from tests.web.cast import concealed_kong, discard, self_draw

SHOWN = "[data-sheet-shown]"


@pytest.fixture
def plain(new_phone: NewPhone, own: AccessLink) -> Phone:
    """The owner's phone with scripts switched off, at a night's table."""
    phone = new_phone(scripts=False)
    phone.join(own)
    phone.start_night()
    return phone


def test_sheets_open_by_links_and_record_by_forms(plain: Phone) -> None:
    plain.tap(seat("B"))
    expect(plain.page).to_have_url(re.compile(r"\?open=B$"))
    expect(plain.find("dialog[open]")).to_have_count(1)
    plain.record(cell("B", "discard:A:2"))
    assert {letter: total for letter, (_, total) in plain.points().items()} == {"A": -4, "B": 4, "C": 0, "D": 0}
    plain.tap(seat("A"), '[data-sheet="A"] [data-close]')
    expect(plain.find("dialog[open]")).to_have_count(0)
    assert plain.saved == 2


def test_a_round_with_kongs_two_winners_and_an_empty_wall(plain: Phone) -> None:
    night = Scorer(plain)
    night.record(concealed_kong("C"), discard("A", "B", "C", fans=1))
    plain.tap('[data-open="wall_out"]', '[data-state="A:not_ready"]', '[data-state="D:ready:2"]')
    plain.record("noscript button")
    assert plain.points() == {"A": (-10, -10), "B": (0, 0), "C": (8, 8), "D": (2, 2)}
    plain.record("[data-next-round]")
    assert plain.points()["A"] == (0, -10)


def test_chips_and_patterns_are_links(plain: Phone) -> None:
    plain.record(seat("A"), cell("A", "kong:concealed"))
    plain.tap(seat("B"), chip("B", "after_kong"))
    expect(plain.find(f'{SHOWN} [data-cell="discard:A:0"]')).to_contain_text("转6")
    plain.tap(f"{SHOWN} [data-naming]", f'{SHOWN} [data-pattern="full_flush"]', f'{SHOWN} [data-roots="1"]')
    plain.record(f'{SHOWN} [data-cell="discard:A:hand"]')
    assert plain.points()["B"] == (12, 12)


def test_a_robbed_kong_is_asked_about_on_the_page(plain: Phone) -> None:
    plain.record(seat("A"), cell("A", "kong:promoted"))
    plain.tap(seat("B"), chip("B", "robbed_kong"), f'{SHOWN} [data-cell="discard:A:0"]')
    plain.record('[data-robbed="yes"]')
    assert plain.points() == {"A": (-2, -2), "B": (2, 2), "C": (0, 0), "D": (0, 0)}


def test_undo_and_corrections(plain: Phone) -> None:
    night = Scorer(plain)
    night.record(self_draw("A", fans=1), discard("B", "C", fans=0))
    plain.record("[data-undo]")
    assert plain.points()["C"] == (-3, -3)
    plain.record('[data-event="0"]', '[data-cell="self_draw:3"]', KEEP)
    assert plain.points()["A"] == (27, 27)
    plain.record(
        '[data-event="0"]', "[data-insert]", '[data-who="D"]', '[data-cell="kong:concealed"]', "[data-confirm]"
    )
    assert plain.points()["D"] == (-3, -3)
    plain.record('[data-event="1"]', "[data-void]", KEEP)
    assert plain.points()["D"] == (6, 6)


def test_a_page_that_is_behind_says_so(plain: Phone, new_phone: NewPhone, own: AccessLink, faults: Faults) -> None:
    faults.provoke("409 POST record/")
    other = new_phone(scripts=False)
    other.join(own)
    other.page.goto(f"{plain.night}?open=B")
    plain.record(seat("A"), cell("A", "kong:promoted"))
    other.tap(cell("B", "self_draw:0"))
    expect(other.find("#notice")).to_contain_text("这一下没记上")
    assert (other.saved, other.points()) == (2, plain.points())
