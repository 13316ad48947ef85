"""One fact against the state of the round: kongs and transfers, what they cost whom and when they cannot be."""

import pytest

from rounds.rules.events import Fact
from rounds.rules.ledger import Entry, Reason, Why
from rounds.rules.play import Ended
from rounds.rules.ruleset import KongKind
from tests.rules.at_the_table import (
    NOT_READY,
    discard,
    entries_of,
    kong,
    leave,
    paid,
    play_of,
    refusal,
    rules,
    self_draw,
    transfer,
    wall_out,
)

DEAR = rules(base=5, kong_pay={"exposed": 4, "exposed_others": 1, "promoted": 2, "postponed": 3, "concealed": 6})


@pytest.mark.parametrize(
    ("fact", "payments"),
    [
        (kong("B", "exposed", "D"), ["C→B 5 kong", "D→B 20 kong", "A→B 5 kong"]),
        (kong("C", "concealed"), ["D→C 30 kong", "A→C 30 kong", "B→C 30 kong"]),
        (kong("D", "promoted"), ["A→D 10 kong", "B→D 10 kong", "C→D 10 kong"]),
        (kong("A", "postponed"), ["B→A 15 kong", "C→A 15 kong", "D→A 15 kong"]),
        (kong("D", "promoted", robbed=True), []),
        (kong("D", "postponed", robbed=True), []),
    ],
)
def test_a_kong_is_paid_at_once_by_kind_and_base(fact: Fact, payments: list[str]) -> None:
    assert paid(entries_of(fact, table=DEAR)) == payments


def test_a_kong_that_pays_nothing_makes_no_entries() -> None:
    assert paid(entries_of(kong("B", "exposed", "D"))) == ["D→B 2 kong"]
    assert entries_of(kong("A", "postponed")) == []
    assert paid(entries_of(kong("B", "exposed", "D"), table=rules(kong_pay={"exposed": 0, "exposed_others": 1}))) == [
        "C→B 1 kong",
        "A→B 1 kong",
    ]


def test_only_those_in_play_pay_for_a_kong() -> None:
    assert paid(entries_of(kong("C"), discard("B", A=0))) == ["D→C 2 kong", "B→C 2 kong"]
    assert paid(entries_of(kong("C"), leave("D"))) == ["A→C 2 kong", "B→C 2 kong"]


def test_a_kong_entry_says_its_event_and_how_many_bases_for_which_kind() -> None:
    other, feeder, _ = entries_of(kong("B", "exposed", "D"), transfer("A", "B"), table=DEAR)
    assert other == Entry("C", "B", 5, Reason.KONG, 1, None, Why(kong="exposed", base=5, times=1))
    assert feeder == Entry("D", "B", 20, Reason.KONG, 1, None, Why(kong="exposed", base=5, times=4))


FOUR = tuple(kong("B", kind) for kind in ("concealed", "promoted", "postponed", "concealed"))


@pytest.mark.parametrize(
    ("fact", "before", "code", "figures"),
    [
        (kong("E"), (), "unknown_player", {"player": "E"}),
        (kong("B"), (discard("A", B=0),), "has_won", {"player": "B"}),
        (kong("B"), (leave("B"),), "has_left", {"player": "B"}),
        (kong("B", "exposed"), (), "feeder_missing", {"player": "B"}),
        (kong("B", "exposed", "B"), (), "feeds_himself", {"player": "B"}),
        (kong("B", "exposed", "E"), (), "unknown_player", {"player": "E"}),
        (kong("B", "exposed", "C"), (discard("A", C=0),), "has_won", {"player": "C"}),
        (kong("B", "exposed", "C"), (leave("C"),), "has_left", {"player": "C"}),
        (kong("B", "promoted", "C"), (), "feeder_not_asked", {"player": "B", "kind": KongKind.PROMOTED}),
        (kong("B", "concealed", "C"), (), "feeder_not_asked", {"player": "B", "kind": KongKind.CONCEALED}),
        (kong("B", "exposed", "C", robbed=True), (), "not_robbable", {"player": "B", "kind": KongKind.EXPOSED}),
        (kong("B", "concealed", robbed=True), (), "not_robbable", {"player": "B", "kind": KongKind.CONCEALED}),
        (kong("B"), FOUR, "five_kongs", {"player": "B"}),
        (kong("B", tile="5m"), (kong("C", tile="5m"),), "tile_konged", {"player": "B", "tile": "5m"}),
        (
            kong("B", tile="5m"),
            (kong("C", "promoted", tile="5m", robbed=True),),
            "tile_konged",
            {"player": "B", "tile": "5m"},
        ),
    ],
)
def test_a_kong_that_cannot_be_is_refused(
    fact: Fact, before: tuple[Fact, ...], code: str, figures: dict[str, object]
) -> None:
    assert refusal(fact, *before) == (code, figures)


def test_four_kongs_are_the_most_but_one_that_was_robbed_is_none() -> None:
    assert entries_of(kong("B"), *FOUR[:3])
    assert entries_of(kong("A"), *FOUR)
    assert entries_of(kong("B"), *FOUR[:3], kong("B", "promoted", robbed=True))


def test_kongs_of_other_tiles_or_of_tiles_that_nobody_told_may_follow() -> None:
    assert entries_of(kong("B", tile="5m"), kong("C", tile="6m"), kong("C"))
    assert entries_of(kong("B"), kong("C"))


def test_a_transfer_pays_all_its_points_to_each_payee() -> None:
    entries = entries_of(transfer("A", "B", "pot", points=4, note="诈胡"), kong("C"))
    assert entries == [
        Entry("A", "B", 4, Reason.TRANSFER, 1, None, Why(note="诈胡")),
        Entry("A", "pot", 4, Reason.TRANSFER, 1, None, Why(note="诈胡")),
    ]


def test_anybody_at_the_table_may_pay_and_be_paid_at_any_time() -> None:
    over = (discard("C", B=0), leave("D"), discard("A", C=0))
    assert play_of(*over).ended is Ended.WINS
    assert paid(entries_of(transfer("B", "D", "C"), *over)) == ["B→D 1 transfer", "B→C 1 transfer"]
    assert paid(entries_of(transfer("D", "A"), *over)) == ["D→A 1 transfer"]


@pytest.mark.parametrize(
    ("fact", "code", "player"),
    [
        (transfer("E", "A"), "unknown_player", "E"),
        (transfer("pot", "A"), "unknown_player", "pot"),
        (transfer("A", "B", "E"), "unknown_player", "E"),
        (transfer("A"), "no_payee", "A"),
        (transfer("A", "B", "A"), "pays_himself", "A"),
        (transfer("A", "B", "C", "B"), "paid_twice", "B"),
        (transfer("A", "pot", "B", "pot"), "paid_twice", "pot"),
    ],
)
def test_a_transfer_that_cannot_be_is_refused(fact: Fact, code: str, player: str) -> None:
    assert refusal(fact) == (code, {"player": player})


ALL_NOT_READY = wall_out(A=NOT_READY, B=NOT_READY, C=NOT_READY, D=NOT_READY)


@pytest.mark.parametrize("fact", [kong("A"), self_draw("A"), discard("B", A=0), ALL_NOT_READY, leave("A")])
@pytest.mark.parametrize(
    ("before", "ended"),
    [
        ((discard("A", B=0, C=0, D=0),), Ended.WINS),
        ((ALL_NOT_READY,), Ended.WALL_OUT),
        ((leave("B"), leave("C"), leave("D")), Ended.LEAVE),
    ],
)
def test_after_the_end_of_a_round_nothing_is_played(fact: Fact, before: tuple[Fact, ...], ended: Ended) -> None:
    assert refusal(fact, *before) == ("round_over", {"ended": ended})
