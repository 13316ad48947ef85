"""The two sheets of a round and of a night, and the course of the night in numbers."""

import html
import re
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.models import AccessLink, Club, Session
from rounds.rules.events import (
    POT,
    CalledFans,
    CalledPattern,
    HandState,
    Kong,
    Leave,
    WallOut,
    WallState,
    Win,
    WinBy,
    Winner,
)
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import KongKind
from tests.web import hostile
from tests.web.cast import (
    NAMES,
    browser,
    concealed_kong,
    discard,
    next_round,
    open_night,
    penalty,
    play_round,
    record,
    self_draw,
    set_rules,
)
from tests.web.evening import next_round_with
from tests.web.kept import kept

PIG, NOT_READY = HandState(WallState.FLOWER_PIG), HandState(WallState.NOT_READY)


def address(session: Session, number: int | None) -> str:
    """The page of a round, or of the sheets of the night."""
    return reverse("round", args=[session.pk, number]) if number else reverse("sheets", args=[session.pk])


def get(link: AccessLink, session: Session, number: int | None = None, **asked: str) -> Any:
    return browser(link).get(address(session, number), asked)


def page(link: AccessLink, session: Session, number: int | None = None, **asked: str) -> str:
    response = get(link, session, number, **asked)
    assert response.status_code == 200
    return str(response.content.decode())


def tables(shown: str) -> list[list[list[str]]]:
    """The tables of a page, row by row, as their reader sees them."""
    return [[_cells(row) for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)] for table in _tables(shown)]


def _tables(shown: str) -> list[str]:
    return re.findall(r"<table class=\"tbl tbl-sheet\"[^>]*>(.*?)</table>", shown, re.DOTALL)


def _cells(row: str) -> list[str]:
    cells = re.findall(r"<t[hd]\b.*?</t[hd]>", row, re.DOTALL)
    return [" ".join(html.unescape(re.sub("<[^>]+>", " ", cell)).split()) for cell in cells]


def links(shown: str) -> list[tuple[str, int]]:
    """Where each number of both sheets leads, and the number."""
    found = re.findall(r'<a class="td-n" href="([^"]*/ledger/[^"]*)"><span class="\w+">([^<]+)</span>', shown)
    return [(html.unescape(href), int(text.replace("−", "-").replace(",", ""))) for href, text in found]


def seated(session: Session, letter: str) -> str:
    return str(session.played().get(number=1).seats[letter])


@kept
def play_all_kinds(session: Session) -> None:
    """A round with a kong that moves on, a win after it, a penalty, and the end of the wall with every state."""
    record(session, concealed_kong("A"))
    record(session, Kong("B", KongKind.PROMOTED))
    record(session, penalty("D", "A"))
    hand = CalledPattern(Pattern.FULL_FLUSH, 1)
    record(session, Win(WinBy.DISCARD, (Winner("C", hand),), "B", after_kong=True))
    record(session, WallOut({"A": HandState(WallState.READY, CalledFans(1)), "B": NOT_READY, "D": PIG}))


# A round


def test_the_detailed_sheet_of_a_round_tells_hands_and_points(night: Session, watch: AccessLink) -> None:
    play_all_kinds(night)
    detailed, _ = tables(page(watch, night, 1))
    assert detailed == [
        ["项目", "张三", "李四", "王五", "赵六"],
        ["胡序", "–", "–", "①胡", "–"],
        ["牌型", "听牌 1番", "没叫", "清一色 2番", "花猪"],
        ["加番", "–", "–", "根+1 杠上炮+1", "–"],
        ["总番", "1番×2", "–", "3番×8 封顶", "–"],
        ["胡牌", "0", "−8", "+8", "0"],
        ["查叫", "+10", "+6", "+8", "−24"],
        ["杠", "+5", "−2", "0", "−3"],
        ["其他", "+5", "0", "0", "−5"],
        ["合计", "+20", "−4", "+16", "−32"],
    ]


def test_the_rank_says_how_each_player_won_and_who_went(night: Session, watch: AccessLink) -> None:
    record(night, self_draw("A"))
    record(night, Kong("B", KongKind.PROMOTED, robbed=True))
    record(night, Win(WinBy.ROBBED_KONG, (Winner("C", CalledFans(0)),), "B"))
    record(night, Leave("D"))
    assert tables(page(watch, night, 1))[0][1] == ["胡序", "①自摸", "–", "②抢杠", "走了"]


def test_the_personal_sheet_of_a_round_is_of_the_first_seat_unless_another_is_asked_for(
    night: Session, watch: AccessLink
) -> None:
    play_all_kinds(night)
    head = ["对谁", "胡牌", "查叫", "杠", "其他", "合计"]
    assert tables(page(watch, night, 1))[1] == [
        head,
        ["李四", "0", "+2", "+1", "0", "+3"],
        ["王五", "0", "0", "+2", "0", "+2"],
        ["赵六", "0", "+8", "+2", "+5", "+15"],
        ["合计", "0", "+10", "+5", "+5", "+20"],
    ]
    shown = page(watch, night, 1, who="D")
    assert tables(shown)[1][-1] == ["合计", "0", "−24", "−3", "−5", "−32"]
    assert '<a class="seg-one seg-on" href="?who=D#personal" aria-current="true">' in shown


def test_nobody_is_asked_for_who_was_not_there(night: Session, watch: AccessLink) -> None:
    for who in ("E", "a", POT, seated(night, "A"), "\x00", "A" * 500):
        assert get(watch, night, 1, who=who).status_code == 404
    for who in ("A", POT, "x", "00000000-0000-0000-0000-000000000000"):
        assert get(watch, night, who=who).status_code == 404


def test_a_round_in_which_nothing_happened_has_its_sheets(night: Session, watch: AccessLink) -> None:
    detailed, personal = tables(page(watch, night, 1))
    assert detailed[1:5] == [[label, "–", "–", "–", "–"] for label in ("胡序", "牌型", "加番", "总番")]
    assert detailed[-1] == ["合计", "0", "0", "0", "0"]
    assert personal[-1] == ["合计", "0", "0", "0", "0", "0"]


def test_the_pot_has_its_column_where_it_was_paid(night: Session, watch: AccessLink) -> None:
    record(night, penalty("A", POT, points=7))
    for number in (1, None):
        detailed, personal, *_ = tables(page(watch, night, number))
        assert detailed[0][-1] == "台费"
        assert [row[-1] for row in detailed[-2:]] == ["+7", "+7"]
        assert personal[4] == ["台费", "0", "0", "0", "−7", "−7"]
    assert "?who=pot" not in page(watch, night)


# A night


def test_the_detailed_sheet_of_a_night_counts_and_adds_up(night: Session, watch: AccessLink) -> None:
    play_all_kinds(night)
    next_round(night)
    record(night, concealed_kong("A"))
    record(night, self_draw("A", fans=1))
    record(night, discard("B", "C", "D", fans=0))
    next_round(night)  # nothing has happened in it yet: it is not counted
    detailed = tables(page(watch, night))[0]
    assert detailed == [
        ["项目", "张三", "李四", "王五", "赵六"],
        ["局数", "2", "2", "2", "2"],
        ["胡", "1", "0", "2", "1"],
        ["先胡", "1", "0", "1", "0"],
        ["自摸", "1", "0", "0", "0"],
        ["点炮", "0", "2", "0", "0"],
        ["开杠", "2", "1", "0", "0"],
        ["没叫", "0", "1", "0", "0"],
        ["花猪", "0", "0", "0", "1"],
        ["最大", "1番×2", "–", "清一色 3番×8 封顶", "0番×1"],
        ["胡牌", "+9", "−13", "+6", "−2"],
        ["查叫", "+10", "+6", "+8", "−24"],
        ["杠", "+11", "−4", "−2", "−5"],
        ["其他", "+5", "0", "0", "−5"],
        ["合计", "+35", "−11", "+12", "−36"],
    ]


def test_the_personal_sheet_of_a_night_is_of_whom_is_asked_for(night: Session, watch: AccessLink) -> None:
    for _ in range(2):
        play_all_kinds(night)
        next_round(night)
    assert tables(page(watch, night))[1][1] == ["李四", "0", "+4", "+2", "0", "+6"]
    shown = page(watch, night, who=seated(night, "B"))
    assert tables(shown)[1][1] == ["张三", "0", "−4", "−2", "0", "−6"]
    assert f'seg-on" href="?who={seated(night, "B")}#personal"' in shown


def test_the_course_has_a_row_for_each_round_with_the_sums_so_far(night: Session, watch: AccessLink) -> None:
    play_round(night)
    next_round(night)
    record(night, self_draw("B", fans=0))
    assert tables(page(watch, night))[2] == [
        ["局", "张三", "李四", "王五", "赵六"],
        ["第2局", "−2 +7", "+6 +9", "−2 −5", "−2 −11"],
        ["第1局", "+9 +9", "+3 +3", "−3 −3", "−9 −9"],
    ]


def test_the_sums_of_a_night_are_its_totals_under_changing_rules(night: Session, watch: AccessLink) -> None:
    for base in (2, 5, 20):
        play_all_kinds(night)
        set_rules(night, base=base)
        next_round(night)
    totals = {letter: sum(row.net[letter] for row in night.played()) for letter in NAMES}
    *_, last = tables(page(watch, night))[0]
    assert [int(points.replace("−", "-").replace(",", "")) for points in last[1:]] == list(totals.values())


# What a number is made of


@pytest.mark.parametrize("number", [1, None])
def test_each_number_leads_to_entries_that_come_to_it(night: Session, watch: AccessLink, number: int | None) -> None:
    play_all_kinds(night)
    record(night, penalty("A", POT, "B", points=3))
    next_round(night)
    play_round(night, "B")
    found = links(page(watch, night, number, who=seated(night, "B") if number is None else "B"))
    assert len(found) == 5 * 5 + 5 * 5
    for href, points in found:
        shown = browser(watch).get(href).content.decode()
        assert f'data-sum="{points}"' in shown, href


def test_names_that_mean_harm_are_shown_as_text(club: Club, own: AccessLink) -> None:
    session = open_night(club, hostile.NAMES)
    play_round(session)
    for number in (1, None):
        shown = page(own, session, number)
        assert all(hostile.is_escaped(shown, name) for name in hostile.NAMES.values())


def test_the_number_of_queries_does_not_grow_with_the_rounds(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        play_all_kinds(night)
        next_round(night)
        for number, queries in ((1, 4), (None, 3)):
            with django_assert_num_queries(queries):
                page(watch, night, number)


def test_pages_of_the_night_and_of_its_table_lead_to_the_sheets(night: Session, watch: AccessLink) -> None:
    play_round(night)
    for name, words in (("night", "结算单"), ("table", "数字表")):
        shown = browser(watch).get(reverse(name, args=[night.pk])).content.decode()
        assert f'<a class="key" href="{address(night, None)}">{words}</a>' in shown


def test_people_who_come_and_go_have_their_own_columns(night: Session, watch: AccessLink) -> None:
    play_round(night)
    next_round_with(night, {**NAMES, "D": "孙七"})
    play_round(night, "D")
    detailed, personal, course = tables(page(watch, night))
    assert detailed[0] == ["项目", "张三", "李四", "王五", "赵六", "孙七"]
    assert detailed[1] == ["局数", "2", "2", "2", "1", "1"]
    assert detailed[-1] == ["合计", "+12", "0", "−12", "−9", "+9"]
    assert personal[4] == ["孙七", "−3", "0", "0", "0", "−3"]
    assert course[1] == ["第2局", "+3 +12", "−3 0", "−9 −12", "– −9", "+9 +9"]
