"""The list of options that forms, pages and texts are drawn from: whole, and in step with the rule set itself."""

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from typing import get_type_hints

import pytest

from rounds.rules.document import document_from_json
from rounds.rules.options import OPTIONS, Choice, Number, Option, Switch, Table, leaves, rows, value_at
from rounds.rules.play import Play
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet, changed
from rounds.rules.strict import Malformed
from rounds.rules.terms import Term
from tests.rules.options_strategy import VARIANTS
from tests.rules.rounds_strategy import numbered

HOME = presets()["chengdu_home"].rules
LEAVES = dict(leaf for option in rows() for leaf in leaves(option))
NOBODY = Play(HOME, ())
NUMBERS = {place: leaf.kind for place, leaf in LEAVES.items() if isinstance(leaf.kind, Number)}


def terms(option: Option) -> Iterator[Term]:
    """Every word of a row."""
    yield option.term
    match option.kind:
        case Choice(variants):
            yield from (variant.term for variant in variants)
        case Switch(yes, no):
            yield from (yes, no)
        case Number(zero=zero, none=none):
            yield from (word for word in (zero, none) if word)
        case Table(entries, missing):
            yield from [missing] if missing else []
            for entry in entries:
                yield from terms(entry)


def with_value(place: str, value: object) -> RuleSet:
    """The default rules, made such that no option leans on another, with another value at one place."""
    name, _, entry = place.partition(".")
    options = changed(HOME.to_json(), {"flower_pig_pays": 8, "patterns": {"plain": 1}})
    table = options[name]
    change = {**table, entry: value} if isinstance(table, dict) else value
    return RuleSet.from_json(changed(options, {name: change}))


def test_every_field_of_a_rule_set_has_one_row_and_no_row_is_idle() -> None:
    assert sorted(option.name for option in rows()) == sorted(HOME.to_json())


def test_every_entry_of_a_table_has_a_row_of_its_own() -> None:
    for option in rows():
        told = HOME.to_json()[option.name]
        if isinstance(option.kind, Table):
            assert isinstance(told, dict)
            assert {entry.name for entry in option.kind.entries} == set(told)
        else:
            assert not isinstance(told, dict)


def test_a_choice_offers_the_variants_of_its_option() -> None:
    kinds = get_type_hints(RuleSet)
    for option in rows():
        if isinstance(option.kind, Choice):
            assert option.kind.variants is kinds[option.name]
        if isinstance(option.kind, Switch):
            assert kinds[option.name] is bool


@pytest.mark.parametrize("place", NUMBERS)
def test_a_number_has_the_bounds_of_its_option(place: str) -> None:
    kind = NUMBERS[place]
    for number in (kind.least - 1, kind.most + 1):
        with pytest.raises(Malformed, match="not_a_number"):
            with_value(place, number)
    for number in (kind.least, kind.most, *kind.keys):
        assert value_at(with_value(place, number).to_json(), place) == number


@pytest.mark.parametrize("place", NUMBERS)
@pytest.mark.parametrize("word", ["none", "cap"])
def test_no_number_and_as_much_as_the_cap_are_possible_where_the_row_says_so(place: str, word: str) -> None:
    possible = NUMBERS[place].none is not None if word == "none" else NUMBERS[place].cap
    value = None if word == "none" else "cap"
    if not possible:
        with pytest.raises(Malformed, match="not_a_number"):
            with_value(place, value)
    else:
        assert value_at(with_value(place, value).to_json(), place) == value


def test_what_a_table_does_not_have_is_none() -> None:
    assert value_at({"patterns": {"plain": 1}}, "patterns.generals") is None
    assert value_at({"patterns": {"plain": 1}}, "patterns.plain") == 1
    assert value_at({"cap": None}, "cap") is None


def test_every_word_has_its_characters_its_tones_and_a_gloss() -> None:
    for option in rows():
        for term in terms(option):
            assert all((term.hans, term.hant, term.pinyin, term.english))
            assert len(term.hans) == len(term.hant)
            tones = [mark for mark in unicodedata.normalize("NFD", term.pinyin) if unicodedata.combining(mark)]
            assert tones, term.pinyin


def test_what_an_option_decides_is_one_sentence_in_three_languages() -> None:
    for option in rows():
        for row in (option, *dict(leaves(option)).values()):
            hans, hant, english = row.decides
            assert hans.endswith("。")
            assert hans.count("。") == hant.count("。") == 1
            assert len(hans) == len(hant)
            assert english[0].isupper()
            assert english.endswith((".", "?"))


def test_no_two_options_have_the_same_word() -> None:
    words = [option.term.hans for option in rows()]
    assert len(set(words)) == len(words) == sum(map(len, OPTIONS.values()))


def test_an_option_that_is_not_asked_decides_nothing() -> None:
    looked_at = set()
    for seed in range(1500):
        document = document_from_json(numbered(f"asked {seed}"))
        options = document.rules.to_json()
        for place, leaf in LEAVES.items():
            name, _, entry = place.partition(".")
            values = (True, False) if isinstance(leaf.kind, Switch) else VARIANTS.get(name, ())
            other = next((value for value in values if value != value_at(options, place)), None)
            if other is None or leaf.asked(document.rules):
                continue
            looked_at.add(place)
            change = {name: {entry: other} if entry else other}
            otherwise = replace(document, rules=RuleSet.from_json(changed(options, change)))
            assert replace(otherwise.settle(), play=NOBODY) == replace(document.settle(), play=NOBODY)
    assert looked_at == {
        *("kong_transfer_after", "kong_transfer_shares", "flower_pig_paid_to", "flower_pig_ready_check"),
        *("dragon_absorbs_root", "leave.winner_forfeits", "leave.refund_to_leaver"),
    }


def test_every_option_of_the_default_rules_decides_something() -> None:
    assert all(leaf.asked(HOME) for leaf in LEAVES.values())
