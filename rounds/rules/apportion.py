"""Dividing whole points: the only division in the core."""

from collections.abc import Sequence


def apportion(total: int, weights: Sequence[int]) -> list[int]:
    """`total` points in parts proportional to `weights` (whole, not all 0); the parts add up to `total`.

    Largest remainders get the points that are left over, the earlier of two equal ones first.
    """
    whole = sum(weights)
    parts = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda i: -(total * weights[i] % whole))
    for i in by_remainder[: total - sum(parts)]:
        parts[i] += 1
    return parts
