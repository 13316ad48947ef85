"""The page on which a night is settled up: who pays whom, ticks, parts, corrections, somebody who goes home."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.reading import load_round, people_of, standing_payments
from rounds.models import AccessLink, Club, Event, Session
from rounds.money import Money
from rounds.rules.events import POT
from rounds.rules.log import Amend
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee
from tests.web import hostile
from tests.web.cast import browser, change, discard, new_key, next_round, open_night, play_round, record, self_draw, tap
from tests.web.test_night import make_wrong

WHEN = r"(?:\d+月\d+日 )?\d\d:\d\d"
TEN = TableFee(1000, FeePer.NIGHT, FeeFrom.ALL)


def address(session: Session, name: str = "settle") -> str:
    return reverse(name, args=[session.pk])


def seen(markup: str) -> str:
    """What a reader sees of it."""
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", markup)).split())


class Page:
    """The page as one browser shows it, with its forms."""

    def __init__(self, client: Client, session: Session, query: str = "") -> None:
        self.client, self.session = client, session
        self.open(query)

    def open(self, query: str = "") -> None:
        self.take(self.client.get(address(self.session) + query))

    def take(self, response: Any) -> None:
        self.status, self.text = response.status_code, response.content.decode()

    def forms(self, mark: str) -> list[str]:
        return re.findall(rf"<form[^>]* {mark}(?:=.*?)?>.*?</form>", self.text, re.DOTALL)

    @property
    def due(self) -> list[str]:
        return [seen(form) for form in self.forms("data-transfer")]

    @property
    def paid(self) -> list[str]:
        return [seen(form) for form in self.forms("data-paid")]

    @property
    def lines(self) -> list[str]:
        """What is to be paid and what has been, in one list."""
        return [seen(form) for form in re.findall(r"<form class=\"give.*?</form>", self.text, re.DOTALL)]

    @property
    def left(self) -> list[str]:
        return [seen(cell) for cell in re.findall(r"<td[^>]* data-left.*?</td>", self.text, re.DOTALL)]

    def send(self, form: str, **changes: str) -> None:
        """Presses the key of a form, and follows where it leads."""
        found = re.search(r'action="([^"]*)"', form)
        assert found
        fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form))
        self.take(self.client.post(found[1], {**fields, **changes}, follow=True))

    def tick(self, place: int = 0) -> None:
        self.send(self.forms("data-transfer")[place])

    def untick(self, place: int = 0) -> None:
        self.send(self.forms("data-paid")[place])

    def pay(self, payer: str, payee: str, amount: str) -> None:
        ids = {name: person for person, name in people_of(self.session).items()} | {"台费": POT}
        form = re.search(r'<form class="part".*?</form>', self.text, re.DOTALL)
        assert form
        self.send(form[0], payer=ids[payer], payee=ids[payee], sum=amount)


@pytest.fixture
def played(club: Club) -> Session:
    """A round of four: 张三 +9, 李四 +3, 王五 −3, 赵六 −9 at half a yuan, and ten yuan each for the table."""
    session = open_night(club, money=Money("CNY", 50))
    session.refresh_from_db()
    scorebook.set_money(session, tap(1), Money("CNY", 50), TEN, whole_night=True)
    play_round(session)
    session.refresh_from_db()
    return session


@pytest.fixture
def page(played: Session, own: AccessLink) -> Page:
    return Page(browser(own), played)


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


def test_a_correction_after_the_ticks_shows_as_one_more_payment(night: Session, own: AccessLink) -> None:
    play_round(night)
    page = Page(browser(own), night)
    assert page.due == ["王五 付给 李四 3分 打勾", "赵六 付给 张三 9分 打勾"]
    page.tick()
    page.tick()
    assert page.due == []
    last = load_round(night, 1).facts[-1]
    change(night, Amend(discard("D", "C", fans=1), last.id))
    page.open()
    assert "打勾以后账又变了，差的列在下面。" in page.text
    assert "还剩1笔" in page.text
    assert page.due == ["王五 付给 赵六 1分 打勾"]
    assert sorted(line.split("分")[0] for line in page.paid) == ["王五 付给 李四 3", "赵六 付给 张三 9"]
    page.tick()
    assert set(page.left) == {"0"}
    assert "账又变了" not in page.text
    night.refresh_from_db()
    assert first_fault(night) is None


def test_after_a_correction_what_was_paid_comes_first_as_it_was_paid_and_nothing_moves_any_more(
    page: Page, played: Session
) -> None:
    page.tick(2)
    page.tick(0)
    assert "账又变了" not in page.text
    assert [line.split()[0] for line in page.lines] == ["赵六", "王五", "李四", "张三"]
    last = load_round(played, 1).facts[-1]
    change(played, Amend(discard("D", "C", fans=1), last.id))
    page.open()
    assert "账又变了" in page.text
    assert [line.split()[0] for line in page.lines[:2]] == ["李四", "赵六"]
    stand = [" ".join(line.split()[:4]) for line in page.lines]
    while page.due:
        page.tick(len(page.due) - 1)
        assert [" ".join(line.split()[:4]) for line in page.lines] == stand


def test_who_goes_home_early_is_settled_alone_in_one_step(night: Session, own: AccessLink) -> None:
    for first in "ADD":
        play_round(night, first)
        next_round(night)
    ids = {name: person for person, name in people_of(night).items()}
    page = Page(browser(own), night)
    assert page.left == ["+15", "−3", "−21", "+9"]
    page.open(f"?leaves={ids['王五']}")
    proposed = [seen(line) for line in re.findall(r"<p[^>]* data-proposal>(.*?)</p>", page.text, re.DOTALL)]
    assert proposed == ["王五 付给 张三 15分", "王五 付给 赵六 6分"]
    form = re.search(rf'<form method="post" action="{address(night, "leave")}">.*?</form>', page.text, re.DOTALL)
    assert form
    before = Session.objects.get(pk=night.pk).position
    page.send(form[0])
    assert page.left == ["0", "−3", "0", "+3"]
    assert re.fullmatch(rf"王五 付给 张三 15分 王五 付给 赵六 6分 {WHEN} 主人 · 王五 先走 已付", page.paid[0])
    night.refresh_from_db()
    assert night.position == before + 1, "one event, whole or not at all"
    assert first_fault(night) is None
    page.send(form[0], key=new_key(), position=str(night.position))
    assert (page.status, "王五 不欠谁，也没人欠 王五" in page.text) == (422, True)
    page.untick()
    assert page.left == ["+15", "−3", "−21", "+9"]
    night.refresh_from_db()
    assert first_fault(night) is None


def test_a_round_that_is_not_over_counts_as_it_stands_and_the_page_says_so(night: Session, own: AccessLink) -> None:
    assert "还没打完" not in Page(browser(own), night).text
    record(night, self_draw("A"))
    page = Page(browser(own), night)
    assert page.left == ["+6", "−2", "−2", "−2"]
    assert "第1局还没打完，分照现在的算。" in page.text
    scorebook.end_night(night, tap(2))
    assert "还没打完" not in Page(browser(own), night).text


def test_who_is_owed_and_goes_home_is_paid_by_the_others(night: Session, own: AccessLink) -> None:
    play_round(night)
    ids = {name: person for person, name in people_of(night).items()}
    night.refresh_from_db()
    scorebook.go_home(night, tap(night.position), ids["张三"])
    assert Page(browser(own), night).left == ["0", "+3", "−3", "0"]
    night.refresh_from_db()
    scorebook.undo(night, tap(night.position))
    assert Page(browser(own), night).left == ["+9", "+3", "−3", "−9"]
    night.refresh_from_db()
    assert first_fault(night) is None


def test_a_watcher_reads_and_changes_nothing(played: Session, page: Page) -> None:
    page.tick()
    watching = Page(browser(played.links.get(right="watch")), played)
    assert len(watching.due) == 3
    assert watching.paid[0].endswith("主人 已付")
    assert '<button class="tick' not in watching.text
    assert "data-leave" not in watching.text
    assert 'name="sum"' not in watching.text


def test_nothing_is_settled_while_something_stands_in_red(night: Session, own: AccessLink) -> None:
    make_wrong(night)
    page = Page(browser(own), night)
    assert (page.due, 'id="text"' in page.text) == ([], False)
    assert "先把标红的改好，再结账" in page.text
    assert f'href="{reverse("why", args=[night.pk, 1, 1])}"' in page.text
    seats = night.played().get().seats
    night.refresh_from_db()
    fields = {"key": new_key(), "position": night.position, "payer": seats["B"], "payee": seats["A"], "amount": "2"}
    for name in ("pay", "leave"):
        response = page.client.post(address(night, name), fields | {"person": seats["A"]})
        assert response.status_code == 422
        assert "第1局有一笔对不上（标红的），先把它改好" in response.content.decode()


def test_a_night_that_is_over_is_settled_all_the_same(page: Page, played: Session) -> None:
    scorebook.end_night(played, tap(played.position))
    page.open()
    page.tick()
    assert len(page.paid) == 1


def test_a_tick_on_an_older_state_is_refused_with_the_fresh_page(page: Page, played: Session) -> None:
    next_round(played)
    page.tick()
    assert (page.status, page.paid) == (409, [])
    assert "刚才有人改过账" in page.text
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


def test_a_person_that_is_nobody_cannot_leave(page: Page) -> None:
    page.open("?leaves=nobody")
    assert (page.status, "data-leave" in page.text) == (200, False)


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
