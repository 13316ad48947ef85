"""`manage.py settle` and `manage.py presets`, as others script against them."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rounds.jsonlines import LIMIT, read_documents
from rounds.rules.strict import Malformed
from rounds.settlements import settlement_of
from tests.rules.rounds_strategy import numbered

HERE = Path(__file__).resolve().parent.parent
CASES = HERE / "tests" / "cases"
EMPTY = '{"format": "xuezhan-round/1", "rules": "chengdu_home", "players": ["A", "B"], "events": []}'


def manage(*words: str, told: bytes = b"", data: str = "") -> "subprocess.CompletedProcess[bytes]":
    env = {**os.environ, "XUEZHAN_DATA": data} if data else None
    return subprocess.run([sys.executable, "manage.py", *words], cwd=HERE, input=told, capture_output=True, env=env)


def read(text: str | bytes) -> list[object]:
    return list(read_documents(io.BytesIO(text.encode() if isinstance(text, str) else text)))


def codes(text: str | bytes) -> list[str | None]:
    """What is wrong with each document; None where nothing is."""
    return [document.code if isinstance(document, Malformed) else None for document in read(text)]


def test_settle_writes_a_settlement_a_line_and_an_error_in_its_place() -> None:
    done = manage("settle", told=f"{EMPTY}\n\nnonsense\n{EMPTY}\n".encode())
    lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [line.get("format") for line in lines] == ["xuezhan-settlement/1", None, "xuezhan-settlement/1"]
    assert set(lines[1]) == {"error", "event"}
    assert done.returncode == 1
    assert done.stderr == b""


def test_settle_reads_a_file_and_says_why_it_cannot(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text(EMPTY)
    done = manage("settle", str(file), "--language", "en")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1)
    missing = manage("settle", str(tmp_path / "no such file"))
    assert missing.returncode == 1
    assert b"Traceback" not in missing.stderr


def test_a_reader_that_stops_early_ends_the_command_quietly() -> None:
    file = CASES / "rounds.jsonl"
    script = f"'{sys.executable}' manage.py settle '{file}' | head -n 1"
    done = subprocess.run(["bash", "-c", script], cwd=HERE, capture_output=True)  # noqa: S607
    assert done.stdout.startswith(b'{"format"')
    assert done.stderr == b""


def test_presets_prints_every_preset_to_the_number() -> None:
    assert json.loads(manage("presets").stdout) == json.loads((CASES / "presets.json").read_text())


def test_one_document_may_span_lines() -> None:
    spread = json.dumps(json.loads(EMPTY), indent=2)
    assert read(spread) == [json.loads(EMPTY)]


def test_a_broken_document_that_spans_lines_is_one_error() -> None:
    assert codes(json.dumps(json.loads(EMPTY), indent=2)[:-3] + "]]") == ["not_json"]


def test_a_broken_first_line_does_not_swallow_the_others() -> None:
    assert codes(EMPTY[:40] + "\n" + EMPTY + "\n" + EMPTY) == ["not_json", None, None]


def test_blank_lines_and_a_byte_order_mark_are_passed_over() -> None:
    assert codes(b"\xef\xbb\xbf" + EMPTY.encode() + b"\r\n\r\n \n" + EMPTY.encode()) == [None, None]
    assert read("") == read("\n \n") == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"\xff\xfe", "not_utf8"),
        (b'{"a": NaN}', "not_finite"),
        (b'{"a": 1, "a": 2}', "repeated_key"),
        (b"[" * 100_000, "too_deep"),
        (b'{"a": "' + b"x" * LIMIT + b'"}', "too_long"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "too_many_digits"),
        (b"{", "not_json"),
    ],
)
def test_what_is_no_json_is_an_error_in_its_place(line: bytes, code: str) -> None:
    assert codes(EMPTY.encode() + b"\n" + line + b"\n" + EMPTY.encode()) == [None, code, None]


def test_lines_are_read_as_they_come_and_none_is_kept() -> None:
    class Endless(io.RawIOBase):
        """A stream of documents without end, which counts what was asked of it."""

        lines = 0

        def readable(self) -> bool:
            return True

        def readline(self, size: int | None = -1, /) -> bytes:
            self.lines += 1
            return EMPTY.encode() + b"\n"

    stream = Endless()
    documents: Iterator[object] = read_documents(stream)  # type: ignore[arg-type]
    for _ in range(1_000):
        next(documents)
    assert stream.lines <= 1_001


def mutations(document: dict[str, object]) -> Iterator[object]:
    """The document with each of its values, at every depth, replaced by each of some wrong ones."""
    wrong: list[object] = [None, True, 1.0, -1, 10**30, "x", "", [], {}, [[]], {"type": "kong"}, float("nan"), "\ud800"]

    def places(value: object, path: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
        yield path
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from places(inner, (*path, key))
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                yield from places(inner, (*path, index))

    for path in places(document, ()):
        for value in wrong:
            yield replaced(document, path, value)
        yield replaced(document, (*path, "surprise"), 1)


def replaced(value: object, path: tuple[object, ...], new: object) -> object:
    if not path:
        return new
    first, *rest = path
    if isinstance(value, dict):
        return {**value, first: replaced(value.get(first), tuple(rest), new)}
    if isinstance(value, list) and isinstance(first, int):
        return [*value[:first], replaced(value[first], tuple(rest), new), *value[first + 1 :]]
    return new


@pytest.mark.parametrize("seed", range(8))
def test_anything_wrong_at_any_place_is_an_error_line_or_a_settlement(seed: int) -> None:
    document = numbered(seed)
    for changed in mutations(document):
        answer = settlement_of(changed, "zh-hans")
        json.dumps(answer)
        assert set(answer) == {"error", "event"} or sum(answer["net"].values()) == 0  # type: ignore[attr-defined]
        if "error" in answer:
            assert str(answer["error"]).strip()
            assert "{" not in str(answer["error"]).split("不是")[0]


def test_a_broken_first_line_is_one_error_and_the_others_are_read_all_the_same() -> None:
    assert codes("{broken\n{broken2\n" + EMPTY) == ["not_json", "not_json", None]
    assert codes('{broken\n{"format": "xuezhan-round/1"}\n') == ["not_json", None]
    long = b'{"a": "' + b"x" * LIMIT + b'"}'
    assert codes(b"{broken\n" + long + b"\n" + EMPTY.encode()) == ["not_json", "too_long", None]


def test_a_line_of_exactly_the_limit_is_read_with_its_end_and_without() -> None:
    line = b'{"a": "' + b"x" * (LIMIT - 9) + b'"}'
    assert len(line) == LIMIT
    assert codes(line) == codes(line + b"\n") == codes(line + b"\r\n") == [None]


@pytest.mark.parametrize("words", ["settle", "presets"])
def test_a_full_disk_is_said_in_a_sentence(words: str) -> None:
    script = f"'{sys.executable}' manage.py {words} > /dev/full"
    done = subprocess.run(["bash", "-c", script], cwd=HERE, input=EMPTY.encode(), capture_output=True)  # noqa: S607
    assert done.returncode == 1
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words", [("check_ledger", "--language", "en"), ("export_club",), ("import_json", "night.json")]
)
def test_what_reads_the_database_says_that_there_is_none_yet(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = manage(*words, data=str(tmp_path))
    assert done.returncode == 1
    assert b"python3 run.py setup" in done.stderr
    assert b"Traceback" not in done.stderr
