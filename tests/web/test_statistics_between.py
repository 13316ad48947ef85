"""Who pays whom, and the hands that were won."""

import re

from django.test import Client

from rounds.bars import LEFT, RIGHT, THIN, bars
from rounds.book.records import Scope, given, names_of, records, won_from
from rounds.models import Club, Session
from rounds.screens.statistics import HEATS, MOST_PEOPLE, matrix
from tests.web.cast import discard, next_round, nobody_ready, open_night, record, self_draw
from tests.web.statistics_pages import his, number_in, owner, page, played

__all__ = ["owner", "played"]


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
