"""A round document and a hand document as a whole: each part in its place, each fault with its place and figures."""

from collections.abc import Mapping
from typing import Any

import pytest

from rounds.rules.document import (
    FORMAT,
    MAX_BETTORS,
    SETTLEMENT_FORMAT,
    document_from_json,
    hand_document_from_json,
    rules_from_json,
)
from rounds.rules.events import CalledFans, Kong, Win, WinBy, Winner
from rounds.rules.patterns import Pattern
from rounds.rules.presets import presets
from rounds.rules.ruleset import KongKind
from rounds.rules.strict import Malformed
from tests.rules.at_the_table import paid
from tests.rules.test_hands import hand

WHOLE: dict[str, Any] = {
    "format": "xuezhan-round/1",
    "rules": {"preset": "chengdu_home", "options": {"base": 5}},
    "players": ["A", "B", "C"],
    "dealer": "B",
    "events": [
        {"type": "kong", "player": "A", "kind": "concealed"},
        {"type": "win", "by": "discard", "from": "C", "winners": [{"player": "B", "fans": 1}]},
    ],
    "stakes": {"C": 12, "A": 0},
    "side_bettors": {"E": "B", "F": "A"},
}
LEAST = {key: WHOLE[key] for key in ("format", "rules", "players", "events")}


def fault(read: Any, told: object) -> tuple[str, str, Mapping[str, object]]:
    """The place, the code and the figures by which a document is refused."""
    with pytest.raises(Malformed) as caught:
        read(told)
    return caught.value.place, caught.value.code, caught.value.figures


def refused(**changes: object) -> tuple[str, str, Mapping[str, object]]:
    return fault(document_from_json, {**WHOLE, **changes})


def test_each_part_of_a_document_is_read_into_its_place() -> None:
    read = document_from_json(WHOLE)
    assert read.rules.base == 5
    assert read.rules.to_json() == {**presets()["chengdu_home"].rules.to_json(), "base": 5}
    assert read.players == ("A", "B", "C")
    assert read.events == (
        Kong("A", KongKind.CONCEALED),
        Win(WinBy.DISCARD, (Winner("B", CalledFans(1)),), "C"),
    )
    assert read.dealer == "B"
    assert read.stakes == {"C": 12, "A": 0}
    assert read.side_bettors == {"E": "B", "F": "A"}


def test_what_may_lack_is_nothing() -> None:
    read = document_from_json(LEAST)
    assert (read.dealer, read.stakes, read.side_bettors) == (None, {}, {})
    assert document_from_json({**LEAST, "events": []}).events == ()


def test_a_document_is_settled_with_all_that_it_says() -> None:
    # A's kong costs B and C 10 each, B's win costs C 10: C loses 20, has 12, and is given back 8 by A, who won 20.
    result = document_from_json({**WHOLE, "side_bettors": {}}).settle()
    assert paid(result.entries) == ["B→A 10 kong", "C→A 10 kong", "C→B 10 win", "A→C 8 stakes"]
    assert result.net == {"A": 12, "B": 0, "C": -12}
    # D on A gets and gives what A does, from and to the same players.
    with_a_bet = document_from_json({**WHOLE, "side_bettors": {"D": "A"}}).settle()
    assert with_a_bet.net == {"A": 12, "B": -10, "C": -14, "D": 12}
    assert (result.next_dealer, result.play.dealer) == ("B", "B")
    assert document_from_json({**LEAST, "events": []}).settle().next_dealer is None


def test_what_examples_carry_is_let_through_and_nothing_else() -> None:
    assert document_from_json({**WHOLE, "id": 1, "source": [], "expected": {}}) == document_from_json(WHOLE)
    assert refused(Id=1) == ("document", "unknown_key", {"key": "Id"})
    for key in LEAST:
        lacking = {other: value for other, value in WHOLE.items() if other != key}
        assert fault(document_from_json, lacking) == ("document", "missing_key", {"key": key})
    assert fault(document_from_json, []) == ("document", "not_an_object", {"value": []})


def test_the_formats_have_their_names() -> None:
    assert FORMAT == "xuezhan-round/1"
    assert SETTLEMENT_FORMAT == "xuezhan-settlement/1"
    figures = {"known": ("xuezhan-round/1",), "value": "xuezhan-round/2"}
    assert refused(format="xuezhan-round/2") == ("format", "not_one_of", figures)


@pytest.mark.parametrize(
    ("changes", "place", "code", "figures"),
    [
        ({"players": "AB"}, "players", "not_a_list", {"value": "AB"}),
        ({"players": ["A", ""]}, "players[1]", "not_a_name", {"value": ""}),
        ({"players": ["A"]}, "players", "not_two_to_four", {"count": 1}),
        ({"players": [*"ABCDE"]}, "players", "not_two_to_four", {"count": 5}),
        ({"players": ["A", "B", "A"]}, "players[2]", "twice", {"value": "A"}),
        ({"dealer": None}, "dealer", "not_a_text", {"value": None}),
        ({"dealer": "D"}, "dealer", "no_such_player", {"value": "D"}),
        ({"events": {}}, "events", "not_a_list", {"value": {}}),
        ({"events": [WHOLE["events"][0], 7]}, "events[1]", "not_an_object", {"value": 7}),
        ({"stakes": []}, "stakes", "not_an_object", {"value": []}),
        ({"stakes": {"D": 1}}, "stakes.D", "no_such_player", {"value": "D"}),
        ({"stakes": {"A": -1}}, "stakes.A", "not_a_number", {"least": 0, "most": 10**6, "value": -1}),
        ({"side_bettors": []}, "side_bettors", "not_an_object", {"value": []}),
        ({"side_bettors": {"": "A"}}, "side_bettors", "not_a_name", {"value": ""}),
        ({"side_bettors": {"B": "A"}}, "side_bettors.B", "bettor_plays", {"value": "B"}),
        ({"side_bettors": {"E": "D"}}, "side_bettors.E", "no_such_player", {"value": "D"}),
        ({"side_bettors": {"E": 7}}, "side_bettors.E", "not_a_text", {"value": 7}),
    ],
)
def test_a_fault_has_its_place_and_its_figures(
    changes: dict[str, object], place: str, code: str, figures: Mapping[str, object]
) -> None:
    assert refused(**changes) == (place, code, figures)


def test_two_to_four_sit_at_a_table() -> None:
    for players in ("AB", "ABC", "ABCD"):
        assert document_from_json({**LEAST, "players": [*players]}).players == tuple(players)


def test_stakes_reach_to_a_million() -> None:
    assert document_from_json({**WHOLE, "stakes": {"A": 10**6}}).stakes == {"A": 10**6}
    assert refused(stakes={"A": 10**6 + 1})[:2] == ("stakes.A", "not_a_number")


def test_forty_may_bet_and_no_more() -> None:
    assert MAX_BETTORS == 40
    bettors = {f"b{number}": "A" for number in range(41)}
    assert refused(side_bettors=bettors) == ("side_bettors", "too_many_bettors", {"most": 40, "count": 41})
    del bettors["b0"]
    assert document_from_json({**WHOLE, "side_bettors": bettors}).side_bettors == bettors


def test_many_bets_on_a_long_round_are_refused() -> None:
    """A payment goes from each bettor on its payer to each on its payee."""
    paid_once = {"type": "transfer", "from": "A", "to": ["B"], "points": 1}
    bettors = {f"E{number}": "AB"[number % 2] for number in range(9)}
    most = {**LEAST, "events": [paid_once] * 1_000, "side_bettors": bettors}
    assert document_from_json(most).side_bettors == bettors
    told = {**most, "events": [paid_once] * 1_001}
    assert fault(document_from_json, told) == ("side_bettors", "round_too_long", {"events": 1_001, "count": 9})


def test_rules_are_a_preset_or_a_preset_with_changes() -> None:
    seven = presets()["seven_fans"].rules
    assert rules_from_json("seven_fans") == rules_from_json({"preset": "seven_fans"}) == seven
    assert rules_from_json({"preset": "seven_fans", "options": {}}) == seven
    other = rules_from_json({"preset": "seven_fans", "options": {"base": 7, "kong_pay": {"promoted": 9}}})
    assert other.to_json() == {
        **seven.to_json(),
        "base": 7,
        "kong_pay": {"exposed": 2, "exposed_others": 0, "promoted": 9, "postponed": 1, "concealed": 2},
    }


@pytest.mark.parametrize(
    ("told", "place", "code"),
    [
        (7, "here", "not_an_object"),
        ({}, "here", "missing_key"),
        ({"preset": "chengdu_home", "x": 1}, "here", "unknown_key"),
        ("x", "here.preset", "not_one_of"),
        ({"preset": None}, "here.preset", "not_one_of"),
        ({"preset": ["chengdu_home"]}, "here.preset", "not_one_of"),
        ({"preset": "chengdu_home", "options": []}, "here.options", "not_an_object"),
        ({"preset": "chengdu_home", "options": {"x": 1}}, "here.options", "unknown_key"),
        ({"preset": "chengdu_home", "options": {"base": 0}}, "here.options.base", "not_a_number"),
        ({"preset": "chengdu_home", "options": {"kong_pay": 1}}, "here.options.kong_pay", "not_an_object"),
        ({"preset": "chengdu_home", "options": {"cap": None}}, "here.options.flower_pig_pays", "no_cap"),
    ],
)
def test_rules_that_cannot_be_read_are_refused_with_the_place(told: object, place: str, code: str) -> None:
    assert fault(lambda value: rules_from_json(value, "here"), told)[:2] == (place, code)
    assert fault(rules_from_json, told)[0] == place.replace("here", "rules")


def test_a_preset_that_nobody_knows_is_refused_with_those_that_there_are() -> None:
    assert fault(rules_from_json, "x")[2] == {"known": tuple(presets()), "value": "x"}


def test_options_nested_deeper_than_anybody_can_read_are_refused() -> None:
    deep: object = 1
    for _ in range(100_000):
        deep = [deep]
    assert fault(rules_from_json, {"preset": "chengdu_home", "options": {"base": deep}}) == (
        *("rules.options", "too_deep"),
        {},
    )
    while isinstance(deep, list):  # a list in a list in a list cannot be thrown away at once either
        deep = deep.pop()


PAIRS = {"concealed": "11223344m556677p"}
WAITS = {"concealed": "11223344m55667p"}


def test_a_hand_document_has_rules_a_hand_and_perhaps_luck() -> None:
    read = hand_document_from_json({"rules": "seven_fans", "hand": PAIRS, "bonuses": ["earthly"], "id": 1})
    assert (read.rules, read.hand) == (presets()["seven_fans"].rules, hand("11223344m556677p"))
    assert read.luck == (Pattern.EARTHLY,)
    assert hand_document_from_json({"rules": "seven_fans", "hand": PAIRS}).luck == ()
    waiting = hand_document_from_json({"rules": "seven_fans", "hand": WAITS, "bonuses": []})
    assert (waiting.hand, waiting.luck) == (hand("11223344m55667p"), ())


@pytest.mark.parametrize(
    ("changes", "place", "code", "figures"),
    [
        ({"x": 1}, "document", "unknown_key", {"key": "x"}),
        ({"rules": 7}, "rules", "not_an_object", {"value": 7}),
        ({"hand": 7}, "hand", "not_an_object", {"value": 7}),
        ({"hand": {"concealed": "1z"}}, "hand.concealed", "not_tiles", {"value": "1z"}),
        ({"hand": {"concealed": "123m"}}, "hand", "not_13_or_14", {"count": 3}),
        ({"hand": {"concealed": "123m", "kongs": "1p2p3p4p"}}, "hand", "not_13_or_14", {"count": 15}),
        ({"bonuses": 7}, "bonuses", "not_a_list", {"value": 7}),
        (
            {"bonuses": ["last_chance"]},
            "bonuses[0]",
            "not_one_of",
            {"known": ("heavenly", "earthly"), "value": "last_chance"},
        ),
        ({"hand": WAITS, "bonuses": ["heavenly"]}, "bonuses", "no_bonuses", {}),
    ],
)
def test_a_fault_of_a_hand_document_has_its_place_and_its_figures(
    changes: dict[str, object], place: str, code: str, figures: Mapping[str, object]
) -> None:
    assert fault(hand_document_from_json, {"rules": "seven_fans", "hand": PAIRS, **changes}) == (place, code, figures)


def test_a_hand_document_needs_rules_and_a_hand() -> None:
    assert fault(hand_document_from_json, {"hand": PAIRS}) == ("document", "missing_key", {"key": "rules"})
    assert fault(hand_document_from_json, {"rules": "x"}) == ("document", "missing_key", {"key": "hand"})
    assert fault(hand_document_from_json, 7) == ("document", "not_an_object", {"value": 7})
