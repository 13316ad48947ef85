"""Short runs of the long ones, by the same code. What they count is in `docs/reliability.md`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.long import backups, kill_loop, load, network, pairs, trouble
from tests.long.bounds import Bounds
from tests.long.fuzzer import fuzz
from tests.long.games import play
from tests.long.site import Site, site
from tests.long.tamper import tamper

SEED = 20261130
LONG_ENOUGH = 600
"""Seconds: these runs are bounded by what they count."""


@pytest.fixture(scope="module")
def server(empty_database: Path | None) -> Iterator[Site]:
    """One server for all that need a real one; each has nights of its own there."""
    with site(empty=empty_database) as started:
        yield started


def test_what_was_acknowledged_outlives_kills(server: Site) -> None:
    outcome = kill_loop.run_on(server, Bounds(12, LONG_ENOUGH, SEED), per_kill=4)
    assert outcome.wrong == []
    assert outcome.figures["kills of the server"]
    assert outcome.figures["kills of its worker"]


def test_no_form_breaks_a_page_or_a_sum(db: None) -> None:
    outcome = fuzz(Bounds(100, LONG_ENOUGH, SEED), deep=0)
    assert outcome.wrong == []
    assert outcome.figures["requests"] == 100


def test_the_laws_hold_for_random_games(db: None) -> None:
    outcome = play(Bounds(20, LONG_ENOUGH, SEED))
    assert outcome.wrong == []
    assert outcome.figures["games through the pages"] == 2


def test_of_two_taps_at_once_one_is_written(server: Site) -> None:
    outcome = pairs.run_on(server, Bounds(5, LONG_ENOUGH, SEED))
    assert outcome.wrong == []
    assert outcome.figures["pairs"] == 5


def test_a_lossy_network_loses_and_doubles_nothing(db: None) -> None:
    outcome = network.simulate(Bounds(16, LONG_ENOUGH, SEED), 16)
    assert outcome.wrong == []
    assert outcome.figures["messages dropped"]


def test_trouble_with_the_database_is_said_in_time_and_passes(server: Site) -> None:
    outcome = trouble.run_on(server, Bounds(1, LONG_ENOUGH, SEED), trouble.HERE[:3])
    assert outcome.wrong == []
    assert outcome.figures["troubles"] == 3


def test_changed_events_are_found(db: None) -> None:
    outcome = tamper(Bounds(40, LONG_ENOUGH, SEED))
    assert outcome.wrong == []
    assert outcome.figures["changes"] == 40


def test_watchers_are_answered_while_somebody_scores(server: Site) -> None:
    sizes = load.Sizes(short_night=5, long_night=10, few_watchers=3, writes=3)
    outcome = load.run_on(server, Bounds(3, 4, SEED), sizes, judge=False)
    assert outcome.wrong == []
    assert outcome.figures["unchanged polls"]
    assert outcome.figures["changed polls"]


def test_every_backup_under_load_can_be_brought_back(server: Site) -> None:
    # The last that needs the server: it is not running afterwards. What the others wrote is audited here with it.
    outcome = backups.run_on(server, Bounds(1, LONG_ENOUGH, SEED))
    assert outcome.wrong == []
    assert outcome.figures["backups brought back"] == 1
