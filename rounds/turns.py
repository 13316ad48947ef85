"""What one does at a time in this process: who comes meanwhile is told so, and holds no thread by waiting."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def alone(lock: threading.Lock, otherwise: type[Exception]) -> Iterator[None]:
    """Hold the lock until this ends. Raises `otherwise` where somebody else does."""
    if not lock.acquire(blocking=False):
        raise otherwise
    try:
        yield
    finally:
        lock.release()
