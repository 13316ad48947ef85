"""What a round adds to everybody's record."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given

from rounds.rules.document import document_from_json
from rounds.rules.events import Fact
from rounds.rules.ruleset import KongKind
from rounds.rules.settle import settle
from rounds.rules.sheets import outcomes
from rounds.rules.tallies import KONGS, STATES, WINS, Count, Tally, tallies
from tests.rules.at_the_table import (
    ABCD,
    NOT_READY,
    PIG,
    discard,
    kong,
    leave,
    ready,
    robbed,
    rules,
    self_draw,
    transfer,
    wall_out,
)
from tests.rules.oracle_table import Json
from tests.rules.rounds_strategy import documents


def told(*facts: Fact, bettors: Mapping[str, str] | None = None, **options: Any) -> dict[str, Tally]:
    settlement = settle(rules(**options), ABCD, facts, "A", side_bettors=bettors)
    return tallies(facts, settlement, bettors or {})


def counts(tally: Tally) -> dict[str, int]:
    return {count.value: number for count, number in tally.counts.items()}


def test_a_round_in_which_nothing_has_happened_adds_nothing() -> None:
    assert told() == {}
    assert told(bettors={"E": "A"}) == {}


def test_who_sat_there_has_a_round_whatever_came_of_it() -> None:
    found = told(transfer("A", "B", points=5))
    assert [counts(one) for one in found.values()] == [
        {"rounds": 1, "behind": 1},
        {"rounds": 1, "ahead": 1},
        {"rounds": 1},
        {"rounds": 1},
    ]
    assert [one.pattern for one in found.values()] == ["", "", "", ""]


def test_a_win_is_counted_by_how_it_came_with_its_fans_and_pattern() -> None:
    found = told(self_draw("B", "full_flush"), discard("A", C=1), kong("D", "promoted", robbed=True), robbed("D", A=0))
    assert counts(found["B"]) == {"rounds": 1, "ahead": 1, "won": 1, "first": 1, "self_draws": 1, "fans": 2}
    assert counts(found["C"]) == {"rounds": 1, "behind": 1, "won": 1, "discards": 1, "fans": 1}
    assert counts(found["A"]) == {
        "rounds": 1,
        "behind": 1,
        "won": 1,
        "robbed": 1,
        "fans": 1,
        "dealt_in": 1,
        "dealing": 1,
    }
    assert counts(found["D"]) == {"rounds": 1, "behind": 1, "dealt_in": 1, "dealing": 1}
    assert {player: one.pattern for player, one in found.items()} == {
        "A": "called",
        "B": "full_flush",
        "C": "called",
        "D": "",
    }


def test_several_who_win_first_on_one_discard_were_all_the_first() -> None:
    found = told(discard("A", B=1, C=2), discard("A", D=0))
    assert [one.counts.get(Count.FIRST, 0) for one in found.values()] == [0, 1, 1, 0]
    assert counts(found["A"])["dealt_in"] == 2
    assert counts(found["A"])["dealing"] == 1


def test_fans_above_the_cap_are_not_paid_and_not_counted() -> None:
    found = told(self_draw("A", "flush_dragon_seven_pairs"))
    assert counts(found["A"])["fans"] == 3


def test_kongs_are_counted_by_their_kind() -> None:
    found = told(
        kong("A", "concealed"),
        kong("A", "concealed"),
        kong("A", "promoted"),
        kong("B", "exposed", "C"),
        kong("B", "postponed"),
        kong("B", "promoted", robbed=True),
    )
    assert counts(found["A"]) == {"rounds": 1, "ahead": 1, "concealed": 2, "promoted": 1}
    assert counts(found["B"]) == {"rounds": 1, "behind": 1, "exposed": 1, "postponed": 1}


def test_kongs_whose_money_moved_on_are_those_of_who_made_them() -> None:
    found = told(kong("A"), kong("B", "promoted"), discard("B", C=1, after_kong=True))
    assert [(one.counts.get(Count.MOVED, 0), one.counts.get(Count.REFUNDED, 0)) for one in found.values()] == [
        *[(0, 0), (1, 0), (0, 0), (0, 0)]
    ]


def test_kongs_whose_money_went_back_are_counted_once_each() -> None:
    found = told(kong("A"), kong("A", "promoted"), kong("B"), wall_out(A=NOT_READY, B=ready(0), C=PIG, D=ready(0)))
    assert counts(found["A"])["refunded"] == 2
    assert "refunded" not in counts(found["B"])
    returned = told(kong("A"), discard("A", C=1, after_kong=True), kong_transfer="return")
    assert counts(returned["A"])["refunded"] == 1
    assert "moved" not in counts(returned["A"])


def test_the_end_of_the_wall_counts_those_who_were_in_play_and_how_they_stood() -> None:
    found = told(self_draw("A"), wall_out(B=NOT_READY, C=PIG, D=ready(1)))
    at_the_wall = [
        {name: number for name, number in counts(one).items() if name in ("walls", "not_ready", "pigs")}
        for one in found.values()
    ]
    assert at_the_wall == [{}, {"walls": 1, "not_ready": 1}, {"walls": 1, "pigs": 1}, {"walls": 1}]
    assert [one.pattern for one in found.values()] == ["called", "", "", ""]


def test_what_cannot_have_happened_counts_for_nothing() -> None:
    impossible = (wall_out(A=NOT_READY), kong("B", "exposed"), self_draw("C"), self_draw("C"))
    assert told(*impossible) == told(self_draw("C"))


def test_who_bets_has_played_no_round() -> None:
    found = told(self_draw("A"), bettors={"E": "A", "F": "B"})
    assert counts(found["E"]) == counts(found["F"]) == {"bets": 1}
    assert counts(found["A"])["rounds"] == 1


def test_who_left_has_his_round() -> None:
    assert counts(told(leave("A"))["A"])["rounds"] == 1


def test_every_kind_of_kong_way_to_win_and_bad_end_has_its_count() -> None:
    assert list(KONGS) == list(KongKind)
    assert [count.value for count in (*KONGS.values(), *WINS.values(), *STATES.values())] == [
        *["exposed", "promoted", "postponed", "concealed", "self_draws", "discards", "robbed", "not_ready", "pigs"]
    ]


@given(documents())
def test_of_any_round_the_tallies_agree_with_its_outcomes(document: Json) -> None:
    read = document_from_json(document)
    settlement = read.settle()
    found = tallies(read.events, settlement, read.side_bettors)
    if not read.events:
        assert found == {}
        return
    assert list(found) == [*read.players, *read.side_bettors]
    for player, outcome in outcomes(read.events, settlement).items():
        number = found[player].counts
        assert all(value > 0 for value in number.values())
        assert number[Count.ROUNDS] == 1
        assert number.get(Count.WON, 0) == (outcome.rank > 0) == sum(number.get(way, 0) for way in WINS.values())
        assert sum(number.get(kind, 0) for kind in KONGS.values()) == outcome.kongs
        assert number.get(Count.AHEAD, 0) - number.get(Count.BEHIND, 0) == (settlement.net[player] > 0) - (
            settlement.net[player] < 0
        )
        assert (found[player].pattern != "") == (outcome.rank > 0)
        assert number.get(Count.DEALT_IN, 0) == outcome.dealt_in
        assert number.get(Count.MOVED, 0) + number.get(Count.REFUNDED, 0) <= outcome.kongs
