"""Money as it is typed and written: exact in every currency, to its smallest part."""

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from rounds.money import CURRENCIES, OFFERED
from rounds.screens.money import as_typed, money_fields
from rounds.typed_money import read_fee, read_worth


@pytest.mark.parametrize(
    ("code", "typed", "amount"),
    [
        ("CNY", "0.5", 50),
        ("CNY", "5角", 50),
        ("CNY", "5毛", 50),
        ("CNY", "0.5角", 5),
        ("CNY", "3分", 3),
        ("CNY", "1.5块", 150),
        ("CNY", "999999999999.99", 99999999999999),
        ("JPY", "100", 100),
        ("JPY", "5角", None),
        ("JPY", "0.5", None),
        ("", "7", 7),
        ("", "7.5", None),
        *[
            ("CNY", typed, None)
            for typed in ("", " 1", "1,000", "1e3", "-1", "+1", "１", "٣", ".5", "5.", "0.5分", "元")
        ],
    ],
)
def test_what_is_typed_is_read_exactly_or_not_at_all(code: str, typed: str, amount: int | None) -> None:
    assert CURRENCIES[code].read(typed) == amount


@given(st.sampled_from(sorted(CURRENCIES)), st.integers(0, 10**14))
def test_what_is_written_is_read_as_the_same(code: str, amount: int) -> None:
    assert CURRENCIES[code].read(CURRENCIES[code].digits(amount).replace(",", "")) == amount


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("zh-hans", ["1,284.50元", "1,284.50港元", "128,450日元", "128,450分"]),
        ("zh-hant", ["1,284.50元", "1,284.50港元", "128,450日圓", "128,450分"]),
        ("en", ["¥1,284.50", "HK$1,284.50", "JP¥128,450", "128,450 pts"]),
    ],
)
def test_a_sum_is_said_in_the_language_of_the_page(language: str, said: list[str]) -> None:
    with override(language):
        assert [CURRENCIES[code].say(128450) for code in ("CNY", "HKD", "JPY", "")] == said


def test_every_currency_has_a_sign_of_its_own_in_every_language() -> None:
    for language in ("zh-hans", "zh-hant", "en"):
        with override(language):
            assert len({CURRENCIES[code].unit for code in OFFERED}) == len(OFFERED)


@pytest.mark.parametrize("code", OFFERED)
def test_what_stands_in_the_form_is_read_as_what_it_was(code: str) -> None:
    typed = {"per-point": "1500", "currency": code, "fee": "12345", "fee-per": "round", "fee-from": "winners"}
    errors: dict[str, str] = {}
    money = read_worth(typed, errors)
    fee = read_fee(typed, money, errors)
    assert errors == {}
    again = as_typed(money, fee)
    assert (read_worth(again, errors), read_fee(again, money, errors)) == (money, fee)
    shown = money_fields(again, errors)
    assert [choice.value for choice in shown.currencies if choice.chosen] == [code]
    assert shown.open
