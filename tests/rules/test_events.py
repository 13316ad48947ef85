"""Facts as JSON: each form in and out."""

from typing import Any

import pytest

from rounds.rules.events import (
    CalledFans,
    CalledPattern,
    Fact,
    HandState,
    Kong,
    Leave,
    Transfer,
    WallOut,
    WallState,
    Win,
    WinBy,
    Winner,
    fact_from_json,
    fact_to_json,
    read_bonuses,
)
from rounds.rules.patterns import LUCK, Pattern
from rounds.rules.ruleset import Bonus, KongKind
from tests.rules.test_hands import hand

SHOWN = {"concealed": "123456m11p", "pungs": "5p"}
FORMS: list[tuple[Fact, dict[str, Any]]] = [
    (Kong("D", KongKind.CONCEALED, tile="5m"), {"type": "kong", "player": "D", "kind": "concealed", "tile": "5m"}),
    (Kong("A", KongKind.EXPOSED, "C"), {"type": "kong", "player": "A", "kind": "exposed", "from": "C"}),
    (
        Kong("C", KongKind.PROMOTED, robbed=True),
        {"type": "kong", "player": "C", "kind": "promoted", "robbed": True},
    ),
    (
        Win(WinBy.SELF_DRAW, (Winner("D", CalledPattern(Pattern.ALL_TRIPLETS, 1)),), after_kong=True),
        {
            "type": "win",
            "by": "self_draw",
            "after_kong": True,
            "winners": [{"player": "D", "pattern": "all_triplets", "roots": 1}],
        },
    ),
    (
        Win(
            WinBy.DISCARD,
            (
                Winner("A", CalledFans(3), (Bonus.UNDER_THE_SEA, Bonus.CONCEALED_HAND)),
                Winner("B", hand("123456m11p", "5p"), (Bonus.LAST_CHANCE,), (Pattern.HEAVENLY,)),
            ),
            "C",
        ),
        {
            "type": "win",
            "by": "discard",
            "from": "C",
            "winners": [
                {"player": "A", "fans": 3, "bonuses": ["under_the_sea", "concealed_hand"]},
                {"player": "B", "hand": SHOWN, "bonuses": ["last_chance", "heavenly"]},
            ],
        },
    ),
    (
        Win(WinBy.ROBBED_KONG, (Winner("B", CalledPattern(Pattern.PLAIN)),), "C"),
        {"type": "win", "by": "robbed_kong", "from": "C", "winners": [{"player": "B", "pattern": "plain"}]},
    ),
    (
        WallOut(
            {
                "B": HandState(WallState.READY, CalledFans(0), (Bonus.NO_TERMINALS,)),
                "C": HandState(WallState.NOT_READY),
                "D": HandState(WallState.FLOWER_PIG),
                "A": HandState(WallState.READY, hand("123456m11p", "5p")),
            }
        ),
        {
            "type": "wall_out",
            "hands": {
                "B": {"state": "ready", "fans": 0, "bonuses": ["no_terminals"]},
                "C": {"state": "not_ready"},
                "D": {"state": "flower_pig"},
                "A": {"state": "ready", "hand": SHOWN},
            },
        },
    ),
    (Leave("C"), {"type": "leave", "player": "C"}),
    (Leave("C", {}), {"type": "leave", "player": "C", "hands": {}}),
    (
        Leave("C", {"B": HandState(WallState.READY, CalledPattern(Pattern.FULL_FLUSH))}),
        {"type": "leave", "player": "C", "hands": {"B": {"state": "ready", "pattern": "full_flush"}}},
    ),
    (
        Transfer("A", ("B", "pot"), 4, "诈胡"),
        {"type": "transfer", "from": "A", "to": ["B", "pot"], "points": 4, "note": "诈胡"},
    ),
    (Transfer("A", ("B",), 10**6), {"type": "transfer", "from": "A", "to": ["B"], "points": 10**6}),
    (Win(WinBy.DISCARD, (), "C"), {"type": "win", "by": "discard", "from": "C", "winners": []}),
]


@pytest.mark.parametrize(("fact", "told"), FORMS)
def test_a_fact_is_read_and_written_in_its_form_without_what_goes_without_saying(
    fact: Fact, told: dict[str, Any]
) -> None:
    assert fact_from_json(told) == fact
    assert fact_to_json(fact) == told


def test_what_goes_without_saying_may_be_said() -> None:
    kong = {"type": "kong", "player": "C", "kind": "promoted"}
    assert fact_from_json({**kong, "robbed": False}) == fact_from_json(kong)
    win = {"type": "win", "by": "self_draw", "winners": [{"player": "D", "pattern": "plain"}]}
    more = {"after_kong": False, "winners": [{"player": "D", "pattern": "plain", "roots": 0, "bonuses": []}]}
    assert fact_from_json({**win, **more}) == fact_from_json(win)
    paid = {"type": "transfer", "from": "A", "to": ["B"], "points": 1}
    assert fact_from_json({**paid, "note": ""}) == fact_from_json(paid)


def test_a_tile_is_read_in_chinese_and_written_plainly() -> None:
    read = fact_from_json({"type": "kong", "player": "A", "kind": "concealed", "tile": "５万"})
    assert read == Kong("A", KongKind.CONCEALED, tile="5m")


WIN = {"type": "win", "by": "discard", "from": "C", "winners": [{"player": "B", "fans": 1}]}


@pytest.mark.parametrize(
    "told",
    [{"fans": 0}, {"fans": 40}, {"pattern": "plain", "roots": 0}, {"pattern": "plain", "roots": 4}],
)
def test_a_called_hand_at_the_edge_of_what_is_possible_is_read(told: dict[str, Any]) -> None:
    read = fact_from_json({**WIN, "winners": [{"player": "B", **told}]})
    assert isinstance(read, Win)
    expected = CalledFans(told["fans"]) if "fans" in told else CalledPattern(Pattern.PLAIN, told["roots"])
    assert read.winners == (Winner("B", expected),)


SAID = (Bonus.UNDER_THE_SEA, Bonus.LAST_CHANCE)


def test_bonuses_are_read_in_their_order_each_once() -> None:
    assert read_bonuses(["last_chance", "under_the_sea"], "here", SAID) == (Bonus.LAST_CHANCE, Bonus.UNDER_THE_SEA)
    assert read_bonuses([], "here", SAID) == ()
    assert read_bonuses([], "here", ()) == ()
    assert read_bonuses(["earthly"], "here", LUCK) == (Pattern.EARTHLY,)
