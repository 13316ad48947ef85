"""One tap is one event, however often a thumb comes down, and on whatever state of the log it was made."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from rounds.models import AccessLink, Session
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.network import KONG, RECORD, hold, let_go, log
from tests.browser.phone import Phone, cell, seat
from tests.web.cast import score_link

STALE = "刚才有人改过账，这一下没记上，看一眼再点"


def tap_on_the_spot(phone: Phone, selector: str, times: int) -> None:
    """Taps on one place of the screen, whatever comes to lie there. For the page they all happen in one moment."""
    box = phone.find(selector).bounding_box()
    assert box
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() / 1000") + 1)
    for _ in range(times):
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.clock.resume()


@pytest.mark.parametrize("times", [2, 20])
def test_many_taps_in_a_moment_on_one_place_are_one_event(phone: Phone, times: int) -> None:
    phone.page.clock.install()
    phone.page.reload()
    for taps in (KONG, (seat("D"), cell("D", "kong:exposed:C")), (seat("B"), cell("B", "discard:C:1"))):
        before = len(log())
        phone.tap(taps[0])
        tap_on_the_spot(phone, taps[1], times)
        expect(phone.table).to_have_attribute("data-saved", str(before + 2))
        expect(phone.find("dialog[open]")).to_have_count(0)
        assert len(log()) == before + 1


def test_a_thumb_that_bounces_on_a_name_records_nothing(phone: Phone) -> None:
    phone.page.clock.install()
    phone.page.reload()
    for letter in "ABCD":
        tap_on_the_spot(phone, seat(letter), times=2)
        expect(phone.find(f'[data-sheet="{letter}"]')).to_be_visible()
        phone.tap(f'[data-sheet="{letter}"] [data-close]')
    assert log() == []


def test_a_tap_made_while_another_is_on_its_way_goes_out_after_it(phone: Phone) -> None:
    held = hold(phone)
    with phone.page.expect_request(RECORD):
        phone.tap(*KONG)
    phone.tap(seat("B"), cell("B", "kong:promoted"))
    expect(phone.table).to_have_attribute("data-unsent", "2")
    assert len(held) == 1
    let_go(phone, held, 1)
    let_go(phone, held, 2)
    expect(phone.table).to_have_attribute("data-saved", "3")
    expect(phone.table).to_have_attribute("data-unsent", "0")
    assert phone.points() == {"A": (5, 5), "B": (1, 1), "C": (-3, -3), "D": (-3, -3)}


def test_a_sheet_opened_before_the_answer_stays_as_it_is_and_shows_what_it_changed_when_it_is_opened_again(
    phone: Phone,
) -> None:
    held = hold(phone)
    with phone.page.expect_request(RECORD):
        phone.tap(seat("A"), cell("A", "self_draw:0"))
    phone.tap(seat("B"))
    expect(phone.find(cell("B", "discard:A:0"))).to_be_visible()
    held[0].continue_()
    expect(phone.table).to_have_attribute("data-unsent", "0")
    expect(phone.find(cell("B", "discard:A:0"))).to_be_disabled()
    phone.tap('[data-sheet="B"] [data-close]')
    expect(phone.table).to_have_attribute("data-saved", "2")
    phone.tap(seat("B"))
    expect(phone.find('[data-sheet="B"]')).to_be_visible()
    expect(phone.find(cell("B", "discard:A:0"))).to_have_count(0)


def test_a_tap_on_a_log_that_has_moved_on_is_said_and_not_recorded(
    phone: Phone, new_phone: NewPhone, own: AccessLink, faults: Faults
) -> None:
    faults.provoke("409 POST record/")
    other = new_phone()
    other.join(own)
    other.page.goto(phone.night)
    held = hold(phone)
    phone.tap(*KONG)
    other.record(seat("C"), cell("C", "kong:promoted"))
    let_go(phone, held, 1)
    phone.page.unroute(RECORD)
    expect(phone.find("#stopped")).to_contain_text(STALE)
    expect(phone.table).to_have_attribute("data-saved", "2")
    expect(phone.table).to_have_attribute("data-unsent", "1")
    assert phone.points() == other.points()
    assert log() == ["change"]
    phone.tap("#stopped [data-drop]")
    expect(phone.table).to_have_attribute("data-unsent", "0")
    phone.record(*KONG)
    expect(phone.find("#notice")).to_be_hidden()


def test_a_correction_of_a_log_that_has_moved_on_is_said_on_its_sheet(
    phone: Phone, new_phone: NewPhone, own: AccessLink, faults: Faults
) -> None:
    faults.provoke("409 POST rounds/1/events/0/correct/")
    phone.record(*KONG)
    other = new_phone()
    other.join(own)
    other.page.goto(phone.night)
    phone.tap('[data-event="0"]', '#panel [data-cell="kong:promoted"]')
    other.record(seat("B"), cell("B", "kong:promoted"))
    phone.tap("[data-confirm=correction]")
    expect(phone.find("#panel").get_by_text(STALE)).to_be_visible()
    expect(phone.table).to_have_attribute("data-saved", "3")
    expect(phone.table).to_have_attribute("data-unsent", "0")
    assert phone.points() == other.points()
    assert log() == ["change", "change"]


def test_a_link_that_was_revoked_meanwhile_is_said(phone: Phone, new_phone: NewPhone, faults: Faults) -> None:
    faults.provoke("410 POST record/")
    session = Session.objects.get()
    scorer = new_phone()
    score = score_link(session)
    scorer.join(score)
    held = hold(scorer)
    scorer.tap(*KONG)
    session.links.filter(pk=score.pk).update(revoked_at=timezone.now())
    let_go(scorer, held, 1)
    expect(scorer.find("main")).to_contain_text("这台手机不再记分，已经交给另一台")
    expect(scorer.find("#stopped")).to_contain_text("张三 暗杠")
    assert log() == []
