"""What a phone has to fetch for the table, from the server that run.py starts; bench/page_weight.py tells more."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from bench.long_night import Served, served
from bench.page_weight import BUDGET, opened_again, weights


@pytest.fixture(scope="module")
def night() -> Iterator[Served]:
    with served(rounds=8) as night:
        yield night


def test_the_table_with_all_its_files_is_within_the_budget_by_gzip_alone(night: Served) -> None:
    found = weights(night, "gzip")
    assert {path.rpartition(".")[2] for path in found} >= {"css", "js", "svg"}
    assert min(found.values()) > 100, found
    assert sum(found.values()) <= BUDGET, found


def test_who_opens_the_table_again_asks_for_nothing_but_the_table(chromium: Browser, night: Served) -> None:
    assert opened_again(chromium, night) == [night.path]


def test_the_scripts_as_they_are_served_record_a_tap_and_take_it_back(chromium: Browser, night: Served) -> None:
    """Joined and without what is for their readers; every other test has them as they are written."""
    context = chromium.new_context(viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True)
    name, value = night.cookie
    context.add_cookies([{"name": name, "value": value, "url": night.site}])
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(night.address)
    table = page.locator("#table")
    saved = int(table.get_attribute("data-saved") or 0)
    page.locator("[data-undo]").tap()
    expect(table).to_have_attribute("data-saved", str(saved + 1))
    page.locator("[data-seat]").first.tap()
    page.locator('dialog[open] [data-cell="kong:concealed"]').tap()
    expect(table).to_have_attribute("data-saved", str(saved + 2))
    expect(table).to_have_attribute("data-unsent", "0")
    assert faults == []
    context.close()
