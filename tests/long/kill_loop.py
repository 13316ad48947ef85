"""Six writers over HTTP, and a server that is killed with SIGKILL again and again while they write.

--count is of acknowledged events; there is a kill for every 90 of them, three in four of the server and its worker at
once, the others of the worker alone. With --postgres every second one is of PostgreSQL's postmaster. Every tap is
sent under the same key until it is answered. At the end everything acknowledged must be there once, at the position
that was said, nothing that was refused may be there, positions have no gaps, and check_ledger settles every night
anew and finds what is stored.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from tests.long.bounds import Bounds, Outcome, command
from tests.long.phone import Answer, Lost, Phone, new_key
from tests.long.site import Site, site
from tests.postgres.server import Server

WRITERS = 6
EVENTS_PER_KILL = 90
"""On average, so that a hundred kills are reached before ten thousand events."""
VICTIMS = ("server", "worker", "server", "server")
"""Who is killed, in turn: the server with its worker, or the worker alone."""
POSTGRES_VICTIMS = ("postmaster", "server", "postmaster", "worker")
EVENTS_PER_NIGHT = 300
STALLED = 300
"""Seconds without any acknowledged event after which the loop says that it hangs."""

TAPS: tuple[tuple[str, dict[str, str]], ...] = (
    ("record", {"seat": "C", "cell": "kong:concealed"}),
    ("record", {"seat": "A", "cell": "transfer", "to-B": "1", "points": "7"}),
    ("record", {"seat": "A", "cell": "self_draw:1"}),
    ("undo", {}),
    ("record", {"seat": "A", "cell": "discard:B:2"}),
    ("record", {"seat": "D", "cell": "kong:exposed:C"}),
    ("record", {"seat": "B", "cell": "self_draw:0"}),
    ("record", {"seat": "D", "cell": "discard:C:1"}),
    ("next", {}),
)
"""A round, again and again. Where two write one night, some of it is refused, and they go on with what comes next."""


@dataclass(slots=True)
class Told:
    """What the server has said of taps, by their keys: at which position of which night they are, or not."""

    written: dict[str, tuple[str, int]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    statuses: Counter[int] = field(default_factory=Counter)
    lost: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Table:
    """The night that one or two writers write at; another one when it has grown long."""

    path: str = ""
    length: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Writer:
    """Somebody who taps as fast as answers come, and sends again what was not answered."""

    def __init__(self, phone: Phone, table: Table, told: Told, chance: random.Random, ended: threading.Event) -> None:
        self.phone, self.table, self.told, self.chance, self.ended = phone, table, told, chance, ended
        self.path, self.position = "", 0

    def run(self) -> None:
        """Until it is told to end; the tap that it has begun is sent until it is answered."""
        try:
            while not self.ended.is_set():
                for name, fields in TAPS:
                    if self.chance.random() < 0.05:
                        continue  # somebody forgets something, or is quicker
                    self._sit_down()
                    self._tap(name, fields)
        except Exception as fault:
            self.told.wrong.append(f"a writer stopped: {fault!r}")
            raise
        finally:
            self.phone.close()

    def _sit_down(self) -> None:
        with self.table.lock:
            if not self.table.path or self.table.length > EVENTS_PER_NIGHT:
                key = new_key()
                self.table.path = self._answered(key, lambda: self.phone.open_night(key)).location
                self.table.length = 1
                self.told.written[key] = self.table.path, 1
            if self.path != self.table.path:
                self.path, self.position = self.table.path, self.table.length

    def _tap(self, name: str, fields: Mapping[str, str]) -> None:
        key = new_key()
        sent = {**fields, "key": key, "position": self.position}
        answer = self._answered(
            key, lambda: self.phone.post(f"{self.path}{name}/", sent, part=self.chance.random() < 0.1)
        )
        if answer.written:
            self.position += 1
            self.told.written[key] = self.path, self.position
            self.table.length = max(self.table.length, self.position)
        else:
            self.told.refused.add(key)
            self.position = answer.saved or self.position

    def _answered(self, key: str, ask: Callable[[], Answer]) -> Answer:
        """The same again until there is an answer; 503 is none."""
        until = time.monotonic() + STALLED
        while time.monotonic() < until:
            try:
                answer = ask()
            except Lost:
                self.told.lost += 1
                time.sleep(0.05)
                continue
            self.told.statuses[answer.status] += 1
            if answer.written or answer.status in (409, 422):
                return answer
            if answer.status != 503:
                self.told.wrong.append(f"{answer.status} for the tap {key}")
        raise TimeoutError(f"no answer to the tap {key} in {STALLED} s")


def run(bounds: Bounds) -> Outcome:
    """The long run, on a server of its own."""
    with site(bounds.database_url) as server:
        return run_on(server, bounds).audited(server.audit)


def run_on(server: Site, bounds: Bounds, per_kill: int = EVENTS_PER_KILL) -> Outcome:
    """Write and kill until so many events are acknowledged, then compare; what is stored is yet to be audited."""
    told = Told()
    kills = _write_and_kill(server, bounds, per_kill, told)
    outcome = Outcome(wrong=[*told.wrong, *_differences(server, told)])
    outcome.figures |= {
        "acknowledged": len(told.written),
        "kills of the server": kills["server"],
        "kills of its worker": kills["worker"],
        "kills of the postmaster": kills["postmaster"],
        "answers lost": told.lost,
        "refused": len(told.refused),
        "503": told.statuses[503],
        "500": told.statuses[500],
    }
    return outcome


def _write_and_kill(server: Site, bounds: Bounds, per_kill: int, told: Told) -> Counter[str]:
    chance, own, ended = bounds.chance(), server.owner(), threading.Event()
    tables = [Table() for _ in range(WRITERS - 1)]
    places = [*tables, tables[0]]  # one night has two writers
    writers = [
        Writer(Phone(server.port, own), table, told, bounds.chance(f"writer {one}"), ended)
        for one, table in enumerate(places)
    ]
    threads = [threading.Thread(target=writer.run, daemon=True) for writer in writers]
    for thread in threads:
        thread.start()
    kills: Counter[str] = Counter()
    try:
        while len(told.written) < bounds.count and not bounds.over and not told.wrong:
            _wait_for(told, len(told.written) + chance.randint(1, 2 * per_kill - 1))
            time.sleep(chance.uniform(0, 0.05))  # at any moment of a request, of a transaction, of a commit
            victims = POSTGRES_VICTIMS if bounds.postgres else VICTIMS
            victim = victims[kills.total() % len(victims)]
            _kill(server, bounds.postgres, victim)
            kills[victim] += 1
    finally:
        ended.set()
        for thread in threads:
            thread.join(STALLED)
    return kills


def _wait_for(told: Told, events: int) -> None:
    known, since = 0, time.monotonic()
    while len(told.written) < events and time.monotonic() - since < STALLED and not told.wrong:
        if len(told.written) > known:
            known, since = len(told.written), time.monotonic()
        time.sleep(0.002)


def _kill(server: Site, postgres: Server | None, victim: str) -> None:
    """End it as a crash does; what nobody else starts again is started."""
    if victim == "postmaster" and postgres:
        postgres.kill()
        postgres.start()
    elif victim == "worker":
        server.kill_worker()
    else:
        server.kill()
        server.start()


def _differences(server: Site, told: Told) -> Iterator[str]:
    """What the log does not have as it was said."""
    stored: dict[str, list[tuple[str, int]]] = {}
    ours = {_night(path) for path, _position in told.written.values()}
    for key, night, position in server.rows("SELECT key, session_id, position FROM rounds_event"):
        if (of := UUID(str(night)).hex) in ours:  # the server may have had other work before
            stored.setdefault(str(key), []).append((of, int(str(position))))
    for key, (path, position) in told.written.items():
        if stored.get(key) != [(_night(path), position)]:
            yield f"the tap {key} was acknowledged at {path} {position}, the log has {stored.get(key, 'nothing')}"
    yield from (f"the tap {key} was refused and is in the log" for key in told.refused & stored.keys())
    yield from (f"nobody was told of the tap {key} in the log" for key in stored.keys() - told.written.keys())


def _night(path: str) -> str:
    """The id of the night whose table is at this path."""
    return UUID(path.strip("/").rpartition("/")[2]).hex


if __name__ == "__main__":
    command(__doc__, run, count=10_000, seconds=3600)
