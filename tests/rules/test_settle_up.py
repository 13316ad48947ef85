"""The fewest payments: against every way to split the people, and by the laws that money keeps."""

import random
from collections.abc import Iterable, Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rounds.rules.settle_up import EXACT, Payment, go_home, settle_up, still_due

NAMES = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳"


def named(*balances: int) -> dict[str, int]:
    return dict(zip(NAMES, balances, strict=False))


@st.composite
def zero_sums(draw: st.DrawFn, most: int = 7, largest: int = 12) -> dict[str, int]:
    """Balances of up to `most` people: small ones, so that groups among them cancel out often."""
    free = draw(st.lists(st.integers(-largest, largest), max_size=most - 1))
    return named(*free, -sum(free))


def left_over(balances: dict[str, int], payments: Iterable[Payment]) -> dict[str, int]:
    left = dict(balances)
    for payment in payments:
        assert payment.amount > 0
        assert payment.payer != payment.payee
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    return left


def fewest(balances: dict[str, int]) -> int:
    """By every split of the people into groups that sum to zero."""

    @cache
    def best(people: tuple[int, ...]) -> int:
        if not people:
            return 0
        first, *rest = people
        return min(
            len(group) - 1 + best(others) for group, others in splits(tuple(rest), (first,), ()) if not sum(group)
        )

    return best(tuple(sorted(balance for balance in balances.values() if balance)))


Group = tuple[int, ...]


def splits(people: Sequence[int], group: Group, others: Group) -> Iterable[tuple[Group, Group]]:
    if not people:
        yield group, others
        return
    first, *rest = people
    yield from splits(rest, (*group, first), others)
    yield from splits(rest, group, (*others, first))


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        (named(), ()),
        (named(0, 0), ()),
        (named(28, -28), (("乙", "甲", 28),)),
        (named(38, -18, -48, 28), (("丙", "甲", 38), ("乙", "丁", 18), ("丙", "丁", 10))),
        # Greedy pairing from the largest would need five: 甲 and 乙 are cleared by 丁 alone, 丙 by 戊 and 己.
        (named(4, 3, 6, -7, -5, -1), (("丁", "甲", 4), ("丁", "乙", 3), ("戊", "丙", 5), ("己", "丙", 1))),
        # Equal and opposite people pay each other.
        (named(-9, 5, 9, -5), (("甲", "丙", 9), ("丁", "乙", 5))),
    ],
)
def test_payments(balances: dict[str, int], payments: Sequence[tuple[str, str, int]]) -> None:
    assert set(settle_up(balances)) == {Payment(*payment) for payment in payments}


@given(zero_sums())
def test_there_are_never_more_payments_than_needed_and_they_clear_everybody(balances: dict[str, int]) -> None:
    payments = settle_up(balances)
    assert not any(left_over(balances, payments).values())
    assert len(payments) == fewest(balances)


def test_five_thousand_random_nights_are_cleared_by_as_few_payments_as_there_can_be() -> None:
    """Two to seven people; small sums, that cancel out in groups again and again, and large ones, that hardly do."""
    chance = random.Random(5)  # noqa: S311 - the same cases each time
    for _ in range(5000):
        largest = chance.choice((2, 5, 12, 1000))
        free = [chance.randint(-largest, largest) for _ in range(chance.randint(1, 6))]
        balances = named(*free, -sum(free))
        payments = settle_up(balances)
        assert not any(left_over(balances, payments).values()), balances
        assert len(payments) == fewest(balances), balances


def test_what_was_paid_leaves_the_fewest_and_what_is_as_few_stays_as_it_was() -> None:
    """Some pay what they are told, whole or in part, some another sum to another."""
    chance = random.Random(6)  # noqa: S311 - the same cases each time
    stayed = 0
    for _ in range(2000):
        free = [chance.randint(-12, 12) for _ in range(chance.randint(1, 5))]
        balances, paid = named(*free, -sum(free)), list[Payment]()
        left, before = balances, settle_up(balances)
        for _ in range(3):
            due = still_due(balances, paid)
            assert not any(left_over(left, due).values())
            assert len(due) == fewest(left)
            if not due:
                break
            told = chance.choice(due)
            payment = told._replace(amount=chance.randint(1, told.amount))
            if chance.random() < 0.2:
                payer, payee = chance.sample(sorted(balances), 2)
                payment = Payment(payer, payee, chance.randint(1, 9))
            paid.append(payment)
            left = left_over(left, [payment])
            if payment == told and due == before:
                before = tuple(one for one in before if one != told)
                assert set(still_due(balances, paid)) == set(before), "a tick moves nothing else"
                stayed += 1
    assert stayed > 500


@pytest.mark.parametrize(
    ("paid", "due"),
    [
        ([], (("丙", "甲", 38), ("乙", "丁", 18), ("丙", "丁", 10))),
        ([("乙", "丁", 18)], (("丙", "甲", 38), ("丙", "丁", 10))),
        ([("丙", "甲", 30)], (("丙", "甲", 8), ("乙", "丁", 18), ("丙", "丁", 10))),
        # Somebody pays too much, and gets it back.
        ([("乙", "丁", 28), ("丙", "甲", 38)], (("丙", "乙", 10),)),
        # Somebody who is in no balance pays for another.
        ([("戊", "甲", 38)], (("丙", "戊", 38), ("乙", "丁", 18), ("丙", "丁", 10))),
    ],
)
def test_what_is_still_due(paid: Sequence[tuple[str, str, int]], due: Sequence[tuple[str, str, int]]) -> None:
    found = still_due(named(38, -18, -48, 28), [Payment(*payment) for payment in paid])
    assert set(found) == {Payment(*payment) for payment in due}


@given(zero_sums(most=len(NAMES), largest=10**12))
def test_any_number_of_people_and_any_amount_is_cleared(balances: dict[str, int]) -> None:
    payments = settle_up(balances)
    assert not any(left_over(balances, payments).values())
    assert len(payments) <= max(0, sum(map(bool, balances.values())) - 1)
    assert all(balances[payment.payer] < 0 < balances[payment.payee] for payment in payments)


@given(zero_sums(), st.data())
def test_who_goes_home_is_at_zero_and_nobody_owes_more_than_before(
    balances: dict[str, int], data: st.DataObject
) -> None:
    leaver = data.draw(st.sampled_from(sorted(balances)))
    payments = go_home(balances, leaver)
    left = left_over(balances, payments)
    assert left[leaver] == 0
    assert all(leaver in (payment.payer, payment.payee) for payment in payments)
    assert all(abs(left[name]) <= abs(balance) and left[name] * balance >= 0 for name, balance in balances.items())


@pytest.mark.parametrize(
    ("balances", "leaver", "payments"),
    [
        (named(-7, 10, 7, -10), "甲", (("甲", "丙", 7),)),
        (named(-12, 5, 10, -3), "甲", (("甲", "丙", 10), ("甲", "乙", 2))),
        (named(12, -5, -10, 3), "甲", (("丙", "甲", 10), ("乙", "甲", 2))),
        (named(0, -5, 5), "甲", ()),
    ],
)
def test_going_home(balances: dict[str, int], leaver: str, payments: Sequence[tuple[str, str, int]]) -> None:
    assert go_home(balances, leaver) == tuple(Payment(*payment) for payment in payments)


def test_more_people_than_can_be_searched_are_cleared_all_the_same() -> None:
    balances = named(*range(1, EXACT + 2), -sum(range(1, EXACT + 2)))
    payments = settle_up(balances)
    assert not any(left_over(balances, payments).values())
    assert len(payments) == EXACT + 1


def test_balances_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="zero"):
        settle_up(named(1, 2))
    with pytest.raises(ValueError, match="zero"):
        go_home(named(1, 2), "甲")


def test_somebody_without_a_balance_cannot_go_home() -> None:
    with pytest.raises(KeyError):
        go_home(named(1, -1), "癸")
