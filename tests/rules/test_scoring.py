"""What a hand shown as tiles is worth under the options of a table."""

from collections.abc import Mapping

import pytest

from rounds.appraisals import appraisal_of
from rounds.rules.document import rules_from_json
from rounds.rules.hands import ShownHand
from rounds.rules.ledger import Fans
from rounds.rules.patterns import Dearest, Pattern
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import Bonus, KongKind, RuleSet
from rounds.rules.scoring import kinds_shown, price, ready_price, shown_patterns, wait_worths, win_worth
from tests.rules.test_hands import hand

PLAIN, PAIRS, DRAGON = Pattern.PLAIN, Pattern.SEVEN_PAIRS, Pattern.DRAGON_SEVEN_PAIRS


def rules(preset: str = "chengdu_home", **options: object) -> RuleSet:
    return rules_from_json({"preset": preset, "options": options})


def worth(shown: ShownHand, table: RuleSet, luck: tuple[Pattern, ...] = ()) -> tuple[str, int, int] | None:
    found = win_worth(table, shown, kinds_shown(shown), luck)
    return found and (found.pattern.value, found.roots, found.fans)


def refusal(shown: ShownHand, *, ready: bool = False, table: RuleSet | None = None) -> tuple[str, Mapping[str, object]]:
    """The code and the figures by which a hand of A is refused."""
    asked = ready_price if ready else price
    with pytest.raises(Impossible) as fault:
        asked(table or rules(), "A", shown, (), ())
    return fault.value.code, fault.value.figures


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (("123456789m11155p",), ("plain", 0, 0)),
        (("1111m23m456789m55p",), ("plain", 1, 1)),
        (("111333444m22266p",), ("all_triplets", 0, 1)),
        (("111333m22266p", "", "4m"), ("all_triplets", 0, 2)),
        (("111333m22266p", "", "", "4m"), ("all_triplets", 0, 2)),
        (("66p", "1m3m", "2p", "4m"), ("golden_wait", 0, 4)),
        (("66m", "1m3m", "2m", "4m"), ("flush_golden_wait", 0, 6)),
        (("11112345678999m",), ("full_flush", 1, 3)),
        (("123m123m11p123p", "9p"), ("terminals", 0, 2)),
        (("123m12399m", "", "9p", "1p"), ("terminals", 0, 4)),
        (("1122335577m1199p",), ("seven_pairs", 0, 2)),
        (("1111335577m1199p",), ("dragon_seven_pairs", 0, 3)),
        (("11113333557799m",), ("flush_dragon_seven_pairs", 1, 6)),
        (("11224455667799m",), ("flush_seven_pairs", 0, 4)),
        (("222555888m22255s",), ("generals", 0, 3)),
        (("22233344466699m",), ("flush_triplets", 0, 3)),
        (("11123777888999m",), ("flush_terminals", 0, 4)),
        (("123m456p789s11122m",), None),
        (("12m",), None),
        (("123456789m11156p",), None),
    ],
)
def test_a_complete_hand_is_worth_its_dearest_reading(
    told: tuple[str, ...], expected: tuple[str, int, int] | None
) -> None:
    assert worth(hand(*told), rules()) == expected


def test_a_dragon_absorbs_one_root_where_it_is_so_played() -> None:
    shown = hand("11113333557799m")
    assert worth(shown, rules(dragon_absorbs_root=False)) == ("flush_dragon_seven_pairs", 2, 7)
    assert worth(shown, rules(root_fans=3)) == ("flush_seven_pairs", 2, 10)
    assert worth(shown, rules(root_fans=0)) == ("flush_dragon_seven_pairs", 1, 5)


def test_of_two_readings_worth_the_same_the_dearer_pattern_is_named_then_the_first_of_the_table() -> None:
    dragon = hand("1111335577m1199p")
    assert worth(dragon, rules(patterns={"plain": 0, "seven_pairs": 2, "dragon_seven_pairs": 3})) == (DRAGON, 0, 3)
    flush = hand("11122233344499m")
    assert worth(flush, rules(patterns={"plain": 0, "full_flush": 2, "all_triplets": 2})) == ("all_triplets", 0, 2)
    assert Dearest({PLAIN: 1, PAIRS: 1}, 1, dragon_absorbs_root=True)[PLAIN.needs | PAIRS.needs] == (PLAIN, 1, 1, 0)


def test_a_pattern_that_is_not_played_is_no_win_if_the_hand_is_nothing_else() -> None:
    pairs = hand("1122335577m1199p")
    assert worth(pairs, rules(patterns={"plain": 0})) is None
    assert worth(hand("11224455667799m"), rules(patterns={"plain": 0, "full_flush": 2})) == ("full_flush", 0, 2)
    assert worth(hand("11223344m556677p"), rules(patterns={"plain": 0})) == ("plain", 0, 0)


def test_luck_competes_with_what_the_tiles_are() -> None:
    shown = hand("11223344m556677p")
    assert worth(shown, rules(), (Pattern.HEAVENLY,)) == ("heavenly", 0, 5)
    assert worth(shown, rules(), (Pattern.EARTHLY,)) == ("earthly", 0, 5)
    assert worth(shown, rules(patterns={"plain": 0, "seven_pairs": 2}), (Pattern.HEAVENLY,)) == (PAIRS, 0, 2)
    assert worth(shown, rules(patterns={"plain": 0, "seven_pairs": 2, "earthly": 1}), (Pattern.EARTHLY,)) == (
        PAIRS,
        0,
        2,
    )
    assert worth(hand("1111335577m1199p"), rules(), (Pattern.HEAVENLY,)) == ("heavenly", 1, 6)
    assert worth(hand("12345678m111223p"), rules(), (Pattern.HEAVENLY,)) is None
    unplayed = rules(patterns={"plain": 0, "heavenly": 5})
    assert worth(hand("1122335577m1199p"), unplayed, (Pattern.HEAVENLY,)) is None


def test_bonuses_that_follow_from_tiles_are_added_where_they_are_played() -> None:
    table = rules(bonus_fans={"concealed_hand": 1, "no_terminals": 2})
    inner, edge = "234567m22345678p", "123456m22345678p"

    def found(*told: str) -> tuple[int, tuple[Bonus, ...]]:
        worth = win_worth(table, hand(*told), ())
        assert worth is not None
        return worth.fans, worth.bonuses

    assert found(inner) == (3, (Bonus.CONCEALED_HAND, Bonus.NO_TERMINALS))
    assert found(edge) == (1, (Bonus.CONCEALED_HAND,))
    assert found("234m22345678p", "5m") == (2, (Bonus.NO_TERMINALS,))
    assert found("234m22345678p", "", "5m") == (2, (Bonus.NO_TERMINALS,))
    assert found("234m22345678p", "", "", "5m") == (3, (Bonus.CONCEALED_HAND, Bonus.NO_TERMINALS))
    assert found("234m22345678p", "", "", "1m") == (1, (Bonus.CONCEALED_HAND,))
    assert win_worth(rules(), hand(inner), ()) == (PLAIN, 0, (), 0)


def test_kongs_are_worth_their_fans_by_kind() -> None:
    table = rules(kong_fans={"exposed": 1, "promoted": 2, "postponed": 3, "concealed": 4})
    shown = hand("234m22p", "", "5m6m", "7m")
    assert kinds_shown(shown) == (KongKind.EXPOSED, KongKind.EXPOSED, KongKind.CONCEALED)
    found = win_worth(table, shown, (KongKind.PROMOTED, KongKind.POSTPONED, KongKind.CONCEALED))
    assert found == (PLAIN, 0, (), 9)


def test_a_tile_of_the_void_suit_makes_no_win_and_no_wait_where_it_is_played() -> None:
    for void, wins in (("p", False), ("m", False), ("s", True)):
        assert (worth(hand("123456789m11155p", void=void), rules()) is not None) == wins
        assert (wait_worths(rules(), hand("123456789m1155p", void=void), ()) != {}) == wins
        assert worth(hand("123456789m11155p", void=void), rules(void_suit=False)) is not None
    assert worth(hand("123456m11155p", "8m", void="m"), rules()) is None
    assert worth(hand("12345678955m", "8p", void="p"), rules()) is None


def test_each_wait_has_the_worth_of_the_hand_it_makes() -> None:
    waits = wait_worths(rules(), hand("1112345678999m"), ())
    assert {tile: found.fans for tile, found in waits.items()} == {
        **{f"{rank}m": 2 for rank in range(2, 9)},
        "1m": 3,
        "9m": 3,
    }
    both = wait_worths(rules(), hand("112233m4455667p"), ())
    assert {tile: found.pattern for tile, found in both.items()} == {"4p": PLAIN, "7p": PAIRS}


def test_a_hand_in_three_suits_or_of_another_size_waits_for_nothing() -> None:
    assert wait_worths(rules(), hand("112233m55p66677s"), ()) == {}
    assert wait_worths(rules(), hand("123456789m11155p"), ()) == {}
    assert wait_worths(rules(), hand("1m"), ()) == {}


def test_a_wait_for_a_pattern_that_is_not_played_is_none() -> None:
    assert wait_worths(rules(patterns={"plain": 0}), hand("1122335577m119p"), ()) == {}


def test_a_fifth_copy_that_is_imagined_makes_no_root() -> None:
    table = rules("sbr_2025")
    assert wait_worths(table, hand("111p9m", "8m9m4p"), ())["9m"] == (Pattern.ALL_TRIPLETS, 0, (), 1)
    assert wait_worths(rules(), hand("111p9m", "8m9m4p"), ()) == {}


def test_all_that_tiles_are_is_named_played_or_not_by_name() -> None:
    assert shown_patterns(hand("11112222333344m")) == (
        Pattern.DRAGON_SEVEN_PAIRS,
        Pattern.FLUSH_DRAGON_SEVEN_PAIRS,
        Pattern.FLUSH_SEVEN_PAIRS,
        Pattern.FULL_FLUSH,
        Pattern.PLAIN,
        Pattern.SEVEN_PAIRS,
    )
    assert shown_patterns(hand("1m")) == ()
    assert shown_patterns(hand("123456789m11156p")) == ()


def test_a_price_names_every_step_of_a_shown_hand() -> None:
    table = rules(bonus_fans={"concealed_hand": 1}, base=5)
    shown = hand("2222m34m345m11p", "", "", "9m")
    told = price(table, "A", shown, (KongKind.CONCEALED,), (Fans("add_fan", 1), Fans("under_the_sea", 0)))
    assert told.steps == (
        Fans("plain", 0),
        Fans("root", 1, 1),
        Fans("concealed", 1, 1),
        Fans("concealed_hand", 1),
        Fans("add_fan", 1),
    )
    assert (told.fans, told.paid_fans, told.multiplier, told.points, told.wait) == (4, 3, 8, 40, "")


def test_a_shown_hand_may_be_lucky() -> None:
    told = price(rules(), "A", hand("11223344m556677p"), (), (), (Pattern.HEAVENLY,))
    assert told.steps == (Fans("heavenly", 5),)


def test_a_ready_hand_is_priced_by_its_best_wait_or_its_worst() -> None:
    shown = hand("112233m4455667p")
    for check, tile, fans in (("best", "7p", 2), ("worst", "4p", 0), ("none", "7p", 2)):
        told = ready_price(rules(ready_check=check), "A", shown, (), (Fans("add_fan", 1),))
        assert (told.wait, told.fans) == (tile, fans)


def test_a_hand_that_is_no_win_is_refused_with_what_it_is() -> None:
    unplayed = rules(patterns={"plain": 0})
    assert refusal(hand("123m")) == ("not_14_tiles", {"player": "A", "count": 3})
    assert refusal(hand("123456789m11155p"), ready=True) == ("not_13_tiles", {"player": "A", "count": 14})
    assert refusal(hand("123456789m11156p")) == ("not_complete", {"player": "A"})
    assert refusal(hand("1245789m114477p"), ready=True) == ("not_ready", {"player": "A"})
    assert refusal(hand("123m456p789s11122m")) == ("three_suits", {"player": "A"})
    assert refusal(hand("123m456p789s1112m"), ready=True) == ("three_suits", {"player": "A"})
    void = {"player": "A", "suit": "p"}
    assert refusal(hand("123456789m11155p", void="p")) == ("void_suit_held", void)
    assert refusal(hand("123456789m1155p", void="p"), ready=True) == ("void_suit_held", void)
    assert refusal(hand("123m456p789s11122m", void="s")) == ("void_suit_held", {"player": "A", "suit": "s"})
    assert refusal(hand("1122335577m1199p"), table=unplayed) == (
        "pattern_not_played",
        {"player": "A", "pattern": PAIRS},
    )


def test_the_command_says_what_a_hand_is() -> None:
    def said(concealed: str, **more: object) -> object:
        return appraisal_of({"rules": "chengdu_home", "hand": {"concealed": concealed}, **more}, "zh-hans")

    assert said("11112222333344m") == {
        "win": True,
        "pattern": "flush_dragon_seven_pairs",
        "fans": 7,
        "roots": 2,
        "multiplier": 8,
        "patterns": [pattern.value for pattern in shown_patterns(hand("11112222333344m"))],
    }
    assert said("123456789m11156p") == {"win": False}
    assert said("112233m4455667p") == {
        "ready": True,
        "flower_pig": False,
        "waits": {
            "4p": {"pattern": "plain", "fans": 0, "roots": 0},
            "7p": {"pattern": "seven_pairs", "fans": 2, "roots": 0},
        },
        "best": 2,
        "worst": 0,
    }
    nothing = {"ready": False, "flower_pig": False, "waits": {}, "best": None, "worst": None}
    assert said("1245789m114477p") == nothing
    assert said("123m456p789s1112m") == {**nothing, "flower_pig": True}
    lucky = said("11223344m556677p", bonuses=["heavenly"])
    assert isinstance(lucky, dict)
    assert lucky["pattern"] == "heavenly"


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"hand": {"concealed": "123m"}}, "hand 有 3 张，要 13 张（听牌）或 14 张（胡牌），碰和杠都算 3 张"),
        ({"hand": {"concealed": "11111m"}}, "hand 有五张1m，一副牌里只有四张"),
        ({"hand": {"concealed": "1z"}}, 'hand.concealed 应该是一手牌，比如 123m44p，不是 "1z"'),
        (
            {"hand": {"concealed": "112233m4455667p"}, "bonuses": ["heavenly"]},
            "bonuses 要空着：听的牌只算牌上看得出的番",
        ),
        (
            {"hand": {"concealed": "11223344m556677p"}, "bonuses": ["under_the_sea"]},
            'bonuses[0] 应该是 heavenly, earthly 之一，不是 "under_the_sea"',
        ),
    ],
)
def test_the_command_refuses_with_one_sentence(told: dict[str, object], sentence: str) -> None:
    assert appraisal_of({"rules": "chengdu_home", **told}, "zh-hans") == {"error": sentence}
