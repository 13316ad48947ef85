"""Hands given as tiles in the facts of a round: what cannot be, and what a ready hand is worth, worked out by hand."""

import pytest

from tests.rules.agreement import said_by_core, said_by_oracle
from tests.rules.option_samples import NO, discard, kong, wall_out
from tests.rules.oracle_table import Json

WINS: Json = {"concealed": "123456m12399p", "pungs": "5p"}
WAITS: Json = {"concealed": "123456m1299p", "pungs": "5p"}
KONGED: Json = {"concealed": "123456m12399p", "kongs": "5p"}
HIDDEN: Json = {"concealed": "123456m12399p", "concealed_kongs": "5p"}


def said(events: list[Json], **options: object) -> Json:
    """What core and oracle both say of a round of A, B, C and D under `chengdu_home` with these options."""
    rules = {"preset": "chengdu_home", "options": options}
    document: Json = {"format": "xuezhan-round/1", "rules": rules, "players": [*"ABCD"], "events": events}
    core = said_by_core(document)
    assert core == said_by_oracle(document)
    return core


def refused(*events: Json, **options: object) -> bool:
    """Is the last fact refused, and only that?"""
    indices = said([*events], **options)["refused"]
    assert indices in ([], [len(events) - 1])
    return bool(indices)


def win(hand: Json) -> Json:
    return discard("A", "B", hand=hand)


def ready(hand: Json) -> Json:
    return wall_out(A=NO, B=hand, C=NO, D=NO)


def test_a_win_needs_a_complete_hand_and_a_ready_player_one_that_lacks_a_tile() -> None:
    assert not refused(win(WINS))
    assert refused(win(WAITS))
    assert not refused(ready(WAITS))
    assert refused(ready(WINS))
    for lacking in ({"concealed": "123m"}, {"concealed": ""}, {"concealed": "1m", "pungs": "2m3m4m5m6m"}):
        assert refused(win(lacking))
        assert refused(ready(lacking))


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ({"concealed": "123456m12499p", "pungs": "5p"}, "no sets"),
        ({"concealed": "123456m12399s", "pungs": "5p"}, "three suits"),
        ({"concealed": "12399p", "pungs": "5p1s2m"}, "three suits with the melds"),
        (WINS | {"void_suit": "m"}, "the void suit"),
        ({"concealed": "123456m12399p", "pungs": "5p", "void_suit": "筒"}, "the void suit in Chinese"),
        ({"concealed": "11335577m2244p", "pungs": "6p"}, "pairs beside a meld"),
    ],
)
def test_what_wins_nothing_is_refused_as_a_win(hand: Json, why: str) -> None:
    assert refused(win(hand)), why


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ({"concealed": "147m147p258m2p", "pungs": "5p"}, "no wait"),
        ({"concealed": "123456m12p99s", "pungs": "5p"}, "three suits"),
        (WAITS | {"void_suit": "m"}, "the void suit"),
        ({"concealed": "1111m", "pungs": "2p3p5p"}, "its only wait is in hand four times"),
    ],
)
def test_who_has_no_wait_or_is_a_flower_pig_is_not_ready(hand: Json, why: str) -> None:
    assert refused(ready(hand)), why


def test_a_hand_complete_only_as_a_pattern_that_the_table_does_not_play_is_no_win() -> None:
    pairs = {"concealed": "11335577m224466p"}
    assert not refused(win(pairs))
    assert refused(win(pairs), patterns={"plain": 0, "full_flush": 2})
    lucky = discard("A", "B", hand=pairs, bonuses=["heavenly"])
    assert refused(lucky, patterns={"plain": 0, "heavenly": 5})
    # Luck that is not played is no pattern of the table, and leaves the tiles what they are.
    assert not refused(lucky, patterns={"plain": 0, "seven_pairs": 2})


def test_kongs_in_a_hand_are_those_that_its_owner_has_made() -> None:
    for made, hand in (("exposed", KONGED), ("promoted", KONGED), ("postponed", KONGED), ("concealed", HIDDEN)):
        assert not refused(kong("B", made), win(hand))
        assert not refused(kong("B", made, tile="5p"), win(hand))
        assert refused(kong("B", made, tile="6p"), win(hand))
        assert refused(kong("B", made), win(WINS))
        assert refused(kong("B", made), win(HIDDEN if hand is KONGED else KONGED))
        assert refused(kong("D", made), win(hand))
    assert refused(win(KONGED))
    # A robbed kong "is no kong".
    assert refused(kong("B", "promoted", robbed=True), win(KONGED))


def test_the_kongs_of_a_hand_are_worth_their_fans_by_kind() -> None:
    two = {"concealed": "123456m99p", "kongs": "5p7p"}
    made = [kong("B", "exposed"), kong("B", "promoted", tile="7p")]
    paid = said([*made, win(two)], kong_fans={"exposed": 0, "promoted": 2, "concealed": 3})
    # 2 from the feeder A and 1 from each; then a plain hand with 2 fans for one of its kongs.
    assert tuple(paid["net"].values()) == (-7, 9, -1, -1)


def test_who_leaves_pays_a_ready_hand_at_its_best_unless_the_table_goes_by_the_worst() -> None:
    # 2s makes a plain hand of 0 fans, 5s one with a root.
    shown = {"state": "ready", "hand": {"concealed": "12345699m34s", "pungs": "5s"}}
    leave = {"type": "leave", "player": "A", "hands": {"B": shown}}
    paid = {how: said([leave], ready_check=how)["net"]["B"] for how in ("best", "worst", "none")}
    assert paid == {"best": 2, "worst": 1, "none": 2}
