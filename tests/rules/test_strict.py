"""Plain JSON values are read strictly: what is not exactly what is asked for is refused, at its place, with a code."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rounds.rules.ruleset import KongKind, Mode
from rounds.rules.strict import (
    Malformed,
    read_bool,
    read_int,
    read_list,
    read_map,
    read_name,
    read_object,
    read_text,
    read_variant,
)


def fault(read: Callable[..., object], value: object, *how: Any) -> tuple[str, str, Mapping[str, object]]:
    """The place, the code and the figures by which a value is refused."""
    with pytest.raises(Malformed) as caught:
        read(value, "here", *how)
    assert str(caught.value) == f"{caught.value.place}: {caught.value.code}"
    return caught.value.place, caught.value.code, caught.value.figures


def test_an_object_has_all_the_keys_that_are_required_and_perhaps_some_others() -> None:
    for told in ({"a": 1}, {"a": None, "b": 2}):
        assert read_object(told, "here", ("a",), ("b",)) is told
    assert read_object({}, "here", ()) == {}


@pytest.mark.parametrize("value", [[], "a", 1, None, True, [("a", 1)]])
def test_what_is_no_object_is_refused(value: object) -> None:
    assert fault(read_object, value, ("a",)) == ("here", "not_an_object", {"value": value})
    assert fault(read_map, value) == ("here", "not_an_object", {"value": value})


def test_a_missing_key_is_named_before_one_that_nobody_knows() -> None:
    assert fault(read_object, {"a": 1, "x": 1}, ("a", "b", "c")) == ("here", "missing_key", {"key": "b"})
    assert fault(read_object, {"a": 1, "x": 1}, ("a",), ("b",)) == ("here", "unknown_key", {"key": "x"})
    assert fault(read_object, {"a": 1, "b": 1}, ("a",)) == ("here", "unknown_key", {"key": "b"})


def test_a_map_has_any_keys() -> None:
    told = {"x": 1, "": 2}
    assert read_map(told, "here") is told


def test_a_list_is_a_list_and_no_text() -> None:
    told = [1, "a"]
    assert read_list(told, "here") is told
    for value in ("ab", (1, 2), {"a": 1}, None):
        assert fault(read_list, value) == ("here", "not_a_list", {"value": value})


@pytest.mark.parametrize("value", [2, 3, 5])
def test_a_whole_number_lies_within_its_bounds(value: int) -> None:
    assert read_int(value, "here", 2, 5) == value


@pytest.mark.parametrize("value", [1, 6, True, 3.0, "3", None, float("nan"), [3], 10**30, -3])
def test_what_is_no_whole_number_in_bounds_is_refused_with_the_bounds(value: object) -> None:
    assert fault(read_int, value, 2, 5) == ("here", "not_a_number", {"least": 2, "most": 5, "value": value})


def test_true_is_no_number_even_where_one_is_in_bounds() -> None:
    assert fault(read_int, True, 0, 5)[1] == "not_a_number"


def test_yes_or_no_is_true_or_false_alone() -> None:
    assert read_bool(True, "here") is True
    assert read_bool(False, "here") is False
    for value in (0, 1, None, "true", ""):
        assert fault(read_bool, value) == ("here", "not_a_bool", {"value": value})


def test_a_text_is_a_text() -> None:
    assert read_text("", "here") == ""
    assert read_text("诈胡", "here") == "诈胡"
    for value in (0, None, True, ["a"], b"a"):
        assert fault(read_text, value) == ("here", "not_a_text", {"value": value})


def test_a_name_has_one_to_forty_characters() -> None:
    assert read_name("A", "here") == "A"
    assert read_name("甲" * 40, "here") == "甲" * 40
    for value in ("", "x" * 41):
        assert fault(read_name, value) == ("here", "not_a_name", {"value": value})
    assert fault(read_name, 7) == ("here", "not_a_text", {"value": 7})


def test_nobody_is_called_like_the_account_of_nobody() -> None:
    assert fault(read_name, "pot") == ("here", "not_a_name", {"value": "pot"})
    assert read_name("POT", "here") == "POT"
    assert read_name("XXpotXX", "here") == "XXpotXX"


def test_a_variant_is_read_by_its_name() -> None:
    assert read_variant("exposed", "here", KongKind) is KongKind.EXPOSED
    assert read_variant("single_win", "here", Mode) is Mode.SINGLE_WIN


@pytest.mark.parametrize("value", ["exposed", "", "SINGLE_WIN", 1, None, ["single_win"], {"mode": 1}])
def test_what_is_no_variant_is_refused_with_those_that_there_are(value: object) -> None:
    figures = {"known": ("blood_battle", "single_win"), "value": value}
    assert fault(read_variant, value, Mode) == ("here", "not_one_of", figures)
