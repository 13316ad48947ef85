"""Every route × method × field, with values that no page would send.

The routes are those of the URLconf, the fields those of the forms and links that stand on the pages, found by fetching
them: first every field of every form with every hostile value, then several at once, at random. No answer may be 5xx
(but that a backup was not made), what only reads or was refused may change nothing, and what was accepted must leave
its night as settling its log anew gives it, with sums of zero. --count is of requests, shared by two processes.
"""

import multiprocessing
from collections import Counter

from tests.long.bounds import Bounds, Outcome, command

PROCESSES = 2


def run(bounds: Bounds) -> Outcome:
    """The long run, in two processes with a database each."""
    parts = [Bounds(bounds.count // PROCESSES, bounds.seconds, bounds.seed + n, bounds.database_url) for n in range(2)]
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        outcomes = pool.map(_part, enumerate(parts), chunksize=1)
    whole = Outcome(wrong=[sentence for outcome in outcomes for sentence in outcome.wrong])
    whole.figures |= sum((Counter(outcome.figures) for outcome in outcomes), Counter[str]())
    return whole


def _part(asked: tuple[int, Bounds]) -> Outcome:
    from tests.long.fresh import database

    number, bounds = asked
    with database(bounds.database_url):
        from tests.long.fuzzer import fuzz

        return fuzz(bounds, number, PROCESSES)


if __name__ == "__main__":
    command(__doc__, run, count=100_000, seconds=7200)
