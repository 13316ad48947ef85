"""How a long run is asked for, when it ends, and how it says what came out."""

import argparse
import os
import random
import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tests.postgres.server import Server


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a run may take. `count` is of what the run counts; it also ends after `seconds`, and says so.

    `postgres`: the server of `database_url`, where the run may do to it what it likes.
    """

    count: int
    seconds: float
    seed: int = 0
    database_url: str = ""
    postgres: Server | None = None
    start: float = field(default_factory=time.monotonic)

    @property
    def over(self) -> bool:
        return time.monotonic() - self.start > self.seconds

    @property
    def taken(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self.start

    def chance(self, of: str = "") -> random.Random:
        """What is drawn by this seed; another sequence for everybody who asks by a name of his own."""
        return random.Random(f"{self.seed} {of}")  # noqa: S311 - the same cases each time


@dataclass(slots=True)
class Outcome:
    """What came out: figures by what they count, and a sentence for each violation."""

    figures: dict[str, object] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def audited(self, audit: Callable[[], list[str]]) -> "Outcome":
        """With what an audit of all that is stored found wrong."""
        self.wrong += audit()
        return self

    def __str__(self) -> str:
        told = ", ".join(f"{figure} {what}" for what, figure in self.figures.items())
        return f"{told}, {len(self.wrong)} wrong"


def command(doc: str | None, run: Callable[[Bounds], Outcome], *, count: int, seconds: float) -> None:
    """Read the bounds, print the seed, run, print one line of outcome; status 1 where anything is wrong."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=count, help=f"default: {count}")
    parser.add_argument("--seconds", type=float, default=seconds, help=f"end after so long, default: {seconds:.0f}")
    parser.add_argument("--seed", type=int, default=None, help="default: another each time")
    parser.add_argument("--database-url", default=os.environ.get("DATABASE_URL", ""), help="default: SQLite")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server to throw away")
    asked = parser.parse_args()
    seed = secrets.randbelow(10**9) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    bounds = Bounds(asked.count, asked.seconds, seed, asked.database_url)
    outcome = _run_on_postgres(run, bounds) if asked.postgres else run(bounds)
    for sentence in outcome.wrong[:20]:
        print(sentence)
    early = "stopped by --seconds: " if bounds.over else ""
    print(f"{early}{outcome}, {bounds.taken:.0f} s", flush=True)
    sys.exit(1 if outcome.wrong else 0)


def _run_on_postgres(run: Callable[[Bounds], Outcome], bounds: Bounds) -> Outcome:
    with Server() as server:
        return run(replace(bounds, database_url=server.url, postgres=server))
