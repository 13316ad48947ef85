"""Tiles are read from mpsz and from Chinese text, and written as both."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rounds.rules.tiles import SUITS, TILES, NotTiles, Suit, read_tiles, suit, tile, write_tiles

CHINESE = "万筒条"


def test_there_are_27_kinds_in_the_order_of_suits_and_ranks() -> None:
    assert len(TILES) == 27
    assert TILES[0] == "1m"
    assert TILES[8:10] == ("9m", "1p")
    assert TILES[17:19] == ("9p", "1s")
    assert TILES[26] == "9s"
    assert SUITS == "mps"


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("", ()),
        ("5m", ("5m",)),
        ("123m44p", ("1m", "2m", "3m", "4p", "4p")),
        ("4p1m4p", ("4p", "1m", "4p")),
        ("12万３筒４餅5饼6条7條8索9萬", ("1m", "2m", "3p", "4p", "5p", "6s", "7s", "8s", "9m")),
    ],
)
def test_tiles_are_read_in_their_order(text: str, tiles: tuple[str, ...]) -> None:
    assert read_tiles(text) == tiles


@pytest.mark.parametrize("text", ["m", "5", "0m", "1z", "5m5", "1m 2m", "x1m", "1mm", "５", "5M", "１２m3q"])
def test_what_is_no_tile_is_refused_with_the_whole_text(text: str) -> None:
    with pytest.raises(NotTiles, match=text):
        read_tiles(text)


def test_tiles_are_written_with_one_letter_for_neighbours_of_a_suit() -> None:
    assert write_tiles(()) == ""
    assert write_tiles(("1m", "2m", "3p", "4m", "4m")) == "12m3p44m"
    assert write_tiles(("1m", "9s", "9s"), CHINESE) == "1万99条"


@given(st.lists(st.sampled_from(TILES)), st.sampled_from((SUITS, CHINESE)))
def test_what_is_written_is_read_back(tiles: list[str], suits: str) -> None:
    assert read_tiles(write_tiles(tiles, suits)) == tuple(tiles)


def test_one_tile_is_read_alone() -> None:
    assert tile("５万") == "5m"
    assert tile("9s") == "9s"
    assert tile("55m") is None
    assert tile("") is None


def test_a_suit_is_read_by_its_letter_or_its_word() -> None:
    assert suit("s") is Suit.BAMBOO
    assert suit("條") is Suit.BAMBOO
    assert suit("筒") is Suit.DOTS
    assert suit("萬") is Suit.CHARACTERS
    assert suit("z") is None
    assert suit("mp") is None


def test_a_tile_is_the_same_object_wherever_it_is_read() -> None:
    assert read_tiles("5m")[0] is TILES[4]
