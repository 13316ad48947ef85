"""What kinds of options there are, where they stand in a rule set, and when they are asked."""

from typing import Any

import pytest

from rounds.rules.options import OPTIONS, Choice, Group, Number, Option, Table, Unit, leaves, rows, value_at
from rounds.rules.options.kinds import bases, each_of, fans
from rounds.rules.ruleset import KongKind, Mode
from rounds.rules.terms import Term
from tests.rules.at_the_table import rules

NOTHING = Term("不算", "不算", "bú suàn", "none")
SAID = ("一。", "一。", "One.")


def test_a_number_of_fans_reaches_to_forty_and_one_of_bases_to_a_million() -> None:
    assert fans(NOTHING) == Number(Unit.FANS, 0, 40, (0, 1, 2), zero=NOTHING)
    assert fans(NOTHING, (3,)) == Number(Unit.FANS, 0, 40, (3,), zero=NOTHING)
    assert bases(NOTHING, (1, 2)) == Number(Unit.BASES, 0, 1_000_000, (1, 2), zero=NOTHING)


def test_a_table_by_kind_has_an_entry_for_each_in_the_word_of_the_kind() -> None:
    entries = each_of(KongKind, NOTHING, SAID)
    assert [entry.name for entry in entries] == ["exposed", "promoted", "postponed", "concealed"]
    assert entries[1] == Option("promoted", KongKind.PROMOTED.term, fans(NOTHING), SAID)


def test_an_option_is_asked_unless_it_says_when() -> None:
    assert Option("mode", Mode.BLOOD_BATTLE.term, Choice(Mode), SAID).asked(rules())


def test_rows_go_from_group_to_group() -> None:
    assert [option.name for option in rows()][:5] == ["base", "cap", "plain_fans", "self_draw", "fed_kong_win"]
    assert len(list(rows())) == sum(len(options) for options in OPTIONS.values()) == 26
    assert list(OPTIONS) == list(Group)


def test_what_can_be_set_under_an_option_is_itself_or_each_entry_of_its_table() -> None:
    single = Option("mode", Mode.BLOOD_BATTLE.term, Choice(Mode), SAID)
    assert list(leaves(single)) == [("mode", single)]
    entries = each_of(KongKind, NOTHING, SAID)
    table = Option("kong_fans", NOTHING, Table(entries), SAID)
    assert list(leaves(table)) == [
        ("kong_fans.exposed", entries[0]),
        ("kong_fans.promoted", entries[1]),
        ("kong_fans.postponed", entries[2]),
        ("kong_fans.concealed", entries[3]),
    ]


def test_a_value_is_found_at_its_place() -> None:
    options: dict[str, Any] = {"cap": 3, "kong_pay": {"exposed": 2, "a.b": 7}, "patterns": {}}
    assert value_at(options, "cap") == 3
    assert value_at(options, "kong_pay") == {"exposed": 2, "a.b": 7}
    assert value_at(options, "kong_pay.exposed") == 2
    assert value_at(options, "kong_pay.a.b") == 7
    assert value_at(options, "patterns.plain") is None
    assert value_at(options, "cap.x") == 3


ASKED = {place: leaf.asked for option in rows() for place, leaf in leaves(option)}


@pytest.mark.parametrize(
    ("place", "options", "asked"),
    [
        ("dragon_absorbs_root", {}, True),
        ("dragon_absorbs_root", {"root_fans": 0}, False),
        ("dragon_absorbs_root", {"patterns": {"plain": 0, "seven_pairs": 2}}, False),
        ("kong_transfer_after", {}, True),
        ("kong_transfer_after", {"kong_transfer": "none"}, False),
        ("kong_transfer_after", {"kong_transfer": "return"}, True),
        ("kong_transfer_shares", {"kong_transfer": "all"}, True),
        ("kong_transfer_shares", {"kong_transfer": "none"}, False),
        ("kong_transfer_shares", {"kong_transfer": "return"}, False),
        ("flower_pig_paid_to", {"flower_pig_pays": 1}, True),
        ("flower_pig_paid_to", {"flower_pig_pays": 0}, False),
        ("flower_pig_paid_to", {"flower_pig_pays": None}, False),
        ("flower_pig_ready_check", {"flower_pig_pays": 0}, True),
        ("flower_pig_ready_check", {"flower_pig_pays": None}, False),
        ("flower_pig_ready_check", {"ready_check": "none"}, False),
        ("leave.winner_forfeits", {}, True),
        ("leave.winner_forfeits", {"mode": "single_win"}, False),
        ("leave.refund_to_leaver", {}, True),
        ("leave.refund_to_leaver", {"kong_refund": False}, False),
    ],
)
def test_an_option_is_asked_where_something_hangs_on_it(place: str, options: dict[str, Any], asked: bool) -> None:
    assert ASKED[place](rules(**options)) == asked
