"""The page of a whole night: totals, rounds, its end, and playing on after all."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.models import AccessLink, Club, Event, Session
from rounds.money import Money
from rounds.rules.events import POT
from rounds.rules.log import Amend
from rounds.templatetags.money import cash, money
from tests.web import hostile
from tests.web.cast import (
    browser,
    change,
    make_wrong,
    new_key,
    next_round,
    nobody_ready,
    open_night,
    penalty,
    play_round,
    record,
    self_draw,
    tap,
)


def address(session: Session, name: str = "night") -> str:
    return reverse(name, args=[session.pk])


def page(link: AccessLink, session: Session) -> str:
    response = browser(link).get(address(session))
    assert response.status_code == 200
    return response.content.decode()


def cells(shown: str) -> list[list[str]]:
    """The table of the page, row by row, as its reader sees it."""
    rows = re.findall(r"<tr>(.*?)</tr>", shown, re.DOTALL)
    found = [re.findall(r"<t[hd]\b.*?</t[hd]>", row, re.DOTALL) for row in rows]
    return [[" ".join(html.unescape(re.sub("<[^>]+>", " ", cell)).split()) for cell in row] for row in found]


def send(link: AccessLink | None, session: Session, name: str, position: int, key: str = "") -> Any:
    client = browser(link) if link else Client()
    return client.post(address(session, name), {"key": key or new_key(), "position": position})


def test_totals_and_rounds_stand_in_one_table_the_newest_round_first(night: Session, watch: AccessLink) -> None:
    play_round(night)
    next_round(night)
    record(night, nobody_ready("A", "B", "C", "D"))
    next_round(night)
    record(night, self_draw("B"))
    assert cells(page(watch, night)) == [
        ["局", "张三", "李四", "王五", "赵六"],
        ["合计", "+7", "+9", "−5", "−11"],
        ["第3局 正在打", "−2 庄", "+6", "−2", "−2"],
        ["第2局 流局", "0 庄", "0", "0", "0"],
        ["第1局 胡完", "+9 庄", "+3", "−3", "−9"],
    ]


def settle_line(shown: str) -> str:
    """What stands on the way to the page on which the night is settled up."""
    found = re.search(r"<a[^>]* data-settle>(.*?)</a>", shown, re.DOTALL)
    assert found
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", found[1])).split())


def test_the_way_to_settle_up_says_what_is_still_to_be_paid(night: Session, watch: AccessLink) -> None:
    assert settle_line(page(watch, night)) == "结账 谁也不欠谁 ›"
    play_round(night)
    next_round(night)
    record(night, penalty("B", POT, points=20))
    assert settle_line(page(watch, night)) == "结账 3笔没付，共29分 ›"
    for payer, payee, amount in (("D", "A", 9), ("B", "", 17), ("C", "", 3)):
        seats = night.played()[0].seats
        night.refresh_from_db()
        scorebook.pay(night, tap(night.position), seats[payer], seats.get(payee, POT), amount)
    assert settle_line(page(watch, night)) == "结账 都付清了 ›"


def test_the_way_to_settle_up_stands_out_once_the_night_is_over(night: Session, own: AccessLink) -> None:
    play_round(night)
    assert "opt-go" not in page(own, night)
    night.refresh_from_db()
    scorebook.end_night(night, tap(night.position))
    assert f'<a class="opt opt-go" href="{address(night, "settle")}"' in page(own, night)


def test_what_is_to_be_paid_is_money_where_points_are_worth_some(club: Club, own: AccessLink) -> None:
    session = open_night(club, money=Money("CNY", 50))
    record(session, penalty("A", "B"))
    assert settle_line(page(own, session)) == "结账 1笔没付，共2.50元 ›"


def test_nobody_is_told_to_pay_while_something_stands_in_red(night: Session, watch: AccessLink) -> None:
    make_wrong(night)
    assert settle_line(page(watch, night)) == "结账 标红的改好了再结 ›"


def test_each_round_leads_to_its_page(night: Session, watch: AccessLink) -> None:
    assert f'href="{reverse("round", args=[night.pk, 1])}"' in page(watch, night)


def test_the_pot_has_a_column_when_it_was_paid(night: Session, watch: AccessLink) -> None:
    record(night, penalty("A", "B", POT, points=5))
    assert cells(page(watch, night))[:2] == [
        ["局", "张三", "李四", "王五", "赵六", "台费"],
        ["合计", "−10", "+5", "0", "0", "+5"],
    ]


def test_points_become_money_exactly(club: Club, own: AccessLink) -> None:
    session = open_night(club, money=Money("CNY", 5))
    record(session, self_draw("A", fans=2))
    head, _, worth, *_ = cells(page(own, session))
    assert head[0] == "1分0.05元"
    assert worth == ["元", "+0.75", "−0.25", "−0.25", "−0.25"]


@pytest.mark.parametrize(
    ("fen", "text"),
    [(0, "0"), (5, "+0.05"), (-50, "−0.50"), (100, "+1"), (-128450, "−1,284.50"), (10**17, "+1" + ",000" * 5)],
)
def test_money_is_written_to_the_fen_without_rounding(fen: int, text: str) -> None:
    assert f">{text}<" in money(fen, "CNY")
    assert cash(fen, "CNY") == text.lstrip("+−") + "元"


def test_an_event_that_cannot_have_happened_stands_in_red_with_its_place(night: Session, watch: AccessLink) -> None:
    make_wrong(night)
    shown = page(watch, night)
    assert f'href="{reverse("why", args=[night.pk, 1, 1])}"' in shown
    assert "李四 自摸" in shown
    assert "李四 已经胡了" in shown
    assert cells(shown)[2][0] == "第1局 有一笔不对"


def test_a_watcher_cannot_end_or_reopen(night: Session, watch: AccessLink) -> None:
    assert "data-confirm" not in page(watch, night)
    for name in ("end", "reopen"):
        assert send(watch, night, name, 1).status_code == 404
    assert night.log().count() == 1


def test_the_end_is_confirmed_and_says_that_a_round_still_runs(night: Session, score: AccessLink) -> None:
    shown = page(score, night)
    assert 'data-confirm="end"' in shown
    assert "第1局还没打完" in shown
    play_round(night)
    assert "还没打完" not in page(score, night)


def test_the_night_ends_and_can_be_reopened(night: Session, score: AccessLink) -> None:
    response = send(score, night, "end", 1)
    assert (response.status_code, response.headers["Location"]) == (302, address(night))
    shown = page(score, night)
    assert 'data-confirm="reopen"' in shown
    assert cells(shown)[2][0] == "第1局 没打完"
    assert send(score, night, "reopen", 2).status_code == 302
    assert 'data-confirm="end"' in page(score, night)
    assert [event.kind for event in night.log()] == [
        Event.Kind.OPEN_NIGHT,
        Event.Kind.END_NIGHT,
        Event.Kind.REOPEN_NIGHT,
    ]
    assert night.log().get(position=3).by == score


def test_the_same_tap_twice_ends_the_night_once(night: Session, score: AccessLink) -> None:
    key = new_key()
    assert [send(score, night, "end", 1, key).status_code for _ in range(2)] == [302, 302]
    assert night.log().count() == 2


@pytest.mark.parametrize(("name", "sentence"), [("end", "已经结束"), ("reopen", "还没结束")])
def test_what_cannot_be_now_is_said_in_a_sentence(night: Session, score: AccessLink, name: str, sentence: str) -> None:
    if name == "end":
        scorebook.end_night(night, tap(1))
        night.refresh_from_db()
    response = send(score, night, name, night.position)
    assert response.status_code == 422
    assert re.search(rf'role="alert">[^<]*{sentence}', response.content.decode())


def test_an_end_on_an_older_state_of_the_log_is_refused_with_the_fresh_page(night: Session, score: AccessLink) -> None:
    record(night, self_draw("A"))
    response = send(score, night, "end", 1)
    shown = response.content.decode()
    assert response.status_code == 409
    assert "刚才有人改过账" in shown
    assert 'name="position" value="2"' in shown
    assert cells(shown)[1][1] == "+6"


def test_a_night_with_an_impossible_event_cannot_end_and_says_what_stands_in_the_way(
    night: Session, score: AccessLink
) -> None:
    make_wrong(night)
    assert "标红的改好了" in page(score, night)
    response = send(score, night, "end", 4)
    assert response.status_code == 422
    assert "第1局有一笔对不上" in response.content.decode()
    night.refresh_from_db()
    assert night.ended_at is None


@pytest.mark.parametrize("fields", [{}, {"key": "short", "position": "1"}, {"key": "k" * 22, "position": "x"}])
def test_a_form_without_key_or_position_is_refused_in_a_sentence(
    night: Session, score: AccessLink, fields: dict[str, str]
) -> None:
    response = browser(score).post(address(night, "end"), fields)
    assert response.status_code == 400
    assert "什么也没有记" in response.content.decode()


def test_the_way_back_from_a_night_that_is_over_is_the_owners_list(
    night: Session, own: AccessLink, score: AccessLink
) -> None:
    back = 'class="top-back" href="{}"'
    assert back.format(address(night, "table")) in page(own, night)
    scorebook.end_night(night, tap(1))
    assert back.format("/") in page(own, night)
    assert back.format(address(night, "table")) in page(score, night)


def test_names_that_mean_harm_are_shown_as_text(club: Club, own: AccessLink) -> None:
    session = open_night(club, hostile.NAMES)
    make_wrong(session)
    shown = page(own, session)
    assert all(hostile.is_escaped(shown, name) for name in hostile.NAMES.values())


def test_the_number_of_queries_does_not_grow_with_the_rounds(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        play_round(night)
        next_round(night)
        with django_assert_num_queries(3):
            page(watch, night)
    for number in (1, 2):
        facts = list(night.log().filter(kind=Event.Kind.CHANGE, round=night.played().get(number=number).opened))
        change(night, Amend(self_draw("C", fans=1), facts[0].position), number=number)
    with django_assert_num_queries(4):
        page(watch, night)
