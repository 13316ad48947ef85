"""A whole round: problems beside the facts, stakes and bettors behind them, how it ends and who deals next."""

from collections.abc import Sequence

import pytest

from rounds.rules.events import Fact
from rounds.rules.ledger import Reason
from rounds.rules.play import Ended
from rounds.rules.problems import Impossible, Problem
from rounds.rules.ruleset import RuleSet
from rounds.rules.settle import Settlement, next_dealer, played, settle
from tests.rules.at_the_table import ABCD, NOT_READY, discard, kong, leave, paid, rules, self_draw, transfer, wall_out

HOME = rules()


def settled(*facts: Fact, table: RuleSet = HOME, dealer: str | None = "A", players: Sequence[str] = ABCD) -> Settlement:
    return settle(table, players, facts, dealer)


def test_the_entries_of_all_facts_in_order_make_the_net() -> None:
    result = settled(kong("D"), discard("C", B=2))
    assert paid(result.entries) == ["A→D 2 kong", "B→D 2 kong", "C→D 2 kong", "C→B 4 win"]
    assert [entry.event for entry in result.entries] == [0, 0, 0, 1]
    assert result.net == {"A": -2, "B": 2, "C": -6, "D": 6}
    assert result.problems == ()
    assert result.play.players == ABCD


def test_a_round_without_facts_has_everybody_at_nothing() -> None:
    result = settled()
    assert result.net == {"A": 0, "B": 0, "C": 0, "D": 0}
    assert (result.entries, result.winners, result.ended, result.next_dealer) == ((), (), None, "A")


def test_a_fact_that_cannot_have_happened_is_a_problem_and_the_others_count() -> None:
    result = settled(kong("D"), kong("D", "exposed", "D"), discard("C", B=2), kong("B"))
    assert result.problems == (
        Problem(1, "feeds_himself", {"player": "D"}),
        Problem(3, "has_won", {"player": "B"}),
    )
    assert result.net == settled(kong("D"), discard("C", B=2)).net
    assert [entry.event for entry in result.entries] == [0, 0, 0, 2]


def test_what_cannot_have_happened_is_raised_by_its_code() -> None:
    fault = Impossible("five_kongs", player="A")
    assert (str(fault), fault.code, fault.figures) == ("five_kongs", "five_kongs", {"player": "A"})


def test_the_pot_stands_in_the_net_when_it_was_paid() -> None:
    assert settled(transfer("A", "pot", points=3)).net == {"A": -3, "B": 0, "C": 0, "D": 0, "pot": 3}


def test_stakes_come_last_and_bettors_after_each_entry() -> None:
    facts = (transfer("C", "A", points=7), transfer("C", "B", points=3))
    result = settle(HOME, ABCD, facts, "B", stakes={"C": 4}, side_bettors={"E": "C"})
    assert paid(result.entries) == [
        *("C→A 7 transfer", "E→A 7 side_bet", "C→B 3 transfer", "E→B 3 side_bet"),
        *("B→C 2 stakes", "B→E 2 side_bet", "A→C 4 stakes", "A→E 4 side_bet"),
    ]
    assert result.net == {"A": 6, "B": 2, "C": -4, "D": 0, "E": -4}
    assert [entry.event for entry in result.entries] == [0, 0, 1, 1, None, None, None, None]


def test_a_bettor_stands_in_the_net_even_if_nothing_moved() -> None:
    assert settle(HOME, ABCD, (), side_bettors={"E": "C"}).net == {"A": 0, "B": 0, "C": 0, "D": 0, "E": 0}


def test_a_stake_limits_only_what_the_players_themselves_lost() -> None:
    result = settle(HOME, ABCD, (transfer("C", "A", points=7),), stakes={"C": 7})
    assert [entry.reason for entry in result.entries] == [Reason.TRANSFER]


ALL = wall_out(A=NOT_READY, B=NOT_READY, C=NOT_READY, D=NOT_READY)


@pytest.mark.parametrize(
    ("facts", "table", "ended"),
    [
        ((discard("A", B=0), discard("A", C=0)), HOME, None),
        ((discard("A", B=0), discard("A", C=0), self_draw("D")), HOME, Ended.WINS),
        ((discard("A", B=0, C=0, D=0),), HOME, Ended.WINS),
        ((discard("A", B=0),), rules(mode="single_win"), Ended.WINS),
        ((leave("A"), discard("C", B=0), discard("C", D=0)), HOME, Ended.WINS),
        ((ALL,), HOME, Ended.WALL_OUT),
        ((leave("A"),), HOME, None),
        ((leave("A"),), rules(leave={"ends_round": True}), Ended.LEAVE),
        ((leave("A"), leave("B"), leave("C")), HOME, Ended.LEAVE),
        ((leave("A"), leave("B")), HOME, None),
        ((discard("A", B=0), discard("A", C=0), leave("D")), HOME, Ended.LEAVE),
        ((discard("A", B=0), leave("B")), rules(leave={"ends_round": True}), None),
        ((discard("A", B=0), leave("C"), leave("B")), HOME, None),
        ((kong("A"), transfer("A", "B")), rules(mode="single_win"), None),
    ],
)
def test_a_round_ends_by_wins_or_at_the_wall_or_when_somebody_leaves(
    facts: tuple[Fact, ...], table: RuleSet, ended: Ended | None
) -> None:
    result = settled(*facts, table=table)
    assert result.problems == ()
    assert result.ended is ended


def test_winners_stand_together_by_the_tile_they_won_on() -> None:
    assert settled(discard("A", C=0, B=0), self_draw("D")).winners == (("C", "B"), ("D",))


TWO, ONE, DRAWN = discard("A", C=0, B=0), discard("D", C=0), self_draw("B")


@pytest.mark.parametrize(
    ("facts", "by_winner", "by_discarder"),
    [
        ((), "A", "A"),
        ((kong("B"),), "A", "A"),
        ((ONE,), "C", "D"),
        ((ONE, TWO), "C", "D"),
        ((ONE, discard("A", B=0)), "C", "D"),
        ((discard("D", C=0, B=0),), "D", "D"),
        ((discard("D", C=0, B=0), discard("D", A=0)), "D", "D"),
        ((DRAWN,), "B", "B"),
        ((DRAWN, ONE), "B", "B"),
    ],
)
def test_the_first_winner_or_discarder_deals_next_and_if_nobody_won_the_dealer_stays(
    facts: tuple[Fact, ...], by_winner: str, by_discarder: str
) -> None:
    assert settled(*facts).next_dealer == by_winner
    assert settled(*facts, table=rules(next_dealer="discarder")).next_dealer == by_discarder
    assert settled(*facts, table=rules(next_dealer="dice")).next_dealer is None


def test_nobody_is_known_to_deal_next_if_nobody_has_dealt_and_nobody_won() -> None:
    assert settled(dealer=None).next_dealer is None
    assert settle(HOME, ABCD, [ONE]).next_dealer == "C"


def test_the_state_is_told_as_far_as_a_round_has_been_played() -> None:
    play, problems = played(HOME, list(ABCD), [kong("E"), ONE])
    assert problems == [Problem(0, "unknown_player", {"player": "E"})]
    assert (play.rules, play.players, play.dealer) == (HOME, ABCD, None)
    assert next_dealer(play) == "C"
    assert play.won == {"C"}
