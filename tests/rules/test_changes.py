"""What differs when a round is settled by other rules, payment by payment."""

from rounds.rules.events import CalledFans, CalledPattern, HandState, WallOut, WallState
from rounds.rules.ledger import Reason
from rounds.rules.patterns import Pattern
from rounds.rules.settle import settle
from rounds.rules.what_if import Change, changes, retold, settle_by
from tests.rules.at_the_table import ABCD, discard, kong, paid, ready, rules, self_draw, transfer, wall_out

HOME, FROM_ONE = rules(), rules(plain_fans=1, cap=4, patterns={"plain": 1, "dragon_seven_pairs": 4})
NO_BASE = rules(self_draw="none")


def test_a_round_is_settled_anew_with_its_dealer_its_stakes_and_its_bettors() -> None:
    facts = (transfer("C", "A", points=7), transfer("C", "B", points=3))
    result = settle_by(FROM_ONE, HOME, ABCD, facts, "B", {"C": 4}, {"E": "C"})
    assert paid(result.entries)[4:] == ["B→C 2 stakes", "B→E 2 side_bet", "A→C 4 stakes", "A→E 4 side_bet"]
    assert result.next_dealer == "B"
    assert result.play.rules is FROM_ONE
    without = settle_by(FROM_ONE, HOME, ABCD, facts)
    assert (without.next_dealer, without.net) == (None, {"A": 7, "B": 3, "C": -10, "D": 0})


def test_called_numbers_and_dragons_are_retold_states_without_a_hand_are_not() -> None:
    told = wall_out(A=ready(2), B=HandState(WallState.NOT_READY), C=ready("dragon_seven_pairs"))
    assert retold(told, HOME, FROM_ONE) == WallOut(
        {
            "A": HandState(WallState.READY, CalledFans(3)),
            "B": HandState(WallState.NOT_READY),
            "C": HandState(WallState.READY, CalledPattern(Pattern.DRAGON_SEVEN_PAIRS)),
        }
    )
    beside = rules(dragon_absorbs_root=False)
    two = CalledPattern(Pattern.DRAGON_SEVEN_PAIRS, 2)
    assert retold(discard("A", B=two), beside, HOME) == discard("A", B=CalledPattern(Pattern.DRAGON_SEVEN_PAIRS, 1))
    assert retold(discard("A", B=two), HOME, beside) == discard("A", B=CalledPattern(Pattern.DRAGON_SEVEN_PAIRS, 3))
    assert retold(discard("A", B=two), HOME, HOME) == discard("A", B=two)


def test_facts_without_a_hand_are_the_same_everywhere() -> None:
    for fact in (kong("A"), transfer("A", "B", note="诈胡")):
        assert retold(fact, HOME, FROM_ONE) is fact


def test_a_payment_that_is_new_or_gone_stands_beside_none() -> None:
    facts = [self_draw("A", 1)]
    was, would_be = settle(HOME, ABCD, facts), settle(NO_BASE, ABCD, facts)
    gone = [entry for entry in was.entries if entry.reason is Reason.SELF_DRAW]
    assert changes(was, would_be) == [Change(entry, None) for entry in gone]
    assert changes(would_be, was) == [Change(None, entry) for entry in gone]
    assert [change.either for change in changes(would_be, was)] == gone
    assert changes(was, was) == []


def test_changes_stand_in_the_order_of_the_facts_though_the_first_of_them_is_new() -> None:
    facts = [self_draw("A", 1), discard("C", B=3)]
    was, would_be = settle(rules(self_draw="none", cap=2), ABCD, facts), settle(HOME, ABCD, facts)
    assert [(change.either.event, change.either.reason.value) for change in changes(was, would_be)] == [
        (0, "self_draw"),
        (0, "self_draw"),
        (0, "self_draw"),
        (1, "win"),
    ]
    [*_, last] = changes(was, would_be)
    assert last.was is not None
    assert last.would_be is not None
    assert (last.was.points, last.would_be.points, last.either) == (4, 8, last.was)


def test_payments_of_stakes_come_last_though_they_belong_to_no_fact() -> None:
    facts = (transfer("C", "A", points=7), discard("C", B=3))
    stakes = {"C": 7}
    was, would_be = settle(rules(cap=2), ABCD, facts, None, stakes), settle(HOME, ABCD, facts, None, stakes)
    # C has 7 and loses 11, or 15: A gives back 3 and B 1, or each of them 4.
    assert paid(was.entries)[2:] == ["A→C 3 stakes", "B→C 1 stakes"]
    assert paid(would_be.entries)[2:] == ["A→C 4 stakes", "B→C 4 stakes"]
    assert [change.either.event for change in changes(was, would_be)] == [1, None, None]
