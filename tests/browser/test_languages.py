"""A phone in each language: chosen where one comes in, or in the settings; taps are the same in all of them."""

import pytest
from playwright.sync_api import expect

from rounds.models import AccessLink, Session
from tests.browser.conftest import NewPhone
from tests.browser.layout import faults_of
from tests.browser.phone import Phone, cell, seat
from tests.browser.tour import play, screens
from tests.web.cast import NAMES

SAID = {"zh-hans": "暗杠", "zh-hant": "暗槓", "en": "暗杠 concealed"}


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_language_is_chosen_where_one_comes_in_and_an_event_is_recorded_in_each(
    new_phone: NewPhone, own: AccessLink, scripts: bool
) -> None:
    phone = new_phone(scripts=scripts)
    phone.join_by_hand(own)
    phone.start_night_by_hand()
    table = phone.night
    for index, (language, said) in enumerate(SAID.items()):
        letter = "ABC"[index]
        phone.page.goto("/")
        phone.tap(".tongue > summary", f'.tongue [value="{language}"]')
        expect(phone.find("html")).to_have_attribute("lang", language)
        phone.page.goto(table)
        phone.tap(seat(letter), cell(letter, "kong:concealed"))
        expect(phone.find(f'[data-event="{index}"]')).to_contain_text(said)
    assert Session.objects.get().position == 4


def test_a_secret_address_comes_back_in_the_other_language(new_phone: NewPhone, own: AccessLink) -> None:
    from rounds.links import link_token

    phone = new_phone()
    phone.page.goto(f"/k/{link_token(own)}/")
    phone.tap(".tongue > summary", '.tongue [value="en"]')
    expect(phone.find("html")).to_have_attribute("lang", "en")
    assert f"/k/{link_token(own)}/" in phone.page.url
    phone.tap("form .go")
    phone.page.wait_for_url("**/")


def test_a_watcher_chooses_language_words_and_colours_and_comes_back(new_phone: NewPhone, own: AccessLink) -> None:
    owner = new_phone()
    owner.join(own)
    owner.start_night()
    owner.record(seat("A"), cell("A", "kong:promoted"))
    watcher = new_phone()
    watcher.join(Session.objects.get().links.get(right="watch"))
    red = watcher.find('[data-seat="A"] .plus').first.evaluate("one => getComputedStyle(one).color")
    watcher.tap(".tongue-now", 'label:has([name="promoted"][value="on"])', 'label:has([name="western"][value="on"])')
    watcher.tap('label:has([name="language"][value="zh-hant"])', "form .go")
    expect(watcher.find("html")).to_have_attribute("lang", "zh-hant")
    expect(watcher.find('[data-event="0"]')).to_contain_text("巴槓")
    green = watcher.find('[data-seat="A"] .plus').first.evaluate("one => getComputedStyle(one).color")
    assert red != green
    assert watcher.find('[data-seat="B"] .minus').first.evaluate("one => getComputedStyle(one).color") == red


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_longer_words_push_nothing_aside_on_a_small_screen(owner: Phone, language: str) -> None:
    owner.page.set_viewport_size({"width": 320, "height": 640})
    play(owner, NAMES, note="诈胡")
    owner.page.goto("/")
    owner.tap(".tongue > summary", f'.tongue [value="{language}"]')
    expect(owner.find("html")).to_have_attribute("lang", language)
    owner.page.goto(owner.find("a.night").first.get_attribute("href") or "")
    assert {name: found for name in screens(owner) if (found := faults_of(owner.page))} == {}
