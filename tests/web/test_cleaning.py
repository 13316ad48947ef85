"""Rule 12: what people type is kept as they mean it, or refused."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rounds.cleaning import MAX_CODE_POINTS, Unclean, as_seen, clean, whole_number

FAMILY = "👨‍👩‍👧‍👦"
SCRIPTS = [
    "张三",
    "㐂𠮷𪚥",
    "Alice",
    "Nguyễn Ánh",
    "Зинаида",
    "محمد",
    "דָּוִד",
    "สมชาย",
    "ད་ལའི",
    "नमस्ते",
    "ᠮᠣᠩᠭᠣᠯ",
    "나비",
    "נ‎A",
    FAMILY,
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "می‌خواهم",
    "\u2068Alice\u2069 张",
    "O'Brien & <b>",
]


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_and_emoji_is_kept(name: str) -> None:
    assert clean(name) == unicodedata.normalize("NFC", name)


def test_equal_names_are_stored_equal() -> None:
    assert clean("e\u0301") == clean("\u00e9") == "\u00e9"


@pytest.mark.parametrize("around", [" ", "\t", "\n", "\u3000", "\u00a0", "\u200b", "\ufeff", " \u200b\u3000"])
def test_blanks_around_are_cut_off(around: str) -> None:
    assert clean(f"{around}张 三{around}") == "张 三"


@pytest.mark.parametrize(
    "text",
    ["", " ", "\u3000", "\u200b", "\u200d\u200c", "\u2060\ufeff", "\u00ad", "\u3164", "\u115f", "\u2800", "\u0301"],
)
def test_what_shows_nothing_is_refused(text: str) -> None:
    assert refusal(text) == "empty"


@pytest.mark.parametrize(
    "control",
    ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\n", "\t", "\u2028", "\u2029", "\ud800", "\ufffe", "\U0010ffff"],
)
def test_controls_inside_are_refused(control: str) -> None:
    assert refusal(f"张{control}三") == "control"


@pytest.mark.parametrize(
    "text",
    [
        "a\u202ebc",
        "a\u202db\u202c",
        "a\u2066b",
        "a\u2067b\u2066c\u2069",
        "a\u202bb",
        "a\u2069b",
        "a\u202cb",
        "a\u2066b\u202c",
        "\u2066\u202ba\u2069\u202c",
    ],
)
def test_marks_of_direction_that_reach_beyond_the_name_are_refused(text: str) -> None:
    assert refusal(text) == "direction"


def test_forty_characters_are_counted_as_people_count_them() -> None:
    assert clean(FAMILY * 40) == FAMILY * 40
    assert refusal(FAMILY * 41) == "too_long"
    assert clean("e\u0323\u0302" * 40) == "\u1ec7" * 40
    assert refusal("张" * 41) == "too_long"


def test_one_character_may_not_carry_a_thousand_marks() -> None:
    assert refusal("a" + "\u0316" * MAX_CODE_POINTS) == "too_long"


@given(st.text())
def test_what_is_kept_is_kept_the_second_time_too(text: str) -> None:
    try:
        kept = clean(text)
    except Unclean:
        return
    assert clean(kept) == kept == unicodedata.normalize("NFC", kept)
    assert kept.encode("utf-8").decode("utf-8") == kept


def refusal(text: str) -> str:
    with pytest.raises(Unclean) as refused:
        clean(text)
    return refused.value.code


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("+7", 7), ("-7", -7), ("-0", 0), ("0010", 10)])
def test_ascii_digits_with_a_sign_are_a_number(text: str, number: int) -> None:
    assert whole_number(text, -100, 100) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        "+",
        "1_000",
        "١٢٣",
        "１２",
        " 1",
        "1 ",
        "1\n",
        "1.0",
        "1e3",
        "0x1",
        "--1",
        "+-1",
        "−1",
        "NaN",
        "9" * 20,
        "1\x00",
    ],
)
def test_anything_else_is_no_number(text: str) -> None:
    with pytest.raises(Unclean, match="not_a_number"):
        whole_number(text, -(10**30), 10**30)


def test_a_number_keeps_its_bounds() -> None:
    assert [whole_number(text, -1, 10) for text in ("-1", "10")] == [-1, 10]
    for text in ("-2", "11", "9" * 19):
        with pytest.raises(Unclean, match="out_of_bounds"):
            whole_number(text, -1, 10)


@pytest.mark.parametrize(
    "text", ["e\u200b\u0301te", "\u00e9\u200dt\u2060e", "\u2068\u00e9te\u2069", "\u00e9t\ufe0fe", "\u200e \u00e9te"]
)
def test_names_that_look_alike_compare_alike(text: str) -> None:
    assert as_seen(clean(text)) == "\u00e9te"


def test_a_family_of_joined_emoji_is_kept_joined() -> None:
    assert clean(FAMILY) == FAMILY != as_seen(FAMILY)
