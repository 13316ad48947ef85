"""What the table costs, and who pays it."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rounds.rules.table_fee import FeeFrom, FeePer, Sums, TableFee, fee_from_json

ROUNDS: Sequence[Sums] = (
    {"甲": 8, "乙": -4, "丙": -4},
    {"甲": -6, "乙": 3, "丁": 3},
    {"甲": 0, "丙": 0},
)

sums = st.dictionaries(st.sampled_from("甲乙丙丁"), st.integers(-20, 20), min_size=2)


@pytest.mark.parametrize(
    ("per", "paid_by", "due"),
    [
        (FeePer.ROUND, FeeFrom.ALL, {"甲": 15, "乙": 10, "丙": 10, "丁": 5}),
        (FeePer.ROUND, FeeFrom.WINNERS, {"甲": 5, "乙": 5, "丁": 5}),
        (FeePer.ROUND, FeeFrom.BIGGEST_WINNER, {"甲": 5, "乙": 3, "丁": 2}),
        (FeePer.NIGHT, FeeFrom.ALL, {"甲": 5, "乙": 5, "丙": 5, "丁": 5}),
        (FeePer.NIGHT, FeeFrom.WINNERS, {"甲": 5, "丁": 5}),
        (FeePer.NIGHT, FeeFrom.BIGGEST_WINNER, {"丁": 5}),
    ],
)
def test_who_pays_for_the_table(per: FeePer, paid_by: FeeFrom, due: Sums) -> None:
    assert TableFee(5, per, paid_by).of(ROUNDS) == due


@pytest.mark.parametrize("paid_by", FeeFrom)
def test_a_night_without_rounds_costs_nothing(paid_by: FeeFrom) -> None:
    assert TableFee(5, FeePer.ROUND, paid_by).of([]) == {}
    assert TableFee(5, FeePer.NIGHT, paid_by).of([]) == {}


@given(st.lists(sums), st.integers(1, 1_000), st.sampled_from(FeePer))
def test_the_biggest_winners_together_pay_it_once(rounds: Sequence[Sums], amount: int, per: FeePer) -> None:
    due = TableFee(amount, per, FeeFrom.BIGGEST_WINNER).of(rounds)
    assert sum(due.values()) % amount == 0
    assert sum(due.values()) <= amount * (len(rounds) if per is FeePer.ROUND else 1)
    assert all(share >= 0 for share in due.values())


@pytest.mark.parametrize("per", FeePer)
@pytest.mark.parametrize("paid_by", FeeFrom)
def test_a_fee_written_as_json_reads_back_as_itself(per: FeePer, paid_by: FeeFrom) -> None:
    fee = TableFee(1_000, per, paid_by)
    assert fee_from_json(fee.to_json()) == fee
    assert fee_from_json(None) is None


@pytest.mark.parametrize(
    "value", [{}, {"amount": "5", "per": "round", "paid_by": "all"}, {"amount": 5, "per": "week", "paid_by": "all"}]
)
def test_anything_else_is_no_fee(value: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"fee|week"):
        fee_from_json(value)
