"""Hands given as tiles: the worked examples, the slow oracle, and the random hands: are they worth anything?"""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given

from tests.rules.hand_agreement import command_by_core, hand_disagreement
from tests.rules.hands_strategy import Told, numbered_hand, numbered_told, told_hands
from tests.rules.options_strategy import option_sets
from tests.rules.oracle_hands import Worth, hand_result, roots_not_konged, waits, worth
from tests.rules.oracle_readings import IS, laid_out
from tests.rules.oracle_table import PRESETS, Json, full_options

LINES = (Path(__file__).parents[1] / "cases" / "hands.jsonl").read_text("utf-8").splitlines()
CASES: list[Json] = [json.loads(line) for line in LINES]
HOME = PRESETS["chengdu_home"]["options"]
SBR = PRESETS["sbr_2025"]["options"]
LOOKED_AT = 2_000
COMPARED = 300


def as_in_the_cases(result: Json) -> Json:
    """A worked example says of each wait its fans alone."""
    if "waits" not in result:
        return result
    return {"ready": result["ready"], "waits": {tile: won["fans"] for tile, won in result["waits"].items()}}


def test_there_are_sixty_eight_worked_examples() -> None:
    assert len(CASES) == 68
    assert sum("waits" in case["expected"] for case in CASES) == 8


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_the_oracle_reads_the_worked_example_as_expected(case: Json) -> None:
    result = as_in_the_cases(hand_result(full_options(case["rules"]), case["hand"]))
    assert {name: result.get(name) for name in case["expected"]} == case["expected"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_the_core_reads_the_worked_example_as_expected(case: Json) -> None:
    result = as_in_the_cases(command_by_core(case["rules"], case["hand"]))
    assert {name: result.get(name) for name in case["expected"]} == case["expected"]


@pytest.mark.parametrize("preset", PRESETS)
def test_core_and_oracle_agree_on_random_hands_under_every_preset(preset: str) -> None:
    for seed in range(COMPARED):
        found = hand_disagreement({"preset": preset}, numbered_told(seed))
        assert found is None, json.dumps(found, ensure_ascii=False)


@given(option_sets(), told_hands())
def test_core_and_oracle_agree_on_every_hand_and_rule_set_that_hypothesis_finds(options: Json, told: Told) -> None:
    assert hand_disagreement({"preset": "chengdu_home", "options": options}, told) is None


def hit(hand: Json) -> list[object]:
    """What one random hand shows: the outcome, patterns and roots, and whether a fifth copy had to be imagined."""
    result = hand_result(HOME, hand)
    if "error" in result:
        return ["error"]
    laid = laid_out(hand)
    if laid.size() == 13:
        fifth = [tile for tile in waits(SBR, laid, []) if laid.everything().count(tile) == 4]
        ready = ("ready", result["ready"], result["flower_pig"])
        return [ready, ("waits", min(5, len(result["waits"]))), *(["fifth copy"] if fifth else [])]
    if not result["win"]:
        return ["no win"]
    roots = ("roots", len(roots_not_konged(laid)))
    melds = [("meld", name) for name in ("pungs", "kongs", "concealed_kongs") if getattr(laid, name)]
    return [roots, *melds, *(("is", name) for name in result["patterns"]), ("named", result["pattern"])]


def test_random_hands_hit_every_pattern_every_number_of_roots_and_imagined_copies() -> None:
    seen: Counter[object] = Counter()
    for seed in range(LOOKED_AT):
        seen.update(hit(numbered_hand(seed)))
    patterns = [name for name in IS if name not in ("heavenly", "earthly")]
    wanted: list[object] = ["error", "no win", "fifth copy"]
    wanted += [("ready", True, False), ("ready", False, False), ("ready", False, True)]
    wanted += [(how, name) for how in ("is", "named") for name in patterns]
    wanted += [("roots", roots) for roots in range(4)] + [("waits", waits) for waits in range(6)]
    wanted += [("meld", name) for name in ("pungs", "kongs", "concealed_kongs")]
    assert {what: seen[what] for what in wanted if seen[what] < 10} == {}


def won(options: Json, **hand: str) -> Worth | None:
    return worth(HOME | options, laid_out(hand), [])


def test_of_two_readings_worth_the_same_the_pattern_with_more_fans_of_its_own_is_named() -> None:
    rooted = {"concealed": "11115566m557788s"}
    assert won({}, **rooted) == Worth("dragon_seven_pairs", 0, (), 3)
    cheaper = {"patterns": {"plain": 0, "seven_pairs": 2, "dragon_seven_pairs": 2}, "dragon_absorbs_root": False}
    # The same fans of their own too: 七对 stands before 龙七对.
    assert won(cheaper, **rooted) == Worth("seven_pairs", 1, (), 3)


def test_luck_competes_with_the_patterns_of_tiles_that_win() -> None:
    def lucky(concealed: str, patterns: Json) -> Worth | None:
        return worth(HOME | {"patterns": patterns}, laid_out({"concealed": concealed}), [], ("heavenly",))

    pairs = "1122334466m7799s"
    played = {"plain": 0, "heavenly": 5}
    assert lucky(pairs, played) is None
    assert lucky(pairs, played | {"seven_pairs": 2}) == Worth("heavenly", 0, (), 5)
    assert lucky(pairs, {"plain": 0, "seven_pairs": 2, "heavenly": 1}) == Worth("seven_pairs", 0, (), 2)


def test_a_fifth_copy_makes_no_root_of_its_tile_and_takes_none_from_another() -> None:
    # 9m: three laid down and one in hand; the four 2p, three of them laid down, are a root with any wait.
    laid = laid_out({"concealed": "234p9m", "pungs": "9m2p4m"})
    assert waits(HOME, laid, []) == {}
    assert waits(SBR, laid, []) == {"9m": Worth("plain", 1, (), 1)}


def test_a_concealed_kong_leaves_a_hand_concealed_and_its_tile_a_wait_under_concealed_tiles() -> None:
    laid = laid_out({"concealed": "35m234567p88p", "concealed_kongs": "4m"})
    assert waits(HOME, laid, ["concealed"]) == {}
    assert waits(SBR, laid, ["concealed"]) == {"4m": Worth("plain", 0, (), 1)}


def test_four_in_hand_are_no_wait_under_either_rule() -> None:
    laid = laid_out({"concealed": "1111m", "pungs": "2p3p5p"})
    assert [list(waits(options, laid, [])) for options in (HOME, SBR)] == [[], []]


def test_a_flower_pig_holds_three_suits_or_a_tile_of_the_void_suit() -> None:
    def pig(void_suit: str, concealed: str, played: bool = True) -> tuple[bool, list[str]]:
        named = {"void_suit": void_suit} if void_suit else {}
        result = hand_result(HOME | {"void_suit": played}, {"concealed": concealed, **named})
        return result["flower_pig"], list(result["waits"])

    assert pig("", "123456m123456p9s") == (True, [])
    assert pig("", "111222333m2345p") == (False, ["2p", "5p"])
    assert pig("s", "111222333m2345p") == (False, ["2p", "5p"])
    assert pig("p", "111222333m2345p") == (True, [])
    assert pig("p", "111222333m2345p", played=False) == (False, ["2p", "5p"])


def test_no_hand_wins_with_three_suits_or_a_tile_of_the_void_suit() -> None:
    assert hand_result(HOME, {"concealed": "123456m123p99s", "pungs": "5p"}) == {"win": False}
    assert hand_result(HOME, {"concealed": "123456m12399p", "pungs": "5p", "void_suit": "p"}) == {"win": False}
    assert hand_result(HOME, {"concealed": "123456m12399p", "pungs": "5p", "void_suit": "s"})["win"]


def test_what_no_hand_can_be_is_an_error() -> None:
    wrong = ("11m", "123456m123456p999s", "11111m23456789p", "123z456m12345678p", "0m123456789m123p", "123456789m1234")
    for concealed in wrong:
        assert hand_result(HOME, {"concealed": concealed}) == {"error": True}
    assert hand_result(HOME, {"concealed": "1m", "pungs": "2m3m4m5m6m"}) == {"error": True}
