"""折线图 zhé xiàn tú: sums over rounds, or over days, as lines, all in whole numbers: a template only writes them down.

The drawing is as wide as a small phone; each line ends in a mark, a name and a sum that never cover each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rounds.lettering import cut, width_of

WIDTH = 336
TOP, BOTTOM = 10, 142
"""Between these heights the lines run; the numbers of the rounds stand below."""

GRID_STEPS, STEP_LABELS = 6, 5
LABEL_HEIGHT, LOWEST_LABEL = 13, 138
LEAST_NAME, MOST_NAME = 30, 64
"""How wide a name is at least and at most, cut where it has to be."""

GAP, MARK, TO_TEXT = 5, 8, 20
"""Between two texts; from the middle of a mark to its text; from the end of a line to that text."""

DIGIT = 7
"""A figure of a label is no wider, with its part of the commas."""

MARKS = ("m-4 0a4 4 0 108 0a4 4 0 10-8 0", "m-4-4h8v8h-8z", "m0-5l5 9h-10z", "m0-5l5 5-5 5-5-5z")
"""The ends of lines as paths that start at the point: circle, square, triangle, diamond."""


@dataclass(frozen=True, slots=True)
class Course:
    """What somebody had at the start and after each round, in points."""

    name: str
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A number beside or below the lines, and where it stands."""

    at: int
    value: int


@dataclass(frozen=True, slots=True)
class Label:
    """What stands below the lines, and where."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One course drawn: `points` of the line, from its end a `lead` to the `mark` before name and sum, which stand at
    the height `label`.

    `look` is 1 to 4; from the fifth line on they come again, `again` with an open mark.
    """

    name: str
    short: str
    total: int
    points: str
    lead: str
    mark: str
    label: int
    look: int
    again: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """All that the drawing shows. The lines run from `left` to `right`, names begin at `text`."""

    left: int
    right: int
    text: int
    grid: tuple[Tick, ...]
    steps: tuple[Label, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the lines run: rounds from 0 to `count` between `left` and `right`, sums from `low` up to `high`."""

    left: int
    right: int
    count: int
    low: int
    high: int

    def across(self, number: int) -> int:
        return self.left + (self.right - self.left) * number // self.count

    def down(self, value: int) -> int:
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) // (self.high - self.low)


def chart(courses: Sequence[Course], steps: Sequence[str] = ()) -> Chart:
    """The courses as lines; all of them have the same number of totals, two at least. `steps`: what each total but the
    first stands for, where that is no round of a night."""
    values = [total for course in courses for total in course.totals]
    grid = _grid(min(values), max(values))
    sums = DIGIT * max(_length(course.totals[-1]) for course in courses)
    room = max(LEAST_NAME, min(MOST_NAME, max(width_of(course.name) for course in courses)))
    text = WIDTH - sums - GAP - room
    frame = _Frame(
        left=GAP + DIGIT * max(_length(value) for value in grid),
        right=text - TO_TEXT,
        count=len(courses[0].totals) - 1,
        low=grid[0],
        high=grid[-1],
    )
    heights = _apart([frame.down(course.totals[-1]) for course in courses])
    return Chart(
        left=frame.left,
        right=frame.right,
        text=text,
        grid=tuple(Tick(frame.down(value), value) for value in grid),
        steps=_below(frame, steps or [str(number) for number in range(1, frame.count + 1)]),
        lines=tuple(
            _line(frame, course, place, text, height, cut(course.name, room))
            for place, (course, height) in enumerate(zip(courses, heights, strict=True))
        ),
    )


def _line(frame: _Frame, course: Course, place: int, text: int, height: int, short: str) -> Line:
    end = text - MARK
    return Line(
        name=course.name,
        short=short,
        total=course.totals[-1],
        points=" ".join(f"{frame.across(number)},{frame.down(total)}" for number, total in enumerate(course.totals)),
        lead=f"M{frame.right} {frame.down(course.totals[-1])}L{end} {height}",
        mark=f"M{end} {height}{MARKS[place % len(MARKS)]}",
        label=height,
        look=place % len(MARKS) + 1,
        again=place >= len(MARKS),
    )


def _grid(low: int, high: int) -> list[int]:
    """Round values from below the lowest to above the highest, 0 among them, a few in all."""
    low, high = min(low, 0), max(high, 0)
    step = 1
    while -(-high // step) - low // step > GRID_STEPS:
        step = _next(step)
    return [step * number for number in range(low // step, -(-high // step) + 1)]


def _next(step: int) -> int:
    """The round number after this one: 1, 2, 5, 10, 20 …"""
    return step * 5 // 2 if str(step)[0] == "2" else step * 2


def _below(frame: _Frame, steps: Sequence[str]) -> tuple[Label, ...]:
    """As many steps as there is room for: five, or fewer if what they are called is long."""
    room = (frame.right - frame.left) // (DIGIT * max(map(len, steps)) + GAP)
    labelled = _labelled(frame.count, max(1, min(STEP_LABELS, room)))
    return tuple(Label(frame.across(number), steps[number - 1]) for number in labelled)


def _labelled(count: int, most: int) -> list[int]:
    """Which steps are named: the last, and before it a few round numbers that stand clear of it."""
    step = 1
    while count // step > most:
        step = _next(step)
    return [*(number for number in range(step, count, step) if (count - number) * 2 > step), count]


def _apart(heights: Sequence[int]) -> list[int]:
    """Heights for labels, near those of the ends of their lines, in the same order, and far enough from each other."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    placed = [heights[place] for place in order]
    for i in range(1, len(placed)):
        placed[i] = max(placed[i], placed[i - 1] + LABEL_HEIGHT)
    floor = LOWEST_LABEL
    for i in reversed(range(len(placed))):
        placed[i] = min(placed[i], floor)
        floor = placed[i] - LABEL_HEIGHT
    return [placed[order.index(place)] for place in range(len(heights))]


def _length(value: int) -> int:
    """How many figures wide a sum is, with its sign; commas are thin."""
    return len(f"{abs(value):,}") + (value != 0)
