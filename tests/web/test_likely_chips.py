"""A chip that is likely is outlined, never lit: the log knows no discards, and the last kong may be ten turns old."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from rounds.models import AccessLink, Session
from rounds.rules.events import Fact, Kong
from rounds.rules.ruleset import KongKind
from tests.web.cast import browser, concealed_kong, discard, open_night, penalty, record, self_draw

HTMX = {"HX-Request": "true"}
CHIP = re.compile(r'<a class="chip([^"]*)" role="button" aria-pressed="(\w+)" data-flag="(\w+)"')
PROMOTED = Kong("A", KongKind.PROMOTED)

CASES: dict[str, tuple[list[Fact], dict[str, set[str]]]] = {
    "nothing yet": ([], {"A": set(), "B": set()}),
    "concealed kong": ([concealed_kong("A")], {"A": {"after_kong"}, "B": {"after_kong"}}),
    "exposed kong": ([Kong("A", KongKind.EXPOSED, "B")], {"A": {"after_kong"}, "B": {"after_kong"}}),
    "promoted kong": ([PROMOTED], {"A": {"after_kong"}, "B": {"after_kong", "robbed_kong"}}),
    "postponed kong": (
        [Kong("A", KongKind.POSTPONED)],
        {"A": {"after_kong"}, "B": {"after_kong", "robbed_kong"}},
    ),
    "robbed kong": ([Kong("A", KongKind.PROMOTED, robbed=True)], {"A": set(), "B": set()}),
    "kong, then something else": ([PROMOTED, penalty("C", "D")], {"A": set(), "B": set()}),
    "win": ([PROMOTED, self_draw("C")], {"A": set(), "B": set()}),
}


@pytest.fixture
def scorer(score: AccessLink) -> Client:
    return browser(score)


def chips(page: str) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = CHIP.findall(page)
    return found


@pytest.mark.parametrize(("facts", "likely"), CASES.values(), ids=CASES.keys())
def test_what_is_likely_follows_from_what_was_recorded_last(
    scorer: Client, night: Session, facts: list[Fact], likely: dict[str, set[str]]
) -> None:
    for fact in facts:
        record(night, fact)
    for seat, expected in likely.items():
        found = chips(scorer.get(reverse("sheet", args=[night.pk, seat]), headers=HTMX).text.split("<template")[0])
        assert {flag for looks, _, flag in found if "chip-likely" in looks} == expected
        assert {pressed for _, pressed, _ in found} == {"false"}


def test_a_correction_knows_what_was_recorded_before_it(scorer: Client, night: Session) -> None:
    record(night, PROMOTED)
    record(night, discard("A", "B", fans=1))
    page = scorer.get(reverse("why", args=[night.pk, 1, 1]), headers=HTMX).text.split("<template")[0]
    assert {flag for looks, _, flag in chips(page) if "chip-likely" in looks} == {"after_kong", "robbed_kong"}
    page = scorer.get(reverse("why", args=[night.pk, 1, 0]), headers=HTMX).text
    assert "chip-likely" not in page


def test_the_last_tile_of_the_wall_is_never_taken_to_be_likely(own: AccessLink) -> None:
    night = open_night(own.club, preset="multipliers")
    for fact in (PROMOTED, self_draw("B"), self_draw("C")):
        record(night, fact)
    page = browser(own).get(reverse("sheet", args=[night.pk, "A"]), {"more": "1"}, headers=HTMX).text
    assert ("", "false", "under_the_sea") in chips(page)
    assert "chip-likely" not in page
