"""The price of a hand, called or shown, step by step; and hands that this table does not play or that cannot be."""

from collections.abc import Mapping, Sequence

import pytest

from rounds.rules.events import CalledPattern, Hand
from rounds.rules.ledger import Fans, Price
from rounds.rules.patterns import Pattern
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import Bonus, KongKind, RuleSet
from rounds.rules.scoring import bonus_fans, price, ready_price, shown_patterns, wait_worths, win_worth
from tests.rules.at_the_table import hand_of, rules
from tests.rules.test_hands import hand

EXPOSED, PROMOTED, CONCEALED = KongKind.EXPOSED, KongKind.PROMOTED, KongKind.CONCEALED
TABLE = rules(base=5, root_fans=2, kong_fans={"exposed": 0, "promoted": 1, "concealed": 3}, cap=6)
LATE = [Fans("add_fan", 1), Fans("last_chance", 0)]


def priced(told: int | str | Hand, *kongs: KongKind, table: RuleSet = TABLE, extra: Sequence[Fans] = ()) -> Price:
    """The price of a won hand, which is that of the ready hand too, as long as it is called."""
    found = price(table, "A", hand_of(told), kongs, extra)
    assert ready_price(table, "A", hand_of(told), kongs, extra) == found
    return found


def refused(told: int | str | Hand, *kongs: KongKind, table: RuleSet) -> tuple[str, Mapping[str, object]]:
    """The code and the figures by which a called hand is refused, as a won one and as a ready one."""
    faults = []
    for asked in (price, ready_price):
        with pytest.raises(Impossible) as fault:
            asked(table, "A", hand_of(told), kongs, ())
        faults.append((fault.value.code, fault.value.figures))
    assert faults[0] == faults[1]
    return faults[0]


def test_a_called_number_stands_for_the_whole_hand() -> None:
    assert priced(2, CONCEALED) == Price((Fans("called", 2),), 2, 2, 4, 5)
    assert priced(0).steps == (Fans("called", 0),)
    assert priced(9) == Price((Fans("called", 9),), 9, 6, 64, 5)


def test_a_called_number_may_not_be_below_a_plain_hand() -> None:
    table = rules(plain_fans=1, patterns={"plain": 1})
    assert priced(1, table=table).multiplier == 1
    assert refused(0, table=table) == ("fans_below_plain", {"player": "A", "fans": 0, "plain": 1})


def test_a_called_pattern_has_its_roots_and_its_owners_kongs_by_kind_beside_it() -> None:
    told = CalledPattern(Pattern.ALL_TRIPLETS, 2)
    assert priced(told, CONCEALED, PROMOTED, EXPOSED, PROMOTED).steps == (
        Fans("all_triplets", 1),
        Fans("root", 4, 2),
        Fans("promoted", 2, 2),
        Fans("concealed", 3, 1),
    )
    assert priced("plain").steps == (Fans("plain", 0),)
    assert priced(told, table=rules(root_fans=0)).steps == (Fans("all_triplets", 1),)


def test_fans_that_the_event_says_come_last_those_that_count_nothing_do_not_stand_there() -> None:
    assert priced(1, extra=LATE).steps == (Fans("called", 1), Fans("add_fan", 1))
    assert priced("full_flush", extra=LATE) == Price((Fans("full_flush", 2), Fans("add_fan", 1)), 3, 3, 8, 5)


def test_a_called_pattern_must_be_played_here_and_pairs_allow_no_kong() -> None:
    table = rules(patterns={"plain": 0, "seven_pairs": 2, "dragon_seven_pairs": 3})
    assert refused("generals", table=table) == ("pattern_not_played", {"player": "A", "pattern": Pattern.GENERALS})
    for pairs in (Pattern.SEVEN_PAIRS, Pattern.DRAGON_SEVEN_PAIRS):
        assert priced(pairs.value, table=table).fans == table.patterns[pairs]
        assert refused(pairs.value, EXPOSED, table=table) == ("pairs_with_kong", {"player": "A", "pattern": pairs})
    assert priced("plain", EXPOSED, table=table).fans == 1


def test_the_best_wait_need_not_be_the_last_tile_and_the_worst_not_the_first() -> None:
    # 4p makes seven pairs, 7p a plain hand.
    shown = hand("112233m4556677p")
    for check, tile, fans in (("best", "4p", 2), ("worst", "7p", 0)):
        told = ready_price(rules(ready_check=check), "A", shown, (), ())
        assert (told.wait, told.fans) == (tile, fans)


def test_a_ready_hand_of_tiles_has_its_roots_its_kongs_and_its_bonuses_but_nothing_that_the_event_says() -> None:
    table = rules(
        root_fans=2, kong_fans={"concealed": 3}, bonus_fans={"concealed_hand": 1}, cap=None, flower_pig_pays=8
    )
    shown = hand("2222m34m11p45p", "", "", "9m")
    told = ready_price(table, "A", shown, (CONCEALED,), LATE)
    assert told.steps == (Fans("plain", 0), Fans("root", 2, 1), Fans("concealed", 3, 1), Fans("concealed_hand", 1))
    assert (told.wait, told.fans, told.multiplier) == ("3p", 6, 64)


def test_waits_are_worth_what_kongs_and_bonuses_add_to_each() -> None:
    table = rules(bonus_fans={"concealed_hand": 1}, kong_fans={"exposed": 4})
    found = wait_worths(table, hand("123456m11p45p", "", "", "9m"), (CONCEALED,))
    assert found["3p"] == (Pattern.PLAIN, 0, (Bonus.CONCEALED_HAND,), 2)
    found = wait_worths(table, hand("123456m11p45p", "", "9m"), (EXPOSED,))
    assert found["3p"] == (Pattern.PLAIN, 0, (), 4)


def test_tiles_are_no_more_than_they_are_where_no_luck_is_said() -> None:
    table = rules(patterns={"plain": 3, "seven_pairs": 1})
    worth = win_worth(table, hand("1122335577m1199p"), ())
    assert worth == (Pattern.SEVEN_PAIRS, 0, (), 1)
    assert wait_worths(table, hand("1122335577m119p"), ()) == {"9p": (Pattern.SEVEN_PAIRS, 0, (), 1)}


def test_a_hand_that_is_not_whole_is_no_pattern_even_if_all_of_it_is_sets() -> None:
    assert shown_patterns(hand("12311m")) == ()
    assert shown_patterns(hand("11m", "2m", "3m")) == ()


def test_who_holds_three_suits_holds_his_void_suit_only_where_one_is_declared_and_played() -> None:
    for void, played, code in (("", True, "three_suits"), ("s", False, "three_suits"), ("s", True, "void_suit_held")):
        with pytest.raises(Impossible) as fault:
            ready_price(rules(void_suit=played), "A", hand("123m456p789s1112m", void=void), (), ())
        assert fault.value.code == code
        assert fault.value.figures == {"player": "A"} | ({"suit": "s"} if code == "void_suit_held" else {})


def test_each_bonus_has_its_fans_even_none() -> None:
    table = rules(bonus_fans={"under_the_sea": 2})
    both = (Bonus.UNDER_THE_SEA, Bonus.LAST_CHANCE)
    assert bonus_fans(table, both) == [Fans("under_the_sea", 2), Fans("last_chance", 0)]
