"""Whole points in parts: nothing is lost, nothing is made, and the same points always fall to the same part."""

from fractions import Fraction

import pytest

from rounds.rules.apportion import apportion


@pytest.mark.parametrize(
    ("total", "weights", "parts"),
    [
        (6, [1, 1, 1], [2, 2, 2]),
        (10, [7, 3], [7, 3]),
        # 3½, 2⅓ and 1⅙: the point that is left over goes to the largest remainder.
        (7, [3, 2, 1], [4, 2, 1]),
        # 1⅓ and 2⅔
        (4, [1, 2], [1, 3]),
        # 1⅔ and 3⅓: the smaller part has the larger remainder.
        (5, [1, 2], [2, 3]),
        # ⅖, 1⅕ and 1⅖ leave one point over: of two equal remainders the earlier one gets it.
        (3, [2, 6, 7], [1, 1, 1]),
        (5, [1, 1, 1], [2, 2, 1]),
        (1, [1, 1], [1, 0]),
        (0, [1, 2], [0, 0]),
        (3, [0, 1], [0, 3]),
        (10**18 + 1, [1, 2], [333_333_333_333_333_334, 666_666_666_666_666_667]),
    ],
)
def test_points_are_shared_in_proportion_and_those_left_over_by_largest_remainder(
    total: int, weights: list[int], parts: list[int]
) -> None:
    assert apportion(total, weights) == parts


def test_the_parts_add_up_and_none_is_a_whole_point_off_its_share() -> None:
    for total in range(40):
        for weights in ([1, 1, 1], [5, 3, 1], [13, 7, 7, 1], [2, 0, 9]):
            parts = apportion(total, weights)
            assert sum(parts) == total
            for part, weight in zip(parts, weights, strict=True):
                assert abs(part - Fraction(total * weight, sum(weights))) < 1
