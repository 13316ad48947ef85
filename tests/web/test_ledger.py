"""The page of all entries."""

import html
import re
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.models import AccessLink, Club, Entry, Session
from rounds.rules.events import POT, Kong
from rounds.rules.ruleset import KongKind
from rounds.screens.ledger import LINES
from tests.web import hostile
from tests.web.cast import (
    browser,
    concealed_kong,
    discard,
    next_round,
    open_night,
    penalty,
    play_round,
    record,
    self_draw,
    undo,
)


def get(link: AccessLink, session: Session, **asked: str | int) -> Any:
    return browser(link).get(reverse("ledger", args=[session.pk]), asked)


def page(link: AccessLink, session: Session, **asked: str | int) -> str:
    response = get(link, session, **asked)
    assert response.status_code == 200
    return str(response.content.decode())


def lines(shown: str) -> list[str]:
    """Each entry of the page in its words."""
    entries = re.findall(r"<li(?: [^>]*)?>(.*?)</li>", shown, re.DOTALL)
    with_arrows = (re.sub(r"<svg.*?</svg>", "→", entry) for entry in entries)
    return [" ".join(html.unescape(re.sub("<[^>]+>", " ", entry)).split()) for entry in with_arrows]


def person(session: Session, seat: str) -> str:
    return str(session.played().get(number=1).seats[seat])


def test_every_entry_says_round_event_payer_payee_points_reason_and_why(night: Session, watch: AccessLink) -> None:
    record(night, concealed_kong("B"))
    record(night, discard("B", "A", fans=2))
    assert lines(page(watch, night)) == [
        "1局 第2条 李四 → 张三 张三 胡 李四 点炮 胡牌 · 报 2番 ×4 · 底1 4",
        "1局 第1条 张三 → 李四 李四 暗杠 杠钱 · 暗杠 2 × 底1 2",
        "1局 第1条 赵六 → 李四 李四 暗杠 杠钱 · 暗杠 2 × 底1 2",
        "1局 第1条 王五 → 李四 李四 暗杠 杠钱 · 暗杠 2 × 底1 2",
    ]


def test_each_line_leads_to_why(night: Session, watch: AccessLink) -> None:
    record(night, discard("B", "A"))
    assert f'href="{reverse("why", args=[night.pk, 1, 0])}"' in page(watch, night)


def test_a_person_sees_his_own_entries_with_signs_and_their_sum(night: Session, watch: AccessLink) -> None:
    record(night, concealed_kong("B"))
    record(night, discard("B", "A", fans=2))
    shown = page(watch, night, player=person(night, "B"))
    assert [line.split()[-1] for line in lines(shown)] == ["−4", "+2", "+2", "+2"]
    assert 'data-sum="2"' in shown
    shown = page(watch, night, player=person(night, "D"))
    assert [line.split()[-1] for line in lines(shown)] == ["−2"]
    assert 'data-sum="-2"' in shown


def test_the_sum_of_a_person_is_his_total_of_the_night(night: Session, watch: AccessLink) -> None:
    for _ in range(3):
        record(night, Kong("C", KongKind.EXPOSED, "D"))
        play_round(night)
        next_round(night)
    for seat in "ABCD":
        total = sum(row.net[seat] for row in night.played())
        assert f'data-sum="{total}"' in page(watch, night, player=person(night, seat))


def test_entries_of_the_pot_can_be_asked_for(night: Session, watch: AccessLink) -> None:
    record(night, penalty("A", "B", POT, points=7))
    shown = page(watch, night, player=POT)
    assert [line.split()[-1] for line in lines(shown)] == ["+7"]
    assert "张三 → 台费" in lines(shown)[0]
    assert f'<option value="{POT}" selected>台费' in shown


def test_the_pot_is_not_offered_where_it_was_not_paid(night: Session, watch: AccessLink) -> None:
    assert f'value="{POT}"' not in page(watch, night)


def test_filters_narrow_by_reason_and_round_together(night: Session, watch: AccessLink) -> None:
    record(night, concealed_kong("B"))
    play_round(night)
    next_round(night)
    record(night, self_draw("A"))
    assert len(lines(page(watch, night, round=1, reason="kong"))) == 3
    assert lines(page(watch, night, round=2, reason="kong")) == ["一笔也没有"]
    assert len(lines(page(watch, night, round=2, player=person(night, "B")))) == 2


def test_what_two_have_paid_each_other_can_be_asked_for(night: Session, watch: AccessLink) -> None:
    record(night, concealed_kong("B"))
    record(night, discard("B", "A", fans=2))
    shown = page(watch, night, player=person(night, "B"), **{"with": person(night, "A")})
    assert [line.split()[-1] for line in lines(shown)] == ["−4", "+2"]
    assert 'data-sum="-2"' in shown
    assert len(lines(page(watch, night, **{"with": person(night, "A")}))) == 2
    assert get(watch, night, **{"with": "x"}).status_code == 400


def test_a_column_of_the_sheets_stands_for_all_its_reasons(night: Session, watch: AccessLink) -> None:
    record(night, concealed_kong("B"))
    record(night, self_draw("A"))
    shown = page(watch, night, reason="wins")
    assert len(lines(shown)) == Entry.objects.filter(session=night, reason__in=["win", "self_draw"]).count() == 6
    assert '<option value="wins" selected>胡牌一栏' in shown
    assert 'value="ready"' not in shown
    assert lines(page(watch, night, reason="other")) == ["一笔也没有"]


def test_the_filter_that_is_on_stays_chosen(night: Session, watch: AccessLink) -> None:
    record(night, concealed_kong("B"))
    shown = page(watch, night, player=person(night, "B"), reason="kong", round="1", **{"with": person(night, "C")})
    assert re.findall(r'<option value="([^"]*)" selected>', shown) == [
        *(person(night, "B"), person(night, "C")),
        *("kong", "1"),
    ]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"player": "x"}, "这一场没有这个人"),
        ({"player": "00000000-0000-0000-0000-000000000000"}, "这一场没有这个人"),
        ({"player": "__class__"}, "这一场没有这个人"),
        ({"reason": "greed"}, "没有这种原因"),
        ({"round": "2"}, "这一场没有这一局"),
        ({"round": "1_0"}, "这一场没有这一局"),
        ({"round": "１"}, "这一场没有这一局"),
        ({"page": "0"}, "没有这一页"),
        ({"page": "x"}, "没有这一页"),
        ({"page": "9" * 30}, "没有这一页"),
        ({"player": "\x00" * 300}, "这一场没有这个人"),
    ],
)
def test_what_nobody_can_ask_for_is_refused_in_a_sentence(
    night: Session, watch: AccessLink, asked: dict[str, str], sentence: str
) -> None:
    response = get(watch, night, **asked)
    assert response.status_code == 400
    assert sentence in response.content.decode()


def test_another_nights_people_cannot_be_asked_for(night: Session, club: Club, watch: AccessLink) -> None:
    other = open_night(club, {"A": "甲", "B": "乙"})
    assert get(watch, night, player=person(other, "A")).status_code == 400


def test_many_entries_stand_on_pages_that_keep_the_filter(night: Session, watch: AccessLink) -> None:
    for _ in range(12):
        record(night, concealed_kong("B"))
        play_round(night)
        next_round(night)
    count = Entry.objects.filter(session=night, reason="kong").count()
    wins = Entry.objects.filter(session=night, reason="win").count()
    first = page(watch, night)
    assert len(lines(first)) == LINES
    assert f"{count + wins * 2}笔" in first
    assert 'href="?page=2"' in first
    second = page(watch, night, page=2)
    assert 'href="?page=1"' in second
    assert len(lines(second)) == count + wins * 2 - LINES
    shown = page(watch, night, page=2, reason="kong")
    assert "没有更早的了" in shown
    assert 'href="?reason=kong&amp;page=1"' in shown
    numbers = [int(line.split("局")[0]) for line in lines(first) + lines(second)]
    assert numbers == sorted(numbers, reverse=True)


def test_what_was_undone_is_not_in_the_ledger(night: Session, watch: AccessLink) -> None:
    record(night, concealed_kong("B"))
    undo(night)
    assert lines(page(watch, night)) == ["一笔也没有"]


def test_names_that_mean_harm_are_shown_as_text(club: Club, own: AccessLink) -> None:
    session = open_night(club, hostile.NAMES)
    play_round(session)
    shown = page(own, session)
    assert all(hostile.is_escaped(shown, name) for name in hostile.NAMES.values())


def test_the_number_of_queries_does_not_grow_with_the_entries(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        play_round(night)
        next_round(night)
        for asked in ({}, {"player": person(night, "A"), "reason": "win", "round": "1"}):
            with django_assert_num_queries(6):
                page(watch, night, **asked)
