"""Whatever a line says, it is settled as it says or refused in one sentence that names the place and the fault."""

import json
from io import BytesIO
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rounds.appraisals import appraisal_of
from rounds.jsonlines import read_documents
from rounds.rules.document import MAX_BETTORS
from rounds.settlements import settlement_of
from rounds.wording import LANGUAGES
from tests.answers import answers, faults, round_read, round_written
from tests.rules.oracle_table import Json
from tests.spoiling import SEEDS, broken_line

EMPTY: Json = {"format": "xuezhan-round/1", "rules": "chengdu_home", "players": ["A", "B"], "events": []}
HAND: Json = {"rules": "chengdu_home", "hand": {"concealed": "11123455678999m"}}


def check(rng: Random) -> None:
    line, answer = broken_line(rng)
    for answered in answers(line, answer, rng.choice(LANGUAGES)):
        assert answered.faults == [], line


def said(document: object, language: str = "en") -> object:
    return settlement_of(document, language)["error"]


@given(st.randoms(use_true_random=False))
def test_a_document_broken_anywhere_is_settled_as_it_says_or_refused_in_a_sentence(rng: Random) -> None:
    check(rng)


def test_so_are_some_hundreds_of_broken_documents_that_are_the_same_every_time() -> None:
    for number in range(600):
        check(Random(f"broken {number}"))  # noqa: S311 - no secret hangs on these lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_worked_example_is_settled_as_it_says(language: str) -> None:
    for seed in SEEDS:
        assert [(a.fate, a.faults) for a in answers(seed.text.encode(), seed.answer, language)] == [("settled", [])]


@pytest.mark.parametrize("key", ["rules", "players", "events", "stakes", "hand", "expected"])
@pytest.mark.parametrize("ends", ["[]", ('{"a":', "}")])
def test_what_is_nested_to_any_depth_is_refused_in_a_sentence_too(key: str, ends: tuple[str, str]) -> None:
    start, end = ends
    for depth in (*range(1, 20), *range(900, 1_010), 100_000):
        for answer, document in ((settlement_of, EMPTY), (appraisal_of, HAND)):
            line = json.dumps({**document, key: "nested"}).replace('"nested"', start * depth + "1" + end * depth)
            [answered] = answers(line.encode(), answer, "en")
            assert (answered.fate == "settled") <= (key == "expected")
            assert answered.faults == []


def test_the_depth_of_options_that_can_be_read_but_not_compared_is_a_fault_at_its_place() -> None:
    options: object = 1
    for _ in range(2_000):
        options = [options]
    document = {**EMPTY, "rules": {"preset": "huanle", "options": options}}
    assert said(document) == "rules.options is nested too deeply"


def test_a_name_or_key_that_no_form_would_let_through_does_not_break_the_line() -> None:
    assert said({**EMPTY, "a\nb": 1}) == "document has an unknown key a␊b"
    assert said({**EMPTY, "stakes": {"a\u2028b": 1}}) == 'stakes.a␤b names nobody at the table: "a␤b"'
    kong = {"type": "kong", "player": "a\nb", "kind": "concealed"}
    assert said({**EMPTY, "events": [kong]}) == "events[0] a␊b 暗杠 concealed kong: a␊b is not at the table"


def test_a_place_is_cut_where_a_key_makes_it_too_long_to_read() -> None:
    assert said({**EMPTY, "stakes": {"x" * 10_000: 1}}) == (
        f'stakes.{"x" * 112}… should be a name of 1 to 40 characters other than pot, not "{"x" * 58}…'
    )


def test_what_cannot_be_read_at_all_names_the_line() -> None:
    texts = {
        b"\xff": "this line is no UTF-8 text",
        b'{"a": NaN}': "this line has NaN, which is no number",
        b'{"a": 1, "b": 1, "b": 2}': "this line has the key b twice",
        b"[" * 100_000: "this line is nested too deeply",
    }
    for text, sentence in texts.items():
        [document] = read_documents(BytesIO(text))
        assert said(document) == sentence


def test_more_copies_of_payments_than_a_machine_can_bear_are_refused() -> None:
    paid = {"type": "transfer", "from": "A", "to": ["B"], "points": 1}
    bettors = {f"E{number}": "AB"[number % 2] for number in range(40)}
    long = {**EMPTY, "events": [paid] * 59, "side_bettors": bettors}
    assert "net" in settlement_of(long, "en")
    longer = {**long, "events": [paid] * 60}
    assert said(longer) == "side_bettors names 40 people, too many for a round of 60 events"
    assert "net" in settlement_of({**long, "events": [paid] * 3_000, "side_bettors": {}}, "en")


def test_more_bettors_than_a_round_can_bear_are_refused() -> None:
    bettors = {f"E{number}": "A" for number in range(MAX_BETTORS)}
    assert "net" in settlement_of({**EMPTY, "side_bettors": bettors}, "en")
    assert said({**EMPTY, "side_bettors": {**bettors, "E": "A"}}) == "side_bettors may name 40 people at most, not 41"


def test_the_check_sees_a_value_that_was_passed_over() -> None:
    settled = json.loads(json.dumps(settlement_of(EMPTY, "en")))
    assert list(faults(EMPTY, settled, of_round=True)) == []
    assert list(faults({**EMPTY, "stakes": {"A": 0}}, settled, of_round=True)) == []
    for written in ({"robbed": 0}, {"surprise": 1}):
        kong = {"type": "kong", "player": "A", "kind": "promoted"}
        told, read = ({**EMPTY, "events": [event]} for event in ({**kong, **written}, kong))
        assert round_written(told) != round_read(read)


@pytest.mark.parametrize(
    ("answered", "fault"),
    [
        ({"error": "", "event": None}, "no sentence"),
        ({"error": "events[1] a\nb", "event": 1}, "more than a line"),
        ({"error": "something is wrong", "event": None}, "no place"),
        ({"error": "events[1] is wrong", "event": None}, "event None"),
        ({"error": "events[1] is wrong"}, "keys {'error'}"),
        ({"net": {"A": 1, "B": 0}, "entries": []}, "entries and net differ"),
    ],
)
def test_the_check_sees_what_is_wrong_with_an_answer(answered: Json, fault: str) -> None:
    assert fault in list(faults(EMPTY, answered, of_round=True))
