"""输光为止 and 叫马, worked out by hand. The nets are made by transfers, so that they can be anything."""

from collections.abc import Mapping

from rounds.rules.events import Fact
from rounds.rules.ledger import Entry, Reason, Why
from rounds.rules.stakes import side_bets, stake_entries
from tests.rules.at_the_table import ABCD, paid, play_of, transfer


def given_back(stakes: Mapping[str, int], *facts: Fact, dealer: str | None = "A") -> list[str]:
    """What is paid back in short: payer, payee, points."""
    return paid(stake_entries(play_of(*facts, dealer=dealer), stakes))


C_LOSES_10 = (transfer("C", "A", points=7), transfer("C", "B", points=3))


def test_nothing_is_given_back_while_nobody_has_lost_more_than_he_brought() -> None:
    assert given_back({}, *C_LOSES_10) == []
    assert given_back({"A": 0, "C": 10}, *C_LOSES_10) == []
    assert given_back({"A": 0, "B": 0, "D": 0}, *C_LOSES_10) == []


def test_what_comes_in_is_shared_by_those_ahead_in_proportion_to_what_they_won() -> None:
    # 4 of 10 come in: A has 2.8 of them and keeps 3, B has 1.2 and keeps 1.
    assert given_back({"C": 4}, *C_LOSES_10) == ["A→C 4 stakes", "B→C 2 stakes"]
    assert given_back({"C": 0}, *C_LOSES_10) == ["A→C 7 stakes", "B→C 3 stakes"]
    assert given_back({"C": 9}, *C_LOSES_10) == ["A→C 1 stakes"]


def test_who_is_ahead_by_a_single_point_gives_it_back_too() -> None:
    facts = (transfer("C", "A", points=3), transfer("C", "B"))
    assert given_back({"C": 0}, *facts) == ["A→C 3 stakes", "B→C 1 stakes"]


def test_those_ahead_give_in_turn_order_from_the_dealer() -> None:
    assert given_back({"C": 4}, *C_LOSES_10, dealer="B") == ["B→C 2 stakes", "A→C 4 stakes"]
    assert given_back({"C": 4}, *C_LOSES_10, dealer=None) == ["A→C 4 stakes", "B→C 2 stakes"]


def test_of_two_who_won_the_same_the_first_from_the_dealer_gets_the_odd_point() -> None:
    facts = (transfer("C", "A", "D", points=5),)
    assert given_back({"C": 5}, *facts) == ["A→C 2 stakes", "D→C 3 stakes"]
    assert given_back({"C": 5}, *facts, dealer="D") == ["D→C 2 stakes", "A→C 3 stakes"]


def test_who_gives_pays_those_short_in_turn_order_each_as_much_as_he_can() -> None:
    # C is 3 short and D 6; of the 9 that do come in, A has 5 and B 4, so A gives 5 and B gives 4.
    facts = (
        transfer("C", "A", points=8),
        transfer("D", "A", points=2),
        transfer("D", "B", points=8),
    )
    assert given_back({"D": 4, "C": 5}, *facts) == ["A→C 3 stakes", "A→D 2 stakes", "B→D 4 stakes"]
    assert given_back({"D": 4, "C": 5}, *facts, dealer="D") == ["A→D 5 stakes", "B→D 1 stakes", "B→C 3 stakes"]


def test_the_pot_gives_back_too_and_comes_last() -> None:
    facts = (transfer("A", "B", "pot", points=5),)
    assert given_back({"A": 4}, *facts) == ["B→A 3 stakes", "pot→A 3 stakes"]
    assert given_back({"A": 5}, *facts) == ["B→A 2 stakes", "pot→A 3 stakes"]


def test_a_stake_entry_belongs_to_no_event_and_says_the_limit() -> None:
    first, _ = stake_entries(play_of(*C_LOSES_10), {"C": 4})
    assert first == Entry("A", "C", 4, Reason.STAKES, None, None, Why(limit=4))


PAID = Entry("A", "B", 5, Reason.KONG_TRANSFER, 3, 1, Why(kong="concealed"))


def test_without_bettors_the_entries_stay_what_they_are() -> None:
    assert side_bets([PAID], {}) == [PAID]
    assert side_bets([PAID], {"E": "C"}) == [PAID]


def test_an_entry_runs_from_each_bettor_on_its_payer_and_to_each_on_its_payee() -> None:
    copies = side_bets([PAID, PAID], {"E": "A", "F": "B", "G": "A"})
    ways = [(entry.payer, entry.payee) for entry in copies]
    assert ways == 2 * [("A", "B"), ("A", "F"), ("E", "B"), ("E", "F"), ("G", "B"), ("G", "F")]


def test_a_side_bet_names_its_event_the_kong_and_the_reason_that_it_follows() -> None:
    assert side_bets([PAID], {"F": "B"})[1] == Entry("A", "F", 5, Reason.SIDE_BET, 3, 1, Why(source="kong_transfer"))


def test_who_bets_on_a_seat_ends_with_its_result() -> None:
    play = play_of(*C_LOSES_10)
    entries = [*play.entries, *stake_entries(play, {"C": 4})]
    net = dict.fromkeys([*ABCD, "E"], 0)
    for entry in side_bets(entries, {"E": "C"}):
        net[entry.payer] -= entry.points
        net[entry.payee] += entry.points
    assert net["E"] == net["C"] == -4
    assert sum(net.values()) == 0
