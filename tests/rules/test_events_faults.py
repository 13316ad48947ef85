"""Facts as JSON that cannot be read are refused, each with its place."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rounds.rules.events import CalledFans, HandState, WallOut, WallState, fact_from_json, read_bonuses
from rounds.rules.ruleset import Bonus
from rounds.rules.strict import Malformed
from rounds.rules.terms import Named
from tests.rules.test_events import SAID, SHOWN
from tests.rules.test_hands import hand

KONG = {"type": "kong", "player": "A", "kind": "concealed"}
WIN = {"type": "win", "by": "discard", "from": "C", "winners": [{"player": "B", "fans": 1}]}
WALL: dict[str, Any] = {"type": "wall_out", "hands": {"A": {"state": "not_ready"}}}
LEAVE = {"type": "leave", "player": "C"}
PAID = {"type": "transfer", "from": "A", "to": ["B", "pot"], "points": 4}


def fault(told: object, place: str = "event") -> tuple[str, str, Mapping[str, object]]:
    """The place, the code and the figures by which a fact is refused."""
    with pytest.raises(Malformed) as caught:
        fact_from_json(told, place)
    return caught.value.place, caught.value.code, caught.value.figures


def test_a_fact_is_an_object_of_a_known_type() -> None:
    known = ("kong", "win", "wall_out", "leave", "transfer")
    assert fault([]) == ("event", "not_an_object", {"value": []})
    for kind in ("pung", "", None, 7, ["kong"]):
        assert fault({"type": kind}, "here") == ("here.type", "not_one_of", {"known": known, "value": kind})
    assert fault({}) == ("event.type", "not_one_of", {"known": known, "value": None})


@pytest.mark.parametrize(
    ("told", "key"),
    [(KONG, "player"), (KONG, "kind"), (WIN, "by"), (WIN, "winners"), (WALL, "hands"), (LEAVE, "player")]
    + [(PAID, key) for key in ("from", "to", "points")],
)
def test_what_a_fact_needs_may_not_lack(told: dict[str, object], key: str) -> None:
    lacking = {other: value for other, value in told.items() if other != key}
    assert fault(lacking) == ("event", "missing_key", {"key": key})


@pytest.mark.parametrize("told", [KONG, WIN, WALL, LEAVE, PAID])
def test_what_nobody_knows_may_not_stand_in_a_fact(told: dict[str, object]) -> None:
    assert fault({**told, "x": 1}) == ("event", "unknown_key", {"key": "x"})


@pytest.mark.parametrize(
    ("told", "place", "code"),
    [
        ({**KONG, "player": ""}, "player", "not_a_name"),
        ({**KONG, "player": "pot"}, "player", "not_a_name"),
        ({**KONG, "kind": "x"}, "kind", "not_one_of"),
        ({**KONG, "from": 1}, "from", "not_a_text"),
        ({**KONG, "from": None}, "from", "not_a_text"),
        ({**KONG, "tile": 5}, "tile", "not_a_text"),
        ({**KONG, "tile": "55m"}, "tile", "not_a_tile"),
        ({**KONG, "robbed": 0}, "robbed", "not_a_bool"),
        ({**WIN, "by": "x"}, "by", "not_one_of"),
        ({**WIN, "from": "pot"}, "from", "not_a_name"),
        ({**WIN, "after_kong": "yes"}, "after_kong", "not_a_bool"),
        ({**WIN, "winners": {}}, "winners", "not_a_list"),
        ({**WIN, "winners": [WIN["winners"], 7]}, "winners[0]", "not_an_object"),
        ({**WALL, "hands": []}, "hands", "not_an_object"),
        ({**WALL, "hands": {"": {"state": "not_ready"}}}, "hands", "not_a_name"),
        ({**WALL, "hands": {"A": 7}}, "hands.A", "not_an_object"),
        ({**WALL, "hands": {"A": {}}}, "hands.A", "missing_key"),
        ({**WALL, "hands": {"A": {"state": "x"}}}, "hands.A.state", "not_one_of"),
        ({**WALL, "hands": {"A": {"state": "flower_pig", "fans": 1}}}, "hands.A", "unknown_key"),
        ({**WALL, "hands": {"A": {"state": "ready"}}}, "hands.A", "not_one_hand"),
        ({**WALL, "hands": {"A": {"state": "ready", "fans": 1, "x": 1}}}, "hands.A", "unknown_key"),
        ({**WALL, "hands": {"A": {"state": "ready", "fans": -1}}}, "hands.A.fans", "not_a_number"),
        ({**LEAVE, "player": 7}, "player", "not_a_text"),
        ({**LEAVE, "hands": None}, "hands", "not_an_object"),
        ({**LEAVE, "hands": {"B": {"state": "x"}}}, "hands.B.state", "not_one_of"),
        ({**PAID, "from": "pot"}, "from", "not_a_name"),
        ({**PAID, "to": "B"}, "to", "not_a_list"),
        ({**PAID, "to": ["B", ""]}, "to[1]", "not_a_name"),
        ({**PAID, "points": 0}, "points", "not_a_number"),
        ({**PAID, "points": 10**6 + 1}, "points", "not_a_number"),
        ({**PAID, "note": 7}, "note", "not_a_text"),
    ],
)
def test_a_fault_of_a_fact_is_named_by_its_place(told: dict[str, object], place: str, code: str) -> None:
    assert fault(told, "events[3]")[:2] == (f"events[3].{place}", code)


def test_a_fact_that_is_told_by_itself_is_called_an_event() -> None:
    with pytest.raises(Malformed) as caught:
        fact_from_json(7)
    assert caught.value.place == "event"


def test_a_fault_of_a_tile_says_the_text_as_it_was_told() -> None:
    assert fault({**KONG, "tile": "5z"}) == ("event.tile", "not_a_tile", {"value": "5z"})


@pytest.mark.parametrize(
    ("told", "place", "code"),
    [
        ({}, "", "not_one_hand"),
        ({"roots": 1}, "", "not_one_hand"),
        ({"fans": 1, "pattern": "plain"}, "", "not_one_hand"),
        ({"fans": 1, "hand": SHOWN}, "", "not_one_hand"),
        ({"fans": 1, "roots": 0}, ".roots", "roots_without_pattern"),
        ({"hand": SHOWN, "roots": 0}, ".roots", "roots_without_pattern"),
        ({"fans": -1}, ".fans", "not_a_number"),
        ({"fans": 41}, ".fans", "not_a_number"),
        ({"pattern": "x"}, ".pattern", "not_one_of"),
        ({"pattern": "plain", "roots": -1}, ".roots", "not_a_number"),
        ({"pattern": "plain", "roots": 5}, ".roots", "not_a_number"),
        ({"hand": {}}, ".hand", "missing_key"),
        ({"fans": 1, "bonuses": 7}, ".bonuses", "not_a_list"),
        ({"fans": 1, "bonuses": ["shoot_after_kong"]}, ".bonuses[0]", "not_one_of"),
        ({"hand": SHOWN, "bonuses": ["last_chance", "concealed_hand"]}, ".bonuses[1]", "not_one_of"),
        ({"fans": 1, "bonuses": ["heavenly"]}, ".bonuses[0]", "not_one_of"),
        ({"fans": 1, "x": 1}, "", "unknown_key"),
        ({"fans": 1, "player": 7}, ".player", "not_a_text"),
    ],
)
def test_a_fault_of_a_winner_is_named_by_its_place(told: dict[str, object], place: str, code: str) -> None:
    winners = [{"player": "A", "fans": 0}, {"player": "B", **told}]
    assert fault({**WIN, "winners": winners})[:2] == (f"event.winners[1]{place}", code)


def test_a_winner_has_a_name() -> None:
    assert fault({**WIN, "winners": [{"fans": 1}]}) == ("event.winners[0]", "missing_key", {"key": "player"})


@pytest.mark.parametrize(
    ("value", "known", "place", "code", "figures"),
    [
        ("last_chance", SAID, "", "not_a_list", {"value": "last_chance"}),
        (["x"], SAID, "[0]", "not_one_of", {"known": ("under_the_sea", "last_chance"), "value": "x"}),
        ([["last_chance"]], SAID, "[0]", "not_one_of", {"known": tuple(SAID), "value": ["last_chance"]}),
        (["last_chance", "last_chance"], SAID, "[1]", "twice", {"value": "last_chance"}),
        (["last_chance"], (), "", "no_bonuses", {}),
        (7, (), "", "no_bonuses", {}),
        (None, (), "", "not_a_list", {"value": None}),
    ],
)
def test_bonuses_that_cannot_be_read_are_refused(
    value: object, known: Sequence[Named], place: str, code: str, figures: object
) -> None:
    with pytest.raises(Malformed) as caught:
        read_bonuses(value, "here", known)
    assert (caught.value.place, caught.value.code, caught.value.figures) == (f"here{place}", code, figures)


def test_a_state_that_is_none_is_named_at_its_own_place() -> None:
    states = ("ready", "not_ready", "flower_pig")
    for state in (None, 7, "READY"):
        told = {**WALL, "hands": {"A": {"state": state}}}
        assert fault(told) == ("event.hands.A.state", "not_one_of", {"known": states, "value": state})


def test_a_ready_hand_of_tiles_has_no_bonus_and_a_called_one_those_of_its_tiles() -> None:
    def bonuses(*names: str, **told: object) -> object:
        return {**WALL, "hands": {"A": {"state": "ready", "bonuses": list(names), **told}}}

    assert fault(bonuses("concealed_hand", hand=SHOWN))[:2] == ("event.hands.A.bonuses", "no_bonuses")
    assert fault(bonuses("last_chance", fans=1))[:2] == ("event.hands.A.bonuses[0]", "not_one_of")
    read = fact_from_json(bonuses("no_terminals", "concealed_hand", fans=1))
    both = (Bonus.NO_TERMINALS, Bonus.CONCEALED_HAND)
    assert read == WallOut({"A": HandState(WallState.READY, CalledFans(1), both)})
    assert fact_from_json(bonuses(hand=SHOWN)) == WallOut({"A": HandState(WallState.READY, hand("123456m11p", "5p"))})
