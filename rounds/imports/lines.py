"""The lines of a file, as strictly as any document is read: no key twice, no NaN, UTF-8, not too long or too deep."""

from collections.abc import Iterator
from typing import BinaryIO

from rounds.imports.refusal import NotTakenIn
from rounds.jsonlines import parse
from rounds.rules.strict import Malformed

MIB = 1 << 20
LINE = 32 * MIB
"""A night of ten thousand events has some 20 MiB."""


def read_lines(stream: BinaryIO, most: int) -> Iterator[tuple[int, dict[str, object]]]:
    """Each object with the number of its line; `most` MiB in all. Raises `NotTakenIn`."""
    size, number = 0, 0
    while line := stream.readline(LINE + 2):
        number += 1
        size += len(line)
        if size > most * MIB or len(line) > LINE:
            raise NotTakenIn(0, "too_large", most=most)
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if line.strip():
            yield number, _object(number, line)


def _object(number: int, line: bytes) -> dict[str, object]:
    told = parse(line, LINE)
    if isinstance(told, Malformed):
        raise NotTakenIn(number, "malformed", told)
    if not isinstance(told, dict):
        raise NotTakenIn(number, "foreign")
    return told
