"""The files that are taken home: one row an entry, and one row a round."""

import csv
from typing import Any
from urllib.parse import unquote

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.book.reading import load_round
from rounds.exports.tables import csv_lines, safe_cell
from rounds.models import AccessLink, Club, Session
from rounds.rules.events import POT, CalledFans, HandState, Kong, WallOut, WallState, Win, WinBy, Winner
from rounds.rules.log import Amend, Retract
from rounds.rules.ruleset import KongKind
from rounds.wording import say_why
from tests.web import hostile
from tests.web.cast import (
    browser,
    change,
    concealed_kong,
    discard,
    next_round,
    nobody_ready,
    open_night,
    penalty,
    play_round,
    record,
    self_draw,
    tap,
    undo,
)

LEDGER_HEAD = ["局", "时间", "第几条", "发生了什么", "付", "收", "分", "原因", "为什么", "说的是第几条"]


def fetch(link: AccessLink, session: Session, name: str) -> Any:
    response = browser(link).get(reverse(name, args=[session.pk]))
    assert response.status_code == 200
    return response


def table(link: AccessLink, session: Session, name: str) -> list[list[str]]:
    """The rows of the file, read as a spreadsheet reads them."""
    text = b"".join(fetch(link, session, name)).decode("utf-8-sig")
    return list(csv.reader(text.splitlines(), strict=True))


def test_the_files_are_utf_8_with_a_mark_crlf_and_a_safe_name(night: Session, watch: AccessLink) -> None:
    for name, plain, named in (
        ("ledger_csv", "xuezhan-2026-11-29-ledger.csv", "血战-2026-11-29-账.csv"),
        ("rounds_csv", "xuezhan-2026-11-29-rounds.csv", "血战-2026-11-29-局.csv"),
    ):
        response = fetch(watch, night, name)
        body = b"".join(response)
        assert body.startswith(b"\xef\xbb\xbf")
        assert body.count(b"\n") == body.count(b"\r\n") >= 1
        assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
        given, quoted = response.headers["Content-Disposition"].split("; filename*=UTF-8''")
        assert given == f'attachment; filename="{plain}"'
        assert unquote(quoted) == named
        assert quoted.isascii()


def test_every_entry_is_a_row_with_everything_about_it(night: Session, watch: AccessLink) -> None:
    record(night, concealed_kong("B"))
    record(night, Win(WinBy.DISCARD, (Winner("A", CalledFans(1)),), "B", after_kong=True))
    head, *rows = table(watch, night, "ledger_csv")
    at = "2026-11-29 20:31:00", "2026-11-29 20:32:00"
    kong = ["杠钱", "暗杠 2 × 底1", ""]
    assert head == LEDGER_HEAD
    assert rows == [
        ["1", at[0], "1", "李四 暗杠", "王五", "李四", "2", *kong],
        ["1", at[0], "1", "李四 暗杠", "赵六", "李四", "2", *kong],
        ["1", at[0], "1", "李四 暗杠", "张三", "李四", "2", *kong],
        ["1", at[1], "2", "张三 胡 李四 杠上炮", "李四", "张三", "4", "胡牌", "报 1番＋杠上炮 1番＝2番 ×4 · 底1", ""],
        [
            "1",
            at[1],
            "2",
            "张三 胡 李四 杠上炮",
            "李四",
            "张三",
            "6",
            "转移",
            "杠上炮，暗杠的钱转给胡的人",
            "1",
        ],
    ]


def test_the_rows_are_the_entries_of_the_core_in_order(night: Session, watch: AccessLink) -> None:
    record(night, Kong("C", KongKind.EXPOSED, "D"))
    play_round(night)
    next_round(night)
    record(night, discard("D", "A", "B", fans=3))
    record(night, WallOut({"C": HandState(WallState.READY, CalledFans(2)), "D": HandState(WallState.FLOWER_PIG)}))
    expected = []
    for number in (1, 2):
        log = load_round(night, number)
        names = log.opening.names
        expected += [
            [str(number), names[e.payer], names[e.payee], str(e.points), e.reason.term.hans, say_why(e.reason, e.why)]
            for e in log.settlement.entries
        ]
    rows = table(watch, night, "ledger_csv")[1:]
    assert [[row[0], *row[4:9]] for row in rows] == expected


def test_every_round_is_a_row_with_a_column_for_each_person(night: Session, watch: AccessLink) -> None:
    play_round(night)
    next_round(night)
    record(night, nobody_ready("A", "B", "C", "D"))
    next_round(night)
    record(night, self_draw("B"))
    assert table(watch, night, "rounds_csv") == [
        ["局", "开始", "结束", "庄", "怎么完的", "张三", "李四", "王五", "赵六"],
        ["1", "2026-11-29 20:30:00", "2026-11-29 20:33:00", "张三", "胡完", "9", "3", "-3", "-9"],
        ["2", "2026-11-29 20:34:00", "2026-11-29 20:35:00", "张三", "流局", "0", "0", "0", "0"],
        ["3", "2026-11-29 20:36:00", "", "张三", "正在打", "-2", "6", "-2", "-2"],
    ]


def test_each_column_of_a_person_adds_up_to_his_total(night: Session, watch: AccessLink) -> None:
    for first in "ABC":
        play_round(night, first)
        next_round(night)
    head, *rows = table(watch, night, "rounds_csv")
    for seat, name in night.played()[0].names.items():
        column = head.index(name)
        assert sum(int(row[column]) for row in rows) == sum(row.net[seat] for row in night.played())


def test_a_round_ended_when_its_last_fact_was_played_not_when_it_was_mended(night: Session, watch: AccessLink) -> None:
    play_round(night)
    record(night, penalty("A", "B"))
    change(night, Amend(self_draw("A", fans=2), 2))
    assert table(watch, night, "rounds_csv")[1][2] == "2026-11-29 20:33:00"


def test_a_round_that_was_broken_off_says_so(night: Session, watch: AccessLink) -> None:
    scorebook.end_night(night, tap(1))
    assert table(watch, night, "rounds_csv")[1][2:5] == ["", "张三", "没打完"]


def test_the_pot_has_a_column_only_when_it_was_paid(night: Session, watch: AccessLink) -> None:
    record(night, penalty("A", POT, points=5))
    assert [row[-1] for row in table(watch, night, "rounds_csv")] == ["台费", "5"]
    assert table(watch, night, "ledger_csv")[1][4:7] == ["张三", "台费", "5"]


def test_corrections_and_undos_are_in_the_files_as_they_stand(night: Session, watch: AccessLink) -> None:
    first = record(night, concealed_kong("B")).event.position
    record(night, concealed_kong("C"))
    change(night, Retract(first))
    record(night, concealed_kong("D"))
    undo(night)
    rows = table(watch, night, "ledger_csv")[1:]
    assert {(row[2], row[3]) for row in rows} == {("1", "王五 暗杠")}


def test_an_event_that_moved_nothing_has_no_rows(night: Session, watch: AccessLink) -> None:
    first = record(night, self_draw("A")).event.position
    record(night, self_draw("B"))
    change(night, Amend(self_draw("B"), first))
    assert {row[5] for row in table(watch, night, "ledger_csv")[1:]} == {"李四"}


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", *"＝＋－＠"])
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(start: str) -> None:
    assert safe_cell(f"{start}1+1") == f"'{start}1+1"


def test_no_formula_begins_behind_a_semicolon_where_a_line_is_split_at_one() -> None:
    _, line = csv_lines([["甲", "A;=1+1", "b;c", ";@x;-1", 7]])
    assert line == "甲,A;'=1+1,b;c,;'@x;'-1,7\r\n"


def test_numbers_stay_numbers_and_other_text_stays_as_it_is() -> None:
    for cell in (-40, 0, 12, None, "张三", "−4", "a=b", "'x", ""):
        assert safe_cell(cell) == cell
    assert list(csv_lines([[-40, None, 'a"b', "x,y"]])) == ["\ufeff", '-40,,"a""b","x,y"\r\n']


def test_names_that_mean_harm_are_shown_as_text(club: Club, own: AccessLink) -> None:
    session = open_night(club, hostile.NAMES)
    play_round(session, "B")
    shown = {
        hostile.NAMES[seat]: name for seat, name in zip("ABCD", table(own, session, "rounds_csv")[0][5:], strict=True)
    }
    assert shown.pop("=1+1") == "'=1+1"
    assert all(name == plain for plain, name in shown.items())
    for row in table(own, session, "ledger_csv")[1:]:
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row)


def test_the_number_of_queries_does_not_grow_with_the_night(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        play_round(night)
        next_round(night)
        for name in ("ledger_csv", "rounds_csv"):
            with django_assert_num_queries(3):
                table(watch, night, name)


def test_the_log_is_read_before_the_first_line_is_sent(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play_round(night)
    for name in ("ledger_csv", "rounds_csv"):
        response = fetch(watch, night, name)
        with django_assert_num_queries(0):
            assert b"".join(response)
