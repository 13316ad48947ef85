"""A form is read whole or not at all: who is cut off in the middle of sending one has sent nothing."""

from typing import Protocol


class Readable(Protocol):
    def read(self, size: int = -1) -> bytes: ...


class Whole:
    """What a request brings, as long as it said it is. The web server hands on what came before the network went away
    as if it were all; here that is an error, of the kind that Django refuses a form by."""

    def __init__(self, inner: Readable, length: int) -> None:
        self._inner = inner
        self._left = length

    def read(self, size: int = -1) -> bytes:
        """As of any stream. OSError where less comes than was said."""
        wanted = self._left if size < 0 else min(size, self._left)
        found = self._inner.read(wanted) if wanted else b""
        self._left -= len(found)
        if len(found) < wanted:
            raise OSError("the request was cut short")
        return found

    def readline(self, size: int = -1) -> bytes:
        """As of any stream; Django asks that there be one, and reads forms without it."""
        line = b""
        while (size < 0 or len(line) < size) and not line.endswith(b"\n") and (one := self.read(1)):
            line += one
        return line
