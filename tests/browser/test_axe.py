"""axe finds no violation on any page and on no open sheet: in each language, in light and dark."""

from collections.abc import Iterator, Mapping
from typing import Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from rounds.models import AccessLink, Session
from rounds.rules.events import CalledFans, Kong, Transfer, Win, WinBy, Winner
from rounds.rules.ruleset import KongKind
from rounds.wording import LANGUAGES
from tests.browser.conftest import NewPhone
from tests.browser.faults import Faults
from tests.browser.network import KONG
from tests.browser.phone import Phone
from tests.browser.tour import screens
from tests.web.cast import concealed_kong, next_round, open_night, play_round, record

Options = Mapping[str, object]
Scheme = Literal["light", "dark"]

ELSEWHERE = ("/settings/", "/offline/", "what-if/", "hand/", "rounds/2/")
"""Pages beside the screens of the tour."""

NOTHING = "/nothing/"

COLOURS = "color-contrast"
SEEN: Options = {"resultTypes": ["violations"]}
COLOURS_ALONE: Options = {"runOnly": [COLOURS], **SEEN}
ALL_BUT_COLOURS: Options = {"rules": {COLOURS: {"enabled": False}}, **SEEN}
"""Another language has other words, of the same colours."""


@pytest.fixture
def night(own: AccessLink) -> Session:
    """A round that is over and one that is on, with something of every kind in it."""
    night = open_night(own.club)
    play_round(night)
    next_round(night)
    record(night, Transfer("A", ("B",), 1_000_000, "诈胡"))
    record(night, Kong("D", KongKind.EXPOSED, "A"))
    record(night, Win(WinBy.DISCARD, (Winner("B", CalledFans(1)),), "D", after_kong=True))
    return night


@pytest.fixture
def thrown(own: AccessLink) -> Session:
    """A night whose next dealer is thrown for, between two rounds."""
    night = open_night(own.club, preset="qq_classic")
    play_round(night)
    return night


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_and_no_sheet_keeps_anybody_out(
    new_phone: NewPhone, own: AccessLink, night: Session, thrown: Session, faults: Faults, language: str
) -> None:
    faults.provoke(f"404 GET {NOTHING}", "409 POST record/", "lost GET")
    phone, watcher = new_phone(), new_phone()
    for one in (phone, watcher):
        one.page.goto("/")
        one.page.context.add_cookies([{"name": "language", "value": language, "url": one.page.url}])
    phone.join(own)
    phone.page.goto(f"/n/{night.pk}/")
    expect(phone.find("html")).to_have_attribute("lang", language)
    found = [f"{name}: {fault}" for name in everywhere(phone, night, thrown) for fault in violations(phone.page)]
    found += [f"{name}: {fault}" for name in guests(watcher, night) for fault in violations(watcher.page)]
    assert found == []


def everywhere(phone: Phone, night: Session, thrown: Session) -> Iterator[str]:
    """Each screen of who scores, while it is open."""
    table = phone.night
    yield from screens(phone)
    for path in (*ELSEWHERE, NOTHING):
        phone.page.goto(path if path.startswith("/") else table + path)
        yield path
    phone.page.goto(f"/n/{thrown.pk}/")
    phone.tap('[data-open="dealer"]')
    yield "dealer"
    phone.page.goto(table)
    refused(phone, night)
    yield "refused"


def refused(phone: Phone, night: Session) -> None:
    """A tap without a network, while another phone writes; then the network is back, and the outbox asks."""
    phone.page.context.set_offline(True)
    phone.tap(*KONG)
    record(night, concealed_kong("C"))
    phone.page.context.set_offline(False)
    expect(phone.find("#stopped")).to_be_visible()


def guests(watcher: Phone, night: Session) -> Iterator[str]:
    watcher.page.goto("/")
    yield "stranger"
    watcher.join(night.links.get(right="watch"))
    yield "watcher"


def violations(page: Page) -> Iterator[str]:
    """What axe finds. In dark nothing is other than the colours."""
    page.evaluate(AXE_SCRIPT)
    first = page.locator("html").get_attribute("lang") == LANGUAGES[0]
    yield from told(page, "light", SEEN if first else ALL_BUT_COLOURS)
    if first:
        yield from told(page, "dark", COLOURS_ALONE)


def told(page: Page, scheme: Scheme, options: Options) -> Iterator[str]:
    page.emulate_media(color_scheme=scheme)
    for violation in page.evaluate("async (options) => (await axe.run(options)).violations", options):
        for node in violation["nodes"]:
            yield f"{scheme} {violation['id']} {node['html'][:160]} {node['failureSummary'].splitlines()[-1].strip()}"
