"""A phone with a night's pages on it, driven by taps on the hooks of the table."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import urljoin

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from rounds.access import cookie_of
from rounds.book.taps import Tap
from rounds.handover import watch_link
from rounds.links import link_token
from rounds.models import AccessLink, Right
from tests.web.cast import NAMES, new_key, open_night

Points = dict[str, tuple[int, int]]
"""By seat: of the round, and of the night."""

READ_POINTS = """seats => Object.fromEntries(seats.map(seat => [seat.dataset.seat, [
    Number(seat.querySelector("[data-round]").dataset.round), Number(seat.querySelector("[data-total]").dataset.total),
]]))"""


WRITTEN = """position => {
    const table = document.querySelector("#table");
    return table && table.dataset.saved === position && table.dataset.unsent === "0"
        && !document.querySelector("dialog[open], .htmx-request, .htmx-swapping, .htmx-settling");
}"""


LOOKED_EVERY = 20
"""Milliseconds. By itself playwright looks with every frame, and has the browser draw 60 a second to do so."""

FETCHED = "a.htmx-request:not([data-pad]), form[method=get].htmx-request"
"""What asks for a sheet, or another side of one, and has no answer yet. On the pad a thumb waits for nothing."""


class Phone:
    """A page in a browser of its own, on the pages of the server at `url`. `taps` counts what the thumb has done."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.taps = 0
        self.own: AccessLink | None = None

    @property
    def table(self) -> Locator:
        return self.page.locator("#table")

    @property
    def saved(self) -> int:
        """The log position that the server has confirmed, as the page has it."""
        return int(self.table.get_attribute("data-saved") or "")

    @property
    def night(self) -> str:
        """The address of the night's table, as a path."""
        return "/".join(["", *self.page.url.split("/")[3:5], ""])

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def tap(self, *selectors: str) -> None:
        """Tap one after the other; each has to be the only one of its kind, on the screen and free to be tapped.

        A thumb waits for the sheet that it has asked for: the one on the screen can have keys of the same name.
        """
        for selector in selectors:
            expect(self.find(FETCHED)).to_have_count(0)
            self.find(selector).tap()
            self.taps += 1

    def join(self, link: AccessLink) -> None:
        """Have what a browser keeps that has joined by the link; a night's table is opened."""
        self._keep(link)
        if not link.session:
            self.own = link
            return
        if link.level is Right.SCORE and (watch := watch_link(link.session)):
            self._keep(watch)
        self.page.goto(reverse("table", args=[link.session_id]))

    def _keep(self, link: AccessLink) -> None:
        path = reverse("table", args=[link.session_id]) if link.session_id else "/"
        name, value, url = cookie_of(link), link_token(link), urljoin(self.url, path)
        self.page.context.add_cookies([{"name": name, "value": value, "url": url, "httpOnly": True, "sameSite": "Lax"}])

    def join_by_hand(self, link: AccessLink) -> None:
        """Open the address of a link, and press its button."""
        self.page.goto(f"/k/{link_token(link)}/")
        self.page.locator("form .go").tap()
        self.page.wait_for_url(lambda address: "/k/" not in address)
        self.own = None if link.session_id else link

    def start_night(self, names: Mapping[str, str] = NAMES, *, preset: str = "chengdu_home") -> None:
        """Have a night begin, as the owner who has joined, and open its table."""
        assert self.own
        begun = Tap(new_key(), 0, self.own, timezone.now())
        night = open_night(self.own.club, dict(names), preset=preset, with_tap=begun)
        self.page.goto(reverse("table", args=[night.pk]))

    def start_night_by_hand(self, names: Mapping[str, str] = NAMES, *, preset: str = "chengdu_home") -> None:
        """Fill in the form that starts a night, and send it."""
        self.page.goto("/new/")
        form = self.page.locator("[data-new-night]")
        for seat, name in names.items():
            form.locator(f"[name=name-{seat}]").fill(name)
        form.locator("[name=preset]").select_option(preset)
        form.locator(".go").tap()
        expect(self.table).to_have_attribute("data-saved", "1")

    @contextmanager
    def writes(self, events: int = 1) -> Iterator[None]:
        """What is done in here is written down as so many events, confirmed, and shown on the table."""
        before = self.saved
        yield
        self.page.wait_for_function(WRITTEN, arg=str(before + events), polling=LOOKED_EVERY)

    def record(self, *selectors: str) -> None:
        """Taps that are written down as one event."""
        with self.writes():
            self.tap(*selectors)

    def points(self) -> Points:
        found: Mapping[str, list[int]] = self.find("[data-seat]").evaluate_all(READ_POINTS)
        return {seat: (of_round, total) for seat, (of_round, total) in found.items()}

    def lines(self) -> list[str]:
        """The log of the round as it is read, newest first."""
        return self.find("[data-event]").all_inner_texts()


def seat(letter: str) -> str:
    return f'[data-seat="{letter}"]'


def cell(letter: str, value: str) -> str:
    """A cell of a seat's sheet."""
    return f'[data-sheet="{letter}"] [data-cell="{value}"]'


def chip(letter: str, flag: str) -> str:
    """A chip of a seat's sheet."""
    return f'[data-sheet="{letter}"] [data-flag="{flag}"]'
