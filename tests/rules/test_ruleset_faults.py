"""Option sets that are not exactly what they must be, or contradict themselves, are refused with the place."""

from collections.abc import Mapping
from typing import Any

import pytest

from rounds.rules.ruleset import RuleSet, changed
from rounds.rules.strict import Malformed
from tests.rules.test_ruleset import OTHER, read


def fault(**options: object) -> tuple[str, str, Mapping[str, object]]:
    """The place, the code and the figures by which the set with these options is refused."""
    with pytest.raises(Malformed) as caught:
        read(**options)
    return caught.value.place, caught.value.code, caught.value.figures


def number(least: int, most: int, value: object) -> Mapping[str, object]:
    return {"least": least, "most": most, "value": value}


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("base", 1, 10**6), ("plain_fans", 0, 1), ("cap", 0, 40), ("root_fans", 0, 40), ("flower_pig_pays", 0, 10**6)],
)
def test_a_number_out_of_bounds_is_refused_with_the_bounds(name: str, least: int, most: int) -> None:
    for value in (least - 1, most + 1, True, "1", 1.0):
        assert fault(**{name: value}) == (f"options.{name}", "not_a_number", number(least, most, value))


@pytest.mark.parametrize("table", ["kong_fans", "win_after_kong_fans", "bonus_fans", "kong_pay"])
def test_a_number_in_a_table_is_refused_with_its_place_and_no_entry_may_lack(table: str) -> None:
    most = 10**6 if table == "kong_pay" else 40
    for key in OTHER[table]:
        for edge in (0, most):
            assert read(**{table: {**OTHER[table], key: edge}}).to_json()[table] == {**OTHER[table], key: edge}
        for value in (-1, most + 1):
            figures = number(0, most, value)
            assert fault(**{table: {**OTHER[table], key: value}}) == (f"options.{table}.{key}", "not_a_number", figures)
        lacking = {other: n for other, n in OTHER[table].items() if other != key}
        assert fault(**{table: lacking}) == (f"options.{table}", "missing_key", {"key": key})
    assert fault(**{table: {**OTHER[table], "x": 1}}) == (f"options.{table}", "unknown_key", {"key": "x"})
    assert fault(**{table: 3}) == (f"options.{table}", "not_an_object", {"value": 3})


@pytest.mark.parametrize(
    "name", ["dragon_absorbs_root", "flower_pig_ready_check", "price_difference", "kong_refund", "void_suit"]
)
def test_a_switch_is_yes_or_no(name: str) -> None:
    for value in (True, False):
        assert getattr(read(**{name: value}), name) is value
    assert fault(**{name: 1}) == (f"options.{name}", "not_a_bool", {"value": 1})


@pytest.mark.parametrize("name", [name for name, value in OTHER.items() if isinstance(value, str)])
def test_a_variant_is_one_of_its_own(name: str) -> None:
    if name != "flower_pig_pays":
        place, code, figures = fault(**{name: "x"})
        assert (place, code, figures["value"]) == (f"options.{name}", "not_one_of", "x")


@pytest.mark.parametrize(
    ("patterns", "place", "code"),
    [
        ({"plain": 1, "x": 1}, "options.patterns", "not_one_of"),
        ({"plain": 1, "generals": 41}, "options.patterns.generals", "not_a_number"),
        ({"plain": 1, "generals": -1}, "options.patterns.generals", "not_a_number"),
        ([], "options.patterns", "not_an_object"),
    ],
)
def test_a_pattern_table_has_patterns_with_their_fans(patterns: object, place: str, code: str) -> None:
    assert fault(patterns=patterns)[:2] == (place, code)


@pytest.mark.parametrize(
    ("told", "place", "code"),
    [
        ({"pays": -1}, "options.leave.pays", "not_a_number"),
        ({"pays": None}, "options.leave.pays", "not_a_number"),
        ({"pays": 10**6 + 1}, "options.leave.pays", "not_a_number"),
        ({"ends_round": 1}, "options.leave.ends_round", "not_a_bool"),
        ({"winner_forfeits": 0}, "options.leave.winner_forfeits", "not_a_bool"),
        ({"refund_to_leaver": None}, "options.leave.refund_to_leaver", "not_a_bool"),
        ({"x": 1}, "options.leave", "unknown_key"),
    ],
)
def test_the_rules_of_leaving_are_read_one_by_one(told: dict[str, object], place: str, code: str) -> None:
    assert fault(leave={**OTHER["leave"], **told})[:2] == (place, code)
    assert fault(leave={"pays": 1})[1:] == ("missing_key", {"key": "ends_round"})
    assert read(leave={**OTHER["leave"], "pays": 10**6}).leave.pays == 10**6


def test_an_option_set_is_whole_and_has_nothing_else() -> None:
    for name in OTHER:
        with pytest.raises(Malformed) as caught:
            RuleSet.from_json({other: value for other, value in OTHER.items() if other != name}, "set")
        assert (caught.value.place, caught.value.code, caught.value.figures) == ("set", "missing_key", {"key": name})
    assert fault(x=1) == ("options", "unknown_key", {"key": "x"})


@pytest.mark.parametrize(
    ("options", "place", "code", "figures"),
    [
        ({"patterns": {"generals": 7}}, "patterns", "plain_missing", {}),
        ({"patterns": {"plain": 0}}, "patterns.plain", "below_plain", {"fans": 0, "plain": 1}),
        ({"patterns": {"plain": 1, "generals": 0}}, "patterns.generals", "below_plain", {"fans": 0, "plain": 1}),
        ({"cap": 0}, "cap", "below_plain", {"fans": 0, "plain": 1}),
        ({"cap": None, "leave": {**OTHER["leave"], "pays": 1}}, "flower_pig_pays", "no_cap", {}),
        ({"cap": None, "flower_pig_pays": 8}, "leave.pays", "no_cap", {}),
    ],
)
def test_a_set_that_contradicts_itself_is_refused(options: Any, place: str, code: str, figures: object) -> None:
    assert fault(**options) == (f"options.{place}", code, figures)


def test_all_contradictions_of_a_set_are_named_where_that_is_asked() -> None:
    wrong = RuleSet.read({**OTHER, "patterns": {"generals": 0}, "cap": None}, "mine")
    assert [(fault.place, fault.code) for fault in wrong.contradictions("here")] == [
        ("here.patterns", "plain_missing"),
        ("here.patterns.generals", "below_plain"),
        ("here.flower_pig_pays", "no_cap"),
        ("here.leave.pays", "no_cap"),
    ]
    assert next(wrong.contradictions()).place == "options.patterns"
    with pytest.raises(Malformed) as caught:
        RuleSet.read({**OTHER, "base": 0})
    assert caught.value.place == "options.base"
    with pytest.raises(Malformed) as caught:
        RuleSet.from_json({**OTHER, "cap": 0}, "mine")
    assert caught.value.place == "mine.cap"


def test_no_cap_is_no_contradiction_where_nothing_hangs_on_it() -> None:
    rules = read(cap=None, flower_pig_pays=None, leave={**OTHER["leave"], "pays": 0})
    assert rules.cap is None


@pytest.mark.parametrize(
    ("changes", "place", "code", "figures"),
    [
        ([], "here", "not_an_object", {"value": []}),
        ({"x": 1}, "here", "unknown_key", {"key": "x"}),
        ({"kong_pay": 3}, "here.kong_pay", "not_an_object", {"value": 3}),
        ({"leave": None}, "here.leave", "not_an_object", {"value": None}),
    ],
)
def test_changes_that_cannot_be_laid_over_are_refused(changes: Any, place: str, code: str, figures: object) -> None:
    with pytest.raises(Malformed) as caught:
        changed(OTHER, changes, "here")
    assert (caught.value.place, caught.value.code, caught.value.figures) == (place, code, figures)
    with pytest.raises(Malformed) as caught:
        changed(OTHER, changes)
    assert caught.value.place == place.replace("here", "options")
