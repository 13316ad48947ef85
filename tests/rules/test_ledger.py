"""Entries, what they add up to, and the figures behind them as JSON."""

import json

import pytest

from rounds.rules.ledger import Entry, Fans, Price, Reason, Why, balances, why_from_json, why_to_json

PRICE = Price((Fans("full_flush", 2), Fans("root", 2, 2)), fans=4, paid_fans=3, multiplier=8, base=5)
READY = Price((Fans("plain", 0),), fans=0, paid_fans=0, multiplier=1, base=5, wait="5m")


def entry(payer: str, payee: str, points: int) -> Entry:
    return Entry(payer, payee, points, Reason.WIN, 0)


def test_what_one_pays_another_gets() -> None:
    entries = [entry("A", "B", 5), entry("C", "B", 2), entry("B", "A", 1)]
    assert balances(entries, ["A", "B", "C", "D"]) == {"A": -4, "B": 6, "C": -2, "D": 0}


def test_an_account_that_nobody_named_stands_behind_those_that_were() -> None:
    assert list(balances([entry("B", "pot", 4)], ["A", "B"]).items()) == [("A", 0), ("B", -4), ("pot", 4)]
    assert balances([entry("pot", "A", 4), entry("pot", "A", 1)], ["A"]) == {"A": 5, "pot": -5}
    assert balances([], []) == {}


def test_a_price_is_its_multiplier_times_the_base() -> None:
    assert PRICE.points == 40
    assert READY.points == 5


def test_only_figures_that_say_something_are_written() -> None:
    assert why_to_json(Why()) == {}
    assert why_to_json(Why(kong="exposed", base=5, times=2)) == {"kong": "exposed", "base": 5, "times": 2}
    assert why_to_json(Why(rule="each", note="诈胡", source="win")) == {"rule": "each", "note": "诈胡", "source": "win"}


def test_a_stake_of_nothing_at_all_is_a_figure() -> None:
    assert why_to_json(Why(limit=0)) == {"limit": 0}
    assert why_to_json(Why(limit=7)) == {"limit": 7}


def test_a_price_is_written_with_its_steps_and_with_the_wait_that_it_was_valued_by() -> None:
    full = {
        "steps": [["full_flush", 2, 1], ["root", 2, 2]],
        "fans": 4,
        "paid_fans": 3,
        "multiplier": 8,
        "base": 5,
    }
    waiting = {"steps": [["plain", 0, 1]], "fans": 0, "paid_fans": 0, "multiplier": 1, "base": 5, "wait": "5m"}
    assert why_to_json(Why(price=PRICE, less=READY)) == {"price": full, "less": waiting}


@pytest.mark.parametrize(
    "why",
    [
        Why(),
        Why(price=PRICE),
        Why(price=PRICE, less=READY),
        Why(kong="promoted", base=1, times=2, rule="split", note="x", source="kong", limit=0),
    ],
)
def test_what_was_written_is_read_back_from_text(why: Why) -> None:
    assert why_from_json(json.loads(json.dumps(why_to_json(why)))) == why
