"""Who writes an evening down: the chances, the clock and the taps, all from one seed."""

import base64
from datetime import datetime, timedelta
from random import Random

from rounds.book.taps import Tap
from rounds.demo.book import Book
from rounds.models import AccessLink


class Pen:
    """Writes into `book` by `link`, the first line at `at`."""

    def __init__(self, rng: Random, book: Book, link: AccessLink | None, at: datetime) -> None:
        self.rng = rng
        self.book = book
        self._link = link
        self._at = at

    def chance(self, percent: float) -> bool:
        return self.rng.random() * 100 < percent

    def tap(self, seconds: int) -> Tap:
        """So many seconds after the one before. Its key looks like a browser's."""
        self._at += timedelta(seconds=seconds, microseconds=self.rng.randrange(1_000_000))
        key = base64.urlsafe_b64encode(self.rng.randbytes(16)).decode("ascii").rstrip("=")
        return Tap(key, self.book.position, self._link, self._at)
