"""结账 jié zhàng: the fewest payments that clear a night.

It stands alone: names and whole amounts in, payments out. What an amount is counted in (points, fen) is the caller's.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

EXACT = 12
"""Up to so many people with a balance, after equal and opposite ones have paid each other, the fewest is certain."""


class Payment(NamedTuple):
    """`payer` hands `amount` (> 0) over to `payee`."""

    payer: str
    payee: str
    amount: int


def settle_up(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments after which nobody owes anything: those with a minus pay those with a plus.

    Whoever is in a group whose balances sum to zero needs one payment less than there are people in it. So the people
    are split into as many such groups as there can be. The same balances in the same order give the same payments.
    Raises `ValueError` for balances that do not sum to zero.
    """
    if sum(balances.values()):
        raise ValueError("the balances do not sum to zero")
    open_ones = {name: balance for name, balance in balances.items() if balance}
    pairs = tuple(_opposites(open_ones))
    for pair in pairs:
        del open_ones[pair.payer], open_ones[pair.payee]
    groups = _groups(list(open_ones.items())) if len(open_ones) <= EXACT else [list(open_ones.items())]
    return (*pairs, *(payment for group in groups for payment in _within(group)))


def go_home(balances: Mapping[str, int], leaver: str) -> tuple[Payment, ...]:
    """The fewest payments that bring `leaver` alone to zero: he pays those with a plus, or is paid by those with a
    minus, one of them where that is enough, else the largest first.

    Raises `ValueError` for balances that do not sum to zero, and `KeyError` for somebody who has none.
    """
    if sum(balances.values()):
        raise ValueError("the balances do not sum to zero")
    mine = balances[leaver]
    others = sorted(
        ((name, abs(balance)) for name, balance in balances.items() if balance * mine < 0),
        key=lambda other: (other[1] != abs(mine), -other[1]),
    )
    return tuple(_shared(leaver, mine, others))


def still_due(balances: Mapping[str, int], paid: Iterable[Payment]) -> tuple[Payment, ...]:
    """The fewest payments that clear what is left of `balances` after what was `paid`.

    They are those of `settle_up` before anything was paid, less what was, wherever these are as few: who has not paid
    yet owes the same as before. Where somebody has paid otherwise, they are planned anew from there, and again kept.
    Raises `ValueError` for balances that do not sum to zero.
    """
    left, planned = dict(balances), _by_pair(settle_up(balances))
    for payer, payee, amount in paid:
        left[payer] = left.get(payer, 0) + amount
        left[payee] = left.get(payee, 0) - amount
        planned[payer, payee] = planned.get((payer, payee), 0) - amount
        if planned[payer, payee] < 0:
            planned = _by_pair(settle_up(left))
    fewest = settle_up(left)
    rest = tuple(Payment(*pair, amount) for pair, amount in planned.items() if amount)
    return rest if len(rest) <= len(fewest) else fewest


def _by_pair(payments: Iterable[Payment]) -> dict[tuple[str, str], int]:
    return {(payer, payee): amount for payer, payee, amount in payments}


def _shared(leaver: str, mine: int, others: Iterable[tuple[str, int]]) -> Iterable[Payment]:
    left = abs(mine)
    for name, most in others:
        amount = min(left, most)
        if amount:
            yield Payment(leaver, name, amount) if mine < 0 else Payment(name, leaver, amount)
        left -= amount


def _opposites(balances: Mapping[str, int]) -> Iterable[Payment]:
    """Who owes exactly what another is owed. Such a pair is in some best split: two groups that had one of them each
    can give them up to a group of their own, and be one group without them."""
    waiting: dict[int, list[str]] = {}
    for name, balance in balances.items():
        if partners := waiting.get(-balance):
            other = partners.pop(0)
            payer, payee = (name, other) if balance < 0 else (other, name)
            yield Payment(payer, payee, abs(balance))
        else:
            waiting.setdefault(balance, []).append(name)


def _groups(people: Sequence[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """The people in as many groups that sum to zero as there can be.

    Think of the people leaving one by one: `most[some]` counts how often those who are left, from `some` down to
    nobody, can sum to zero on the way. (A set of people is a number, with a bit for each.)
    """
    every = (1 << len(people)) - 1
    total, most = [0] * (every + 1), [0] * (every + 1)
    for some in range(1, every + 1):
        lowest = some & -some
        total[some] = total[some ^ lowest] + people[lowest.bit_length() - 1][1]
        most[some] = max(most[some ^ 1 << i] for i in range(len(people)) if some >> i & 1) + (not total[some])
    groups: list[list[tuple[str, int]]] = []
    some = every
    while some:
        if not total[some]:
            groups.append([])
        stay = most[some] - (not total[some])
        leaver = next(i for i in range(len(people)) if some >> i & 1 and most[some ^ 1 << i] == stay)
        groups[-1].append(people[leaver])
        some ^= 1 << leaver
    return groups


def _within(group: Sequence[tuple[str, int]]) -> Iterable[Payment]:
    """One payment less than there are people, or fewer: who owes most pays who is owed most, again and again."""
    left = dict(group)
    while any(left.values()):
        payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        yield Payment(payer, payee, amount)
