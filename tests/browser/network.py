"""A network that comes and goes, between a phone and what is written down."""

from playwright.sync_api import Page, Route, expect

from rounds.models import Event
from tests.browser.phone import Phone, cell, seat

RECORD, UNDO, NEXT, CORRECT = "**/record/", "**/undo/", "**/next/", "**/correct/"
KONG = (seat("A"), cell("A", "kong:concealed"))


def log() -> list[str]:
    """What has been written down since the night was opened."""
    return [event.kind for event in Event.objects.order_by("position")][1:]


STORED = "Object.keys(localStorage).filter(name => name.startsWith('xuezhan-tap-')).length"


def stored(page: Page) -> int:
    """How many taps does the phone keep?"""
    return int(page.evaluate(STORED))


def settled(phone: Phone, saved: int) -> None:
    """All is sent. A page that has just been opened looks like it before its script has read what the phone keeps."""
    phone.page.wait_for_function(f"() => {STORED} === 0")
    expect(phone.table).to_have_attribute("data-saved", str(saved))
    expect(phone.table).to_have_attribute("data-unsent", "0")
    expect(phone.find("#stopped")).to_be_hidden()


def lose(route: Route) -> None:
    """The request never arrives."""
    route.abort("connectionfailed")


def lose_answer(route: Route) -> None:
    """The server writes the tap down, and its answer never arrives."""
    assert route.fetch().ok
    route.abort("connectionreset")


def busy(route: Route) -> None:
    route.fulfill(status=503, body="busy")


def hold(phone: Phone) -> list[Route]:
    """Requests to record come to this list, and go no further by themselves."""
    held: list[Route] = []
    phone.page.route(RECORD, lambda route: held.append(route))
    return held


def until(phone: Phone, held: list[Route], number: int = 1) -> None:
    """So many requests are held."""
    while len(held) < number:
        phone.page.wait_for_timeout(20)


def let_go(phone: Phone, held: list[Route], number: int) -> None:
    """Request `number` of those that are held, from 1 on, goes to the server as soon as it is there."""
    until(phone, held, number)
    held[number - 1].continue_()
