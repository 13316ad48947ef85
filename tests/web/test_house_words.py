"""House rules in words: on one line, beside their preset, by a sample for each option, and as a whole book."""

import re

import pytest
from hypothesis import given

from rounds.book.ruling import Ruling
from rounds.rules.options import rows
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet
from rounds.rules.scoring import wait_worths, win_worth
from rounds.screens.house import differences_of, heading, house, summary
from rounds.screens.rulebook import rulebook
from rounds.screens.samples import sample
from rounds.screens.samples.fans import DRAGON
from rounds.screens.samples.wall import FIFTH_TILE, TWO_WAITS
from tests.rules.options_strategy import option_sets
from tests.rules.oracle_table import Json
from tests.web.altered import HOME, PLACES, altered, at, other_value


def book(rules: RuleSet) -> str:
    """The whole rule book as its reader sees it."""
    parts: list[str] = []
    for section in rulebook(rules):
        parts += [section.label, section.intro]
        for item in section.items:
            parts += [item.label, item.pinyin, item.text]
            parts += [
                text for line in item.lines for text in (line.label, line.pinyin, line.what, line.worth, line.small)
            ]
    return "\n".join(parts)


# Beside the preset


@pytest.mark.parametrize("key", presets())
def test_a_preset_has_its_name_and_no_differences(key: str) -> None:
    told = house(Ruling(presets()[key].rules, key))
    assert (told.name, told.preset, told.differences) == (presets()[key].name, presets()[key].name, ())
    assert told.summary == summary(presets()[key].rules)


@pytest.mark.parametrize("place", PLACES)
def test_what_is_not_as_in_the_preset_is_told_beside_what_the_preset_has(place: str) -> None:
    rules = altered(**at(place, other_value(place)))
    told = house(Ruling(rules, "chengdu_home"))
    expected = {"plain_fans": 1 + len(HOME.patterns), "cap": 2}.get(place, 1)
    assert len(told.differences) == expected
    for one in told.differences:
        assert one.name
        assert one.value != one.was


def test_entries_of_a_table_differ_one_by_one() -> None:
    rules = altered(patterns={"plain": 0, "full_flush": 3}, kong_pay={"promoted": 2})
    told = {one.name: (one.value, one.was) for one in differences_of(rules, HOME)}
    assert told["番型·清一色"] == ("3番", "2番")
    assert told["番型·天胡"] == ("不打", "5番")
    assert told["杠钱·弯杠"] == ("2底", "1底")
    assert "番型·平胡" not in told


def test_values_are_said_as_players_say_them() -> None:
    rules = altered(cap=None, flower_pig_pays=None, kong_pay={"exposed": 0}, base=5, kong_refund=False)
    told = {one.name: (one.value, one.was) for one in differences_of(rules, HOME)}
    assert told == {
        "底": ("5", "1"),
        "封顶": ("不封顶", "3番×8"),
        "杠钱·直杠": ("不收", "2底"),
        "花猪付": ("当没叫", "封顶（×8）"),
        "退税": ("不退", "退"),
    }


def test_rules_of_a_preset_that_is_gone_are_named_by_its_key_and_differ_from_nothing() -> None:
    told = house(Ruling(altered(base=3), "forgotten"))
    assert (told.name, told.preset, told.differences) == ("forgotten", "forgotten", ())


def test_rules_that_the_club_has_named_go_by_that_name() -> None:
    told = house(Ruling(altered(base=3), "chengdu_home", "我们家的"))
    assert (told.name, told.preset, len(told.differences)) == ("我们家的", "成都家庭局", 1)


def test_heading_and_summary_of_a_table_without_a_cap() -> None:
    rules = altered(cap=None)
    assert heading(rules) == "底1 · 不封顶"
    assert summary(rules).startswith("底1 · 不封顶 · ")


# Samples


@pytest.mark.parametrize("place", PLACES)
def test_the_sample_of_an_option_moves_with_it(place: str) -> None:
    capless = {"cap": 40} if place.startswith("patterns.") else {}  # above the cap every hand has one price
    before = sample(place, altered(**capless))
    after = sample(place, altered(**capless, **at(place, other_value(place))))
    assert before
    assert after != before


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("cap", "清一色带两个根点炮：4番按3番付，底1×8 = 8"),
        ("self_draw", "2番自摸：每家付 4+1 = 5"),
        ("fed_kong_win", "乙打给甲直杠，甲平胡杠上花：乙付 4+1 = 5，丙付 4+1 = 5，丁付 4+1 = 5"),
        ("kong_pay.concealed", "6"),
        ("kong_transfer", "乙暗杠收6，弯杠收3，接着点炮给甲：转给甲 3"),
        ("kong_transfer_shares", "乙弯杠收3，接着一炮双响：转给甲3、丙3"),
        ("ready_check", "甲1112444万666888筒听2万、3万，按2万：没叫的每家付 2"),
        ("flower_pig_pays", "甲下叫，乙花猪，丙丁没叫：乙付甲8、丙8、丁8"),
        ("kong_refund", "丙弯杠收了3，流局没叫：退 甲1、乙1、丁1"),
        ("patterns.full_flush", "×4 = 4"),
        ("win_after_kong_fans.concealed", "4+1 = 5"),
        ("bonus_fans.shoot_after_kong", "×2 = 2"),
        ("next_dealer", "甲坐庄，乙点炮给丙，丙第一个胡：下一局丙坐庄"),
    ],
)
def test_samples_of_the_default_rules(place: str, told: str) -> None:
    assert sample(place, HOME) == told


@pytest.mark.parametrize(
    ("place", "options", "told"),
    [
        ("self_draw", {"self_draw": "add_fan"}, "2番自摸，算3番：每家付 8"),
        ("fed_kong_win", {"fed_kong_win": "feeder"}, "乙打给甲直杠，甲平胡杠上花：乙付 4"),
        ("price_difference", {"price_difference": True}, "流局，甲听0番，乙听2番：甲补乙 3"),
        ("flower_pig_ready_check", {"flower_pig_ready_check": True}, "甲下叫1番，乙花猪：乙付甲 8+2 = 10"),
        ("flower_pig_paid_to", {"mode": "single_win"}, "流局乙花猪：付甲8、丙8、丁8"),
        ("ready_check", {"ready_check": "worst"}, "甲1112444万666888筒听2万、3万，按3万：没叫的每家付 1"),
        ("cap", {"patterns": {"plain": 0, "generals": 3}}, "将对带两个根点炮：5番按3番付，底1×8 = 8"),
        ("patterns.heavenly", {"patterns": {"plain": 0}}, ""),
        ("patterns.dragon_seven_pairs", {"cap": 5, "dragon_absorbs_root": False}, "×16 = 16"),
    ],
)
def test_samples_of_other_rules(place: str, options: Json, told: str) -> None:
    assert sample(place, altered(**options)) == told


@given(option_sets())
def test_every_rule_set_has_its_samples(options: Json) -> None:
    rules = RuleSet.from_json(options)
    for place in PLACES:
        told = sample(place, rules)
        assert told or place.removeprefix("patterns.") not in options["patterns"]
        assert "{" not in told


def test_the_hands_of_the_samples_are_what_they_are_said_to_be() -> None:
    assert set(wait_worths(HOME, TWO_WAITS, ())) == {"2m", "3m"}
    assert wait_worths(HOME, FIFTH_TILE, ()) == {}
    assert set(wait_worths(altered(dead_wait="concealed_tiles"), FIFTH_TILE, ())) == {"5m"}
    worth = win_worth(HOME, DRAGON, ())
    assert worth
    assert worth.pattern == "dragon_seven_pairs"


# The whole book


@pytest.mark.parametrize("place", PLACES)
def test_each_option_changed_alone_changes_the_book(place: str) -> None:
    assert book(altered(**at(place, other_value(place)))) != book(HOME)


@pytest.mark.parametrize("key", presets())
def test_the_book_of_every_preset_speaks_of_every_option_that_decides_something(key: str) -> None:
    rules = presets()[key].rules
    told = {item.name for section in rulebook(rules) for item in section.items if item.text or item.lines}
    asked = {option.name for option in rows() if option.asked(rules)}
    assert asked <= told
    assert told - asked == {"last_four", "passed_win", "exchange", "kong_tiles", "dice"}


@given(option_sets())
def test_the_book_of_any_rule_set_is_whole(options: Json) -> None:
    told = book(RuleSet.from_json(options))
    assert not re.search(r"[{}]|None", told)


def test_what_is_not_played_is_said_as_not_played() -> None:
    told = book(
        altered(
            price_difference=False,
            kong_transfer="none",
            ready_check="none",
            void_suit=False,
            patterns={"plain": 0, "seven_pairs": 2},
        )
    )
    for sentence in (
        "不打：查叫、补差价。",
        "不转",
        "不查叫，没叫的不用赔。",
        "不定缺",
        "不算：海底、绝张、门清、中张。",
    ):
        assert sentence in told
    assert re.search(r"不打：对对胡、清一色、.*天胡、地胡。", told)


def test_the_book_tells_patterns_by_their_fans_and_kongs_by_who_pays() -> None:
    told = book(HOME)
    assert "对对胡\nduì duì hú\n四副都是三张一样或者杠\n1番\n×2" in told
    assert "暗杠\nàn gàng\n四张都是自己摸的\n2分\n每家付" in told
    assert "过手杠\nguò shǒu gàng\n摸到的时候没补，过后再补\n不收" in told
    assert "按顺序：查花猪 → 查叫 → 退税。" in told
    assert "2个底（10分）" in book(altered(base=5))
