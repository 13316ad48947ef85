"""The worked examples of tests/cases, settled by the core and by the oracle."""

import json
from pathlib import Path

import pytest

from rounds.rules.presets import presets
from tests.rules.agreement import core_settlement
from tests.rules.oracle import settle_document
from tests.rules.oracle_table import PRESETS, Json

LINES = (Path(__file__).parents[1] / "cases" / "rounds.jsonl").read_text("utf-8").splitlines()
CASES: list[Json] = [json.loads(line) for line in LINES]


def by_id(case: Json) -> str:
    return str(case["id"])


def test_there_are_seventy_four_worked_examples_some_with_hands_as_tiles() -> None:
    assert len(CASES) == 74
    assert {by_id(case) for case in CASES if '"hand"' in json.dumps(case)} == {"X22", "X23", "X25", "X26", "X44"}


@pytest.mark.parametrize("case", CASES, ids=by_id)
def test_the_core_settles_the_worked_example_as_expected(case: Json) -> None:
    settled = core_settlement(case)
    assert settled.problems == ()
    core = {"net": settled.net, "ended": settled.ended, "next_dealer": settled.next_dealer}
    assert {name: core[name] for name in case["expected"]} == case["expected"]


@pytest.mark.parametrize("case", CASES, ids=by_id)
def test_the_oracle_settles_the_worked_example_as_expected(case: Json) -> None:
    oracle = settle_document(case)
    assert {name: oracle.get(name) for name in case["expected"]} == case["expected"]


def test_the_presets_of_the_core_are_the_twelve_of_the_case_file_to_the_number() -> None:
    core = {
        key: {"name": preset.name, "source": preset.source, "options": preset.rules.to_json()}
        for key, preset in presets().items()
    }
    assert core == PRESETS
    assert len(PRESETS) == 12
