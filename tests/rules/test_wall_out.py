"""流局, worked out by hand: flower pigs, the ready check, price differences, kong money given back."""

from typing import Any

import pytest

from rounds.rules.events import HandState, WallState
from rounds.rules.ledger import Entry, Fans, Price, Reason, Why
from rounds.rules.ruleset import Bonus
from tests.rules.at_the_table import (
    NOT_READY,
    PIG,
    discard,
    entries_of,
    kong,
    leave,
    paid,
    ready,
    refusal,
    rules,
    wall_out,
)
from tests.rules.test_hands import hand

FIVE = rules(base=5)
D_HAS_WON = discard("A", D=0)
ABC = {"A": PIG, "B": NOT_READY, "C": ready(1)}


def test_first_pigs_then_the_ready_check_then_differences_then_refunds() -> None:
    table = rules(price_difference=True)
    entries = entries_of(wall_out(A=PIG, B=NOT_READY, C=ready(1), D=ready(2)), kong("B"), table=table)
    assert paid(entries) == [
        *("A→B 8 flower_pig", "A→C 8 flower_pig", "A→D 8 flower_pig"),
        *("B→C 2 ready_check", "B→D 4 ready_check"),
        "C→D 2 price_difference",
        *("B→C 2 kong_refund", "B→D 2 kong_refund", "B→A 2 kong_refund"),
    ]


@pytest.mark.parametrize(
    ("paid_to", "payments"),
    [
        ("all", ["A→B 40 flower_pig", "A→C 40 flower_pig", "A→D 40 flower_pig"]),
        ("in_play", ["A→B 40 flower_pig", "A→C 40 flower_pig"]),
        ("pot", ["A→pot 40 flower_pig"]),
    ],
)
def test_a_pig_pays_the_multiplier_of_the_cap_to_all_or_those_in_play_or_the_pot(
    paid_to: str, payments: list[str]
) -> None:
    table = rules(base=5, flower_pig_paid_to=paid_to, ready_check="none")
    entries = entries_of(wall_out(**ABC), D_HAS_WON, table=table)
    assert paid(entries) == payments
    assert entries[0].event == 1
    assert entries[0].reason is Reason.FLOWER_PIG
    assert entries[0].why == Why(base=5, times=8, rule=paid_to)


def test_a_pig_pays_a_number_of_bases_where_it_is_one_whatever_the_cap() -> None:
    table = rules(base=5, flower_pig_pays=16, ready_check="none")
    entries = entries_of(wall_out(A=PIG, B=NOT_READY), players="AB", table=table)
    assert entries == [Entry("A", "B", 80, Reason.FLOWER_PIG, 0, None, Why(base=5, times=16, rule="all"))]


def test_a_pig_pays_no_pig_and_nobody_who_has_left() -> None:
    pigs = wall_out(A=PIG, B=PIG, C=NOT_READY)
    table = rules(flower_pig_pays=3)
    assert paid(entries_of(pigs, leave("D"), table=table)) == ["A→C 3 flower_pig", "B→C 3 flower_pig"]
    to_pot = rules(flower_pig_pays=1, flower_pig_paid_to="pot")
    assert paid(entries_of(pigs, leave("D"), table=to_pot)) == ["A→pot 1 flower_pig", "B→pot 1 flower_pig"]


def test_a_pig_pays_the_ready_too_where_it_is_played_or_where_it_pays_as_one_who_is_not_ready() -> None:
    def checked(**options: Any) -> list[str]:
        entries = entries_of(wall_out(**ABC), D_HAS_WON, table=rules(**options))
        return paid(entry for entry in entries if entry.reason is Reason.READY_CHECK)

    assert checked() == ["B→C 2 ready_check"]
    assert checked(flower_pig_ready_check=True) == ["B→C 2 ready_check", "A→C 2 ready_check"]
    assert checked(flower_pig_pays=None) == ["B→C 2 ready_check", "A→C 2 ready_check"]
    assert checked(flower_pig_pays=0) == ["B→C 2 ready_check"]


def test_a_pig_that_pays_nothing_makes_no_entry() -> None:
    for pays in (0, None):
        entries = entries_of(wall_out(**ABC), D_HAS_WON, table=rules(flower_pig_pays=pays, ready_check="none"))
        assert entries == []


def test_who_is_not_ready_pays_each_who_is_his_hand_and_winners_take_no_part() -> None:
    entries = entries_of(wall_out(A=ready(2), B=NOT_READY, C=ready("full_flush")), D_HAS_WON, table=FIVE)
    assert paid(entries) == ["B→A 20 ready_check", "B→C 20 ready_check"]
    price = Price((Fans("called", 2),), 2, 2, 4, 5)
    assert entries[0] == Entry("B", "A", 20, Reason.READY_CHECK, 1, None, Why(price=price, rule="best"))
    assert entries_of(wall_out(A=ready(2), B=NOT_READY), players="AB", table=rules(ready_check="none")) == []


def test_a_ready_hand_has_its_bonuses_its_kongs_and_the_cap_but_no_fan_for_a_self_draw() -> None:
    table = rules(self_draw="add_fan", bonus_fans={"concealed_hand": 1})
    shown = ready("plain", bonuses=(Bonus.CONCEALED_HAND,))
    [check] = entries_of(wall_out(A=shown, B=NOT_READY), kong("A"), players="AB", table=table)
    assert check.why.price is not None
    assert check.why.price.steps == (Fans("plain", 0), Fans("concealed", 1, 1), Fans("concealed_hand", 1))
    [check] = entries_of(wall_out(A=ready(7), B=NOT_READY), players="AB")
    assert check.points == 8


def test_a_ready_hand_of_tiles_is_paid_by_its_best_wait_or_its_worst() -> None:
    # 4p makes a plain hand, 7p seven pairs.
    waiting = wall_out(A=ready(hand("112233m4455667p")), B=NOT_READY)
    for check, points in (("best", 4), ("worst", 1)):
        [entry] = entries_of(waiting, players="AB", table=rules(ready_check=check))
        assert (entry.points, entry.why.rule) == (points, check)


def test_of_two_ready_players_the_smaller_hand_pays_the_difference_where_it_is_played() -> None:
    hands = wall_out(A=ready(2), B=ready(0), C=ready(2), D=ready(1))
    assert entries_of(hands, table=FIVE) == []
    entries = entries_of(hands, table=rules(base=5, price_difference=True))
    assert paid(entries) == [
        *("B→A 15 price_difference", "B→C 15 price_difference", "B→D 5 price_difference"),
        *("D→A 10 price_difference", "D→C 10 price_difference"),
    ]
    more, less = Price((Fans("called", 2),), 2, 2, 4, 5), Price((Fans("called", 0),), 0, 0, 1, 5)
    assert entries[0] == Entry("B", "A", 15, Reason.PRICE_DIFFERENCE, 0, None, Why(price=more, less=less))


def test_kongs_of_who_is_not_ready_or_a_pig_are_given_back_those_of_others_are_not() -> None:
    kongs = (kong("D"), kong("A", "promoted"), kong("B", "exposed", "A"), kong("C"), D_HAS_WON)
    table = rules(flower_pig_pays=None, ready_check="none")
    entries = entries_of(wall_out(**ABC), *kongs, table=table)
    assert paid(entries) == ["A→B 1 kong_refund", "A→C 1 kong_refund", "A→D 1 kong_refund", "B→A 2 kong_refund"]
    assert entries[0] == Entry("A", "B", 1, Reason.KONG_REFUND, 5, 1, Why(kong="promoted", rule="flower_pig"))
    assert entries[-1] == Entry("B", "A", 2, Reason.KONG_REFUND, 5, 2, Why(kong="exposed", rule="not_ready"))
    assert entries_of(wall_out(**ABC), *kongs, table=rules(kong_refund=False, ready_check="none"))[3:] == []


def test_a_kong_that_stays_stops_no_other_from_being_given_back() -> None:
    facts = (kong("A", "promoted"), discard("A", after_kong=True, D=0), kong("C"), kong("A"))
    entries = entries_of(wall_out(A=NOT_READY, B=NOT_READY, C=ready(0)), *facts)
    assert paid(entry for entry in entries if entry.reason is Reason.KONG_REFUND) == [
        *("A→B 2 kong_refund", "A→C 2 kong_refund"),
    ]


def test_who_has_left_gets_nothing_back_unless_the_table_says_so() -> None:
    facts = (kong("A", "promoted"), leave("D"))
    over = wall_out(A=NOT_READY, B=NOT_READY, C=NOT_READY)
    assert paid(entries_of(over, *facts)) == ["A→B 1 kong_refund", "A→C 1 kong_refund"]
    table = rules(leave={"refund_to_leaver": True})
    assert paid(entries_of(over, *facts, table=table)) == [
        *("A→B 1 kong_refund", "A→C 1 kong_refund", "A→D 1 kong_refund"),
    ]


def test_the_order_of_payments_is_that_of_the_seats_however_the_hands_were_told() -> None:
    hands = {"C": ready(0), "B": PIG, "A": PIG, "D": NOT_READY}
    assert paid(entries_of(wall_out(**hands), table=rules(flower_pig_pays=1))) == [
        *("A→C 1 flower_pig", "A→D 1 flower_pig", "B→C 1 flower_pig", "B→D 1 flower_pig"),
        "D→C 1 ready_check",
    ]


@pytest.mark.parametrize(
    ("hands", "code", "figures"),
    [
        ({**ABC, "D": NOT_READY}, "has_won", {"player": "D"}),
        ({**ABC, "E": NOT_READY}, "unknown_player", {"player": "E"}),
        ({"A": PIG, "C": ready(0)}, "state_missing", {"player": "B"}),
        ({**ABC, "C": HandState(WallState.READY)}, "hand_missing", {"player": "C"}),
        ({**ABC, "C": ready(hand("123456789m11155p"))}, "not_13_tiles", {"player": "C", "count": 14}),
        (
            {**ABC, "C": ready(hand("123456m1155p", "", "9m"))},
            "kongs_differ",
            {"player": "C", "made": 0, "shown": 1},
        ),
    ],
)
def test_states_that_cannot_be_are_refused(hands: dict[str, HandState], code: str, figures: object) -> None:
    assert refusal(wall_out(**hands), D_HAS_WON) == (code, figures)


def test_a_state_of_one_who_has_left_is_refused() -> None:
    assert refusal(wall_out(**ABC), leave("C")) == ("has_left", {"player": "C"})
