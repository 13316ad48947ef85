"""What holds for every hand under every rule set: laws of tiles."""

from dataclasses import replace
from itertools import permutations

from hypothesis import assume, given
from hypothesis import strategies as st

from rounds.rules.events import CalledPattern
from rounds.rules.hands import COMPLETE, WAITING, ShownHand, fifth_copy, hand_from_json, hand_to_json
from rounds.rules.readings import reading_as, readings
from rounds.rules.ruleset import Bonus, DeadWait, RuleSet
from rounds.rules.scoring import bonus_fans, kinds_shown, price, shown_patterns, wait_worths, win_worth
from rounds.rules.tiles import SUITS, TILES, Suit
from tests.rules.hands_strategy import readable_hands
from tests.rules.options_strategy import option_sets

tables = option_sets().map(lambda options: RuleSet.from_json(options))
shown_hands = readable_hands().map(hand_from_json)


def with_tiles(hand: ShownHand, renamed: dict[str, str], void: Suit | None) -> ShownHand:
    """The same hand with other names for its tiles."""
    concealed, pungs, kongs, concealed_kongs = (
        tuple(renamed[tile] for tile in group)
        for group in (hand.concealed, hand.pungs, hand.kongs, hand.concealed_kongs)
    )
    return ShownHand(concealed, pungs, kongs, concealed_kongs, void)


@given(shown_hands)
def test_a_hand_is_read_back_as_it_was_written(hand: ShownHand) -> None:
    assert hand_from_json(hand_to_json(hand)) == hand


@given(tables, shown_hands, st.sampled_from(list(permutations(SUITS))))
def test_which_suit_is_which_changes_nothing(rules: RuleSet, hand: ShownHand, suits: tuple[str, ...]) -> None:
    to = dict(zip(SUITS, suits, strict=True))
    renamed = {tile: tile[0] + to[tile[1]] for tile in TILES}
    other = with_tiles(hand, renamed, Suit(to[hand.void_suit]) if hand.void_suit else None)
    assert win_worth(rules, other, kinds_shown(other)) == win_worth(rules, hand, kinds_shown(hand))
    waits = wait_worths(rules, hand, kinds_shown(hand))
    assert wait_worths(rules, other, kinds_shown(other)) == {renamed[tile]: worth for tile, worth in waits.items()}


@given(tables, shown_hands)
def test_a_hand_is_worth_what_it_is_in_the_mirror(rules: RuleSet, hand: ShownHand) -> None:
    renamed = {tile: f"{10 - int(tile[0])}{tile[1]}" for tile in TILES}
    other = with_tiles(hand, renamed, hand.void_suit)
    assert win_worth(rules, other, kinds_shown(other)) == win_worth(rules, hand, kinds_shown(hand))
    waits = wait_worths(rules, hand, kinds_shown(hand))
    assert wait_worths(rules, other, kinds_shown(other)) == {renamed[tile]: worth for tile, worth in waits.items()}


@given(tables, shown_hands)
def test_the_order_of_the_tiles_says_nothing(rules: RuleSet, hand: ShownHand) -> None:
    other = replace(hand, concealed=tuple(reversed(hand.concealed)), pungs=tuple(reversed(hand.pungs)))
    assert win_worth(rules, other, kinds_shown(other)) == win_worth(rules, hand, kinds_shown(hand))
    assert wait_worths(rules, other, kinds_shown(other)) == wait_worths(rules, hand, kinds_shown(hand))


@given(tables, shown_hands)
def test_a_hand_waits_for_the_tiles_that_win_and_for_no_other(rules: RuleSet, hand: ShownHand) -> None:
    assume(hand.count == WAITING)
    waits = wait_worths(rules, hand, kinds_shown(hand))
    for tile in TILES:
        whole = replace(hand, concealed=(*hand.concealed, tile))
        if fifth_copy(whole):
            imagined = rules.dead_wait is DeadWait.CONCEALED_TILES and hand.concealed.count(tile) < 4
            assert tile not in waits or imagined
        else:
            assert waits.get(tile) == win_worth(rules, whole, kinds_shown(whole))


@given(shown_hands)
def test_a_hand_is_some_pattern_exactly_if_it_can_be_read_in_two_suits(hand: ShownHand) -> None:
    assert bool(shown_patterns(hand)) == (bool(readings(hand)) and len(hand.suits) <= 2)


@given(shown_hands)
def test_there_is_a_reading_to_show_for_every_pattern_that_a_hand_is(hand: ShownHand) -> None:
    for pattern in shown_patterns(hand):
        reading = reading_as(hand, pattern)
        assert reading is not None
        assert sorted(tile for group in reading.groups for tile in group) == sorted(hand.concealed)


@given(tables, shown_hands)
def test_a_shown_hand_costs_what_the_same_hand_costs_when_it_is_called(rules: RuleSet, hand: ShownHand) -> None:
    kongs = kinds_shown(hand)
    worth = win_worth(rules, hand, kongs)
    assume(worth is not None)
    assert worth is not None
    assert worth.pattern in shown_patterns(hand)
    called = price(rules, "A", CalledPattern(worth.pattern, worth.roots), kongs, bonus_fans(rules, worth.bonuses))
    assert price(rules, "A", hand, kongs, ()) == called
    assert called.fans == worth.fans


@given(tables, shown_hands)
def test_a_pattern_more_at_the_table_never_makes_a_hand_cheaper(rules: RuleSet, hand: ShownHand) -> None:
    assume(hand.count == COMPLETE and not hand.is_pig(rules.void_suit))
    worth = win_worth(rules, hand, ())
    for pattern in shown_patterns(hand):
        if pattern not in rules.patterns:
            richer = replace(rules, patterns={**rules.patterns, pattern: 3})
            more = win_worth(richer, hand, ())
            assert more is not None
            assert worth is None or more.fans >= worth.fans


@given(tables, shown_hands)
def test_what_tiles_earn_is_seen_in_the_tiles(rules: RuleSet, hand: ShownHand) -> None:
    worth = win_worth(rules, hand, kinds_shown(hand))
    assume(worth is not None)
    assert worth is not None
    laid = bool(hand.pungs or hand.kongs)
    edges = any(tile[0] in "19" for tile in hand.concealed + hand.melds)
    seen = {Bonus.CONCEALED_HAND: not laid, Bonus.NO_TERMINALS: not edges}
    assert worth.bonuses == tuple(bonus for bonus, there in seen.items() if there and rules.bonus_fans[bonus])
