"""The page that changes a night's rules, filled in, sent and read."""

import html
import re
from typing import Any

from django.urls import reverse

from rounds.book.reading import next_ruling
from rounds.book.ruling import Ruling
from rounds.models import AccessLink, Session
from rounds.typed_rules import fields_of
from tests.web.altered import HOME
from tests.web.cast import browser, new_key

FIELDS = fields_of(HOME)
HTMX = {"HX-Request": "true"}


def address(session: Session) -> str:
    return reverse("house", args=[session.pk])


def look(link: AccessLink, session: Session, status: int = 200, htmx: bool = False, **changes: str) -> str:
    """The page when these fields are filled in otherwise than the default rules have them."""
    fields = {"preset": "chengdu_home", **FIELDS, **told(changes)}
    response = browser(link).get(address(session), fields, headers=HTMX if htmx else {})
    assert response.status_code == status
    return response.content.decode()


def told(changes: dict[str, str]) -> dict[str, str]:
    """Fields by their names; two underscores stand for the dot of an entry, `_other` at the end for `-other`."""
    return {re.sub("_other$", "-other", name).replace("__", "."): value for name, value in changes.items()}


def send(link: AccessLink, session: Session, position: int, do: str = "use", key: str = "", **changes: str) -> Any:
    fields = {"preset": "chengdu_home", **FIELDS, **told(changes)}
    tapped = {"key": key or new_key(), "position": position, "do": do}
    return browser(link).post(address(session), {**fields, **tapped})


def option(page: str, place: str) -> str:
    """The part of the page that is about one option."""
    start = page.index(f'data-option="{place}"')
    return html.unescape(page[start : page.find("data-option=", start + 1)])


def chosen(page: str, place: str) -> list[str]:
    """The values of an option's keys that are chosen."""
    return re.findall(rf'name="{re.escape(place)}" value="([^"]*)" checked', page)


def sample_in(page: str, place: str) -> str:
    found = re.search(rf'data-sample="{re.escape(place)}">([^<]*)<', page)
    assert found
    return html.unescape(found[1])


def next_rules(session: Session) -> Ruling:
    session.refresh_from_db()
    return next_ruling(session, session.played().get(number=session.round_count))
