"""A lossy network between two phones that score one night, and the server: simulated second by second, by a seed.

Requests are dropped, answers are dropped, both are delayed, doubled and overtake each other; the server is restarted
with what it was answering lost; its clock steps by hours. Phones do as `static/outbox.js` does: a tap is kept until it
is answered, sent again under the same key, one at a time and in order; 409 asks whoever tapped, who taps it again on
the fresh state or lets it be. At the end the log must hold what was tapped and not let be, once each, in the order of
each phone, at the positions that were answered, and its sums must be those of the taps added up. --count is of taps.
"""

import heapq
import itertools
import json
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

from tests.long.bounds import Bounds, Outcome, command
from tests.long.fresh import database

PATIENCE, AGAIN_AFTER = 8.0, 3.0
"""Seconds, as in the outbox."""

TAPS_IN_A_NIGHT = 40
DROPPED, DOUBLED = 0.2, 0.15
"""Of requests, and of answers."""


@dataclass(slots=True)
class Tap:
    """What somebody tapped: a transfer whose points tell it from all others, or 撤销 (0)."""

    points: int
    key: str
    position: int
    attempt: int = 0


@dataclass(slots=True)
class Sim:
    """The world: what happens next, and how late it is."""

    chance: Random
    happened: Counter[str]
    now: float = 0.0
    waiting: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    numbers: Any = field(default_factory=itertools.count)
    era: int = 0
    step: timedelta = timedelta()

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        heapq.heappush(self.waiting, (self.now + seconds, next(self.numbers), what))

    def carry(self, what: Callable[[], None]) -> None:
        """A message: lost, late, twice, or as it should be; what was under way when the server restarts is lost."""
        era = self.era
        for _ in range(1 + (self.chance.random() < DOUBLED)):
            if self.chance.random() < DROPPED:
                self.happened["messages dropped"] += 1
                continue
            delay = self.chance.choice((0.05, 0.2, 1.0, 6.0, 20.0)) * self.chance.random()
            self.later(delay, lambda: what() if self.era == era or self.chance.random() < 0.5 else None)

    def run(self) -> None:
        while self.waiting:
            self.now, _, what = heapq.heappop(self.waiting)
            what()


class Phone:
    """Somebody's outbox."""

    def __init__(self, sim: Sim, night: "Night", name: str) -> None:
        self.sim, self.night, self.name = sim, night, name
        self.queue: deque[Tap] = deque()
        self.saved = 1
        self.written: list[tuple[Tap, int]] = []
        self.let_be: list[Tap] = []

    def tap(self, points: int) -> None:
        self.queue.append(Tap(points, self.night.new_key(), self.saved + len(self.queue)))
        if len(self.queue) == 1:
            self.send()

    def send(self) -> None:
        """The first of the outbox; again when nothing was heard of it for as long as a phone is patient."""
        tap = self.queue[0]
        tap.attempt += 1
        attempt = tap.attempt
        self.sim.happened["requests"] += 1
        fields = self.night.fields(tap)
        self.sim.carry(lambda: self.night.ask(tap, fields, lambda *told: self.answered(tap, attempt, *told)))
        self.sim.later(PATIENCE + AGAIN_AFTER, lambda: self._again(tap, attempt))

    def _again(self, tap: Tap, attempt: int) -> None:
        if self.queue and self.queue[0] is tap and tap.attempt == attempt:
            self.sim.happened["sent again"] += 1
            self.send()

    def answered(self, tap: Tap, attempt: int, status: int, saved: int) -> None:
        """An answer to an attempt that was given up is heard by nobody."""
        if not self.queue or self.queue[0] is not tap or tap.attempt != attempt:
            return
        if status != 302:
            self._asked(tap, saved)
        else:
            self.queue.popleft()
            self.saved = tap.position + 1
            self.written.append((tap, self.saved))
        if self.queue:
            self.send()

    def _asked(self, tap: Tap, saved: int) -> None:
        """The fresh state is shown: it is tapped again there, or it and what came after it are let be."""
        self.sim.happened["refused"] += 1
        self.saved = saved
        self.let_be.append(tap)
        if self.sim.chance.random() < 0.3:
            self.queue.popleft()
        else:
            self.queue[0] = Tap(tap.points, self.night.new_key(), saved)
        for number, waiting in enumerate(self.queue):
            waiting.position = saved + number


class Night:
    """A night at the server, as the network reaches it."""

    def __init__(self, sim: Sim) -> None:
        from django.utils import timezone

        from rounds.clubs import own_link
        from tests.web.cast import browser, open_night

        self.sim = sim
        own = own_link(timezone.now())
        self.session = open_night(own.club)
        self.new_client = partial(browser, own)
        self.client = self.new_client()
        self.wrong: list[str] = []
        self.keys = itertools.count()

    def new_key(self) -> str:
        return f"{next(self.keys):0>32}"

    def fields(self, tap: Tap) -> dict[str, object]:
        told = {"seat": "A", "cell": "transfer", "to-B": "1", "points": tap.points} if tap.points else {}
        return {**told, "key": tap.key, "position": tap.position}

    def ask(self, tap: Tap, fields: dict[str, object], answer: Callable[[int, int], None]) -> None:
        name = "record" if tap.points else "undo"
        with patch("django.utils.timezone.now", return_value=self.clock()):
            response = self.client.post(f"/n/{self.session.pk}/{name}/", fields)
        status = response.status_code
        if status not in (302, 409) and not (status == 422 and not tap.points):  # there may be nothing to undo
            self.wrong.append(f"{status} for {tap}")
        saved = int(response.text.partition('data-saved="')[2].partition('"')[0] or 0)
        self.sim.carry(lambda: answer(status, saved))

    def clock(self) -> datetime:
        from tests.web.cast import START

        return START + timedelta(seconds=self.sim.now) + self.sim.step


def play(sim: Sim, taps: int) -> list[str]:
    """One night of two phones; what is wrong with its log."""
    night = Night(sim)
    phones = [Phone(sim, night, name) for name in ("甲", "乙")]
    for number, at in enumerate(sorted(sim.chance.uniform(0, taps * 4) for _ in range(taps)), 1):
        sim.later(at, partial(sim.chance.choice(phones).tap, 0 if sim.chance.random() < 0.1 else number))
    for _ in range(3):
        sim.later(sim.chance.uniform(0, taps * 4), lambda: _restart(sim, night))
        sim.later(sim.chance.uniform(0, taps * 4), lambda: _step(sim))
    sim.run()
    return [*night.wrong, *_differences(night, phones)]


def _restart(sim: Sim, night: Night) -> None:
    sim.happened["restarts"] += 1
    sim.era += 1
    night.client = night.new_client()


def _step(sim: Sim) -> None:
    sim.happened["clock steps"] += 1
    sim.step += timedelta(hours=sim.chance.uniform(-30, 30))


def _differences(night: Night, phones: list[Phone]) -> list[str]:
    from rounds.book.audit import first_fault

    night.session.refresh_from_db()
    events = list(night.session.log())[1:]
    told = {position: tap for phone in phones for tap, position in phone.written}
    wrong = [f"{phone.name} still waits for an answer" for phone in phones if phone.queue]
    if [(event.position, event.key) for event in events] != [(at, tap.key) for at, tap in sorted(told.items())]:
        wrong.append("the log is not what was answered")
    if {event.key for event in events} & {tap.key for phone in phones for tap in phone.let_be}:
        wrong.append("what was let be is in the log")
    for phone in phones:
        mine = [tap.points for tap, _ in phone.written if tap.points]
        if mine != sorted(mine):
            wrong.append(f"the taps of {phone.name} changed their order")
    sums = {"A": -_standing(events), "B": _standing(events), "C": 0, "D": 0}
    if night.session.played().get().net != sums:
        wrong.append(f"the sums are not those of the taps: {sums}")
    fault = first_fault(night.session)
    return [*wrong, *([f"the log does not give what is stored: {fault}"] if fault else [])]


def _standing(events: list[Any]) -> int:
    """The points of the transfers that no 撤销 took back, added up by hand."""
    stands: list[int] = []
    for event in events:
        if event.kind == "undo":
            stands.pop()
        else:
            stands.append(json.loads(event.data)["changes"][0]["record"]["points"])
    return sum(stands)


def run(bounds: Bounds) -> Outcome:
    """The long run, on a database of its own."""
    with database(bounds.database_url):
        return simulate(bounds)


def simulate(bounds: Bounds, taps_in_a_night: int = TAPS_IN_A_NIGHT) -> Outcome:
    """So many taps, night after night, on the database that is there."""
    from tests.long.fresh import taken_back

    outcome, happened, done = Outcome(), Counter[str](), 0
    for number in itertools.count():
        if done >= bounds.count or bounds.over or len(outcome.wrong) > 50:
            break
        with taken_back():
            sim = Sim(bounds.chance(f"night {number}"), happened)
            outcome.wrong += [f"night {number}: {sentence}" for sentence in play(sim, taps_in_a_night)]
        done += taps_in_a_night
    outcome.figures |= {"taps": done, **happened}
    return outcome


if __name__ == "__main__":
    command(__doc__, run, count=10_000, seconds=3600)
