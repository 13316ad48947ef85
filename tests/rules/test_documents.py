"""What cannot be read in a round document is refused with its place and its fault."""

from typing import Any

import pytest

from rounds.rules.document import document_from_json, hand_document_from_json, rules_from_json
from rounds.rules.events import HandState, WallOut, WallState, fact_from_json, fact_to_json
from rounds.rules.log import change_from_json
from rounds.rules.presets import presets
from rounds.rules.settle import settle
from rounds.rules.strict import Malformed
from rounds.rules.tiles import TILES, tile

EMPTY: dict[str, Any] = {"format": "xuezhan-round/1", "rules": "chengdu_home", "players": list("ABCD"), "events": []}


def fault(**changes: Any) -> tuple[str, str]:
    """The place and code by which a document with these changes is refused."""
    with pytest.raises(Malformed) as caught:
        document_from_json({**EMPTY, **changes})
    return caught.value.place, caught.value.code


def event_fault(**event: Any) -> tuple[str, str]:
    return fault(events=[event])


def options_fault(**options: Any) -> tuple[str, str]:
    return fault(rules={"preset": "chengdu_home", "options": options})


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"format": "xuezhan-round/2"}, ("format", "not_one_of")),
        ({"surprise": 1}, ("document", "unknown_key")),
        ({"rules": 7}, ("rules", "not_an_object")),
        ({"rules": {"options": {}}}, ("rules", "missing_key")),
        ({"rules": "no_such"}, ("rules.preset", "not_one_of")),
        ({"rules": {"preset": ["x"]}}, ("rules.preset", "not_one_of")),
        ({"rules": {"preset": "chengdu_home", "options": []}}, ("rules.options", "not_an_object")),
        ({"players": ["A"]}, ("players", "not_two_to_four")),
        ({"players": list("ABCDE")}, ("players", "not_two_to_four")),
        ({"players": ["A", "A"]}, ("players[1]", "twice")),
        ({"players": ["A", "pot"]}, ("players[1]", "not_a_name")),
        ({"players": ["A", "x" * 41]}, ("players[1]", "not_a_name")),
        ({"players": ["A", 1]}, ("players[1]", "not_a_text")),
        ({"players": "AB"}, ("players", "not_a_list")),
        ({"dealer": "E"}, ("dealer", "no_such_player")),
        ({"stakes": {"E": 1}}, ("stakes.E", "no_such_player")),
        ({"stakes": {"A": -1}}, ("stakes.A", "not_a_number")),
        ({"stakes": {"A": 10**6 + 1}}, ("stakes.A", "not_a_number")),
        ({"side_bettors": {"A": "B"}}, ("side_bettors.A", "bettor_plays")),
        ({"side_bettors": {"E": "F"}}, ("side_bettors.E", "no_such_player")),
        ({"side_bettors": {f"E{i}": "A" for i in range(41)}}, ("side_bettors", "too_many_bettors")),
        ({"events": {}}, ("events", "not_a_list")),
        ({"events": [7]}, ("events[0]", "not_an_object")),
    ],
)
def test_a_fault_of_the_document(changes: dict[str, Any], expected: tuple[str, str]) -> None:
    assert fault(**changes) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"surprise": 1}, ("rules.options", "unknown_key")),
        ({"base": 0}, ("rules.options.base", "not_a_number")),
        ({"base": True}, ("rules.options.base", "not_a_number")),
        ({"base": 1.0}, ("rules.options.base", "not_a_number")),
        ({"cap": 41}, ("rules.options.cap", "not_a_number")),
        ({"plain_fans": 1}, ("rules.options.patterns.plain", "below_plain")),
        ({"patterns": {"all_triplets": 1}}, ("rules.options.patterns", "plain_missing")),
        ({"patterns": {"plain": 0, "x": 1}}, ("rules.options.patterns", "not_one_of")),
        ({"plain_fans": 1, "patterns": {"plain": 1}, "cap": 0}, ("rules.options.cap", "below_plain")),
        ({"cap": None}, ("rules.options.flower_pig_pays", "no_cap")),
        ({"cap": None, "flower_pig_pays": 8, "leave": {"pays": "cap"}}, ("rules.options.leave.pays", "no_cap")),
        ({"kong_pay": {"surprise": 1}}, ("rules.options.kong_pay", "unknown_key")),
        ({"kong_pay": 3}, ("rules.options.kong_pay", "not_an_object")),
        ({"self_draw": "x"}, ("rules.options.self_draw", "not_one_of")),
        ({"void_suit": 1}, ("rules.options.void_suit", "not_a_bool")),
    ],
)
def test_a_fault_of_the_options(options: dict[str, Any], expected: tuple[str, str]) -> None:
    assert options_fault(**options) == expected


KONG = {"type": "kong", "player": "A", "kind": "concealed"}
WON = {"player": "B", "fans": 1}


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({"type": "pung"}, ("events[0].type", "not_one_of")),
        ({"type": ["kong"]}, ("events[0].type", "not_one_of")),
        ({**KONG, "kind": "x"}, ("events[0].kind", "not_one_of")),
        ({**KONG, "tile": "0m"}, ("events[0].tile", "not_a_tile")),
        ({**KONG, "robbed": 1}, ("events[0].robbed", "not_a_bool")),
        ({**KONG, "roots": 1}, ("events[0]", "unknown_key")),
        ({"type": "win", "by": "self_draw"}, ("events[0]", "missing_key")),
        ({"type": "wall_out", "hands": {"A": {"state": "ready"}}}, ("events[0].hands.A", "not_one_hand")),
        ({"type": "wall_out", "hands": {"A": {"state": "not_ready", "fans": 1}}}, ("events[0].hands.A", "unknown_key")),
        (
            {"type": "wall_out", "hands": {"A": {"state": "ready", "fans": 1, "bonuses": ["under_the_sea"]}}},
            ("events[0].hands.A.bonuses[0]", "not_one_of"),
        ),
        ({"type": "transfer", "from": "A", "to": ["B"], "points": 0}, ("events[0].points", "not_a_number")),
        ({"type": "transfer", "from": "pot", "to": ["B"], "points": 1}, ("events[0].from", "not_a_name")),
    ],
)
def test_a_fault_of_an_event(event: dict[str, Any], expected: tuple[str, str]) -> None:
    assert event_fault(**event) == expected


@pytest.mark.parametrize(
    ("winner", "expected"),
    [
        ({"player": "B"}, ("", "not_one_hand")),
        ({**WON, "pattern": "plain"}, ("", "not_one_hand")),
        ({**WON, "roots": 1}, (".roots", "roots_without_pattern")),
        ({**WON, "fans": 41}, (".fans", "not_a_number")),
        ({"player": "B", "pattern": "x"}, (".pattern", "not_one_of")),
        ({"player": "B", "pattern": "plain", "roots": 5}, (".roots", "not_a_number")),
        ({"player": "B", "hand": {"concealed": "1z"}}, (".hand.concealed", "not_tiles")),
        ({**WON, "bonuses": ["robbing_kong"]}, (".bonuses[0]", "not_one_of")),
        ({**WON, "bonuses": ["heavenly"]}, (".bonuses[0]", "not_one_of")),
        ({**WON, "bonuses": ["under_the_sea", "under_the_sea"]}, (".bonuses[1]", "twice")),
    ],
)
def test_a_fault_of_a_called_hand(winner: dict[str, Any], expected: tuple[str, str]) -> None:
    place, code = event_fault(type="win", by="discard", winners=[winner], **{"from": "A"})
    assert (place, code) == (f"events[0].winners[0]{expected[0]}", expected[1])


COMPLETE, WAITS = {"concealed": "11123455678999m"}, {"concealed": "1112345678999m"}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ([], ("", "not_an_object")),
        ({}, ("", "missing_key")),
        ({**COMPLETE, "pung": "1m"}, ("", "unknown_key")),
        ({"concealed": ["1m"]}, (".concealed", "not_a_text")),
        ({"concealed": "11m1z"}, (".concealed", "not_tiles")),
        ({"concealed": "m11"}, (".concealed", "not_tiles")),
        ({**WAITS, "kongs": 7}, (".kongs", "not_a_text")),
        ({**WAITS, "pungs": "5z"}, (".pungs", "not_tiles")),
        ({**WAITS, "concealed_kongs": "1m"}, ("", "fifth_copy")),
        ({**COMPLETE, "void_suit": "z"}, (".void_suit", "not_one_of")),
        ({**COMPLETE, "void_suit": True}, (".void_suit", "not_a_text")),
    ],
)
def test_a_fault_of_a_shown_hand_is_the_same_wherever_it_is_shown(hand: object, expected: tuple[str, str]) -> None:
    place, code = expected
    won = {"type": "win", "by": "self_draw", "winners": [{"player": "A", "hand": hand}]}
    ready = {"A": {"state": "ready", "hand": hand}}
    assert event_fault(**won) == (f"events[0].winners[0].hand{place}", code)
    assert event_fault(type="wall_out", hands=ready) == (f"events[0].hands.A.hand{place}", code)
    assert event_fault(type="leave", player="B", hands=ready) == (f"events[0].hands.A.hand{place}", code)
    with pytest.raises(Malformed) as caught:
        hand_document_from_json({"rules": "chengdu_home", "hand": hand})
    assert (caught.value.place, caught.value.code) == (f"hand{place}", code)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ([], ("document", "not_an_object")),
        ({"hand": COMPLETE}, ("document", "missing_key")),
        ({"rules": "chengdu_home", "hand": COMPLETE, "fans": 1}, ("document", "unknown_key")),
        ({"rules": "no_such", "hand": COMPLETE}, ("rules.preset", "not_one_of")),
        ({"rules": "chengdu_home", "hand": {"concealed": "11m"}}, ("hand", "not_13_or_14")),
        ({"rules": "chengdu_home", "hand": COMPLETE, "bonuses": ["x"]}, ("bonuses[0]", "not_one_of")),
        ({"rules": "chengdu_home", "hand": COMPLETE, "bonuses": ["earthly"] * 2}, ("bonuses[1]", "twice")),
        ({"rules": "chengdu_home", "hand": COMPLETE, "bonuses": "earthly"}, ("bonuses", "not_a_list")),
        ({"rules": "chengdu_home", "hand": WAITS, "bonuses": ["earthly"]}, ("bonuses", "no_bonuses")),
    ],
)
def test_a_fault_of_a_hand_by_itself(document: object, expected: tuple[str, str]) -> None:
    with pytest.raises(Malformed) as caught:
        hand_document_from_json(document)
    assert (caught.value.place, caught.value.code) == expected


def test_an_option_replaces_the_presets_and_in_a_table_only_the_named_keys() -> None:
    rules = rules_from_json(
        {"preset": "chengdu_home", "options": {"kong_pay": {"exposed": 3}, "patterns": {"plain": 0}}}
    )
    home = presets()["chengdu_home"].rules
    assert (rules.kong_pay.exposed, rules.kong_pay.concealed) == (3, home.kong_pay.concealed)
    assert len(rules.patterns) == 1


def test_every_preset_is_read_back_from_its_json() -> None:
    for preset in presets().values():
        assert type(preset.rules).from_json(preset.rules.to_json()) == preset.rules


def test_a_tile_is_read_in_any_notation_of_its_suit() -> None:
    assert {tile(text) for text in ("5m", "5万", "５萬")} == {"5m"}
    assert {tile(text) for text in ("9p", "9筒", "９饼")} == {"9p"}
    assert {tile(text) for text in ("1s", "1条", "1索")} == {"1s"}
    assert tile("5") is tile("m5") is tile("55m") is None
    assert len(TILES) == 27


def test_a_tile_konged_twice_cannot_be() -> None:
    facts = [fact_from_json({**KONG, "player": player, "tile": "5万"}) for player in "AB"]
    assert fact_to_json(facts[0])["tile"] == "5m"
    problems = settle(presets()["chengdu_home"].rules, list("ABCD"), facts).problems
    assert [(problem.event, problem.code) for problem in problems] == [(1, "tile_konged")]


def test_a_ready_player_without_a_hand_is_a_problem_and_no_crash() -> None:
    wall = WallOut({player: HandState(WallState.READY) for player in "AB"})
    problems = settle(presets()["chengdu_home"].rules, ["A", "B"], [wall]).problems
    assert [problem.code for problem in problems] == ["hand_missing"]


def test_a_change_without_a_verb_is_refused() -> None:
    with pytest.raises(Malformed):
        change_from_json({"target": 3})
