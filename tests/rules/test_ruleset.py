"""Option sets are read strictly and whole, written as they were read."""

from copy import deepcopy
from typing import Any

import pytest

from rounds.rules.patterns import Pattern
from rounds.rules.presets import presets
from rounds.rules.ruleset import (
    Bonus,
    DeadWait,
    FedKongWin,
    KongKind,
    KongPay,
    KongTransfer,
    LeaveRules,
    Mode,
    NextDealer,
    PigPaidTo,
    ReadyCheck,
    RuleSet,
    SelfDraw,
    TransferAfter,
    TransferShares,
    changed,
    option_names,
)

OTHER: dict[str, Any] = {
    "base": 5,
    "plain_fans": 1,
    "cap": 6,
    "patterns": {"plain": 1, "generals": 7},
    "root_fans": 2,
    "dragon_absorbs_root": False,
    "kong_fans": {"exposed": 1, "promoted": 2, "postponed": 3, "concealed": 4},
    "win_after_kong_fans": {"exposed": 5, "promoted": 6, "postponed": 7, "concealed": 8},
    "bonus_fans": {
        "shoot_after_kong": 1,
        "robbing_kong": 2,
        "under_the_sea": 3,
        "last_chance": 4,
        "concealed_hand": 5,
        "no_terminals": 6,
    },
    "self_draw": "add_fan",
    "kong_pay": {"exposed": 1, "exposed_others": 2, "promoted": 3, "postponed": 4, "concealed": 5},
    "fed_kong_win": "feeder",
    "kong_transfer": "return",
    "kong_transfer_after": "promoted",
    "kong_transfer_shares": "split",
    "flower_pig_pays": "cap",
    "flower_pig_paid_to": "pot",
    "flower_pig_ready_check": True,
    "ready_check": "worst",
    "dead_wait": "concealed_tiles",
    "price_difference": True,
    "kong_refund": False,
    "mode": "single_win",
    "next_dealer": "dice",
    "void_suit": False,
    "leave": {"pays": "cap", "ends_round": True, "winner_forfeits": False, "refund_to_leaver": True},
}
"""A set that differs from the default in every option, with other numbers everywhere."""

READ: dict[str, object] = {
    **OTHER,
    "patterns": {Pattern.PLAIN: 1, Pattern.GENERALS: 7},
    "kong_fans": dict(zip(KongKind, (1, 2, 3, 4), strict=True)),
    "win_after_kong_fans": dict(zip(KongKind, (5, 6, 7, 8), strict=True)),
    "bonus_fans": dict(zip(Bonus, (1, 2, 3, 4, 5, 6), strict=True)),
    "self_draw": SelfDraw.ADD_FAN,
    "kong_pay": KongPay(exposed=1, exposed_others=2, promoted=3, postponed=4, concealed=5),
    "fed_kong_win": FedKongWin.FEEDER,
    "kong_transfer": KongTransfer.RETURN,
    "kong_transfer_after": TransferAfter.PROMOTED,
    "kong_transfer_shares": TransferShares.SPLIT,
    "flower_pig_paid_to": PigPaidTo.POT,
    "ready_check": ReadyCheck.WORST,
    "dead_wait": DeadWait.CONCEALED_TILES,
    "mode": Mode.SINGLE_WIN,
    "next_dealer": NextDealer.DICE,
    "leave": LeaveRules("cap", ends_round=True, winner_forfeits=False, refund_to_leaver=True),
}


def read(**options: object) -> RuleSet:
    return RuleSet.from_json({**OTHER, **options})


def test_every_option_is_read_into_its_own_place() -> None:
    rules = read()
    assert {name: getattr(rules, name) for name in OTHER} == READ
    assert option_names() == tuple(OTHER)


def test_what_was_read_is_written_as_it_was() -> None:
    assert read().to_json() == OTHER
    for preset in presets().values():
        written = preset.rules.to_json()
        assert RuleSet.from_json(written) == preset.rules
        assert RuleSet.from_json(written).to_json() == written


def test_members_are_written_as_plain_text_and_numbers() -> None:
    written = read().to_json()
    assert type(written["mode"]) is str
    for table in ("patterns", "kong_fans", "bonus_fans"):
        value = written[table]
        assert isinstance(value, dict)
        assert {type(key) for key in value} == {str}


@pytest.mark.parametrize(
    ("options", "attribute", "value"),
    [
        ({"base": 1}, "base", 1),
        ({"base": 10**6}, "base", 10**6),
        ({"plain_fans": 0}, "plain_fans", 0),
        ({"cap": 1}, "cap", 1),
        ({"cap": 40}, "cap", 40),
        ({"root_fans": 0}, "root_fans", 0),
        ({"root_fans": 40}, "root_fans", 40),
        ({"flower_pig_pays": None}, "flower_pig_pays", None),
        ({"flower_pig_pays": 0}, "flower_pig_pays", 0),
        ({"flower_pig_pays": 10**6}, "flower_pig_pays", 10**6),
        ({"patterns": {"plain": 1}}, "patterns", {Pattern.PLAIN: 1}),
        ({"patterns": {"plain": 40}}, "patterns", {Pattern.PLAIN: 40}),
    ],
)
def test_a_value_at_the_edge_of_what_is_possible_is_read(options: Any, attribute: str, value: object) -> None:
    assert getattr(read(**options), attribute) == value


@pytest.mark.parametrize(
    ("cap", "plain", "fans", "paid", "multiplier"),
    [(3, 0, 2, 2, 4), (3, 0, 3, 3, 8), (3, 0, 9, 3, 8), (None, 0, 5, 5, 32), (3, 1, 1, 1, 1), (3, 1, 4, 3, 4)],
)
def test_fans_are_cut_at_the_cap_and_each_above_a_plain_hand_doubles(
    cap: int | None, plain: int, fans: int, paid: int, multiplier: int
) -> None:
    leave = {**OTHER["leave"], "pays": 0}
    rules = read(cap=cap, plain_fans=plain, patterns={"plain": plain}, flower_pig_pays=8, leave=leave)
    assert rules.paid_fans(fans) == paid
    assert rules.multiplier(fans) == multiplier


def test_a_payment_is_a_number_of_bases_or_the_multiplier_of_the_cap() -> None:
    rules = read(cap=4)
    assert rules.times(7) == 7
    assert rules.times(0) == 0
    assert rules.times("cap") == 8


def test_what_a_hand_is_worth_follows_from_the_options_of_its_set() -> None:
    generals = Pattern.GENERALS.needs | Pattern.PLAIN.needs
    rank = read().dearest[generals]
    assert rank is not None
    assert (rank.pattern, rank.fans) == (Pattern.GENERALS, 7)
    plain = read(patterns={"plain": 1}).dearest[generals]
    assert plain is not None
    assert plain.pattern is Pattern.PLAIN


def test_of_two_patterns_worth_the_same_with_a_root_the_one_with_more_fans_of_its_own_is_named() -> None:
    pairs, dragon = Pattern.SEVEN_PAIRS, Pattern.DRAGON_SEVEN_PAIRS
    tied: dict[str, Any] = {"patterns": {"plain": 1, "seven_pairs": 2, "dragon_seven_pairs": 4}, "root_fans": 2}
    hand = pairs.needs | dragon.needs
    assert read(**tied, dragon_absorbs_root=True).dearest[hand] == (dragon, dragon.needs, 4, 1)
    dearer = {**tied, "patterns": {"plain": 1, "seven_pairs": 3, "dragon_seven_pairs": 4}}
    assert read(**dearer, dragon_absorbs_root=True).dearest[hand] == (pairs, pairs.needs, 3, 0)
    assert read(**dearer, dragon_absorbs_root=False).dearest[hand] == (dragon, dragon.needs, 4, 0)


def test_changes_are_laid_over_a_set_key_by_key_in_tables_but_patterns_are_replaced() -> None:
    before = deepcopy(OTHER)
    result = changed(OTHER, {"base": 7, "kong_pay": {"promoted": 9}, "patterns": {"plain": 2}, "cap": None})
    assert result == {
        **OTHER,
        "base": 7,
        "kong_pay": {**OTHER["kong_pay"], "promoted": 9},
        "patterns": {"plain": 2},
        "cap": None,
    }
    assert before == OTHER
    assert changed(OTHER, {}) == OTHER
    # What a table holds is read later, with the place of the fault.
    assert changed(OTHER, {"kong_pay": {"x": 1}})["kong_pay"] == {**OTHER["kong_pay"], "x": 1}
