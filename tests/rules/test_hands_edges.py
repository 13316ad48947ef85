"""Hands where a small slip of the counting would show: one suit alone, neighbours of a kong, the very first tile."""

from collections.abc import Mapping

import pytest

from rounds.rules.hands import UNITS, Feature, as_sets, counted, features, hand_from_json, readable, roots, waits
from rounds.rules.strict import Malformed
from tests.rules.test_hands import hand

F = Feature


@pytest.mark.parametrize(
    ("told", "place", "figures"),
    [
        ({"concealed": "22222m"}, "here", {"tile": "2m"}),
        ({"concealed": "9s", "kongs": "9s"}, "here", {"tile": "9s"}),
        ({"concealed": "1z"}, "here.concealed", {"value": "1z"}),
        ({"concealed": "1m", "pungs": "5"}, "here.pungs", {"value": "5"}),
        ({"concealed": "1m", "void_suit": "z"}, "here.void_suit", {"known": ("m", "p", "s"), "value": "z"}),
    ],
)
def test_a_hand_that_cannot_be_read_says_what_it_was(
    told: dict[str, str], place: str, figures: Mapping[str, object]
) -> None:
    with pytest.raises(Malformed) as fault:
        hand_from_json(told, "here")
    assert (fault.value.place, fault.value.figures) == (place, figures)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        # The sets must be whole in each suit, whichever it is.
        (("12455m123456789p",), 0),
        (("123456789m12455p",), 0),
        (("123456789m12455s",), 0),
        (("123456789p12455s",), 0),
        # One suit is one suit, whichever it is, and two are two.
        (("11122234566677p",), F.SETS | F.FLUSH),
        (("11122234566677s",), F.SETS | F.FLUSH),
        (("11122234566p777s",), F.SETS),
        # Pairs of 2, 5 and 8 are no triplets of them.
        (("22225588m225588p",), F.PAIRS | F.DRAGON),
    ],
)
def test_a_slip_in_one_suit_is_no_win_and_no_other_pattern(told: tuple[str, ...], expected: int) -> None:
    concealed, melds = counted(hand(*told))
    assert features(concealed, melds, as_sets(concealed)) == expected


@pytest.mark.parametrize(
    ("told", "number"),
    [
        (("2p", "2p"), 1),
        (("2p3333p", "2p"), 2),
        (("23333p", "1p"), 1),
        (("3333p", "2p"), 1),
        (("3p", "2p"), 0),
    ],
)
def test_the_fourth_of_a_pung_is_a_root_and_its_neighbours_have_their_own(told: tuple[str, ...], number: int) -> None:
    assert roots(*counted(hand(*told))) == number


@pytest.mark.parametrize(
    ("told", "tiles"),
    [
        # The single tile may be the first of all.
        (("122335577m1199p",), ["1m"]),
        # While one suit is not whole, another waits for nothing.
        (("12p11122233355s",), ["3p"]),
        (("12m11122233355s",), ["3m"]),
        (("12m11122233355p",), ["3m"]),
        # A kong blocks its own tile and not the next one; a pung not even its own.
        (("123456p99p67s", "", "4s"), ["5s", "8s"]),
        (("123456p99p67s", "", "", "4s"), ["5s", "8s"]),
        (("123456m55m78p", "9p"), ["6p", "9p"]),
        (("123456m55m78p", "", "9p"), ["6p"]),
    ],
)
def test_a_slip_in_one_tile_is_no_wait(told: tuple[str, ...], tiles: list[str]) -> None:
    concealed, melds = counted(hand(*told))
    assert list(waits(concealed, melds, melds_block=True)) == tiles


def test_the_table_of_one_suit_is_the_same_whenever_it_is_built() -> None:
    table = readable.__wrapped__()
    assert table == readable()
    assert len(table) == 21_743
    one, four, nine = UNITS["1m"], UNITS["4m"], UNITS["9m"]
    assert table[4 * one + UNITS["2m"] + UNITS["3m"]] == F.SETS | F.TERMINALS
    assert table[3 * nine + 2 * four] == F.SETS | F.TRIPLETS
    assert 5 * one not in table
    assert 4 * one not in table
