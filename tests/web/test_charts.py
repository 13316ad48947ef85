"""The chart of a night: what is drawn where, for any number of people, rounds and points."""

import html
import re
from itertools import pairwise

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from rounds.charts import BOTTOM, LABEL_HEIGHT, LOWEST_LABEL, TOP, WIDTH, Course, chart
from rounds.models import AccessLink, Club, Round, Session
from rounds.screens.course import chart_of, course_of
from tests.web import hostile
from tests.web.cast import NAMES, browser, next_round, open_night, penalty, play_round, record, self_draw, undo


def course(name: str, *totals: int) -> Course:
    return Course(name, (0, *totals))


def points_of(line: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in (point.split(",") for point in line.split())]


TOTALS = st.integers(-(10**6), 10**6) | st.integers(-60, 60)
COURSES = st.integers(1, 200).flatmap(
    lambda rounds: st.lists(
        st.builds(course, st.text(min_size=1, max_size=40), *[TOTALS] * rounds), min_size=2, max_size=8
    ).filter(lambda courses: any(any(one.totals) for one in courses))
)


# What is drawn


def test_lines_run_from_nothing_to_the_last_total_and_higher_is_more() -> None:
    drawn = chart([course("张三", 5, 10), course("李四", -5, -10)])
    first, second = (points_of(line.points) for line in drawn.lines)
    assert [x for x, _ in first] == [x for x, _ in second] == [drawn.left, (drawn.left + drawn.right) // 2, drawn.right]
    assert [y for _, y in first] == [76, 43, TOP]
    assert [y for _, y in second] == [76, 109, BOTTOM]
    assert [line.total for line in drawn.lines] == [10, -10]


@pytest.mark.parametrize(
    ("totals", "grid"),
    [
        ((1, 0), [0, 1]),
        ((0, -1), [-1, 0]),
        ((38, -54), [-60, -40, -20, 0, 20, 40]),
        ((3, -2), [-2, -1, 0, 1, 2, 3]),
        ((1_000_000, 0), [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]),
    ],
)
def test_the_grid_has_round_numbers_and_nothing(totals: tuple[int, int], grid: list[int]) -> None:
    drawn = chart([course("A", *totals), course("B", 0, 0)])
    assert [tick.value for tick in drawn.grid] == grid


@pytest.mark.parametrize(
    ("rounds", "numbers"),
    [
        (1, [1]),
        (4, [1, 2, 3, 4]),
        (6, [2, 4, 6]),
        (12, [5, 12]),
        (16, [5, 10, 16]),
        (60, [20, 40, 60]),
        (61, [20, 40, 61]),
    ],
)
def test_a_few_rounds_are_numbered_the_last_among_them(rounds: int, numbers: list[int]) -> None:
    drawn = chart([course("A", *range(rounds)), course("B", *[5] * rounds)])
    assert [step.text for step in drawn.steps] == [str(number) for number in numbers]


def test_lines_that_end_together_have_labels_apart_in_the_order_of_the_seats() -> None:
    drawn = chart([course(name, 10) for name in "ABCD"] + [course("E", -10)])
    assert [line.label for line in drawn.lines] == [10, 23, 36, 49, 138]
    low = chart([course(name, -10) for name in "ABCD"])
    assert [line.label for line in low.lines] == [99, 112, 125, 138]


def test_the_fifth_line_has_the_look_of_the_first_with_an_open_mark() -> None:
    drawn = chart([course(name, 1) for name in "ABCDEFGH"])
    assert [line.look for line in drawn.lines] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert [line.again for line in drawn.lines] == [False] * 4 + [True] * 4


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("张三", "张三"),
        ("欧阳娜娜的表哥", "欧阳娜娜…"),
        ("Alexandra Konstantinopolska", "Alexan…"),
        ("W" * 40, "WWWW…"),
        ("👨‍👩‍👧‍👦" * 3, "👨‍👩‍👧‍👦…"),
        ("e\u0301" * 30, "e\u0301" * 6 + "…"),
    ],
)
def test_long_names_are_cut_between_characters(name: str, short: str) -> None:
    assert [line.short for line in chart([course(name, 1), course("李四", -1)]).lines] == [short, "李四"]


def test_long_sums_leave_names_and_lines_their_room() -> None:
    drawn = chart([course("欧阳娜娜的表哥", 123_456_789), course("李四", -123_456_789)])
    assert drawn.lines[0].short == "欧阳娜娜…"
    assert drawn.right - drawn.left > 50


@given(COURSES)
def test_whatever_the_night_all_of_it_stands_inside_and_no_label_covers_another(courses: list[Course]) -> None:
    drawn = chart(courses)
    assert 0 < drawn.left < drawn.right < drawn.text < WIDTH
    for line, told in zip(drawn.lines, courses, strict=True):
        points = points_of(line.points)
        assert len(points) == len(told.totals)
        assert points == sorted(points, key=lambda point: point[0])
        assert all(drawn.left <= x <= drawn.right and TOP <= y <= BOTTOM for x, y in points)
        assert [y for _, y in points] == [points[told.totals.index(total)][1] for total in told.totals]
        assert told.name == line.short or line.short.endswith("…")
    labels = sorted(line.label for line in drawn.lines)
    assert labels[0] >= TOP
    assert labels[-1] <= LOWEST_LABEL
    assert all(lower - upper >= LABEL_HEIGHT for upper, lower in pairwise(labels))
    by_end = sorted(drawn.lines, key=lambda line: (points_of(line.points)[-1][1], line.label))
    assert by_end == sorted(drawn.lines, key=lambda line: line.label)
    assert 0 in [tick.value for tick in drawn.grid]
    assert len(drawn.grid) <= 7


# A night as a course


def played(number: int, seats: dict[str, str], **net: int) -> Round:
    names = {letter: f"{person}{number}" for letter, person in seats.items()}
    return Round(number=number, seats=seats, names=names, net=net)


def test_who_comes_later_or_goes_keeps_his_line_and_his_newest_name() -> None:
    rows = [
        played(1, {"A": "x", "B": "y"}, A=4, B=-4),
        played(2, {"A": "z", "B": "y"}, A=1, B=-3, pot=2),
        played(3, {"A": "x", "B": "y"}, A=0, B=0),
    ]
    told = course_of(rows)
    assert told.names == ("x3", "y3", "z2")
    assert [[(stand.points, stand.total) for stand in step.stands] for step in told.steps] == [
        [(0, 4), (0, -7), (None, 1)],
        [(None, 4), (-3, -7), (1, 1)],
        [(4, 4), (-4, -4), (None, 0)],
    ]
    drawn = chart_of(rows)
    assert drawn is not None
    assert [(line.name, line.total) for line in drawn.lines] == [("x3", 4), ("y3", -7), ("z2", 1)]


def test_nothing_is_drawn_before_anybody_has_won_anything() -> None:
    assert chart_of([played(1, {"A": "x", "B": "y"}, A=0, B=0)]) is None


# On pages


def shown(link: AccessLink, session: Session, name: str = "table") -> str:
    return str(browser(link).get(reverse(name, args=[session.pk])).content.decode())


def test_a_watcher_sees_the_course_up_to_the_running_round(night: Session, watch: AccessLink) -> None:
    play_round(night)
    next_round(night)
    record(night, self_draw("B"))
    page = shown(watch, night)
    drawn = chart_of(list(night.played()))
    assert drawn is not None
    assert re.findall(r'<polyline points="([^"]*)"/>', page) == [line.points for line in drawn.lines]
    assert "张三 +7 · 李四 +9 · 王五 −5 · 赵六 −11</desc>" in page
    undo(night)
    assert "张三 +9 · 李四 +3 · 王五 −3 · 赵六 −9</desc>" in shown(watch, night)


def test_who_scores_has_his_keys_in_its_place(night: Session, score: AccessLink, own: AccessLink) -> None:
    play_round(night)
    for link in (score, own):
        assert "<polyline" not in shown(link, night)
        assert "<polyline" in shown(link, night, "night")


def test_a_night_without_points_has_no_chart(night: Session, watch: AccessLink) -> None:
    for name in ("table", "night", "sheets"):
        assert "<polyline" not in shown(watch, night, name)


def test_the_chart_costs_the_table_no_query(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        with django_assert_num_queries(5):
            shown(watch, night)
        play_round(night)
        next_round(night)


def test_names_that_mean_harm_are_drawn_as_text(club: Club, own: AccessLink) -> None:
    session = open_night(club, hostile.NAMES)
    record(session, penalty("A", "B"))
    page = shown(own, session, "night")
    assert all(hostile.is_escaped(page, name) for name in hostile.NAMES.values())
    drawn = re.search(r"<svg class=\"chart\".*?</svg>", page, re.DOTALL)
    assert drawn
    tags = set(re.findall(r"<(\w+)", drawn.group()))
    assert tags == {"svg", "title", "desc", "path", "text", "g", "polyline"}


def test_the_chart_is_described_and_leads_to_its_numbers(night: Session, watch: AccessLink) -> None:
    play_round(night)
    page = shown(watch, night)
    assert f'<a class="course" href="{reverse("sheets", args=[night.pk])}#course">' in page
    assert 'id="course"' in shown(watch, night, "sheets")
    labelled = re.search(r'role="img" aria-labelledby="([^"]*)"', page)
    assert labelled
    assert all(f'id="{name}"' in page for name in labelled.group(1).split())
    for name in NAMES.values():
        assert html.escape(name) in page
