"""What requests bring is read of so many at once, and in time: who sends half a form and waits keeps nobody from the
table.

The web server gives a request to a thread before the rest of it has come, and bounds the time of its head alone. Its
reading cannot be broken off from within; so the connection is ended, which it reads from.
"""

import io
import os
import socket
import struct
import sys
import threading
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from xuezhan_site.whole import Readable, Whole

WITHIN = 10.0
"""Seconds in which something of a form, or of a file, must come."""

FORM = 64 << 10
"""Bytes that a form has at most. What is larger is a file."""

AT_ONCE, FROM_ONE = 24, 8
"""So many forms are read at once, and so many of one address. They hold threads that nobody who only looks needs."""

TURNED_AWAY = "xuezhan.turned_away"
"""Is in the environment of a request that was not read, because too many are."""

MOST_DIGITS = 18

LAST_RECEIVED = struct.Struct("=52xI")
"""In Linux's tcp_info, `tcpi_last_data_recv`: milliseconds since the other end last sent something."""


def length_of(environ: Mapping[str, Any]) -> int:
    """The bytes that a request says it brings; 0 where it says none. More digits than any file has are not counted."""
    said = environ.get("CONTENT_LENGTH") or ""
    return int(said[:MOST_DIGITS]) if said.isascii() and said.isdigit() else 0


class Timely:
    """What a request brings. The connection is ended where nothing of it comes any more: then it was cut short."""

    def __init__(self, inner: Readable, address: str) -> None:
        self._inner = inner
        self._address = address

    def read(self, size: int = -1) -> bytes:
        """As of any stream."""
        done = threading.Event()
        threading.Thread(target=_keep_time, args=(done, self._address), daemon=True).start()
        try:
            return self._inner.read(size)
        finally:
            done.set()


class Bodies:
    """Reads what requests bring.

    `by_address`: the addresses are those of who asks. Behind a proxy, which reads whole requests itself, they are not.
    """

    def __init__(self, *, by_address: bool) -> None:
        self._by_address = by_address
        self._lock = threading.Lock()
        self._reading: Counter[str] = Counter()

    def read(self, environ: dict[str, Any]) -> None:
        """Put in place what the request brings: a form read, a file to be read by whoever wants it."""
        length = length_of(environ)
        address = environ.get("REMOTE_ADDR", "") if self._by_address else ""
        inner: Readable = Timely(environ["wsgi.input"], address) if self._by_address else environ["wsgi.input"]
        if 0 < length <= FORM:
            inner = io.BytesIO(self._form(environ, inner, length, address))
        environ["wsgi.input"] = Whole(inner, length)

    def _form(self, environ: dict[str, Any], inner: Readable, length: int, address: str) -> bytes:
        if not self._begin(address):
            environ[TURNED_AWAY] = True
            return b""
        try:
            return inner.read(length)
        finally:
            with self._lock:
                self._reading -= Counter([address])

    def _begin(self, address: str) -> bool:
        with self._lock:
            if self._reading.total() >= AT_ONCE or (self._by_address and self._reading[address] >= FROM_ONE):
                return False
            self._reading[address] += 1
            return True


def _keep_time(done: threading.Event, address: str) -> None:
    """Look every second whether who is being read has fallen silent: he may do so after some of it has come."""
    patience = WITHIN
    while not done.wait(patience):
        hang_up(address)
        patience = 1.0


def hang_up(address: str) -> None:
    """End the connections of an address from which nothing has come for so long. Only Linux tells of that."""
    if sys.platform != "linux":
        return
    for link in list(Path("/proc/self/fd").iterdir()):
        with suppress(OSError):  # another thread has closed it by now
            if link.readlink().name.startswith("socket:"):
                _hang_up(int(link.name), address)


def _hang_up(number: int, address: str) -> None:
    """The connection is asked through a copy: closing that leaves the server its own."""
    with socket.socket(fileno=os.dup(number)) as connection:
        inet = connection.family in (socket.AF_INET, socket.AF_INET6)
        if inet and connection.getpeername()[0] == address and _silent(connection) > WITHIN - 1:  # it counts in ticks
            connection.shutdown(socket.SHUT_RDWR)


def _silent(connection: socket.socket) -> float:
    """Seconds since something came."""
    told = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, LAST_RECEIVED.size)
    return float(LAST_RECEIVED.unpack(told)[0]) / 1000
