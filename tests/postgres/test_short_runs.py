"""Short runs of the long ones that need a real server, on PostgreSQL; the rest of tests/long runs here as it is."""

from tests.long import kill_loop, pairs
from tests.long.bounds import Bounds
from tests.long.site import Site
from tests.postgres.server import Server

SEED = 20261130


def test_what_was_acknowledged_outlives_kills_also_of_the_postmaster(postgres: Server, served: Site) -> None:
    outcome = kill_loop.run_on(served, Bounds(20, 60, SEED, postgres.url, postgres), per_kill=8)
    assert outcome.wrong == []
    assert outcome.figures["kills of the postmaster"]
    assert outcome.figures["500"] == 0


def test_of_two_taps_at_once_one_is_written(served: Site) -> None:
    outcome = pairs.run_on(served, Bounds(5, 60, SEED))
    assert outcome.wrong == []
    assert outcome.figures["pairs"] == 5
