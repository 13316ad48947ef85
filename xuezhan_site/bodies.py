"""What requests bring is read of so many at once, and in time: who sends half a form and waits keeps nobody from the
table."""

import io
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from xuezhan_site.connections import Asked, Watch
from xuezhan_site.whole import Readable, Whole

T = TypeVar("T")

WITHIN = 10.0
"""Seconds in which a form must come, and each piece of a file: so many bytes as a form has at most."""

FORM = 64 << 10
"""Bytes that a form has at most. What is larger is a file."""

FILE_WITHIN = 30 * 60.0
"""Seconds in which a file must come."""

ANSWERED_AT_ONCE = 4
"""Requests, beside the one below. With more, who writes waits long until nobody reads the SQLite file."""

AGAIN = "HTTP_HX_PTAG"
"""Is in the environment where a phone asks again for what it has, as all that watch do every two seconds. These are
answered one after the other: each takes a few milliseconds, and side by side they would take turns at every step."""

ONE_AGAIN = 1
"""Has a thread of its own to be answered in, however many others are."""

AT_ONCE, FROM_ONE = 24, 8
"""So many forms are read at once, and so many of one address. They hold threads that nobody who only looks needs."""

FILES_AT_ONCE, FILES_FROM_ONE = 4, 2
"""So many files, and so many of one club."""

THREADS = ANSWERED_AT_ONCE + ONE_AGAIN + AT_ONCE + FILES_AT_ONCE

TURNED_AWAY = "xuezhan.turned_away"
"""Is in the environment of a request that was not read, because too many are."""

MOST_DIGITS = 18


def length_of(environ: Mapping[str, Any]) -> int:
    """The bytes that a request says it brings; 0 where it says none. More digits than any file has are not counted."""
    said = environ.get("CONTENT_LENGTH") or ""
    return int(said[:MOST_DIGITS]) if said.isascii() and said.isdigit() else 0


class Places:
    """So many are let in at once, and so many of one kind."""

    def __init__(self, most: int, of_one: int) -> None:
        self._most, self._of_one = most, of_one
        self._lock = threading.Lock()
        self._taken: Counter[object] = Counter()

    @contextmanager
    def one_for(self, whom: object) -> Iterator[bool]:
        """A place until this ends; False where there is none."""
        with self._lock:
            found = self._taken.total() < self._most and self._taken[whom] < self._of_one
            self._taken[whom] += found
        try:
            yield found
        finally:
            with self._lock:
                self._taken -= Counter({whom: int(found)})


class Timely:
    """What a request brings. Its connection is ended where it is waited for too long: then it was cut short."""

    def __init__(self, inner: Readable, watch: Watch, asked: Asked) -> None:
        self._inner, self._watch, self._asked = inner, watch, asked

    def read(self, size: int = -1) -> bytes:
        """As of any stream."""
        with self._watch.reading(self._asked):
            return self._inner.read(size)


class Aside:
    """A file, which is read by who is already being answered: while he waits for it another is answered."""

    def __init__(self, inner: Readable, answering: threading.Semaphore) -> None:
        self._inner, self._answering = inner, answering
        self._until = time.monotonic() + FILE_WITHIN

    def read(self, size: int = -1) -> bytes:
        """A piece at a time, as time is counted by pieces. OSError where the whole takes too long."""
        if time.monotonic() > self._until:
            raise OSError("the file takes too long")
        self._answering.release()
        try:
            return self._inner.read(FORM if size < 0 else min(size, FORM))
        finally:
            self._answering.acquire()


class Bodies:
    """Reads what requests bring, and has so many of them answered at once.

    `by_address`: the addresses are those of who asks. Behind a proxy, which reads whole requests itself, they are not.
    """

    def __init__(self, *, by_address: bool) -> None:
        self._by_address = by_address
        self._forms = Places(AT_ONCE, FROM_ONE if by_address else AT_ONCE)
        self._answering = threading.BoundedSemaphore(ANSWERED_AT_ONCE)
        self._again = threading.Lock()
        self._watch = Watch(WITHIN, THREADS)

    def answer(self, environ: dict[str, Any], act: Callable[[], T]) -> T:
        """Act when what the request brings is in its place: a form read, a file to be read by whoever wants it."""
        address = environ.get("REMOTE_ADDR", "") if self._by_address else ""
        with self._watch.asked(address, int(environ.get("SERVER_PORT") or 0)) as asked:
            length, inner = length_of(environ), environ["wsgi.input"]
            if self._by_address:
                inner = Timely(inner, self._watch, asked)
            if 0 < length <= FORM:
                inner = io.BytesIO(self._form(environ, inner, length, address))
            elif length:
                inner = Aside(inner, self._answering)
            environ["wsgi.input"] = Whole(inner, length)
            with self._again if not length and AGAIN in environ else self._answering:
                return act()

    def _form(self, environ: dict[str, Any], inner: Readable, length: int, address: str) -> bytes:
        with self._forms.one_for(address) as found:
            if found:
                return inner.read(length)
        environ[TURNED_AWAY] = True
        return b""
