"""The ranking: what each figure is, who is first, and what is left out."""

import re
from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.test import Client

from rounds.book.records import Record, names_of
from rounds.models import Club, PersonTally, Session
from rounds.money import Money
from rounds.screens.figures import BY_KEY, FEW, FIGURES, ranked
from tests.web.cast import START, open_night, record, self_draw
from tests.web.past_nights import night_on, old_total
from tests.web.statistics_pages import owner, page, played

__all__ = ["owner", "played"]


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


def test_ratios_are_exact() -> None:
    one = Record("", "")
    one.counts.update(won=1, rounds=3)
    assert BY_KEY["won"].value(one) == Fraction(1, 3)
