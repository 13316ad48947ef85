"""What the thumb has to hit at the table is 44 pixels wide and high at least, on every screen, by every cap."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from rounds.models import AccessLink
from rounds.rules.events import Kong
from rounds.rules.ruleset import KongKind
from tests.browser.conftest import NewPhone
from tests.browser.layout import SIZES, faults_of, small_targets
from tests.browser.phone import Phone, chip, seat
from tests.web.cast import concealed_kong, next_round, open_night, play_round, record, set_rules

LONG = {"A": "欧阳娜娜的表哥", "B": "李四", "C": "王五（老地方那个）", "D": "Alexandra"}
SCREENS: dict[str, tuple[str, ...]] = {
    "table": (),
    "sheet": (seat("B"),),
    "sheet lit": (seat("B"), chip("B", "robbed_kong")),
    "patterns": (seat("B"), '[data-sheet="B"] [data-naming]', "dialog[open] [data-pattern] >> nth=2"),
    "more": (seat("B"), '[data-sheet="B"] [data-more]'),
    "wall": ('[data-open="wall_out"]',),
    "wall told": ('[data-open="wall_out"]', '[data-state="A:flower_pig"]', '[data-state="D:ready:2"]'),
    "why": ('[data-event="0"]',),
    "insertion": ('[data-event="1"]', "[data-insert]"),
}


def night_of(own: AccessLink, preset: str, **options: object) -> str:
    """A night whose second round is on, by a preset with these options changed; two kongs have been made."""
    night = open_night(own.club, LONG, preset=preset)
    if options:
        set_rules(night, **options)
    play_round(night)
    next_round(night, "A" if preset == "huanle" else None)
    record(night, concealed_kong("C"))
    record(night, Kong("A", KongKind.PROMOTED))
    return f"/n/{night.pk}/"


def found(phone: Phone, night: str) -> Iterator[tuple[str, str, list[str]]]:
    """On every screen of the table in every size: what is wrong."""
    for screen, taps in SCREENS.items():
        phone.page.set_viewport_size(SIZES["a phone"])
        phone.page.goto(night)
        phone.tap(*taps)
        expect(phone.find(".htmx-request")).to_have_count(0)
        for name, size in SIZES.items():
            phone.page.set_viewport_size(size)
            yield screen, name, [*small_targets(phone.page), *faults_of(phone.page)]


@pytest.mark.parametrize(
    ("preset", "options"),
    [("chengdu_home", {}), ("chengdu_home", {"cap": 5}), ("seven_fans", {}), ("huanle", {})],
    ids=["cap 3", "cap 5", "cap 7", "no cap"],
)
def test_every_key_is_large_enough(owner: Phone, own: AccessLink, preset: str, options: dict[str, object]) -> None:
    night = night_of(own, preset, **options)
    assert [one for one in found(owner, night) if one[2]] == []


def test_every_key_is_large_enough_in_english(new_phone: NewPhone, own: AccessLink) -> None:
    phone = new_phone(locale="en-GB")
    phone.join(own)
    phone.page.goto("/")
    night = night_of(own, "chengdu_home")
    expect(phone.find("html")).to_have_attribute("lang", "en")
    assert [one for one in found(phone, night) if one[2]] == []
