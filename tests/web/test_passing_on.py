"""The result of a night to pass on: a text to paste, and a picture."""

import html
import re
import xml.etree.ElementTree as ElementTree

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.models import AccessLink, Club, Session
from rounds.money import Money
from rounds.rules.events import POT
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee
from tests.web import hostile
from tests.web.cast import NAMES, browser, make_wrong, next_round, open_night, penalty, play_round, record, tap
from tests.web.kept import kept

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
@kept
def played(club: Club) -> Session:
    session = open_night(club, money=Money("CNY", 50))
    scorebook.set_money(
        session, tap(1), Money("CNY", 50), TableFee(1000, FeePer.NIGHT, FeeFrom.BIGGEST_WINNER), whole_night=True
    )
    play_round(session)
    session.refresh_from_db()
    seats = session.played().get().seats
    scorebook.pay(session, tap(session.position), seats["C"], POT, 150)
    return session


def text_of(link: AccessLink, session: Session, language: str = "zh-hans") -> list[str]:
    client = browser(link)
    client.cookies["language"] = language
    page = client.get(reverse("settle", args=[session.pk])).content.decode()
    found = re.search(r'<textarea[^>]* id="text"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert found
    return html.unescape(found[1]).splitlines()


def test_the_text_says_date_totals_and_who_pays_whom(played: Session, own: AccessLink) -> None:
    assert text_of(own, played) == [
        "血战到底 · 2026年11月29日 · 1局 · 1分0.50元",
        "张三 +9分 +4.50元 扣台费后−5.50元",
        "李四 +3分 +1.50元 扣台费后+1.50元",
        "王五 −3分 −1.50元 扣台费后−1.50元",
        "赵六 −9分 −4.50元 扣台费后−4.50元",
        "台费每场大赢家10元",
        "谁付谁：",
        "张三 → 台费 5.50元",
        "赵六 → 台费 3元",
        "王五 → 台费 1.50元 ✓已付",
        "赵六 → 李四 1.50元",
    ]


def test_the_text_is_in_the_language_of_the_page(played: Session, own: AccessLink) -> None:
    traditional, english = (text_of(own, played, language) for language in ("zh-hant", "en"))
    assert traditional[:2] == ["血戰到底 · 2026年11月29日 · 1局 · 1分0.50元", "张三 +9分 +4.50元 扣台費後−5.50元"]
    assert english[:2] == [
        "Xuezhan · 2026-11-29 · 1 round · 1 point = ¥0.50",
        "张三 +9 pts +¥4.50 after the table fee −¥5.50",
    ]
    assert english[-5:] == [
        "Who pays whom:",
        "张三 → Table fee ¥5.50",
        "赵六 → Table fee ¥3",
        "王五 → Table fee ¥1.50 ✓Paid",
        "赵六 → 李四 ¥1.50",
    ]


def test_the_text_of_a_night_for_points_has_no_money(night: Session, watch: AccessLink) -> None:
    assert text_of(watch, night)[0] == "血战到底 · 2026年11月29日 · 1局"
    record(night, penalty("A", "B", POT, points=5))
    assert text_of(watch, night)[1:] == [
        "李四 +5分",
        "台费 +5分",
        "王五 0分",
        "赵六 0分",
        "张三 −10分",
        "谁付谁：",
        "张三 → 李四 5分",
        "张三 → 台费 5分",
    ]


def drawing(link: AccessLink, session: Session) -> ElementTree.Element:
    response = browser(link).get(reverse("result", args=[session.pk]))
    assert response.headers["Content-Type"] == "image/svg+xml"
    return ElementTree.fromstring(response.content)  # noqa: S314 - our own


def texts(drawn: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in drawn.iter(f"{SVG}text")]


def test_the_picture_shows_ranks_sums_and_payments(played: Session, own: AccessLink) -> None:
    assert texts(drawing(own, played)) == [
        *("血战到底", "2026年11月29日", "成都家庭局 · 底1 · 封顶×8", "1局 · 1分0.50元"),
        *("1", "张三", "+9", "+4.50元 扣台费后−5.50元"),
        *("2", "李四", "+3", "+1.50元 扣台费后+1.50元"),
        *("3", "王五", "−3", "−1.50元 扣台费后−1.50元", "4", "赵六", "−9", "−4.50元 扣台费后−4.50元"),
        "谁付谁",
        *("张三", "台费", "5.50元", "赵六", "台费", "3元"),
        *("王五", "台费", "1.50元 已付", "赵六", "李四", "1.50元"),
    ]


def test_who_has_as_much_has_the_same_rank_and_the_pot_has_none(night: Session, watch: AccessLink) -> None:
    record(night, penalty("A", "B", "C", POT, points=5))
    ranks = ["1", "李四", "+5", "1", "王五", "+5", "3", "赵六", "0", "4", "张三", "−15", "", "台费", "+5"]
    assert texts(drawing(watch, night))[4:19] == ranks


def test_the_picture_says_where_nothing_is_to_be_paid(night: Session, watch: AccessLink) -> None:
    assert texts(drawing(watch, night))[-1] == "谁也不欠谁"
    make_wrong(night)
    assert texts(drawing(watch, night))[-1] == "有一笔对不上，还没结账"


def test_everything_stands_inside_the_picture(club: Club, own: AccessLink) -> None:
    session = open_night(club, hostile.NAMES, money=Money("HKD", 10**6))
    record(session, penalty("A", "B", "C", "D", points=10**5))
    drawn = drawing(own, session)
    height = int(drawn.attrib["height"])
    shifts = [
        int(group.attrib["transform"].split()[-1].rstrip(")"))
        for group in drawn.iter(f"{SVG}g")
        if "transform" in group.attrib
    ]
    assert max(shifts) + 64 <= height
    for text in drawn.iter(f"{SVG}text"):
        assert int(text.attrib["font-size"]) >= 10
        assert len("".join(text.itertext())) < 60
    shown = [one.strip("\u2068\u2069…") for one in texts(drawn)]
    assert all(any(name.startswith(one) for one in shown if one) for name in hostile.NAMES.values())


def test_names_that_mean_harm_are_text_in_the_picture(club: Club, own: AccessLink) -> None:
    session = open_night(club, {**NAMES, "A": "</text>", "B": '"&<b>'})
    play_round(session)
    drawn = drawing(own, session)
    assert {"</text>", '"&<b>'} <= set(texts(drawn))
    assert {element.tag for element in drawn.iter()} == {SVG + tag for tag in ("svg", "rect", "g", "path", "text")}


def test_the_page_of_the_picture_alone_may_show_what_its_script_draws(night: Session, watch: AccessLink) -> None:
    client = browser(watch)
    policy = client.get(reverse("picture", args=[night.pk])).headers["Content-Security-Policy"]
    assert "img-src 'self' data:" in policy.split("; ")
    for name in ("settle", "night", "result"):
        assert "data:" not in client.get(reverse(name, args=[night.pk])).headers["Content-Security-Policy"]


def test_without_a_script_the_drawing_itself_stands_there(night: Session, watch: AccessLink) -> None:
    page = browser(watch).get(reverse("picture", args=[night.pk])).content.decode()
    assert f'<img class="picture" src="{reverse("result", args=[night.pk])}"' in page
    assert 'download="xuezhan-2026-11-29.svg" data-save="xuezhan-2026-11-29.png"' in page


def test_the_picture_takes_three_queries_however_long_the_night(
    night: Session, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(watch)
    for _ in range(2):
        play_round(night)
        next_round(night)
        with django_assert_num_queries(3):
            client.get(reverse("result", args=[night.pk]))
    with django_assert_num_queries(1):
        client.get(reverse("picture", args=[night.pk]))
