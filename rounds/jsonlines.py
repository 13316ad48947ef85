"""JSON Lines from a stream of bytes, strictly and in constant memory; or one document that spans lines. And back."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import BinaryIO, Never

from rounds.rules.strict import Malformed

LIMIT = 1 << 20
"""A line, or a document that spans lines, may have so many bytes."""


def read_documents(stream: BinaryIO) -> Iterator[object]:
    """Each document of the stream, in order; a `Malformed` stands in the place of what is no JSON."""
    lines = _lines(stream)
    first = next(lines, None)
    if first is None:
        return
    if _is_begun(first):
        yield from _document_or_lines(first, lines)
    else:
        yield from map(parse, chain([first], lines))


def to_line(value: object) -> bytes:
    """A value as a line of its own.

    A lone surrogate in a name can be written in JSON, but not in UTF-8: it goes out as it came in, escaped.
    """
    return _WRITER.encode(value).encode(errors="backslashreplace") + b"\n"


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank; one that is too long is cut one byte past the limit."""
    start = True
    while line := stream.readline(LIMIT + 2):
        if start:
            line, start = line.removeprefix(b"\xef\xbb\xbf"), False
        rest = line
        while len(rest) > LIMIT and not rest.endswith(b"\n"):
            rest = stream.readline(LIMIT + 2)
        if line.strip():
            yield line


def _document_or_lines(first: bytes, lines: Iterator[bytes]) -> Iterator[object]:
    """The first line is JSON that goes on: a document that spans lines, or a line that was cut off?"""
    held, size = [first], len(first)
    for line in lines:
        held.append(line)
        size += len(line)
        if size > LIMIT:
            break
    whole = parse(b"".join(held))
    if not isinstance(whole, Malformed) or not any(_stands_alone(line) for line in held[1:]):
        yield whole
        yield from map(parse, lines)
    else:
        yield from map(parse, chain(held, lines))


def _is_begun(line: bytes) -> bool:
    """Is there nothing wrong with this line but that it ends too early?"""
    try:
        json.loads(text := line.decode().rstrip())
    except json.JSONDecodeError as fault:
        return fault.pos >= len(text) or fault.msg.startswith("Unterminated")
    except (ValueError, RecursionError):
        return False
    return False


def _stands_alone(line: bytes) -> bool:
    """Is this line a document of its own, and not a part of one? All documents name their rules."""
    value = parse(line)
    return isinstance(value, dict) and "rules" in value


def parse(line: bytes, limit: int = LIMIT) -> object:
    """What a line says, or a `Malformed`; it may have `limit` bytes."""
    if len(line.rstrip(b"\r\n")) > limit:
        return Malformed("", "too_long")
    try:
        return _READER.decode(line.decode())
    except Malformed as fault:
        return fault
    except UnicodeDecodeError:
        return Malformed("", "not_utf8")
    except RecursionError:
        return Malformed("", "too_deep")
    except json.JSONDecodeError as fault:
        return Malformed("", "not_json", at=fault.pos + 1)
    except ValueError:  # of a number with thousands of digits
        return Malformed("", "too_many_digits")


def _distinct(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """An object; a key that stands twice would silently win over the first."""
    result = dict(pairs)
    if len(result) < len(pairs):
        [(key, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise Malformed("", "repeated_key", key=key)
    return result


def _refuse(name: str) -> Never:
    raise Malformed("", "not_finite", detail=name)


_READER = json.JSONDecoder(object_pairs_hook=_distinct, parse_constant=_refuse)
_WRITER = json.JSONEncoder(ensure_ascii=False)
