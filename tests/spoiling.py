"""Lines that were valid documents, broken at any place and in any way.

Everything is drawn from one `Random`: a seed gives the same broken line for ever, and hypothesis can shrink it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rounds.appraisals import appraisal_of
from rounds.jsonlines import LIMIT
from rounds.settlements import settlement_of

CASES = Path(__file__).resolve().parent / "cases"
Answer = Callable[[object, str], Mapping[str, object]]


class Seed(NamedTuple):
    """A valid document as text, and the command that answers it."""

    text: str
    answer: Answer


def _lines(name: str, answer: Answer) -> list[Seed]:
    return [Seed(line, answer) for line in (CASES / name).read_text("utf-8").splitlines()]


SEEDS = (*_lines("rounds.jsonl", settlement_of), *_lines("hands.jsonl", appraisal_of))

WRONG: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 4, 41, 1.0, 0.5, 1e300, 10**6 + 1, 10**30, -(10**30), float("nan"), float("inf")),
    *(
        "",
        " ",
        "1",
        "x",
        "A",
        "pot",
        "cap",
        "none",
        "plain",
        "exposed",
        "self_draw",
        "ready",
        "1m",
        "５万",
        "123m",
        "m",
    ),
    *("\x00", "a\nb", "\u202e", "\ud800", "٣", "x" * 41, "甲" * 10_000, "1" * 10_000, "{value}", "%s"),
    *([], [[]], [None], ["A"], {}, {"": 0}, {"a": 1}, {"type": "kong"}, {"state": "ready"}, {"preset": "huanle"}),
)
"""What is put in the place of a value. Some of it is right in some places."""

KEYS = (
    "surprise",
    "",
    "id",
    "expected",
    "Type",
    "hand",
    "fans",
    "pattern",
    "roots",
    "bonuses",
    "from",
    "x" * 1_000,
    "\ud800",
)
DEEP = (5, 50, 900, 960, 980, 990, 995, 1_000, 100_000)
"""Levels of nesting: some that are read and some that are not, and those about where the reader gives up."""


def broken_line(rng: Random) -> tuple[bytes, Answer]:
    """A line that was a valid document before one to three things were done to it."""
    seed = rng.choice(SEEDS)
    document = json.loads(seed.text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        document = rng.choice(SPOILERS)(rng, document)
    text = rng.choice(WRITERS)(rng, json.dumps(document, ensure_ascii=rng.random() < 0.5))
    line = text.encode(errors="surrogatepass")
    return (rng.choice(CUTTERS)(rng, line) if rng.random() < 0.1 else line), seed.answer


# Spoiling the values


def _places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from _places(inner, (*path, key))


def _at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def _put(document: Any, path: tuple[Any, ...], value: object) -> Any:
    """The document with another value at this place; changed where it is."""
    if not path:
        return value
    _at(document, path[:-1])[path[-1]] = value
    return document


def _somewhere(rng: Random, document: object) -> tuple[Any, ...]:
    return rng.choice(list(_places(document)))


def replaced(rng: Random, document: object) -> object:
    return _put(document, _somewhere(rng, document), deepcopy(rng.choice(WRONG)))


def removed(rng: Random, document: Any) -> object:
    path = _somewhere(rng, document)
    if path:
        del _at(document, path[:-1])[path[-1]]
    return document


def added(rng: Random, document: Any) -> object:
    """One key or item more, somewhere."""
    inside = _at(document, _somewhere(rng, document))
    new = deepcopy(rng.choice(WRONG))
    if isinstance(inside, dict):
        inside[rng.choice(KEYS)] = new
    elif isinstance(inside, list):
        inside.insert(rng.randint(0, len(inside)), new)
    return document


def renamed(rng: Random, document: Any) -> object:
    objects = [found for path in _places(document) if isinstance(found := _at(document, path), dict) and found]
    if objects:
        inside = rng.choice(objects)
        inside[rng.choice(KEYS)] = inside.pop(rng.choice(list(inside)))
    return document


def retyped(rng: Random, document: Any) -> object:
    """A value as another type that looks alike: a number as text, text as a list, a list as an object."""
    path = _somewhere(rng, document)
    value = _at(document, path)
    ways: list[object] = [[value], {"value": value}, json.dumps(value)]
    if isinstance(value, int):
        ways += [str(value), float(value), bool(value), -value, value * 10**30]
    if isinstance(value, str):
        ways += [list(value), value.upper(), f" {value}", value * 50, {value: value}]
    if isinstance(value, list):
        ways += [dict(enumerate(value)), value * 3, value[::-1], *value[:1]]
    if isinstance(value, dict):
        ways += [list(value.items()), list(value), list(value.values())]
    return _put(document, path, rng.choice(ways))


def moved(rng: Random, document: Any) -> object:
    """A value of this document, or of another one, in the place of another value."""
    other = json.loads(rng.choice(SEEDS).text) if rng.random() < 0.5 else document
    return _put(document, _somewhere(rng, document), deepcopy(_at(other, _somewhere(rng, other))))


SPOILERS: tuple[Callable[[Random, Any], Any], ...] = (replaced, replaced, removed, added, renamed, retyped, moved)


# Spoiling the text


def nested(rng: Random, text: str) -> str:
    """Somewhere, in the place of a number or a name, something nested."""
    depth, (start, end) = rng.choice(DEEP), rng.choice((("[", "]"), ('{"a":', "}"), ('{"hands":', "}")))
    return _instead(rng, text, start * depth + "1" + end * depth)


def repeated(rng: Random, text: str) -> str:
    """A key that stands twice."""
    begun = [i + 1 for i, letter in enumerate(text) if letter == "{"]
    if not begun:
        return text
    place = rng.choice(begun)
    key = text[place : text.find(":", place)] or '"a"'
    return f"{text[:place]}{key}: {rng.choice(('null', '1', '[]'))}, {text[place:]}"


def odd_literal(rng: Random, text: str) -> str:
    return _instead(
        rng, text, rng.choice(("NaN", "-Infinity", "1e999", "9" * 5_000, "-0", "01", "1_000", "'a'", '"\\ud83d"'))
    )


def _instead(rng: Random, text: str, new: str) -> str:
    """The text with `new` where a value stood between two of its commas, colons and brackets."""
    ends = [i for i, letter in enumerate(text) if letter in ",:[]{}"]
    pairs = [(a + 1, b) for a, b in pairwise(ends) if text[a] in ":,[" and text[a + 1 : b].strip()]
    if not pairs:
        return new
    start, end = rng.choice(pairs)
    return text[:start] + new + text[end:]


def untouched(_rng: Random, text: str) -> str:
    return text


WRITERS = (*[untouched] * 12, nested, repeated, odd_literal)


def cut(rng: Random, line: bytes) -> bytes:
    return line[: rng.randint(0, len(line))]


def flipped(rng: Random, line: bytes) -> bytes:
    """One byte changed."""
    place = rng.randint(0, max(0, len(line) - 1))
    return line[:place] + bytes([rng.randrange(256)]) + line[place + 1 :]


def stuffed(rng: Random, line: bytes) -> bytes:
    """About as long as a line may be, or a little longer."""
    place = rng.randint(0, len(line))
    return line[:place] + b" " * (LIMIT - len(line) + rng.randint(-2, 2)) + line[place:]


CUTTERS = (cut, cut, flipped, flipped, flipped, stuffed)
