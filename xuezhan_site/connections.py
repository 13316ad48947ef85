"""Ends connections whose requests never come to their end, and none whose request is whole.

The web server gives a request to a thread before the rest of it has come, tells of the other end its address alone,
and its reading cannot be broken off from within. So the connections of that address are looked at once a second. One
on which something has come and nothing was sent since, for as long as a request has been read in vain, is the one that
it is read from, or one whose request is whole and waits for its answer. Where there may be one of the latter nothing
is ended yet. Where there is no such connection, half a request came together with a whole one, before that was
answered: then all end that are at rest. Only Linux tells of this.
"""

import os
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

EVERY = 1.0
"""Seconds from one look to the next."""

TOLD = struct.Struct("=44xI4xI100xI")
"""In Linux's tcp_info, `tcpi_last_data_sent` and `tcpi_last_data_recv`, milliseconds since; `tcpi_data_segs_out`."""

Ends = tuple[str, int, int]
"""Whose connection: the address there, the port here, the port there."""


@dataclass(eq=False, slots=True)
class Asked:
    """A request that a thread has: of whom, at which port of ours, since when; and, while something of it is waited
    for, since when that is."""

    address: str
    port: int
    since: float = field(default_factory=time.monotonic)
    reading: float | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A connection: so many seconds ago something was sent, and something came; is that answered?"""

    ends: Ends
    opened: socket.socket
    sent: float
    received: float
    answered: bool


class Watch:
    """Knows every request that a thread has. `within`: seconds in which what is waited for must come; `threads`: where
    all have one, others wait unseen."""

    def __init__(self, within: float, threads: int) -> None:
        self._within, self._threads = within, threads
        self._lock = threading.Lock()
        self._all: set[Asked] = set()
        self._since: dict[Ends, float] = {}
        self._full = 0.0
        self._looking = False

    @contextmanager
    def asked(self, address: str, port: int) -> Iterator[Asked]:
        """From here on until it is answered."""
        one = Asked(address, port)
        with self._lock:
            self._all.add(one)
            self._note_full()
        try:
            yield one
        finally:
            with self._lock:
                self._note_full()
                self._all.discard(one)

    @contextmanager
    def reading(self, one: Asked) -> Iterator[None]:
        """Something of it is waited for. Connections are ended under the lock: not for this one, once it has come."""
        with self._lock:
            one.reading = time.monotonic()
            if not self._looking and sys.platform == "linux":
                self._looking = True
                threading.Thread(target=self._keep_looking, daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                one.reading = None

    def _note_full(self) -> None:
        if len(self._all) >= self._threads:
            self._full = time.monotonic()

    def _keep_looking(self) -> None:
        while True:
            time.sleep(EVERY)
            with self._lock:
                read = [one for one in self._all if one.reading is not None]
                if not read:
                    self._looking = False
                    self._since.clear()
                    return
                self._look(read, time.monotonic())

    def _look(self, read: Iterable[Asked], now: float) -> None:
        late = {one.address for one in read if one.reading is not None and now - one.reading > self._within}
        with ExitStack() as copies:
            found = list(_seen({(one.address, one.port) for one in read}, copies))
            known, self._since = self._since, {}
            for one in found:
                if not one.answered:
                    self._since[one.ends] = max(known.get(one.ends, now), now - one.sent)
            for address in late:
                for one in self._in_vain([one for one in found if one.ends[0] == address], now):
                    one.opened.shutdown(socket.SHUT_RDWR)

    def _in_vain(self, found: Iterable[Seen], now: float) -> list[Seen]:
        """Of the connections of an address those to be ended: the silent ones first."""
        lost = [one for one in found if self._is_lost(one, now)]
        waiting = [one for one in lost if not one.answered]
        silent = [one for one in waiting if one.received > self._within - EVERY]
        return silent or waiting or lost

    def _is_lost(self, seen: Seen, now: float) -> bool:
        """Has it been so for too long, and can its request not be one that is whole? Such a one has had a thread since
        it came, or since there was one again."""
        since = now - min(seen.sent, seen.received) if seen.answered else self._since[seen.ends]
        by = max(since, self._full) + EVERY
        whole = any(one.address == seen.ends[0] and one.reading is None and one.since < by for one in self._all)
        return now - since > self._within and not whole


def _seen(whose: set[tuple[str, int]], copies: ExitStack) -> Iterator[Seen]:
    """Those from these addresses to these ports of ours. What this process has opened itself, to a database say, ends
    at other ports. They are copies, and the server keeps its own."""
    for link in list(Path("/proc/self/fd").iterdir()):
        with suppress(OSError):  # another thread has closed it by now
            if link.readlink().name.startswith("socket:"):
                seen = _looked_at(copies.enter_context(socket.socket(fileno=os.dup(int(link.name)))))
                if seen and seen.ends[:2] in whose:
                    yield seen


def _looked_at(opened: socket.socket) -> Seen | None:
    if opened.family not in (socket.AF_INET, socket.AF_INET6):
        return None
    try:
        address, port = opened.getpeername()[:2]
        told = opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TOLD.size)
        sent, received, count = TOLD.unpack(told)
    except (OSError, struct.error):  # it listens, or is at its end; or an old Linux tells less
        return None
    address = address.partition("%")[0]  # the server tells of no zone
    ends = (address, opened.getsockname()[1], port)
    return Seen(ends, opened, sent / 1000, received / 1000, answered=bool(count) and sent <= received)
