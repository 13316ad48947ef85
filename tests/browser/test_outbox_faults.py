"""What the outbox must not lose, double or move, however things go wrong."""

from playwright.sync_api import Page, Route, expect

from rounds.models import Event, Session
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.network import KONG, RECORD, log, lose
from tests.browser.phone import Phone, cell, seat
from tests.web.cast import score_link

PROMOTED = (seat("B"), cell("B", "kong:promoted"))
ALL = "[data-all]"


def stored(page: Page) -> int:
    return int(page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('xuezhan-tap-')).length"))


def settled(phone: Phone, saved: int) -> None:
    expect(phone.table).to_have_attribute("data-saved", str(saved))
    expect(phone.table).to_have_attribute("data-unsent", "0")
    expect(phone.find("#stopped")).to_be_hidden()
    assert stored(phone.page) == 0


def press(phone: Phone, key: str) -> None:
    """Press a key of the question, shown or not: no tap may be lost by one that should not be there."""
    phone.find(f"#stopped {key}").evaluate("key => key.click()")


def test_a_replaced_phone_that_wants_all_anew_keeps_what_it_has(
    phone: Phone, new_phone: NewPhone, faults: Faults
) -> None:
    faults.provoke("410 POST record/", "lost POST record/", "lost POST unbooked/")
    other = new_phone()
    other.join(score_link(Session.objects.get()))
    other.page.route(RECORD, lose)
    other.page.route("**/unbooked/", lose)
    other.tap(*KONG)
    expect(other.find("#table [data-waits]")).to_have_count(1)
    other.tap(*PROMOTED)
    Session.objects.get().links.filter(right="score").update(revoked_at=Event.objects.get().at)
    other.page.unroute(RECORD)
    expect(other.find("#stopped [data-rows]")).to_contain_text("李四 弯杠")
    press(other, ALL)
    assert stored(other.page) == 2
    expect(other.find("#stopped [data-rows] > li")).to_have_count(2)


def test_a_tap_that_may_have_been_written_is_never_sent_with_another_key(phone: Phone, faults: Faults) -> None:
    faults.provoke("500 POST record/")

    def breaks_after_it_has_written(route: Route) -> None:
        assert route.fetch().ok
        route.fulfill(status=500, body="broken")

    phone.page.route(RECORD, breaks_after_it_has_written, times=1)
    phone.tap(*KONG)
    expect(phone.find("#stopped")).to_be_visible()
    press(phone, ALL)
    phone.tap("#stopped [data-try]")
    settled(phone, 2)
    assert log() == ["change"]
