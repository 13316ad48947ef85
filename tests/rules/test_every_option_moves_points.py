"""Every option, every variant of it and every entry of its tables changes what some round comes to.

An option that is added without a sample here fails the first test, a variant that is added the second.
"""

from enum import Enum
from typing import get_type_hints

import pytest
from hypothesis import given

from rounds.rules.ruleset import RuleSet
from tests.rules.agreement import said_by_core, said_by_oracle
from tests.rules.option_samples import PATTERNS_AS_TILES, SAMPLES, TILES_ALONE, Result, Sample
from tests.rules.options_strategy import PATTERNS, VARIANTS
from tests.rules.oracle_table import PRESETS, Json
from tests.rules.rounds_strategy import called_documents

VALUES = [(name, value) for name, sample in SAMPLES.items() for value in sample.results]
SHOWN = [(pattern, value) for pattern, sample in PATTERNS_AS_TILES.items() for value in sample.results]
WITHOUT_A_NUMBER: dict[str, set[object]] = {"cap": {None}, "flower_pig_pays": {None, "cap"}, "leave.pays": {"cap"}}


def document(name: str, sample: Sample, value: object) -> Json:
    """The sample's round under one value of its option, which may be one entry of a table ("kong_pay.exposed")."""
    option, _, entry = name.partition(".")
    changed: object = {entry: value} if entry else value
    if option == "patterns":
        # This table is replaced whole, and is never without a plain hand; None stands for a pattern not played.
        changed = {"plain": 0} | ({} if value is None else {entry: value})
    rules = {"preset": "chengdu_home", "options": {**sample.others, option: changed}}
    players = ["A", "B", "C", "D"]
    return {"format": "xuezhan-round/1", "rules": rules, "players": players, "dealer": "A", "events": [*sample.events]}


def result(name: str, said: Json) -> Result:
    """What the sample looks at: the points of all, or who deals next."""
    return str(said["next_dealer"]) if name == "next_dealer" else tuple(said["net"].values())


def expected(name: str, value: object) -> Result:
    wanted = SAMPLES[name].results[value]
    return str(wanted) if name == "next_dealer" else wanted


def option_names() -> set[str]:
    """Every option that some preset names, and every entry of those that are tables: "kong_pay.exposed"."""
    names = set()
    for preset in PRESETS.values():
        for option, value in preset["options"].items():
            names |= {f"{option}.{entry}" for entry in value} if isinstance(value, dict) else {option}
    return names


def test_every_option_has_a_sample() -> None:
    assert set(SAMPLES) == option_names()


def test_every_pattern_has_a_hand_of_tiles() -> None:
    assert set(PATTERNS_AS_TILES) == set(PATTERNS)


def test_every_variant_of_every_option_has_a_result() -> None:
    for name, kind in get_type_hints(RuleSet).items():
        if isinstance(kind, type) and issubclass(kind, Enum):
            assert {member.value for member in kind} == set(VARIANTS[name])
    for name, variants in VARIANTS.items():
        assert set(SAMPLES[name].results) == set(variants)
    for name, special in WITHOUT_A_NUMBER.items():
        assert special < set(SAMPLES[name].results)


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_the_core_gives_what_was_worked_out_by_hand(name: str, value: object) -> None:
    assert result(name, said_by_core(document(name, SAMPLES[name], value))) == expected(name, value)


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_the_oracle_gives_what_was_worked_out_by_hand(name: str, value: object) -> None:
    assert result(name, said_by_oracle(document(name, SAMPLES[name], value))) == expected(name, value)


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_under_some_other_value_the_same_facts_come_to_something_else(name: str, value: object) -> None:
    results = SAMPLES[name].results
    assert any(results[other] != results[value] for other in results)


@pytest.mark.parametrize(("pattern", "value"), SHOWN)
def test_core_and_oracle_give_tiles_what_was_worked_out_by_hand(pattern: str, value: object) -> None:
    told = document(f"patterns.{pattern}", PATTERNS_AS_TILES[pattern], value)
    wanted = PATTERNS_AS_TILES[pattern].results[value]
    assert tuple(said_by_core(told)["net"].values()) == wanted
    assert tuple(said_by_oracle(told)["net"].values()) == wanted


@pytest.mark.parametrize("pattern", PATTERNS_AS_TILES)
def test_tiles_come_to_something_else_with_more_fans_for_their_pattern_or_without_it(pattern: str) -> None:
    results = PATTERNS_AS_TILES[pattern].results
    assert len({results[0], results[1], results[3]}) == 3
    assert pattern == "plain" or results[None] not in (results[1], results[3])


@pytest.mark.parametrize("name", [f"patterns.{pattern}" for pattern in PATTERNS if pattern != "plain"])
def test_a_pattern_that_the_table_does_not_play_cannot_be_called(name: str) -> None:
    told = document(name, SAMPLES[name], 0)
    told["rules"]["options"]["patterns"].pop(name.removeprefix("patterns."))
    assert said_by_core(told)["refused"] == said_by_oracle(told)["refused"] == [0]


@given(called_documents())
def test_what_only_tiles_can_show_moves_nothing_where_hands_are_called(told: Json) -> None:
    told_otherwise = {name: [v for v in VARIANTS[name] if v != told["rules"]["options"][name]] for name in TILES_ALONE}
    otherwise = told["rules"]["options"] | {name: others[0] for name, others in told_otherwise.items()}
    assert said_by_core({**told, "rules": {"preset": "chengdu_home", "options": otherwise}}) == said_by_core(told)
