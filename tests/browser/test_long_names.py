"""Names as long as they may be, in every script: all of a page stays on a small phone, no amount is cut."""

from tests.browser.layout import faults_of
from tests.browser.phone import Phone
from tests.browser.tour import SCREENS, play, screens

NAMES = {
    "A": "W" * 40,
    "B": "👨‍👩‍👧‍👦" * 36,
    "C": "محمد عبدالرحمن " + "١٢٣٤٥" * 5,
    "D": "欧" * 40,
}


def test_long_names_push_nothing_aside_on_a_small_screen(owner: Phone) -> None:
    owner.page.emulate_media(color_scheme="dark")
    owner.page.set_viewport_size({"width": 320, "height": 640})
    play(owner, NAMES, note=NAMES["A"])
    assert len(owner.page.locator(".seat-name").all_inner_texts()[1]) == len(NAMES["B"])
    wrong = {name: found for name in screens(owner) if (found := faults_of(owner.page))}
    assert wrong == {}
    assert owner.taps > len(SCREENS)
