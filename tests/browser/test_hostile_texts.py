"""Every page that the addresses know, with texts that mean harm wherever one can be: nothing happens, nothing bursts.

What a browser refuses by the policy of a page, a dialog and an error are found by the phone itself: `faults`.
"""

import datetime
import re

import pytest
from django.urls import reverse

from rounds import scorebook
from rounds.book.ruling import Ruling
from rounds.models import AccessLink, Club, HouseRules, OldTotal, Right, Session, Unbooked
from rounds.rules.events import Transfer
from rounds.rules.presets import presets
from tests.browser.layout import STICKING_OUT
from tests.browser.phone import Phone
from tests.browser.test_hostile_names import MADE_BY_NAMES
from tests.web.cast import START, new_key, open_night, record, score_link, tap
from tests.web.rich_night import rich_night
from tests.web.routes import ROUTES, routes

NARROW = 320
TEXTS = (
    "<img src=x onerror=alert(1)>",
    '"><script>alert(2)</script>',
    "' autofocus onfocus=alert(3) x='",
    "</bdi><b>" + "W" * 31,
    "javascript:alert(5)//{{7*7}}{%x%}",
)
FILES = re.compile(r"_csv$|_jsonl$|_json$|_xlsx$|^worker$|^manifest$|^result$")
"""What is saved and not shown."""


@pytest.fixture
def nights(own: AccessLink) -> list[Session]:
    """A night that is over, with everything in it that can be, and one that goes on."""
    club = own.club
    Club.objects.filter(pk=club.pk).update(name=TEXTS[0])
    over = rich_night(club, own, dict(zip("ABCD", TEXTS, strict=False)))
    going_on = open_night(club, dict(zip("ABCD", TEXTS[1:], strict=True)))
    record(going_on, Transfer("A", ("B",), 5, TEXTS[2]))
    going_on.refresh_from_db()
    rules = presets()["chengdu_home"].rules
    scorebook.set_rules(going_on, tap(going_on.position), Ruling(rules, "chengdu_home", TEXTS[1]))
    HouseRules.objects.create(club=club, name=TEXTS[1], preset="chengdu_home", rules=rules.to_json())
    someone = club.people.order_by("name")[0]
    OldTotal.objects.create(club=club, date=datetime.date(2025, 1, 1), person=someone, points=5)
    by = score_link(going_on)
    Unbooked.objects.create(club=club, session=going_on, key=new_key(), says=TEXTS[0], by=by, at=START)
    return [over, going_on]


def test_no_text_is_more_than_text_on_any_page_of_a_small_phone(owner: Phone, nights: list[Session]) -> None:
    owner.page.set_viewport_size({"width": NARROW, "height": 640})
    wrong: dict[str, list[str]] = {}
    seen: set[str] = set()
    for path in pages(nights):
        owner.page.goto(path)
        found = [*owner.page.evaluate(MADE_BY_NAMES), *owner.page.evaluate(STICKING_OUT, NARROW)]
        seen |= {text for text in TEXTS if text in owner.page.inner_text("body")}
        if found:
            wrong[path] = found
    assert wrong == {}
    assert seen == set(TEXTS)


def pages(nights: list[Session]) -> list[str]:
    """Every address that shows a page: of the night that goes on what is a scorer's, of the other what is left."""
    club = nights[0].club
    known: dict[str, object] = {"number": 1, "index": 0, "seat": "A", "person": club.people.order_by("name")[0].pk}
    known |= {"house": HouseRules.objects.get(club=club).pk, "link": club.links.filter(right="own")[0].pk}
    found = []
    for name, pattern in routes().items():
        needs = pattern.pattern.converters
        if "GET" in ROUTES[name] and not FILES.search(name) and "token" not in needs:
            values = known | {"session": nights[ROUTES[name]["GET"] == Right.SCORE].pk}
            found.append(reverse(name, kwargs={key: values[key] for key in needs}))
    return [*found, reverse("table", args=[nights[1].pk]), reverse("night", args=[nights[1].pk])]
