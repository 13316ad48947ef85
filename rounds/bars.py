"""条形图 tiáo xíng tú: how often each of several things was, as bars; all in whole numbers, to be written down."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, ROW = 336, 26
"""As wide as a small phone; each bar has a row."""

LEFT, RIGHT = 92, 276
"""Between these the bars run: names before them, numbers behind."""

THIN = 2
"""What is there at all can be seen."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: how long it is, and how far down its row begins."""

    name: str
    number: int
    length: int
    top: int

    @property
    def middle(self) -> int:
        """Where the text of the row stands."""
        return self.top + ROW // 2 + 4

    @property
    def end(self) -> int:
        """Where the number stands."""
        return LEFT + self.length + 6


@dataclass(frozen=True, slots=True)
class Bars:
    """A drawing `height` high."""

    bars: tuple[Bar, ...]

    @property
    def height(self) -> int:
        return ROW * len(self.bars)


def bars(numbers: Sequence[tuple[str, int]]) -> Bars:
    """A bar for each name with its number, which is more than 0, in this order; the longest fills the room."""
    most = max((number for _, number in numbers), default=1)
    return Bars(
        tuple(
            Bar(name, number, max(THIN, (RIGHT - LEFT) * number // most), ROW * place)
            for place, (name, number) in enumerate(numbers)
        )
    )
