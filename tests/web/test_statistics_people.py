"""The page of a person: sums, figures, others and nights."""

import re
from datetime import date, timedelta

from django.test import Client
from django.urls import reverse

from rounds.models import Club, Person, Session
from tests.web.cast import NAMES, START, open_night
from tests.web.past_nights import night_on, old_total
from tests.web.statistics_pages import his, number_in, owner, played

__all__ = ["owner", "played"]


def test_the_page_of_a_person_has_sums_figures_others_and_nights(owner: Client, played: Session) -> None:
    shown = his(owner, "张三")
    for text in ("−6", "−3<", "1场", "2局", "局数少，只作参考", "和谁打", "最好", "打过的场", "暗杠"):
        assert text in shown
    assert f'href="{reverse("night", args=[played.pk])}"' in shown
    others = re.findall(r'<bdi class="cut">([^<]*)</bdi><span class="(?:plus|minus|zero)">([^<]*)<', shown)
    assert {name for name, _ in others} == {"李四", "王五", "赵六"}
    assert sum(number_in(points) for _, points in others) == -6


def test_best_and_worst_night_are_told_over_all_rules_of_a_night(owner: Client, club: Club) -> None:
    best = night_on(club, START)
    worst = night_on(club, START - timedelta(days=1), {**NAMES, "A": "李四", "B": "张三"})
    found = re.findall(r'<a class="record-night[^"]*" href="/n/([^/]*)/night/">.*?(最好|最差)', his(owner, "张三"))
    assert found == [(str(best.pk), "最好"), (str(worst.pk), "最差")]


def test_somebody_who_has_not_played_has_a_page_too(owner: Client, club: Club) -> None:
    Person.objects.create(club=club, name="Alice")
    shown = his(owner, "Alice")
    assert "0局" in shown
    assert "这里还没有打过的局" in shown


def test_somebody_with_older_totals_alone_has_a_page_too(owner: Client, club: Club) -> None:
    old_total(club, date(2020, 2, 29), "Alice", 7)
    shown = his(owner, "Alice")
    assert "总分里有1天以前的总分" in shown
    assert "2020年2月29日" in shown


def test_the_page_of_a_person_can_be_of_a_year_or_of_rules(owner: Client, club: Club) -> None:
    night_on(club, START)
    night_on(club, START - timedelta(days=400))
    assert "2局" in his(owner, "张三")
    for query in ("?span=2026", "?span=202510"):
        assert "1局" in his(owner, "张三", query)
    assert "0局" in his(owner, "张三", "?rules=preset:huanle")
    his(owner, "张三", "?span=0", 400)


def test_a_person_of_another_club_is_not_there(owner: Client, club: Club) -> None:
    open_night(Club.objects.create(name="别的俱乐部"))
    his(owner, "张三", status=404)
