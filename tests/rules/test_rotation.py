"""Whose seat is free for somebody who waits."""

from collections.abc import Mapping

import pytest

from rounds.rules.rotation import Rotation, free_seat, from_seat, tiles_of

NET = {"A": -3, "B": 5, "C": 5, "D": -7}


@pytest.mark.parametrize(
    ("rotation", "dealer", "net", "seat"),
    [
        (Rotation.STAY, "A", NET, ""),
        (Rotation.WINNER, "A", NET, "B"),
        (Rotation.WINNER, "C", NET, "C"),
        (Rotation.LOSER, "A", NET, "D"),
        (Rotation.LOSER, "D", {"A": -4, "B": 8, "C": 0, "D": -4}, "D"),
        (Rotation.WINNER, "A", dict.fromkeys(NET, 0), ""),
        (Rotation.LOSER, "A", dict.fromkeys(NET, 0), ""),
        (Rotation.TURN, "A", NET, "C"),
        (Rotation.TURN, "A", {"A": 1, "B": -1}, "A"),
    ],
)
def test_the_seat_that_is_free(rotation: Rotation, dealer: str, net: Mapping[str, int], seat: str) -> None:
    assert free_seat(rotation, net, dealer, turn="C") == seat


def test_turn_order_goes_on_from_the_last_seat_with_the_first() -> None:
    assert from_seat("ABCD", "C") == ["C", "D", "A", "B"]


def test_the_numbers_of_a_tile_are_counted_from_the_dealer_on() -> None:
    assert tiles_of("ABCD", "C") == {"C": (1, 5, 9), "D": (2, 6), "A": (3, 7), "B": (4, 8)}
    assert tiles_of("ABC", "A") == {"A": (1, 4, 7), "B": (2, 5, 8), "C": (3, 6, 9)}
    assert tiles_of("AB", "B") == {"B": (1, 3, 5, 7, 9), "A": (2, 4, 6, 8)}
