"""Ranking, who pays whom, hands won, the course over time, and the page of a person."""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.bars import LEFT, RIGHT, THIN, bars
from rounds.book.records import Record, Scope, course, given, names_of, records, won_from
from rounds.models import AccessLink, Club, OldTotal, Person, PersonTally, Session
from rounds.money import Money
from rounds.rules.events import CalledPattern, Win, WinBy, Winner
from rounds.rules.patterns import Pattern
from rounds.screens.figures import BY_KEY, FEW, FIGURES, ranked
from rounds.screens.statistics import HEATS, MOST_PEOPLE, matrix
from tests.web import hostile
from tests.web.cast import (
    NAMES,
    START,
    browser,
    concealed_kong,
    discard,
    next_round,
    nobody_ready,
    open_night,
    record,
    self_draw,
    tap,
)
from tests.web.test_history import night_on, old_total


@pytest.fixture
def owner(own: AccessLink) -> Client:
    return browser(own)


def page(client: Client, name: str, query: str = "", status: int = 200) -> str:
    response = client.get(reverse(name) + query)
    assert response.status_code == status
    return response.content.decode()


def his(client: Client, name: str, query: str = "", status: int = 200) -> str:
    who = Person.objects.get(name=name).pk
    response = client.get(reverse("person", args=[who]) + query)
    assert response.status_code == status
    return response.content.decode()


def ranks(shown: str) -> list[tuple[str, str]]:
    """The place of everybody and his name, in the order of the table."""
    return re.findall(r'<span class="rank-n">(.*?)</span><bdi class="cut">(.*?)</bdi>', shown)


def cells(shown: str, name: str) -> dict[str, str]:
    """What stands in the line of somebody, by the heading of the column."""
    shown = shown.partition('id="ranking"')[2].partition("</table>")[0]
    headings = re.findall(r'<th class="th(?: th-on)?" scope="col"[^>]*>(?:<a [^>]*>)?([^<]*)', shown)
    (line,) = re.findall(rf"<bdi class=\"cut\">{name}</bdi>.*?</tr>", shown)
    texts = [re.sub("<[^>]*>", "", cell) for cell in re.findall(r'<td class="td[^"]*">(.*?)</td>', line)]
    return dict(zip(headings, texts, strict=True))


@pytest.fixture
def played(club: Club) -> Session:
    """张三 deals in twice and wins a round, 李四 wins a full flush, 王五 has a kong returned."""
    night = open_night(club, money=Money("CNY", 50))
    record(night, concealed_kong("C"))
    record(night, discard("A", "B", fans=2))
    record(night, discard("A", "D"))
    record(night, nobody_ready("A", "C"))
    next_round(night)
    record(night, Win(WinBy.SELF_DRAW, (Winner("B", CalledPattern(Pattern.FULL_FLUSH)),)))
    record(night, self_draw("A"))
    night.refresh_from_db()
    return scorebook.end_night(night, tap(night.position)).session


# Ranking


def test_a_line_says_all_figures_of_somebody(owner: Client, played: Session) -> None:
    shown = page(owner, "statistics")
    assert cells(shown, "张三") == {
        "总分": "−6",
        "局均": "−3.0",
        "胡牌率": "50.0%",
        "自摸率": "50.0%",
        "点炮率": "50.0%",
        "先胡率": "0.0%",
        "均番": "0.0",
        "杠": "0",
        "转走": "0",
        "退税": "0",
        "没叫": "100.0%",
        "花猪": "0",
        "局数": "2",
        "场数": "1",
        "钱": "−3元",
    }
    assert cells(shown, "李四") | {"总分": "", "局均": "", "钱": ""} == {
        "总分": "",
        "局均": "",
        "胡牌率": "100.0%",
        "自摸率": "50.0%",
        "点炮率": "0.0%",
        "先胡率": "100.0%",
        "均番": "2.0",
        "杠": "0",
        "转走": "0",
        "退税": "0",
        "没叫": "–",
        "花猪": "0",
        "局数": "2",
        "场数": "1",
        "钱": "",
    }
    assert cells(shown, "王五")["退税"] == cells(shown, "王五")["杠"] == "1"


def test_who_has_won_most_is_first_and_all_points_are_those_of_the_ledger(owner: Client, played: Session) -> None:
    shown = page(owner, "statistics")
    sums = {str(row.person_id): row.points for row in PersonTally.objects.all()}
    names = names_of(played.club_id)
    expected = sorted(sums, key=lambda person: (-sums[person], names[person]))
    assert [name for _, name in ranks(shown)] == [names[person] for person in expected]
    assert [place for place, _ in ranks(shown)] == ["1", "2", "2", "4"]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.key)
def test_everybody_can_be_ranked_by_any_figure(owner: Client, played: Session, figure: object) -> None:
    shown = page(owner, "statistics", f"?by={figure.key}")  # type: ignore[attr-defined]
    assert len(ranks(shown)) == 4
    assert len(re.findall(r'aria-sort="(?:asc|desc)ending"', shown)) == 1


def of(name: str, rounds: int, dealing: int = 0, won: int = 0) -> Record:
    one = Record(name, name)
    one.counts.update(rounds=rounds, dealing=dealing, won=won)
    return one


def test_few_rounds_come_behind_where_an_average_is_asked_for() -> None:
    lucky, steady, nobody = of("lucky", FEW - 1, won=29), of("steady", FEW, won=10), of("nobody", 0)
    assert ranked([nobody, lucky, steady], BY_KEY["won"]) == [steady, lucky, nobody]
    assert ranked([nobody, steady, lucky], BY_KEY["rounds"]) == [steady, lucky, nobody]


def test_who_deals_in_least_is_first_and_of_equals_who_played_more() -> None:
    careful, bold, old = of("careful", 40, dealing=4), of("bold", 40, dealing=20), of("old", 80, dealing=8)
    assert ranked([bold, careful, old], BY_KEY["dealt_in"]) == [old, careful, bold]


@pytest.mark.parametrize(
    ("key", "counts", "text"),
    [
        ("won", {"won": 1, "rounds": 3}, "33.3%"),
        ("won", {"won": 2, "rounds": 3}, "66.7%"),
        ("won", {"won": 1, "rounds": 16}, "6.3%"),
        ("won", {}, "–"),
        ("average", {"points": -100, "rounds": 3}, "−33.3"),
        ("average", {"points": 100, "bet_points": 90, "rounds": 4}, "+2.5"),
        ("average", {"points": 1, "rounds": 40}, "0.0"),
        ("average", {"bet_points": 5, "points": 5, "bets": 1}, "–"),
        ("fans", {"fans": 7, "won": 4}, "1.8"),
        ("kongs", {"exposed": 1, "promoted": 2, "postponed": 3, "concealed": 4}, "10"),
        ("not_ready", {"not_ready": 1, "walls": 8, "rounds": 100}, "12.5%"),
        ("points", {"points": 5}, "0"),
        ("rounds", {"rounds": 1234}, "1,234"),
    ],
)
def test_a_figure_is_what_its_definition_says(key: str, counts: dict[str, int], text: str) -> None:
    one = Record("", "")
    one.counts.update(counts)
    assert BY_KEY[key].text(one) == text


def test_few_rounds_are_marked_and_their_places_left_open_among_averages(owner: Client, played: Session) -> None:
    shown = page(owner, "statistics")
    assert "* 不到30局" in shown
    assert shown.count('<span class="few"') == 4
    assert [place for place, _ in ranks(page(owner, "statistics", "?by=won"))] == ["–"] * 4
    PersonTally.objects.update(rounds=FEW)
    assert "* 不到30局" not in page(owner, "statistics")


def test_equals_share_their_place(owner: Client, club: Club) -> None:
    night_on(club, START)
    assert ranks(page(owner, "statistics"))[0] == ("1", "张三")
    assert [place for place, _ in ranks(page(owner, "statistics"))] == ["1", "2", "2", "2"]


def test_what_was_played_by_other_rules_or_at_another_time_is_left_out(owner: Client, club: Club) -> None:
    night_on(club, START)
    night_on(club, START - timedelta(days=40), preset="sbr_2025")
    shown = {query: cells(page(owner, "statistics", query), "张三")["局数"] for query in ("", "?span=2026")}
    assert shown == {"": "2", "?span=2026": "2"}
    for query in ("?span=202611", "?rules=preset:sbr_2025", "?span=202610&rules=preset:sbr_2025"):
        assert cells(page(owner, "statistics", query), "张三")["局数"] == "1"
    for query in ("?span=2025", "?span=202610&rules=preset:chengdu_home"):
        assert "这里还没有打过的局" in page(owner, "statistics", query)


def test_plain_totals_count_in_points_and_nights_and_in_nothing_else(owner: Client, club: Club) -> None:
    night_on(club, START)
    old_total(club, date(2026, 11, 1), "张三", -20)
    old_total(club, date(2020, 2, 29), "Alice", 7)
    shown = page(owner, "statistics")
    line = cells(shown, "张三")
    assert (line["总分"], line["场数"], line["局数"], line["局均"]) == ("−11", "2", "1", "+9.0")
    assert cells(shown, "Alice")["胡牌率"] == "–"
    assert "有用这个程序以前的总分" in shown
    assert "Alice" not in page(owner, "statistics", "?span=202611")
    assert "Alice" in page(owner, "statistics", "?span=2020")
    assert cells(page(owner, "statistics", "?rules=preset:chengdu_home"), "张三")["总分"] == "+9"


def test_money_is_kept_apart_by_currency(owner: Client, club: Club) -> None:
    for money in (Money("CNY", 50), Money("HKD", 100), None):
        record(open_night(club, money=money), self_draw("A"))
    line = cells(page(owner, "statistics"), "张三")
    assert line["总分"] == "+18"
    assert line["钱"] == "+3元+6港元"


@pytest.mark.parametrize(
    ("query", "status"), [("?by=x", 404), ("?by=", 404), ("?span=x", 400), ("?rules=x", 400), ("?span=20261", 400)]
)
def test_what_nobody_can_ask_for_is_refused(owner: Client, club: Club, query: str, status: int) -> None:
    page(owner, "statistics", query, status)


def test_definitions_stand_on_the_page(owner: Client, played: Session) -> None:
    shown = page(owner, "statistics")
    for figure in FIGURES:
        assert figure.definition in shown


def test_a_club_that_has_not_played_has_nothing_to_rank(owner: Client, club: Club) -> None:
    for name in ("statistics", "over_time", "between"):
        assert "这里还没有打过的局" in page(owner, name)


# The course over time


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


def test_the_months_of_the_year_that_is_looked_at_can_be_chosen(owner: Client, club: Club) -> None:
    for day in (0, 40, 400, 800):
        night_on(club, START - timedelta(days=day))
    for query, spans in (
        ("", ["", "2026", "202611", "202610", "2025", "2024"]),
        ("?span=2025", ["", "2026", "2025", "202510", "2024"]),
        ("?span=202409", ["", "2026", "2025", "2024", "202409"]),
        ("?span=1999", ["", "2026", "2025", "2024", "1999"]),
    ):
        form = page(owner, "statistics", query).partition("</select>")[0]
        assert re.findall(r'<option value="([^"]*)"', form) == spans
        assert re.findall(r'<option value="([^"]*)" selected', form) == [query[6:]] * bool(query)


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


# Who pays whom


def test_the_matrix_is_the_same_both_ways_and_its_sums_are_the_points(owner: Client, played: Session) -> None:
    names = names_of(played.club_id)
    net = won_from(given(Scope(played.club_id)))
    assert all(net[other, one] == -points for (one, other), points in net.items())
    lines = matrix(net, names)
    assert {line.name: line.sum for line in lines} == {
        record.name: record.points for record in records(Scope(played.club_id), names)
    }
    shown = page(owner, "between")
    assert shown.count('<td class="td heat"><span class="zero" aria-hidden="true">·') == 4


def test_heat_is_by_how_much_it_is() -> None:
    net = {("a", "b"): 100, ("b", "a"): -100, ("a", "c"): 1, ("c", "a"): -1}
    first, second, third = matrix(net, {"a": "A", "b": "B", "c": "C"})
    assert [(cell.points, cell.heat) for cell in first.cells] == [(None, 0), (100, HEATS), (1, 1)]
    assert [(cell.points, cell.heat) for cell in second.cells] == [(-100, HEATS), (None, 0), (0, 0)]
    assert (first.sum, second.sum, third.sum) == (101, -100, -1)


def test_of_many_people_those_who_moved_least_are_added_up(owner: Client, club: Club) -> None:
    for number in range(5):
        night = open_night(club, {seat: f"P{number}{seat}" for seat in "ABCD"})
        for _ in range(number + 1):
            record(night, self_draw("A"))
            record(night, discard("B", "C"))
            record(night, nobody_ready("B", "D"))
            next_round(night)
    shown = page(owner, "between")
    assert shown.count('<th class="td-l th-fix"') == MOST_PEOPLE + 1
    assert "其他人" in shown
    sums = sum(map(number_in, re.findall(r'<td class="td b">(.*?)</td>', shown)))
    assert sums == 0


def number_in(cell: str) -> int:
    return int(re.sub("<[^>]*>|,", "", cell).replace("−", "-"))


def test_what_went_to_the_pot_has_a_line(owner: Client, night: Session) -> None:
    from tests.web.cast import penalty

    record(night, penalty("A", "pot", points=7))
    shown = page(owner, "between")
    assert "台费" in shown
    assert "+7" in shown
    assert "−7" in his(owner, "张三")


# Hands


def test_patterns_are_drawn_as_bars_the_most_often_first(owner: Client, played: Session) -> None:
    shown = page(owner, "between")
    assert '<desc id="bars-says">清一色 1</desc>' in shown
    assert "另有3次只报了番数" in shown


def test_bars_are_as_long_as_their_numbers() -> None:
    drawn = bars([("a", 1000), ("b", 500), ("c", 1)])
    assert [bar.length for bar in drawn.bars] == [RIGHT - LEFT, (RIGHT - LEFT) // 2, THIN]
    assert [bar.top for bar in drawn.bars] == [0, drawn.height // 3, drawn.height // 3 * 2]
    assert bars([]).height == 0


# A person


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


# All of them


def addresses(club: Club) -> Iterable[str]:
    who = Person.objects.filter(club=club).order_by("name")[0].pk
    return [*map(reverse, ("statistics", "over_time", "between")), reverse("person", args=[who])]


@pytest.mark.parametrize(("place", "queries"), [(0, 9), (1, 15), (2, 8), (3, 21)])
def test_the_number_of_queries_does_not_grow_with_the_nights(
    owner: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries, place: int, queries: int
) -> None:
    for count in (1, 4):
        for day in range(count):
            night_on(club, START - timedelta(days=day))
        with django_assert_num_queries(queries):
            owner.get(list(addresses(club))[place])


def test_names_that_mean_harm_are_shown_as_text(owner: Client, club: Club) -> None:
    night_on(club, START, hostile.NAMES)
    for address in addresses(club):
        shown = owner.get(address).content.decode()
        assert hostile.is_escaped(shown, hostile.LONG)


def test_another_club_adds_nothing(owner: Client, club: Club) -> None:
    night_on(club, START)
    before = {address: owner.get(address).content for address in addresses(club)}
    other = Club.objects.create(name="别的俱乐部")
    night_on(other, START)
    OldTotal.objects.create(club=other, date=START, person=Person.objects.filter(club=other)[0], points=5)
    assert {address: owner.get(address).content for address in addresses(club)} == before


def test_ratios_are_exact() -> None:
    one = Record("", "")
    one.counts.update(won=1, rounds=3)
    assert BY_KEY["won"].value(one) == Fraction(1, 3)
