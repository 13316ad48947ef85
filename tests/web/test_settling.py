"""The page on which a night is settled up: who pays whom, ticks, parts, and who may see it."""

import re

import pytest
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.reading import standing_payments
from rounds.models import AccessLink, Club, Event, Session
from rounds.money import Money
from rounds.rules.events import POT
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee
from tests.web import hostile
from tests.web.cast import browser, new_key, next_round, open_night, play_round, record, self_draw, tap
from tests.web.settling_page import WHEN, Page, address, page, played, seen

__all__ = ["page", "played"]


def test_the_fewest_payments_the_pot_among_them(page: Page) -> None:
    assert page.left == ["−5.50", "−8.50", "−11.50", "−14.50", "+40"]
    assert page.due == [
        "赵六 付给 台费 14.50元 打勾",
        "王五 付给 台费 11.50元 打勾",
        "李四 付给 台费 8.50元 打勾",
        "张三 付给 台费 5.50元 打勾",
    ]
    assert "4 笔，最少" in seen(page.text)
    assert "还有4笔没付，共40元。 台费每场每人10元。 台费4人共40元。" in seen(page.text)


def test_a_tick_pays_in_its_place_and_says_when_and_by_which_right(page: Page) -> None:
    page.tick(1)
    assert len(page.paid) == 1
    assert re.fullmatch(rf"王五 付给 台费 11.50元 {WHEN} 主人 已付", page.paid[0])
    assert len(page.due) == 3
    assert [line.split()[0] for line in page.lines] == ["赵六", "王五", "李四", "张三"], "nothing has moved"
    assert page.left == ["−5.50", "−8.50", "0", "−14.50", "+28.50"]
    while page.due:
        page.tick()
    assert set(page.left) == {"0"}
    assert "都付清了。" in seen(page.text)
    page.session.refresh_from_db()
    assert first_fault(page.session) is None


def test_a_tick_can_be_taken_back_and_what_was_taken_back_stays_to_be_read(page: Page, played: Session) -> None:
    page.tick()
    page.untick()
    assert (len(page.due), page.paid) == (4, [])
    assert "取消了1笔" in page.text
    assert re.search(r"赵六 付给 台费 14.50元 [^<]*主人 记的，.*主人 取消", seen(page.text))
    assert not standing_payments(played).exists()


@pytest.mark.parametrize(("typed", "left"), [("4.5", "10元"), ("5角", "14元"), ("14", "0.50元")])
def test_a_part_can_be_paid_and_the_rest_is_left(page: Page, typed: str, left: str) -> None:
    page.pay("赵六", "台费", typed)
    assert page.due[0] == f"赵六 付给 台费 {left} 打勾"
    assert len(page.due) == 4
    assert [line.split()[0] for line in page.lines] == ["赵六", "赵六", "王五", "李四", "张三"]


def test_who_paid_another_than_was_shown_is_counted_as_he_paid(page: Page) -> None:
    page.pay("赵六", "张三", "14.50")
    assert page.left == ["−20", "−8.50", "−11.50", "0", "+40"]
    assert len(page.due) == 3
    assert page.paid[0].startswith("赵六 付给 张三 14.50元")


@pytest.mark.parametrize("typed", ["", "0", "0.00", "1.555", "-5", "１", "abc", "99999999999"])
def test_a_sum_that_is_none_is_refused_in_a_sentence(page: Page, typed: str) -> None:
    page.pay("赵六", "台费", typed)
    assert page.status == 422
    assert "付了多少？写数目，比如 2.50元" in page.text
    assert f'name="sum" value="{typed}"' in page.text
    assert re.search(r'<details class="fold" id="part" open><summary class="fold-key">只付了一部分', page.text)
    assert not page.paid


def test_nobody_pays_himself(page: Page) -> None:
    page.pay("赵六", "赵六", "5")
    assert (page.status, "自己不用付给自己" in page.text) == (422, True)


def test_a_round_that_is_not_over_counts_as_it_stands_and_the_page_says_so(night: Session, own: AccessLink) -> None:
    assert "还没打完" not in Page(browser(own), night).text
    record(night, self_draw("A"))
    page = Page(browser(own), night)
    assert page.left == ["+6", "−2", "−2", "−2"]
    assert "第1局还没打完，分照现在的算。" in page.text
    scorebook.end_night(night, tap(2))
    assert "还没打完" not in Page(browser(own), night).text


def test_a_watcher_reads_and_changes_nothing(played: Session, page: Page) -> None:
    page.tick()
    watching = Page(browser(played.links.get(right="watch")), played)
    assert len(watching.due) == 3
    assert watching.paid[0].endswith("主人 已付")
    assert '<button class="tick' not in watching.text
    assert "data-leave" not in watching.text
    assert 'name="sum"' not in watching.text


def test_a_night_that_is_over_is_settled_all_the_same(page: Page, played: Session) -> None:
    scorebook.end_night(played, tap(played.position))
    page.open()
    page.tick()
    assert len(page.paid) == 1


def test_the_same_tick_twice_pays_once(page: Page, played: Session) -> None:
    form = page.forms("data-transfer")[0]
    page.send(form)
    page.send(form)
    assert page.status == 200
    assert standing_payments(played).count() == 1


@pytest.mark.parametrize(
    ("name", "fields", "status"),
    [
        ("pay", {"payer": "nobody", "payee": POT, "amount": "5"}, 422),
        ("pay", {"payer": "nobody", "payee": POT, "amount": "x"}, 400),
        ("pay", {"payer": "nobody", "payee": POT, "amount": "0"}, 400),
        ("pay", {}, 422),
        ("unpay", {}, 400),
        ("unpay", {"payment": "1"}, 422),
        ("leave", {}, 422),
        ("leave", {"person": POT}, 422),
    ],
)
def test_what_no_page_sends_is_refused(
    page: Page, played: Session, name: str, fields: dict[str, str], status: int
) -> None:
    tapped = {"key": new_key(), "position": played.position}
    response = page.client.post(address(played, name), tapped | fields)
    assert response.status_code == status
    played.refresh_from_db()
    assert not played.log().filter(kind__in=[Event.Kind.PAY, Event.Kind.UNPAY]).exists()


def test_a_fee_in_points_costs_nothing_when_the_night_is_counted_in_money_since(
    night: Session, own: AccessLink
) -> None:
    fee = TableFee(10, FeePer.ROUND, FeeFrom.ALL)
    scorebook.set_money(night, tap(1), None, fee, whole_night=True)
    play_round(night)
    night.refresh_from_db()
    scorebook.set_money(night, tap(night.position), Money("CNY", 50), None, whole_night=False)
    next_round(night)
    play_round(night)
    page = Page(browser(own), night)
    assert page.left == ["+4.50", "+1.50", "−1.50", "−4.50"]
    assert "台费" not in seen(page.text), "nor is it said as so much money"


def test_names_that_mean_harm_are_shown_as_text(club: Club, own: AccessLink) -> None:
    session = open_night(club, hostile.NAMES)
    play_round(session)
    page = Page(browser(own), session)
    page.tick()
    assert all(hostile.is_escaped(page.text, name) for name in hostile.NAMES.values())


def test_in_english_the_fee_of_the_table_is_no_pot_and_begins_a_sentence(played: Session, own: AccessLink) -> None:
    client = browser(own)
    client.cookies["language"] = "en"
    shown = seen(Page(client, played).text)
    assert "Table fee −10 −10 −10 −10 +40" in shown
    assert "¥40 in all. Table fee ¥10 per night from everybody. Table fee: 4 pay ¥40 in all." in shown


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_the_page_is_said_in_every_language(played: Session, own: AccessLink, language: str) -> None:
    client = browser(own)
    client.cookies["language"] = language
    page = Page(client, played)
    page.tick()
    page.untick()
    assert page.status == 200


def test_the_number_of_queries_grows_with_nothing(
    night: Session, own: AccessLink, watch: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(watch)
    for _ in range(2):
        play_round(night)
        next_round(night)
        with django_assert_num_queries(3):
            client.get(address(night))
    for _ in range(2):
        Page(browser(own), night).tick()
        with django_assert_num_queries(4):
            client.get(address(night))
    record(night, self_draw("A"))
    with django_assert_num_queries(4):
        client.get(address(night))
