"""What a point is worth, what the table costs and what everybody brings, on the form that starts a night."""

import pytest

from rounds.models import AccessLink
from tests.web.new_night_form import opened, refused, send


@pytest.mark.parametrize(
    ("typed", "fen"), [("0.5", 50), ("1", 100), ("0.05", 5), (" 12.34 ", 1234), ("10000", 10**6), ("007", 700)]
)
def test_a_point_can_be_worth_money_exact_to_the_fen(own: AccessLink, typed: str, fen: int) -> None:
    money = opened(send(own, per_point=typed)).played().get().money
    assert money == {"currency": "CNY", "per_point": fen}


@pytest.mark.parametrize(
    "typed", ["0", "0.00", "0.005", "-1", "+1", ".5", "5.", "1,5", "1e3", "NaN", "١", "１", "1_0", "10000.01", "元"]
)
def test_a_worth_that_is_none_is_refused_at_its_field(own: AccessLink, typed: str) -> None:
    page = refused(send(own, per_point=typed), "一分是0.01元到10,000元")
    assert f'value="{typed}"' in page


@pytest.mark.parametrize(
    ("currency", "typed", "worth"),
    [("HKD", "0.5", 50), ("JPY", "100", 100), ("CNY", "5角", 50), ("CNY", "2块", 200), ("USD", "0.25", 25)],
)
def test_a_point_can_be_worth_any_money_of_the_list(own: AccessLink, currency: str, typed: str, worth: int) -> None:
    money = opened(send(own, per_point=typed, currency=currency)).played().get().money
    assert money == {"currency": currency, "per_point": worth}


@pytest.mark.parametrize(
    ("currency", "typed", "sentence"),
    [
        ("JPY", "0.5", "一分是1日元到1,000,000日元"),
        ("USD", "0.005", "一分是0.01美元到10,000美元"),
        ("XXX", "1", "没有这种钱"),
        ("", "1", "没有这种钱"),
    ],
)
def test_a_worth_that_the_currency_does_not_have_is_refused(
    own: AccessLink, currency: str, typed: str, sentence: str
) -> None:
    page = refused(send(own, per_point=typed, currency=currency), sentence)
    assert f'value="{typed}"' in page


@pytest.mark.parametrize(
    ("per_point", "typed", "amount"), [("0.5", "10", 1000), ("", "10", 10), ("0.5", "0.5", 50), ("0.5", "5角", 50)]
)
def test_the_table_can_cost_something(own: AccessLink, per_point: str, typed: str, amount: int) -> None:
    fields = {"fee": typed, "fee_per": "round", "fee_from": "winners"}
    row = opened(send(own, per_point=per_point, **fields)).played().get()
    assert row.fee == {"amount": amount, "per": "round", "paid_by": "winners"}


@pytest.mark.parametrize("typed", ["", " ", "0", "0.00"])
def test_no_table_fee_is_none(own: AccessLink, typed: str) -> None:
    assert opened(send(own, per_point="1", fee=typed)).played().get().fee is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"fee": "1.5", "per_point": ""}, "写1分到1,000,000,000分，不要小数"),
        ({"fee": "1.555", "per_point": "1"}, "写0.01元到10,000,000元，比如2.50"),
        ({"fee": "１０", "per_point": "1"}, "写0.01元"),
        ({"fee": "99999999999", "per_point": "1"}, "写0.01元"),
        ({"fee": "10", "fee_per": "year"}, "台费怎么收"),
        ({"fee": "10", "fee_from": "losers"}, "台费怎么收"),
    ],
)
def test_a_table_fee_that_is_none_is_refused_at_its_field(
    own: AccessLink, changes: dict[str, str], sentence: str
) -> None:
    page = refused(send(own, **{"fee_per": "night", "fee_from": "all", **changes}), sentence)
    assert 'id="error-fee"' in page
    assert '<details class="says" open>' in page


def test_who_brings_how_much_is_typed_for_all_and_for_one(own: AccessLink) -> None:
    assert opened(send(own, stakes="100", stakes_C="30")).played().get().stakes == {
        "A": 100,
        "B": 100,
        "C": 30,
        "D": 100,
    }


def test_only_who_brings_something_is_limited_by_it(own: AccessLink) -> None:
    assert opened(send(own, stakes_B="50", name_C="", name_D="", stakes_D="9")).played().get().stakes == {"B": 50}


@pytest.mark.parametrize("typed", ["0", "-5", "1.5", "１", "x", "1000001"])
def test_what_nobody_can_bring_is_refused(own: AccessLink, typed: str) -> None:
    for field in ("stakes", "stakes_D"):
        assert 'id="error-stakes"' in refused(send(own, **{field: typed}), "带的分是1到1,000,000的整数")
