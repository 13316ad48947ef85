"""The same facts by other rules: what stays, what moves, and what cannot have happened there."""

from collections import Counter
from typing import Any

from hypothesis import assume, given

from rounds.rules.document import Document, document_from_json
from rounds.rules.events import (
    CalledFans,
    CalledPattern,
    Fact,
    HandState,
    Leave,
    WallOut,
    WallState,
    Win,
    WinBy,
    Winner,
)
from rounds.rules.hands import ShownHand
from rounds.rules.patterns import Pattern
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet, changed
from rounds.rules.settle import Settlement, settle
from rounds.rules.tiles import read_tiles
from rounds.rules.what_if import changes, retold, settle_by
from tests.rules.facts_strategy import facts
from tests.rules.options_strategy import option_sets
from tests.rules.oracle_table import Json
from tests.rules.rounds_strategy import documents

HOME = presets()["chengdu_home"].rules
ABCD = ("A", "B", "C", "D")


def having(**options: Any) -> RuleSet:
    """The home rules with other options."""
    return RuleSet.from_json(changed(HOME.to_json(), options))


FROM_ONE = having(plain_fans=1, cap=4, patterns={key: fans + 1 for key, fans in HOME.patterns.items()})
"""The home rules with a plain hand counted as one fan: other numbers, the same money."""


def by(other: RuleSet, document: Document) -> Settlement:
    return settle_by(
        *(other, document.rules, document.players, document.events, document.dealer),
        stakes=document.stakes,
        side_bettors=document.side_bettors,
    )


def won(hand: CalledFans | CalledPattern | ShownHand, player: str = "A", discarder: str = "B") -> Win:
    return Win(WinBy.DISCARD, (Winner(player, hand),), discarder)


@given(documents())
def test_by_the_same_rules_a_round_comes_to_the_same(document: Json) -> None:
    read = document_from_json(document)
    assert by(read.rules, read) == read.settle()
    assert changes(read.settle(), by(read.rules, read)) == []


@given(facts(), option_sets(), option_sets())
def test_a_fact_told_on_another_scale_and_back_is_the_same(fact: Fact, one: Json, two: Json) -> None:
    assume(one["dragon_absorbs_root"] or not two["dragon_absorbs_root"])
    rules, other = RuleSet.from_json(one), RuleSet.from_json(two)
    assert retold(retold(fact, rules, other), other, rules) == fact


@given(documents(), option_sets())
def test_what_differs_is_the_whole_difference(document: Json, options: Json) -> None:
    read = document_from_json(document)
    was, would_be = read.settle(), by(RuleSet.from_json(options), read)
    moved: Counter[str] = Counter()
    for change in changes(was, would_be):
        for entry, sign in ((change.was, -1), (change.would_be, 1)):
            if entry:
                moved[entry.payee] += sign * entry.points
                moved[entry.payer] -= sign * entry.points
    accounts = {*was.net, *would_be.net}
    assert {a: moved[a] for a in accounts} == {a: would_be.net.get(a, 0) - was.net.get(a, 0) for a in accounts}


@given(documents(), option_sets())
def test_a_round_by_other_rules_adds_up_to_nothing_too(document: Json, options: Json) -> None:
    assert sum(by(RuleSet.from_json(options), document_from_json(document)).net.values()) == 0


def test_a_called_number_means_one_more_where_a_plain_hand_is_one_fan() -> None:
    assert retold(won(CalledFans(2)), HOME, FROM_ONE) == won(CalledFans(3))
    assert retold(won(CalledFans(3)), FROM_ONE, HOME) == won(CalledFans(2))


def test_a_called_number_costs_the_same_by_the_same_rules_on_another_scale() -> None:
    ready = HandState(WallState.READY, CalledFans(2))
    told: list[Fact] = [won(CalledFans(1)), WallOut({"B": ready, "C": HandState(WallState.NOT_READY), "D": ready})]
    was, would_be = settle(HOME, ABCD, told, "A"), settle_by(FROM_ONE, HOME, ABCD, told, "A")
    assert would_be.net == was.net
    assert [entry.why.price.fans for entry in would_be.entries if entry.why.price] == [2, 3, 3]


def test_the_hands_that_are_shown_as_somebody_leaves_are_told_anew_as_well() -> None:
    told = Leave("A", {"B": HandState(WallState.READY, CalledFans(2)), "C": HandState(WallState.NOT_READY)})
    hands = {"B": HandState(WallState.READY, CalledFans(3)), "C": HandState(WallState.NOT_READY)}
    assert retold(told, HOME, FROM_ONE) == Leave("A", hands)
    assert retold(Leave("A"), HOME, FROM_ONE) == Leave("A")


def test_the_root_of_a_dragon_is_told_where_it_is_not_absorbed() -> None:
    beside = having(dragon_absorbs_root=False)
    assert retold(won(CalledPattern(Pattern.DRAGON_SEVEN_PAIRS)), HOME, beside) == won(
        CalledPattern(Pattern.DRAGON_SEVEN_PAIRS, roots=1)
    )
    assert retold(won(CalledPattern(Pattern.DRAGON_SEVEN_PAIRS)), beside, HOME) == won(
        CalledPattern(Pattern.DRAGON_SEVEN_PAIRS)
    )
    assert retold(won(CalledPattern(Pattern.SEVEN_PAIRS)), HOME, beside) == won(CalledPattern(Pattern.SEVEN_PAIRS))


def test_a_called_pattern_and_a_shown_hand_are_valued_anew() -> None:
    dearer = having(patterns={key: 2 * fans for key, fans in HOME.patterns.items()}, cap=None, flower_pig_pays=16)
    for hand in (CalledPattern(Pattern.FULL_FLUSH), ShownHand(read_tiles("11123455678999m"))):
        told = [won(hand)]
        was, would_be = settle(HOME, ABCD, told, "A"), settle_by(dearer, HOME, ABCD, told, "A")
        assert retold(told[0], HOME, dearer) == told[0]
        [change] = changes(was, would_be)
        assert [entry and entry.points for entry in (change.was, change.would_be)] == [4, 16]


def test_a_pattern_that_is_not_played_there_is_a_problem_and_moves_nothing() -> None:
    plain = having(patterns={"plain": 0})
    told = [won(CalledPattern(Pattern.FULL_FLUSH)), won(CalledFans(0), "C", "D")]
    would_be = settle_by(plain, HOME, ABCD, told, "A")
    assert [(problem.event, problem.code) for problem in would_be.problems] == [(0, "pattern_not_played")]
    assert [entry.event for entry in would_be.entries] == [1]
    [change] = changes(settle(HOME, ABCD, told, "A"), would_be)
    assert change.would_be is None
    assert change.either is change.was


def test_what_comes_after_an_end_that_came_sooner_is_a_problem() -> None:
    told = [won(CalledFans(0)), won(CalledFans(0), "C", "D")]
    would_be = settle_by(having(mode="single_win"), HOME, ABCD, told, "A")
    assert [(problem.event, problem.code) for problem in would_be.problems] == [(1, "round_over")]


def test_payments_that_differ_stand_in_the_order_of_the_facts_and_stakes_last() -> None:
    told = [Win(WinBy.SELF_DRAW, (Winner("A", CalledFans(1)),)), won(CalledFans(3), "B", "C")]
    other = having(self_draw="none", cap=2)
    stakes = {"C": 5}
    differing = changes(settle(HOME, ABCD, told, "A", stakes), settle_by(other, HOME, ABCD, told, "A", stakes))
    assert [(change.either.event, change.either.reason.value) for change in differing] == [
        (0, "self_draw"),
        (0, "self_draw"),
        (0, "self_draw"),
        (1, "win"),
        (None, "stakes"),
        (None, "stakes"),
    ]
