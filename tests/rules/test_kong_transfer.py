"""呼叫转移: where kong money goes when the tile thrown after a kong is won on.

A concealed kong earns 6, 2 from each of the others; a promoted one 3, 1 from each.
"""

from typing import Any

import pytest

from rounds.rules.events import Fact
from rounds.rules.ledger import Entry, Reason, Why
from tests.rules.at_the_table import discard, entries_of, kong, paid, rules

SIX, THREE = kong("B", "concealed"), kong("B", "promoted")
TO_A = discard("B", after_kong=True, A=0)
TO_TWO = discard("B", after_kong=True, A=0, D=0)


def moved(fact: Fact, *before: Fact, **options: Any) -> list[str]:
    """What moves beside the wins."""
    entries = entries_of(fact, *before, table=rules(**options))
    return paid(entry for entry in entries if entry.reason is not Reason.WIN)


def test_the_income_of_the_newest_kong_moves_on_to_the_winner() -> None:
    assert paid(entries_of(TO_A, SIX)) == ["B→A 2 win", "B→A 6 kong_transfer"]
    assert moved(TO_A, SIX, kong("A"), THREE) == ["B→A 3 kong_transfer"]
    assert moved(TO_A, THREE, SIX) == ["B→A 6 kong_transfer"]
    assert moved(TO_A, kong("B", "exposed", "C")) == ["B→A 2 kong_transfer"]


def test_nothing_moves_without_a_kong_just_before_or_where_it_is_not_played() -> None:
    assert moved(discard("B", A=0), SIX) == []
    assert moved(TO_A, SIX, kong_transfer="none") == []
    assert moved(TO_A, kong("B", "postponed")) == []


def test_the_entry_names_the_kong_whose_money_moves() -> None:
    entries = entries_of(TO_A, kong("C"), SIX)
    assert entries[-1] == Entry("B", "A", 6, Reason.KONG_TRANSFER, 2, 1, Why(kong="concealed"))
    entries = entries_of(TO_TWO, kong("C"), SIX)
    assert entries[-1] == Entry("B", "A", 6, Reason.KONG_TRANSFER, 2, 1, Why(kong="concealed", rule="each"))


@pytest.mark.parametrize(
    ("shares", "payments"),
    [
        ("each", ["B→D 3 kong_transfer", "B→A 3 kong_transfer"]),
        ("split", ["B→D 2 kong_transfer", "B→A 1 kong_transfer"]),
        ("nearest", ["B→D 3 kong_transfer"]),
        ("none", []),
    ],
)
def test_several_winners_share_it_as_the_table_says_the_next_in_turn_first(shares: str, payments: list[str]) -> None:
    assert moved(TO_TWO, THREE, kong_transfer_shares=shares) == payments
    # One winner gets all of it, however several would share.
    assert moved(TO_A, THREE, kong_transfer_shares=shares) == ["B→A 3 kong_transfer"]


def test_a_part_of_nothing_is_no_entry() -> None:
    options: dict[str, Any] = {"kong_transfer_shares": "split", "kong_pay": {"exposed": 1}}
    assert moved(TO_TWO, kong("B", "exposed", "C"), **options) == ["B→D 1 kong_transfer"]


def test_all_kongs_move_together_each_divided_by_itself() -> None:
    assert moved(TO_A, THREE, kong("A"), SIX, kong_transfer="all") == ["B→A 3 kong_transfer", "B→A 6 kong_transfer"]
    # 3 and 3 are 2 + 1 twice, not 3 + 3.
    assert moved(TO_TWO, THREE, THREE, kong_transfer="all", kong_transfer_shares="split") == [
        *("B→D 2 kong_transfer", "B→A 1 kong_transfer"),
        *("B→D 2 kong_transfer", "B→A 1 kong_transfer"),
    ]


def test_money_that_has_moved_never_moves_again() -> None:
    again = discard("B", after_kong=True, C=0)
    assert moved(again, SIX, TO_A) == []
    assert moved(again, THREE, SIX, TO_A) == []
    # 1 from each of C and D, who are left.
    assert moved(again, SIX, TO_A, THREE) == ["B→C 2 kong_transfer"]
    assert moved(again, SIX, TO_A, THREE, kong_transfer="all") == ["B→C 2 kong_transfer"]
    assert moved(again, SIX, TO_A, THREE, kong_transfer="return") == ["B→C 1 kong_refund", "B→D 1 kong_refund"]


def test_the_newest_kongs_income_goes_back_to_all_who_paid_it_those_who_have_won_too() -> None:
    assert moved(TO_A, SIX, kong_transfer="return") == [
        *("B→C 2 kong_refund", "B→D 2 kong_refund", "B→A 2 kong_refund"),
    ]
    entries = entries_of(TO_A, kong("A"), SIX, discard("A", C=0), table=rules(kong_transfer="return"))
    assert entries[1] == Entry("B", "C", 2, Reason.KONG_REFUND, 3, 1, Why(kong="concealed", rule="return"))
    assert moved(TO_A, THREE, SIX, kong_transfer="return", kong_transfer_shares="none") == [
        *("B→C 2 kong_refund", "B→D 2 kong_refund", "B→A 2 kong_refund"),
    ]


def test_where_only_a_kong_added_to_a_pung_moves_the_newest_one_decides() -> None:
    only: dict[str, Any] = {"kong_transfer_after": "promoted", "kong_pay": {"postponed": 4}}
    assert moved(TO_A, SIX, **only) == []
    assert moved(TO_A, THREE, SIX, **only) == []
    assert moved(TO_A, kong("B", "exposed", "C"), **only) == []
    assert moved(TO_A, THREE, **only) == ["B→A 3 kong_transfer"]
    assert moved(TO_A, kong("B", "postponed"), **only) == ["B→A 12 kong_transfer"]
    everything = {**only, "kong_transfer": "all"}
    assert moved(TO_A, SIX, THREE, **everything) == ["B→A 6 kong_transfer", "B→A 3 kong_transfer"]
    assert moved(TO_A, THREE, SIX, **everything) == []
    assert moved(TO_A, SIX, kong_transfer="return", kong_transfer_after="promoted") == []
