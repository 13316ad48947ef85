"""The numbers of the two sheets: which entries stand in which column, and how a round went for everybody."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given

from rounds.rules.document import document_from_json
from rounds.rules.events import Fact, WallState, Win, WinBy
from rounds.rules.ledger import Entry, Reason, balances
from rounds.rules.settle import Settlement, settle
from rounds.rules.sheets import COLUMNS, Column, Outcome, Tally, detailed, outcomes, personal, reasons_of
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


def sums(wins: int = 0, ready: int = 0, kongs: int = 0, other: int = 0) -> dict[Column, int]:
    return {Column.WINS: wins, Column.READY: ready, Column.KONGS: kongs, Column.OTHER: other}


def settled(*facts: Fact, **options: Any) -> Settlement:
    return settle(rules(**options), ABCD, facts, "A")


def outcomes_of(*facts: Fact, **options: Any) -> dict[str, Outcome]:
    return outcomes(facts, settled(*facts, **options))


ROUND: Sequence[Fact] = (
    kong("A", "concealed"),
    kong("B", "promoted"),
    transfer("D", "A", points=5, note="诈胡"),
    discard("B", C=2, after_kong=True),
    wall_out(A=ready(1), B=NOT_READY, D=PIG),
)
"""A 暗杠 2×3, B 弯杠 1×3 which moves on to C; C wins 3 fans of B; D is a pig, B not ready, both pay A."""


# Columns


def test_every_reason_stands_in_one_column_and_no_column_is_idle() -> None:
    assert set(COLUMNS) == set(Reason)
    assert set(COLUMNS.values()) == set(Column)
    assert [reason for column in Column for reason in reasons_of(column)] == list(COLUMNS)


def test_a_column_knows_its_reasons() -> None:
    assert reasons_of(Column.WINS) == (Reason.WIN, Reason.SELF_DRAW)
    assert reasons_of(Column.KONGS) == (Reason.KONG, Reason.KONG_TRANSFER, Reason.KONG_REFUND)


def test_the_detailed_sheet_adds_up_what_everybody_won_and_lost() -> None:
    assert detailed(settled(*ROUND).entries, ABCD) == {
        "A": sums(ready=2 + 8, kongs=6 - 1, other=5),
        "B": sums(wins=-8, ready=-2 + 8, kongs=-2 + 3 - 3),
        "C": sums(wins=8, ready=8, kongs=-2 - 1 + 3),
        "D": sums(ready=-8 * 3, kongs=-2 - 1, other=-5),
    }


def test_the_personal_sheet_says_from_whom_and_to_whom() -> None:
    assert personal(settled(*ROUND).entries, "A", ABCD) == {
        "B": sums(ready=2, kongs=2 - 1),
        "C": sums(kongs=2),
        "D": sums(ready=8, kongs=2, other=5),
    }


def test_who_is_not_named_but_pays_has_his_place_behind_the_others() -> None:
    entries = settled(transfer("A", "pot", "B", points=3)).entries
    assert detailed(entries, ["C"]) == {
        "C": sums(),
        "pot": sums(other=3),
        "A": sums(other=-6),
        "B": sums(other=3),
    }
    assert list(detailed(entries, ABCD)) == [*ABCD, "pot"]
    assert personal(entries, "A", ["C"]) == {"C": sums(), "pot": sums(other=-3), "B": sums(other=-3)}
    assert personal(entries, "pot", []) == {"A": sums(other=3)}


def test_what_a_self_draw_pays_on_top_is_a_win_too() -> None:
    assert detailed(settled(self_draw("A", 1)).entries, ABCD)["A"] == sums(wins=9)


def test_without_entries_everything_is_nothing() -> None:
    assert detailed([], "AB") == {"A": sums(), "B": sums()}
    assert personal([], "A", "AB") == {"B": sums()}


def accounts_of(document: Json) -> list[str]:
    return [*document["players"], *document.get("side_bettors", {})]


def entries_of(document: Json) -> tuple[Entry, ...]:
    return document_from_json(document).settle().entries


@given(documents())
def test_the_sheets_of_any_round_agree_with_each_other_and_with_its_balance(document: Json) -> None:
    entries, accounts = entries_of(document), accounts_of(document)
    sheet = detailed(entries, accounts)
    assert {account: sum(points.values()) for account, points in sheet.items()} == balances(entries, accounts)
    for column in Column:
        assert sum(points[column] for points in sheet.values()) == 0
    sheets = {account: personal(entries, account, list(sheet)) for account in sheet}
    for account, rows in sheets.items():
        for column in Column:
            assert sum(row[column] for row in rows.values()) == sheet[account][column]
        for other, row in rows.items():
            assert {column: -points for column, points in row.items()} == sheets[other][account]


@given(documents())
def test_what_a_column_holds_is_what_its_reasons_come_to(document: Json) -> None:
    entries, accounts = entries_of(document), accounts_of(document)
    sheet = detailed(entries, accounts)
    for column in Column:
        own = balances([entry for entry in entries if entry.reason in reasons_of(column)], accounts)
        assert {account: points[column] for account, points in sheet.items()} == {**dict.fromkeys(sheet, 0), **own}


# How it went


def test_winners_are_ranked_by_win_and_say_how_they_won() -> None:
    found = outcomes_of(self_draw("B"), discard("A", C=1, D=2))
    assert [(player, one.rank, one.by) for player, one in found.items()] == [
        ("A", 0, None),
        ("B", 1, WinBy.SELF_DRAW),
        ("C", 2, WinBy.DISCARD),
        ("D", 2, WinBy.DISCARD),
    ]
    assert [one.dealt_in for one in found.values()] == [1, 0, 0, 0]


def test_a_hand_that_was_won_has_its_price() -> None:
    prices = [one.price for one in outcomes_of(kong("B"), discard("A", B="full_flush", C=0)).values()]
    assert prices[0] is prices[3] is None
    assert prices[1] is not None
    assert [(step.what, step.fans) for step in prices[1].steps] == [("full_flush", 2), ("concealed", 1)]
    assert prices[2] is not None
    assert prices[2].points == 1


def test_a_robbed_kong_is_dealt_in_and_no_kong() -> None:
    found = outcomes_of(kong("A"), kong("A", "promoted", robbed=True), robbed("A", B=0))
    assert (found["A"].dealt_in, found["A"].kongs) == (1, 1)
    assert found["B"].by is WinBy.ROBBED_KONG


def test_the_end_of_the_wall_gives_states_and_what_ready_hands_are_worth() -> None:
    found = outcomes_of(*ROUND)
    assert {player: one.state for player, one in found.items()} == {
        "A": WallState.READY,
        "B": WallState.NOT_READY,
        "C": None,
        "D": WallState.FLOWER_PIG,
    }
    assert found["A"].price is not None
    assert found["A"].price.points == 2
    assert found["B"].price is found["D"].price is None


def test_a_ready_hand_has_its_price_even_where_nobody_pays_for_it() -> None:
    found = outcomes_of(wall_out(A=ready(2), B=ready(2), C=ready(2), D=ready(0)), price_difference=False)
    assert [one.price and one.price.points for one in found.values()] == [4, 4, 4, 1]


def test_who_has_left_is_told() -> None:
    found = outcomes_of(leave("A"))
    assert [one.left for one in found.values()] == [True, False, False, False]


def test_what_cannot_have_happened_says_nothing() -> None:
    wrong: tuple[Fact, ...] = (self_draw("B"), self_draw("B", 3), wall_out(A=NOT_READY), kong("B"))
    assert outcomes_of(*wrong) == outcomes_of(wrong[0])


@given(documents())
def test_of_any_round_the_outcomes_agree_with_the_settlement(document: Json) -> None:
    read = document_from_json(document)
    settlement = read.settle()
    found = outcomes(read.events, settlement)
    assert list(found) == list(read.players)
    for player, one in found.items():
        ranks = [rank for rank, group in enumerate(settlement.winners, 1) if player in group]
        assert one.rank == (ranks[0] if ranks else 0)
        assert (one.by is not None) == bool(ranks)
        assert (one.price is not None) == (bool(ranks) or one.state is WallState.READY)
    wins = [fact for fact in read.events if isinstance(fact, Win)]
    assert sum(one.dealt_in for one in found.values()) <= len(wins)
    assert sum(one.kongs for one in found.values()) == len(settlement.play.kongs)


# How often


def tally(*rounds: Outcome) -> Tally:
    found = Tally()
    for outcome in rounds:
        found = found.and_then(outcome)
    return found


def test_a_tally_counts_rounds_and_what_happened_in_them() -> None:
    first = outcomes_of(kong("A"), self_draw("A", 2), discard("A", B=0))
    second = outcomes_of(discard("A", B=3), discard("D", A=1), wall_out(C=PIG, D=NOT_READY))
    assert tally(first["A"], second["A"]) == Tally(
        rounds=2, won=2, first=1, self_draws=1, dealt_in=1, kongs=1, best=first["A"].price
    )
    assert tally(second["C"], second["D"]) == Tally(rounds=2, dealt_in=1, not_ready=1, pigs=1)


def test_the_dearest_hand_is_kept_and_of_equal_ones_the_first() -> None:
    cheap, dear = (outcomes_of(self_draw("A", fans))["A"] for fans in (0, 2))
    same = outcomes_of(self_draw("A", "full_flush"))["A"]
    assert tally(cheap, dear, cheap).best == dear.price
    assert tally(dear, same).best is dear.price
    assert tally(Outcome(), cheap, Outcome()).best is cheap.price
    assert tally(Outcome()).best is None


def test_a_ready_hand_is_none_that_was_won() -> None:
    assert tally(outcomes_of(*ROUND)["A"]).best is None
