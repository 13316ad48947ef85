"""The phone speaks each event, keeps its screen on and hands addresses on: what a browser has for it is stood in for.

A browser under test has no voices, and no other app to share with. On plain http there is no wake lock and no sharing,
in some browsers no speech: everything else has to be the same there.
"""

import pytest
from playwright.sync_api import expect

from rounds.models import AccessLink, Session
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.network import KONG, RECORD, lose
from tests.browser.phone import Phone, cell, seat
from tests.web.cast import concealed_kong, open_night, record

VOICES = """
self.spoken = [];
self.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
const voices = {
  cancel() {},
  getVoices() { return []; },
  speak(said) { if (said.text) spoken.push([said.lang, said.text]); },
};
Object.defineProperty(self, "speechSynthesis", { value: voices });
"""
LOCK = """
self.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { async request(what) {
  const lock = { what, released: false };
  locks.push(lock);
  return lock;
} } });
"""
REFUSED_LOCK = """
Object.defineProperty(navigator, "wakeLock", { value: { async request() {
  throw new DOMException("", "NotAllowedError");
} } });
"""
SHARE = """
self.shared = [];
Object.defineProperty(navigator, "share", { value: async (what) => { shared.push(what); } });
"""


@pytest.fixture
def night(own: AccessLink) -> Session:
    return open_night(own.club)


def spoken(phone: Phone) -> list[list[str]]:
    said: list[list[str]] = phone.page.evaluate("spoken")
    return said


def listener(phone: Phone, link: AccessLink, night: Session, language: str = "zh-hans") -> Phone:
    """The phone at the table, with voices, and the switch on."""
    phone.page.add_init_script(VOICES)
    phone.join(link)
    phone.page.goto(f"/settings/?from=/n/{night.pk}/")
    phone.find(f'[name="language"][value="{language}"]').check()
    phone.find('[name="aloud"][value="on"]').check()
    phone.find(".go").tap()
    expect(phone.table).to_have_attribute("data-saved", str(night.position))
    return phone


def test_the_scorers_phone_says_what_was_recorded_once_and_that_it_was_taken_back(
    new_phone: NewPhone, own: AccessLink, night: Session
) -> None:
    phone = listener(new_phone(), own, night)
    assert spoken(phone) == []
    phone.record(seat("B"), cell("B", "discard:A:2"))
    phone.page.wait_for_function("() => spoken.length")
    assert spoken(phone) == [["zh-CN", "李四胡，张三点炮，两番"]]
    phone.record("[data-undo]")
    phone.page.wait_for_function("() => spoken.length > 1")
    assert spoken(phone)[1:] == [["zh-CN", "撤销了一笔"]]
    phone.page.reload()
    phone.find('[data-seat="A"]').tap()
    assert spoken(phone) == []


def test_a_watchers_phone_says_what_others_record_in_its_own_language(new_phone: NewPhone, night: Session) -> None:
    phone = listener(new_phone(), night.links.get(right="watch"), night, "en")
    record(night, concealed_kong("C"))
    phone.page.wait_for_function("() => spoken.length")
    expect(phone.table).to_have_attribute("data-saved", "2")
    assert spoken(phone) == [["en-US", "王五, concealed kong"]]


def test_the_switch_says_a_sentence_and_a_browser_without_voices_says_that_it_has_none(
    new_phone: NewPhone, night: Session
) -> None:
    phone = new_phone()
    phone.page.add_init_script(VOICES)
    phone.page.goto("/settings/")
    phone.find('[name="aloud"][value="on"]').check()
    assert spoken(phone) == [["zh-CN", "张三自摸，两番"]]
    expect(phone.find("[data-aloud-none]")).to_be_hidden()
    mute = new_phone()
    mute.page.add_init_script("Object.defineProperty(self, 'speechSynthesis', { value: undefined });")
    mute.page.goto("/settings/")
    mute.find('[name="aloud"][value="on"]').check()
    expect(mute.find("[data-aloud-none]")).to_have_text("这个浏览器不会念")


def test_without_the_switch_nothing_is_said_and_no_script_for_it_is_fetched(
    new_phone: NewPhone, own: AccessLink, night: Session
) -> None:
    phone = new_phone()
    phone.page.add_init_script(VOICES)
    phone.join(own)
    phone.page.goto(f"/n/{night.pk}/")
    phone.record(*KONG)
    assert spoken(phone) == []
    expect(phone.find('script[src*="aloud"]')).to_have_count(0)


def test_a_tap_that_has_not_reached_the_server_is_not_said(
    new_phone: NewPhone, own: AccessLink, night: Session, faults: Faults
) -> None:
    faults.provoke("lost POST record/")
    phone = listener(new_phone(), own, night)
    phone.page.route(RECORD, lose)
    phone.tap(*KONG)
    expect(phone.table).to_have_attribute("data-unsent", "1")
    assert spoken(phone) == []
    phone.page.unroute(RECORD)
    expect(phone.table).to_have_attribute("data-saved", "2")
    assert spoken(phone) == [["zh-CN", "张三暗杠"]]


def test_the_scorers_screen_stays_on_and_is_asked_for_again_when_the_table_is_back_in_sight(
    new_phone: NewPhone, own: AccessLink, night: Session
) -> None:
    phone = new_phone()
    phone.page.add_init_script(LOCK)
    phone.join(own)
    phone.page.goto(f"/n/{night.pk}/")
    assert phone.page.evaluate("locks.map(lock => lock.what)") == ["screen"]
    look = "document.dispatchEvent(new Event('visibilitychange'))"
    phone.page.evaluate(look)
    assert phone.page.evaluate("locks.length") == 1
    phone.page.evaluate("locks[0].released = true")
    phone.page.evaluate(look)
    assert phone.page.evaluate("locks.length") == 2


def test_a_watchers_screen_may_go_dark(new_phone: NewPhone, night: Session) -> None:
    phone = new_phone()
    phone.page.add_init_script(LOCK)
    phone.join(night.links.get(right="watch"))
    assert phone.page.evaluate("locks") == []


def test_a_phone_that_refuses_to_keep_its_screen_on_scores_all_the_same(
    new_phone: NewPhone, own: AccessLink, night: Session
) -> None:
    phone = new_phone()
    phone.page.add_init_script(REFUSED_LOCK)
    phone.join(own)
    phone.page.goto(f"/n/{night.pk}/")
    phone.record(*KONG)


def test_an_address_is_shared_where_the_browser_can_and_else_copied(new_phone: NewPhone, night: Session) -> None:
    phone = new_phone()
    phone.page.add_init_script(SHARE)
    phone.join(night.links.get(right="watch"))
    phone.page.goto(f"/n/{night.pk}/links/")
    key = phone.find("[data-share]")
    expect(key).to_have_text("分享")
    key.tap()
    address = phone.find("#address").inner_text()
    assert phone.page.evaluate("shared") == [{"title": "扫码看分", "url": address}]
    other = new_phone()
    other.page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined });")
    other.join(night.links.get(right="watch"))
    other.page.goto(f"/n/{night.pk}/links/")
    expect(other.find("[data-copy]")).to_have_text("复制地址")


def test_on_plain_http_a_phone_has_none_of_this_and_scores_all_the_same(
    new_phone: NewPhone, own: AccessLink, night: Session
) -> None:
    phone = new_phone(lan=True)
    phone.join(own)
    phone.page.goto(f"/n/{night.pk}/")
    assert phone.page.evaluate("[isSecureContext, 'wakeLock' in navigator, 'share' in navigator]") == [False] * 3
    phone.record(*KONG)
    phone.page.goto(f"/n/{night.pk}/links/")
    expect(phone.find("[data-copy]")).to_have_text("复制地址")
