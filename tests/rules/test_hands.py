"""A hand as tiles: read, counted, complete in which ways, waiting for which tiles."""

import pytest

from rounds.rules.hands import (
    UNITS,
    Feature,
    Melds,
    ShownHand,
    as_sets,
    counted,
    features,
    fifth_copy,
    hand_from_json,
    hand_to_json,
    has_terminals,
    holds,
    readable,
    roots,
    waits,
)
from rounds.rules.patterns import Pattern
from rounds.rules.readings import reading_as, readings
from rounds.rules.strict import Malformed
from rounds.rules.tiles import Suit

F = Feature


def hand(concealed: str, pungs: str = "", kongs: str = "", concealed_kongs: str = "", void: str = "") -> ShownHand:
    told = {"concealed": concealed, "pungs": pungs, "kongs": kongs, "concealed_kongs": concealed_kongs}
    return hand_from_json({**told, "void_suit": void} if void else told)


def found(*told: str) -> int:
    concealed, melds = counted(hand(*told))
    return features(concealed, melds, as_sets(concealed))


def test_a_hand_is_read_and_written_in_the_form_of_a_document() -> None:
    told = {"concealed": "2m1m", "pungs": "5m", "kongs": "7p8m", "concealed_kongs": "9p", "void_suit": "s"}
    read = hand_from_json(told)
    assert read == ShownHand(("2m", "1m"), ("5m",), ("7p", "8m"), ("9p",), Suit.BAMBOO)
    assert hand_to_json(read) == {**told, "concealed": "21m"}
    assert hand_to_json(hand("1m")) == {"concealed": "1m"}
    assert hand_from_json({"concealed": "１万", "void_suit": "条"}).void_suit is Suit.BAMBOO


def test_a_hand_counts_three_tiles_for_each_meld() -> None:
    shown = hand("1234m", "5m", "6m", "7m")
    assert shown.count == 13
    assert shown.melds == ("5m", "6m", "7m")
    assert shown.suits == {"m"}


@pytest.mark.parametrize(
    ("told", "place", "code"),
    [
        ({"concealed": "0m"}, "hand.concealed", "not_tiles"),
        ({"concealed": 5}, "hand.concealed", "not_a_text"),
        ({"concealed": "1m", "pungs": "1z"}, "hand.pungs", "not_tiles"),
        ({"concealed": "1m", "kongs": None}, "hand.kongs", "not_a_text"),
        ({"concealed": "1m", "concealed_kongs": []}, "hand.concealed_kongs", "not_a_text"),
        ({"concealed": "1m", "void_suit": "z"}, "hand.void_suit", "not_one_of"),
        ({"concealed": "1m", "void_suit": 1}, "hand.void_suit", "not_a_text"),
        ({"concealed": "1m", "void_suit": ""}, "hand.void_suit", "not_one_of"),
        ({"pungs": "1m"}, "hand", "missing_key"),
        ({"concealed": "1m", "bonuses": []}, "hand", "unknown_key"),
        ({"concealed": "11111m"}, "hand", "fifth_copy"),
        ([], "hand", "not_an_object"),
    ],
)
def test_a_hand_that_cannot_be_read_is_refused_with_the_place(told: object, place: str, code: str) -> None:
    with pytest.raises(Malformed) as fault:
        hand_from_json(told)
    assert (fault.value.place, fault.value.code) == (place, code)


@pytest.mark.parametrize(
    ("told", "tile"),
    [
        (("1111m",), None),
        (("1m", "1m"), None),
        (("11m2222p", "3p"), None),
    ],
)
def test_four_of_a_kind_are_no_fifth_copy(told: tuple[str, ...], tile: None) -> None:
    assert fifth_copy(hand(*told)) is tile


@pytest.mark.parametrize(
    "shown",
    [
        ShownHand(("9s",) * 5),
        ShownHand(("9s", "9s"), ("9s",)),
        ShownHand(("9s",), (), ("9s",)),
        ShownHand(("9s",), (), (), ("9s",)),
        ShownHand((), ("9s", "9s")),
    ],
)
def test_a_fifth_copy_is_found_in_melds_too(shown: ShownHand) -> None:
    assert fifth_copy(shown) == "9s"


def test_a_flower_pig_holds_three_suits_or_where_it_is_played_the_void_suit() -> None:
    assert hand("1m2p3s").is_pig(void_played=False)
    assert not hand("1m2p").is_pig(void_played=True)
    assert hand("1m2p", void="p").is_pig(void_played=True)
    assert not hand("1m2p", void="p").is_pig(void_played=False)
    assert not hand("1m2p", void="s").is_pig(void_played=True)
    assert hand("1m", "2p", "3s").is_pig(void_played=False)


def test_the_table_knows_every_way_to_make_sets_of_one_suit() -> None:
    assert len(readable()) == 21_743
    assert readable()[0] == F.SETS | F.TRIPLETS | F.TERMINALS
    one, two, three = UNITS["1m"], UNITS["2m"], UNITS["3m"]
    assert readable()[one + two + three] == F.SETS | F.TERMINALS
    assert readable()[3 * two] == F.SETS | F.TRIPLETS
    assert readable()[2 * one] == F.SETS | F.TRIPLETS | F.TERMINALS
    assert readable()[3 * (one + two + three)] == F.SETS | F.TRIPLETS | F.TERMINALS
    assert one + two not in readable()
    assert 2 * (one + two) not in readable()


@pytest.mark.parametrize(
    ("told", "features"),
    [
        (("123456789m11155p",), F.SETS),
        (("123456m22p", "5p", "8p"), F.SETS),
        (("123456789m11122m",), F.SETS | F.FLUSH),
        (("111333444m22266p",), F.SETS | F.TRIPLETS),
        (("111333444m222m66m",), F.SETS | F.TRIPLETS | F.FLUSH),
        (("222555888m22255s",), F.SETS | F.TRIPLETS | F.GENERALS),
        (("222m55s", "5m", "8m", "2s"), F.SETS | F.TRIPLETS | F.GENERALS),
        (("222m55s", "5m", "8m", "3s"), F.SETS | F.TRIPLETS),
        (("222555m33s", "8m", "2s"), F.SETS | F.TRIPLETS),
        (("111222333m78999p",), F.SETS | F.TERMINALS),
        (("123m123m11p", "9p", "9m"), F.SETS | F.TERMINALS),
        (("123m123m11p", "9p", "5m"), F.SETS),
        (("123m123m11p", "9p", "", "9m"), F.SETS | F.TERMINALS),
        (("55m", "1m2p", "3p", "4p"), F.SETS | F.TRIPLETS | F.GOLDEN),
        (("55m", "1m2m", "3m", "4m"), F.SETS | F.TRIPLETS | F.GOLDEN | F.FLUSH),
        (("55m", "2m", "8m", "2p8p"), F.SETS | F.TRIPLETS | F.GENERALS | F.GOLDEN),
        (("56m", "2m", "8m", "2p8p"), 0),
        (("1122335577m1199p",), F.PAIRS),
        (("11224455667799m",), F.PAIRS | F.FLUSH),
        (("1111335577m1199p",), F.PAIRS | F.DRAGON),
        (("11112222333344m",), F.SETS | F.PAIRS | F.DRAGON | F.FLUSH),
        (("112233m11223355p",), F.SETS | F.PAIRS),
        (("11335577m11p", "9p"), 0),
        (("1122335577m11s99p",), 0),
        (("123m456p789s11122m",), 0),
        (("123456m22p", "5p", "8s"), 0),
        (("1234567m1234567p",), 0),
    ],
)
def test_a_complete_hand_has_its_features_and_another_has_none(told: tuple[str, ...], features: int) -> None:
    assert found(*told) == features


def test_roots_are_exactly_four_alike_not_konged() -> None:
    def of(*told: str) -> int:
        return roots(*counted(hand(*told)))

    assert of("1111m2222p333s") == 2
    assert of("1m", "1m") == 1
    assert of("12m", "1m2m3m") == 2
    assert of("11m", "", "2m", "3m") == 0
    imagined, melds = counted(hand("9m2222m", "9m"))
    assert roots(imagined + UNITS["9m"], melds) == 1


def test_terminals_and_suits_are_seen_in_melds_too() -> None:
    assert not has_terminals(*counted(hand("2345678m", "3p", "4p", "5p")))
    assert has_terminals(*counted(hand("9m")))
    assert has_terminals(*counted(hand("2m", "1p")))
    assert has_terminals(*counted(hand("2m", "", "1p")))
    assert has_terminals(*counted(hand("2m", "", "", "9s")))
    assert holds(*counted(hand("2m", "", "1p")), Suit.DOTS)
    assert holds(*counted(hand("2m")), Suit.CHARACTERS)
    assert not holds(*counted(hand("2m", "3p")), Suit.BAMBOO)


@pytest.mark.parametrize(
    ("told", "tiles"),
    [
        (("1112345678999m",), [f"{rank}m" for rank in range(1, 10)]),
        (("3444m", "1m8p9p"), ["2m", "3m", "5m"]),
        (("112233p55s66677s",), ["5s", "6s", "7s"]),
        (("1122335577m119p",), ["9p"]),
        (("5m", "1m2m", "3p", "4p"), ["5m"]),
        (("123456m1199p", "5p"), ["1p", "9p"]),
        (("12456m22p", "5p", "9m"), ["3m"]),
        (("124678m2p", "5p", "9m"), []),
        (("1133557799m123p",), []),
        (("234m11p234p34p", "9m"), ["2p", "5p"]),
    ],
)
def test_the_tiles_that_complete_a_hand_are_its_waits(told: tuple[str, ...], tiles: list[str]) -> None:
    concealed, melds = counted(hand(*told))
    assert sorted(waits(concealed, melds, melds_block=True)) == sorted(tiles)


def test_a_wait_comes_with_the_tiles_it_makes_and_what_they_are_as_sets() -> None:
    concealed, melds = counted(hand("1122334455667m"))
    found = waits(concealed, melds, melds_block=True)
    assert found["7m"] == (concealed + UNITS["7m"], F.SETS)
    pairs, none = counted(hand("1122335577m119p"))
    assert waits(pairs, none, melds_block=True) == {"9p": (pairs + UNITS["9p"], 0)}


@pytest.mark.parametrize(
    ("told", "by_own", "by_concealed"),
    [
        (("111p9m", "8m9m4p"), [], ["9m"]),
        (("34566p3s5s", "9p", "", "4s"), [], ["4s"]),
        (("34566p3s5s", "9p", "4s"), [], ["4s"]),
        (("2222m", "5m6m7m"), [], []),
        (("1222233m", "5m6m"), ["1m", "3m", "4m"], ["1m", "3m", "4m"]),
    ],
)
def test_a_tile_whose_copies_its_owner_holds_is_no_wait(
    told: tuple[str, ...], by_own: list[str], by_concealed: list[str]
) -> None:
    concealed, melds = counted(hand(*told))
    assert list(waits(concealed, melds, melds_block=True)) == by_own
    assert list(waits(concealed, melds, melds_block=False)) == by_concealed


def test_melds_are_counted_by_kind() -> None:
    _, melds = counted(hand("11m", "2m", "3m", "4m"))
    assert melds == Melds(UNITS["2m"], UNITS["3m"] + UNITS["4m"], UNITS["2m"] + UNITS["3m"] + UNITS["4m"], 3)
    assert counted(hand("112m"))[0] == 2 * UNITS["1m"] + UNITS["2m"]


def test_a_hand_is_read_in_every_way_as_sets_first() -> None:
    found = readings(hand("11223344m556677p"))
    assert [reading.pair for reading in found] == [("1m", "1m"), ("4m", "4m"), None]
    assert found[0].sets == (("2m", "3m", "4m"), ("2m", "3m", "4m"), ("5p", "6p", "7p"), ("5p", "6p", "7p"))
    assert found[0].groups[-1] == ("1m", "1m")
    assert found[2].groups == found[2].sets
    assert found[2].sets[0] == ("1m", "1m")
    assert len(found[2].sets) == 7
    assert readings(hand("123m")) == ()
    assert readings(hand("12m", "3m4m5m6m")) == ()
    assert readings(hand("1122m", "3m4m5m6p")) == ()
    assert [r.groups for r in readings(hand("22m", "3m4m5m6m"))] == [(("2m", "2m"),)]
    assert readings(hand("891m11m", "3m4m5p")) == ()


@pytest.mark.parametrize(
    ("told", "pattern", "groups"),
    [
        (("11122233344455m",), Pattern.FLUSH_TRIPLETS, ["111", "222", "333", "444", "55"]),
        (("11122233344455m",), Pattern.FULL_FLUSH, ["111", "234", "345", "345", "22"]),
        (("111222333m99p", "9m"), Pattern.TERMINALS, ["123", "123", "123", "99"]),
        (("11223344556677m",), Pattern.FLUSH_SEVEN_PAIRS, ["11", "22", "33", "44", "55", "66", "77"]),
        (("11223344556677m",), Pattern.FULL_FLUSH, ["234", "234", "567", "567", "11"]),
        (("11224455778899m",), Pattern.FULL_FLUSH, ["11", "22", "44", "55", "77", "88", "99"]),
        (("222555888m22255s",), Pattern.GENERALS, ["222", "555", "888", "222", "55"]),
        (("11112222333344m",), Pattern.FLUSH_DRAGON_SEVEN_PAIRS, ["11", "11", "22", "22", "33", "33", "44"]),
    ],
)
def test_the_reading_that_is_shown_is_one_of_the_pattern(
    told: tuple[str, ...], pattern: Pattern, groups: list[str]
) -> None:
    reading = reading_as(hand(*told), pattern)
    assert reading is not None
    assert ["".join(tile[0] for tile in group) for group in reading.groups] == groups


def test_no_reading_is_shown_of_a_pattern_that_the_hand_is_not() -> None:
    assert reading_as(hand("11224455778899m"), Pattern.ALL_TRIPLETS) is None
    assert reading_as(hand("11224455778899m"), Pattern.GENERALS) is None
    assert reading_as(hand("11224455778899m"), Pattern.TERMINALS) is None
    assert reading_as(hand("123456789m11155p"), Pattern.SEVEN_PAIRS) is None
