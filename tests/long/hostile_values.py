"""What no page sends."""

import random
import uuid

from tests.long.forms import Pairs

VALUES = (
    "",
    " ",
    "0",
    "-1",
    "+1",
    "01",
    "1.5",
    "1e9",
    "NaN",
    "Infinity",
    "１２",
    "١٢٣",
    "1_000",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775809",
    "9" * 400,
    "\x00",
    "张\x00三",
    "\u202e右到左",
    "\u2066开着",
    "\u200b\u200b",
    "\ufeff",
    "\udcff",
    "\ud800",
    "e\u0301\u0302" * 100,
    "👨‍👩‍👧‍👦" * 60,
    "张" * 5000,
    "x" * 60_000,
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' OR 1=1 --",
    "{{ 7|add:7 }}{% now %}",
    "%00%0d%0a",
    "../../../etc/passwd",
    "a\r\nX-Other: 1",
    "true",
    "null",
    "[]",
    '{"$gt": ""}',
    "[" * 2000,
    "=1+1",
    "A",
    "E",
    "pot",
    "A,B,C,D",
    "discard:B:2",
    "ready:hand",
    "2026-13-45",
    "9999-12-31",
    str(uuid.UUID(int=1)),
    uuid.UUID(int=2).hex,
)


def spoilt(fields: Pairs, name: str, value: str) -> Pairs:
    """The form with this value in a field."""
    return [(one, value if one == name else old) for one, old in fields]


def dropped(fields: Pairs, name: str) -> Pairs:
    return [pair for pair in fields if pair[0] != name]


def doubled(fields: Pairs, name: str, value: str) -> Pairs:
    return [*fields, (name, value)]


def crowded(fields: Pairs, chance: random.Random) -> Pairs:
    """With fields that the page does not have, once more than the server reads."""
    return [*fields, *((f"extra-{number}", "1") for number in range(chance.choice((1, 30, 300))))]
