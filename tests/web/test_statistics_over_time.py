"""The course of everybody's points over time."""

from datetime import date, timedelta

from django.test import Client

from rounds.book.records import Scope, course
from rounds.models import Club, Person, Session
from tests.web.cast import NAMES, START, nobody_ready, record
from tests.web.past_nights import night_on, old_total
from tests.web.statistics_pages import owner, page

__all__ = ["owner"]


def test_totals_go_on_by_day_and_over_many_days_by_month_and_over_many_months_by_year(club: Club) -> None:
    for day in (0, 1, 40):
        night_on(club, START - timedelta(days=day))
    who = str(Person.objects.get(name="张三").pk)
    scope = Scope(club.pk)
    assert [(won.step, won.points) for won in course(scope, [who])] == [(20261020, 9), (20261128, 9), (20261129, 9)]
    for day in range(70):
        old_total(club, date(2020, 1, 1) + timedelta(days=day), "张三", 1)
    assert [(won.step, won.points) for won in course(scope, [who])] == [
        *[(202001, 31), (202002, 29), (202003, 10), (202610, 9), (202611, 18)]
    ]
    for month in range(36):
        old_total(club, date(2017 + month // 12, month % 12 + 1, 1), "张三", 2)
    assert [(won.step, won.points) for won in course(scope, [who])] == [
        *[(2017, 24), (2018, 24), (2019, 24), (2020, 70), (2026, 27)]
    ]


def test_the_chart_has_its_numbers_beside_it(owner: Client, club: Club) -> None:
    for day in (0, 1):
        night_on(club, START - timedelta(days=day))
    shown = page(owner, "over_time")
    assert '<desc id="over-says">张三 +18 · ' in shown
    assert shown.count("<polyline") == 4
    assert "2026年11月29日" in shown
    assert shown.index("2026年11月29日") < shown.index("2026年11月28日")


def test_where_nobody_has_won_anything_there_is_no_chart(owner: Client, night: Session) -> None:
    record(night, nobody_ready(*NAMES))
    assert "<polyline" not in page(owner, "over_time")
