"""离开, worked out by hand: what who leaves pays, and what one who has won gives back."""

import pytest

from rounds.rules.events import Fact, HandState, Leave, WallState
from rounds.rules.ledger import Entry, Fans, Price, Reason, Why
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
    self_draw,
)
from tests.rules.test_hands import hand


def test_leaving_costs_nothing_unless_the_table_says_so() -> None:
    assert entries_of(leave("A")) == []
    assert entries_of(leave("A", B=NOT_READY, C=PIG)) == []


def test_who_leaves_pays_each_other_player_in_play() -> None:
    table = rules(base=5, leave={"pays": 3})
    entries = entries_of(leave("C"), discard("A", B=0), table=table)
    assert paid(entries) == ["C→D 15 leave", "C→A 15 leave"]
    assert entries[0] == Entry("C", "D", 15, Reason.LEAVE, 1, None, Why(base=5, times=3))
    assert paid(entries_of(leave("C"), leave("B"), table=table)) == ["C→D 15 leave", "C→A 15 leave"]


def test_he_may_pay_the_multiplier_of_the_cap() -> None:
    assert paid(entries_of(leave("A"), players="AB", table=rules(base=5, leave={"pays": "cap"}))) == ["A→B 40 leave"]


def test_a_ready_player_gets_his_hand_if_that_is_more() -> None:
    table = rules(base=5, leave={"pays": 2})
    entries = entries_of(leave("A", B=ready(2), C=ready(1), D=ready(0)), kong("B"), table=table)
    assert paid(entries) == ["A→B 20 leave", "A→C 10 leave", "A→D 10 leave"]
    price = Price((Fans("called", 2),), 2, 2, 4, 5)
    assert entries[0] == Entry("A", "B", 20, Reason.LEAVE, 1, None, Why(price=price))
    assert entries[1].why == Why(base=5, times=2)


def test_a_ready_hand_is_paid_where_leaving_itself_costs_nothing_and_by_its_best_wait() -> None:
    assert paid(entries_of(leave("A", C=ready(0), D=NOT_READY))) == ["A→C 1 leave"]
    pairs = ready(hand("112233m4455667p"))
    assert paid(entries_of(leave("A", C=pairs), table=rules(ready_check="none"))) == ["A→C 4 leave"]


WON = (discard("C", A=1), kong("B"), self_draw("B", 1))


def test_who_has_won_keeps_what_he_won() -> None:
    assert entries_of(leave("A"), *WON) == []
    assert entries_of(leave("B"), *WON, table=rules(leave={"pays": 5})) == []


def test_or_gives_back_his_wins_to_who_paid_them_and_nothing_else() -> None:
    table = rules(leave={"winner_forfeits": True, "pays": 5})
    assert paid(entries_of(leave("A"), *WON, table=table)) == ["A→C 2 leave"]
    entries = entries_of(leave("B"), *WON, table=table)
    assert paid(entries) == ["B→C 2 leave", "B→D 2 leave", "B→C 1 leave", "B→D 1 leave"]
    assert entries[0] == Entry("B", "C", 2, Reason.LEAVE, 3, None, Why(source="win"))
    assert entries[2].why == Why(source="self_draw")


@pytest.mark.parametrize(
    ("fact", "before", "code", "player"),
    [
        (leave("E"), (), "unknown_player", "E"),
        (leave("A"), (leave("A"),), "has_left", "A"),
        (leave("A"), (discard("B", A=0), leave("A")), "has_left", "A"),
        (leave("A", A=NOT_READY), (), "own_state", "A"),
        (leave("A", E=NOT_READY), (), "unknown_player", "E"),
        (leave("A", B=NOT_READY), (discard("C", B=0),), "has_won", "B"),
        (leave("A", B=NOT_READY), (leave("B"),), "has_left", "B"),
        (leave("A", B=NOT_READY), (discard("C", A=0),), "hands_not_asked", "A"),
        (leave("A", B=HandState(WallState.READY)), (), "hand_missing", "B"),
    ],
)
def test_leaving_that_cannot_be_is_refused(fact: Fact, before: tuple[Fact, ...], code: str, player: str) -> None:
    assert refusal(fact, *before) == (code, {"player": player})


def test_hands_told_as_none_at_all_are_the_same_as_not_told() -> None:
    table = rules(leave={"winner_forfeits": True})
    assert paid(entries_of(Leave("A", {}), *WON, table=table)) == ["A→C 2 leave"]
