"""Ends connections whose requests never come to their end, and no others.

The web server gives a request to a thread before the rest of it has come, tells of the other end its address alone,
and its reading cannot be broken off from within. So the connections of that address are looked at once a second. One
on which something has come and nothing was sent since, for as long as a request has been read in vain, is the one that
it is read from, or one whose request is whole and waits for its answer. Where there may be one of the latter nothing
is ended yet. Only Linux tells of this.
"""

import os
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

EVERY = 1.0
"""Seconds from one look to the next."""

TOLD = struct.Struct("=44xI4xI")
"""In Linux's tcp_info, `tcpi_last_data_sent` and `tcpi_last_data_recv`: milliseconds since."""

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
class Unanswered:
    """A connection on which something has come and nothing was sent since: for so many seconds, and so many without
    anything more."""

    ends: Ends
    opened: socket.socket
    sent: float
    received: float


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
        found = list(_unanswered({(one.address, one.port) for one in read}))
        try:
            known, self._since = self._since, {}
            for one in found:
                self._since[one.ends] = max(known.get(one.ends, now), now - one.sent)
            for address in late:
                vain = [one for one in found if one.ends[0] == address and self._is_in_vain(one.ends, now)]
                silent = [one for one in vain if one.received > self._within - EVERY]
                for one in silent or vain:
                    one.opened.shutdown(socket.SHUT_RDWR)
        finally:
            for one in found:
                one.opened.close()

    def _is_in_vain(self, ends: Ends, now: float) -> bool:
        """Has it been waited on for too long, and can its request not be one that is whole? Such a one has had a thread
        since it came, or since there was one again."""
        since = self._since[ends]
        by = max(since, self._full) + EVERY
        whole = any(one.address == ends[0] and one.reading is None and one.since < by for one in self._all)
        return now - since > self._within and not whole


def _unanswered(whose: set[tuple[str, int]]) -> Iterator[Unanswered]:
    """Those from these addresses to these ports of ours. What this process has opened itself, to a database say, ends
    at other ports. To be closed: they are copies, and the server keeps its own."""
    for link in list(Path("/proc/self/fd").iterdir()):
        with suppress(OSError):  # another thread has closed it by now
            if link.readlink().name.startswith("socket:"):
                opened = socket.socket(fileno=os.dup(int(link.name)))
                one = _looked_at(opened)
                if one and one.ends[:2] in whose and one.received < one.sent:
                    yield one
                else:
                    opened.close()


def _looked_at(opened: socket.socket) -> Unanswered | None:
    if opened.family not in (socket.AF_INET, socket.AF_INET6):
        return None
    try:
        address, port = opened.getpeername()[:2]
        told = opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TOLD.size)
        sent, received = TOLD.unpack(told)
        address = address.partition("%")[0]  # the server tells of no zone
        return Unanswered((address, opened.getsockname()[1], port), opened, sent / 1000, received / 1000)
    except OSError:  # it listens, or is at its end
        return None
