"""The pad by itself: what a tap makes of a hand, and what the hand is then."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rounds.cells import read_tiles_of, tiles_told
from rounds.rules.hands import COMPLETE, ShownHand, fifth_copy
from rounds.rules.patterns import Pattern
from rounds.rules.presets import presets
from rounds.rules.tiles import TILES, read_tiles
from rounds.screens.laying import MODES, Room, added, taken_back, typed, with_next_void
from rounds.screens.pad import View, desk, pad
from rounds.screens.reading import as_read
from rounds.screens.verdict import Holder, verdict

ANY = Room()


def shown(concealed: str, pungs: str = "", kongs: str = "", concealed_kongs: str = "") -> ShownHand:
    return ShownHand(read_tiles(concealed), read_tiles(pungs), read_tiles(kongs), read_tiles(concealed_kongs))


# What a tap makes of the hand


@given(st.lists(st.tuples(st.sampled_from(MODES), st.sampled_from(TILES)), max_size=40), st.sampled_from((13, 14)))
def test_no_taps_make_a_hand_that_cannot_be(taps: list[tuple[str, str]], most: int) -> None:
    hand, room = ShownHand(()), Room(most)
    for mode, tile in taps:
        hand = added(hand, mode, tile, room) or hand
    assert hand.count <= most
    assert len(hand.melds) <= 4
    assert fifth_copy(hand) is None
    assert read_tiles_of(tiles_told(hand)) == hand


@given(st.lists(st.tuples(st.sampled_from(MODES), st.sampled_from(TILES)), max_size=20))
def test_taking_back_undoes_adding(taps: list[tuple[str, str]]) -> None:
    hand = ShownHand(())
    for mode, tile in taps:
        after = added(hand, mode, tile, ANY)
        if after:
            assert taken_back(after, mode, ANY) == hand
            hand = after


@pytest.mark.parametrize(
    ("hand", "mode", "tile"),
    [
        (shown("1111m"), "concealed", "1m"),
        (shown("1m", pungs="1m"), "concealed", "1m"),
        (shown("1m", kongs="2m"), "concealed", "2m"),
        (shown("11m"), "pungs", "1m"),
        (shown("1m"), "kongs", "1m"),
        (shown("", pungs="1m2m3m4m"), "pungs", "5m"),
        (shown("123456789m123p"), "pungs", "9s"),
        (shown("123456789m12345p"), "concealed", "9s"),
    ],
)
def test_a_key_is_dead_that_would_make_what_cannot_be(hand: ShownHand, mode: str, tile: str) -> None:
    assert added(hand, mode, tile, ANY) is None


def test_the_kongs_of_the_log_have_their_place_before_their_tiles_are_said() -> None:
    room = Room(COMPLETE, {"kongs": (None,), "concealed_kongs": ("9p",)})
    hand = room.with_known(ShownHand(()))
    assert hand.concealed_kongs == ("9p",)
    assert room.free(hand) == 8
    assert added(hand, "concealed_kongs", "1m", room) is None
    assert taken_back(hand, "concealed_kongs", room) is None
    named = added(hand, "kongs", "1m", room)
    assert named == shown("", kongs="1m", concealed_kongs="9p")
    assert added(named, "kongs", "2m", room) is None
    assert taken_back(named, "kongs", room) == hand


def test_the_void_suit_goes_round() -> None:
    hand = ShownHand(())
    seen = []
    for _ in range(4):
        hand = with_next_void(hand)
        seen.append(hand.void_suit)
    assert seen == ["m", "p", "s", None]


@pytest.mark.parametrize(
    ("text", "hand", "wrong"),
    [
        ("123m44p", "123m44p", ""),
        (" 123万 44筒 ", "123m44p", ""),
        ("１２３条", "123s", ""),
        ("", "", ""),
        ("12", "5p", "看不懂"),
        ("123m0p", "5p", "看不懂"),
        ("东南", "5p", "看不懂"),
        ("11111m", "5p", "1万只有四张"),
        ("123456789m123456p", "5p", "多了1张"),
    ],
)
def test_tiles_can_be_typed(text: str, hand: str, wrong: str) -> None:
    found, fault = typed(shown("5p"), text, ANY)
    assert found.concealed == read_tiles(hand)
    assert fault.startswith(wrong)
    assert bool(fault) is bool(wrong)


def test_a_typed_text_that_is_wrong_stays_to_be_mended() -> None:
    laid = desk(shown("5p"), View(typed="12"), ANY, {}, void_played=True)
    assert (pad(laid).text, laid.hand.concealed) == ("12", ("5p",))


def test_where_there_is_no_void_suit_it_has_no_key() -> None:
    for played in (True, False):
        laid = desk(shown("5p"), View(), ANY, {}, void_played=played)
        assert (pad(laid).rows[2][2] is not None) is played


# What the hand is


@pytest.mark.parametrize(
    ("tiles", "pattern", "groups"),
    [
        ("111222333m99m111p", Pattern.ALL_TRIPLETS, ["111m", "222m", "333m", "111p", "99m"]),
        ("111222333m99m111p", Pattern.TERMINALS, ["123m", "123m", "123m", "111p", "99m"]),
        ("11223344556677m", Pattern.FLUSH_SEVEN_PAIRS, ["11m", "22m", "33m", "44m", "55m", "66m", "77m"]),
        ("11223344556677m", Pattern.FULL_FLUSH, ["234m", "234m", "567m", "567m", "11m"]),
        ("22224488m556699p", Pattern.DRAGON_SEVEN_PAIRS, ["22m", "22m", "44m", "88m", "55p", "66p", "99p"]),
    ],
)
def test_a_hand_is_shown_as_it_is_read(tiles: str, pattern: Pattern, groups: list[str]) -> None:
    assert as_read(shown(tiles), pattern) == tuple(map(read_tiles, groups))


def said(hand: ShownHand, most: int = 14, preset: str = "chengdu_home") -> Any:
    return verdict(Holder(presets()[preset].rules), hand, Room(most))


def test_a_win_says_where_its_fans_come_from() -> None:
    found = said(shown("23456788p", pungs="1p", concealed_kongs="9p"))
    assert (found.name, found.steps, found.times) == ("清一色", "清一色2番 + 暗杠1番 = 3番", 8)
    assert [face.tile for group in found.faces for face in group if face.framed] == ["8p"]


def test_a_hand_of_thirteen_says_every_wait_and_what_it_is_worth() -> None:
    found = said(shown("1112345678999p"))
    assert [(wait.face.said, wait.fans, wait.times) for wait in found.waits][:2] == [("1筒", 3, 8), ("2筒", 2, 4)]
    assert (found.name, found.steps, found.times) == ("听9张", "最大3番×8，最小2番×4 · 查大叫", 8)
    assert [wait.face.tile for wait in found.waits if wait.best] == ["1p", "9p"]


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (shown("123m"), "还差10张"),
        (shown("123456789m12345p"), "没胡"),
        (shown("111m222p333s444m55p"), "三门都有"),
        (shown("147m258p369p1478p"), "没叫"),
        (shown("147m258p369s1478p"), "花猪"),
        (ShownHand(read_tiles("123m456m789m1122p"), void_suit=None), "听2张"),
    ],
)
def test_what_is_no_win_says_so(hand: ShownHand, words: str) -> None:
    found = said(hand)
    assert words in f"{found.name} {found.note}"
