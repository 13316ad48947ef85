"""How quick is one server with a full room? For a quiet machine: it measures, and breaks where a bar is missed.

--count watchers hold a connection each and ask for the table as phones do, every two seconds, while somebody scores:
p99 of a poll that has nothing new at most 50 ms, of one that has 250 ms, no error. Then p95 of a write with 20 watchers
is at most 4 times that of an idle server, and that of a night of 5,000 events at most 3 times that of one of 50.
"""

import re
import statistics
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tests.long.bounds import Bounds, Outcome, command
from tests.long.phone import Lost, Phone, new_key
from tests.long.site import Site, site

EVERY, BETWEEN_EVENTS = 2.0, 5.0
"""Seconds between two polls of a phone, and between two events: most polls have nothing new."""

UNCHANGED, CHANGED = 50, 250
"""Milliseconds: the 99th of a hundred polls."""

SLOWER_WITH_WATCHERS, SLOWER_WHEN_LONG = 4, 3

WATCHED = 0.5
"""Of the seconds that the run may take, the share in which the watchers watch."""

Times = dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class Sizes:
    """Events of the nights that are compared, watchers while writes are measured, and how many writes at a time."""

    short_night: int = 50
    long_night: int = 5_000
    few_watchers: int = 20
    writes: int = 100


class Watchers:
    """So many phones that poll one night; each in a thread that sleeps for the most part."""

    def __init__(self, server: Site, scorer: "Scorer", count: int) -> None:
        self.times: Times = defaultdict(list)
        self.wrong: list[str] = []
        self._ended = threading.Event()
        link = scorer.watch_link()
        self._threads = [
            threading.Thread(target=self._watch, args=(Phone(server.port, *link), scorer.path, number / count))
            for number in range(count)
        ]

    def __enter__(self) -> "Watchers":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    @property
    def saw_both(self) -> bool:
        """Was there a poll that had something new, and one that had not?"""
        return all(self.times[kind] for kind in ("unchanged", "changed"))

    def _watch(self, phone: Phone, path: str, late: float) -> None:
        tag = ""
        self._ended.wait(late * EVERY)
        while not self._ended.is_set():
            start = time.monotonic()
            try:
                answer = phone.get(path, part=True, tag=tag)
            except Lost as fault:
                self.wrong.append(f"a poll without an answer: {fault}")
                continue
            taken = time.monotonic() - start
            if answer.status not in (200, 304):
                self.wrong.append(f"a poll is answered with {answer.status}")
            self.times["unchanged" if answer.status == 304 else "changed"].append(taken)
            tag = answer.tag or tag
            self._ended.wait(max(0, EVERY - taken))
        phone.close()


class Scorer:
    """Who writes at a night, and measures how long it takes."""

    def __init__(self, server: Site) -> None:
        self.phone = Phone(server.port, server.owner())
        self.path = self.phone.open_night(new_key()).location
        self.position = 1

    def watch_link(self) -> tuple[str, str]:
        """The secret of the link by which others watch the night, and the cookie that keeps it in their browsers."""
        found = re.search(r"/k/(\w+)/", self.phone.get(f"{self.path}links/").body)
        assert found
        return found[1], f"watch-{uuid.UUID(self.path.split('/')[2]).hex}"

    def write(self) -> float:
        """One event: kongs and transfers, and an undo now and then. The seconds that it took."""
        name = "undo" if self.position % 10 == 0 else "record"
        fields = {"seat": "A", "cell": "transfer", "to-B": "1", "points": "7"} if name == "record" else {}
        start = time.monotonic()
        sent = {**fields, "key": new_key(), "position": self.position}
        answer = self.phone.post(f"{self.path}{name}/", sent, part=True)
        if answer.status != 200:
            raise RuntimeError(f"a write is answered with {answer.status}")
        self.position += 1
        return time.monotonic() - start

    def play(self, events: int) -> None:
        """Rounds of the common kind until the log is so long: three wins, then the next round."""
        taps = [("record", {"seat": seat, "cell": "self_draw:1"}) for seat in "ABC"]
        taps = [("record", {"seat": "D", "cell": "kong:concealed"}), *taps, ("next", {})]
        while self.position < events:
            name, fields = taps[(self.position - 1) % len(taps)]
            sent = {**fields, "key": new_key(), "position": self.position}
            if self.phone.post(f"{self.path}{name}/", sent).status != 302:
                raise RuntimeError(f"tap {self.position} of a long night was not written")
            self.position += 1


def run(bounds: Bounds) -> Outcome:
    """The long run, on a server of its own."""
    with site(bounds.database_url) as server:
        return run_on(server, bounds)


def run_on(server: Site, bounds: Bounds, sizes: Sizes = Sizes(), judge: bool = True) -> Outcome:
    """Measure all at this server; without `judge` no bar counts, as where other things run beside it."""
    outcome = Outcome()
    _watching(server, bounds, outcome)
    _writing(server, outcome, sizes)
    _long(server, outcome, sizes)
    bars = {
        "ms p99 of an unchanged poll": UNCHANGED,
        "ms p99 of a changed poll": CHANGED,
        f"times a write with {sizes.few_watchers} watchers": SLOWER_WITH_WATCHERS,
        f"times a night of {sizes.long_night} events": SLOWER_WHEN_LONG,
    }
    told = {what: figure for what, figure in outcome.figures.items() if judge and what in bars}
    outcome.wrong += [f"{what}: {told[what]}, the bar is {bars[what]}" for what in told if told[what] > bars[what]]  # type: ignore[operator]
    return outcome


def _watching(server: Site, bounds: Bounds, outcome: Outcome) -> None:
    scorer, due = Scorer(server), 0.0
    _warm(server, scorer)
    with Watchers(server, scorer, bounds.count) as watchers:
        while bounds.taken < bounds.seconds * WATCHED or not (watchers.saw_both or watchers.wrong):
            if time.monotonic() >= due:
                scorer.write()
                due = time.monotonic() + BETWEEN_EVENTS
            time.sleep(0.1)
    scorer.phone.close()
    outcome.wrong += watchers.wrong[:5]
    outcome.figures["watchers"] = bounds.count
    for kind, times in sorted(watchers.times.items()):
        outcome.figures[f"{kind} polls"] = len(times)
        outcome.figures[f"ms p99 of an {kind} poll".replace("an c", "a c")] = round(_at(99, times) * 1000)


def _warm(server: Site, scorer: Scorer) -> None:
    """A server that has just started reads its templates first, once."""
    scorer.write()
    watcher = Phone(server.port, *scorer.watch_link())
    watcher.get(scorer.path, part=True)
    watcher.close()


def _writing(server: Site, outcome: Outcome, sizes: Sizes) -> None:
    scorer = Scorer(server)
    idle = _at(95, [scorer.write() for _ in range(sizes.writes)])
    other = Scorer(server)
    with Watchers(server, other, sizes.few_watchers):
        watched = _at(95, [other.write() for _ in range(sizes.writes)])
    for each in (scorer, other):
        each.phone.close()
    outcome.figures["ms p95 of a write on an idle server"] = round(idle * 1000)
    outcome.figures[f"times a write with {sizes.few_watchers} watchers"] = round(watched / idle, 1)


def _long(server: Site, outcome: Outcome, sizes: Sizes) -> None:
    taken = []
    for length in (sizes.short_night, sizes.long_night):
        scorer = Scorer(server)
        scorer.play(length)
        taken.append(_at(95, [scorer.write() for _ in range(sizes.writes)]))
        scorer.phone.close()
    outcome.figures[f"times a night of {sizes.long_night} events"] = round(taken[1] / taken[0], 1)


def _at(percent: int, times: Sequence[float]) -> float:
    """So many of a hundred took no longer."""
    if len(times) == 1:
        return times[0]
    return statistics.quantiles(times, n=100, method="inclusive")[percent - 1]


if __name__ == "__main__":
    command(__doc__, run, count=400, seconds=240)
