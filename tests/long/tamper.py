"""Stored events changed behind the app's back, a byte at a time: does check_ledger find every one, and where it is?

In a night with everything in it each byte of each column of each event is changed to a few others, and to the same
letter in the other case; on SQLite each column is also stored as bytes, which is another value with the same look. Each
change must be refused by the database, or found at the very event, and told as nothing that may be repaired. --count is
of changes, drawn by the seed from all that there are.
"""

from collections import Counter

from tests.long.bounds import Bounds, Outcome, command
from tests.long.fresh import database

MOST_WRONG = 50


def run(bounds: Bounds) -> Outcome:
    """The long run, on a database of its own."""
    with database(bounds.database_url):
        return tamper(bounds)


def tamper(bounds: Bounds) -> Outcome:
    """So many changes, drawn from all that there are, on the database that is there."""
    from tests.long.tampering import Night

    night, chance = Night(), bounds.chance()
    outcome, found = Outcome(), Counter[str]()
    changes = night.changes()
    chance.shuffle(changes)
    for change in changes[: bounds.count]:
        if bounds.over or len(outcome.wrong) >= MOST_WRONG:
            break
        said, wrong = night.after(change)
        found[said] += 1
        outcome.wrong += [wrong] if wrong else []
    outcome.figures |= {"changes": found.total(), "of all": len(changes), **found}
    return outcome


if __name__ == "__main__":
    command(__doc__, run, count=100_000, seconds=7200)
