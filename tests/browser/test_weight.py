"""What a phone has to fetch for the table, from the server that run.py starts; bench/page_weight.py tells more."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

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
