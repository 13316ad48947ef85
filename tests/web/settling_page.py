"""The page on which a night is settled up, with its forms, and a round to settle."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rounds import scorebook
from rounds.book.reading import people_of
from rounds.models import AccessLink, Club, Session
from rounds.money import Money
from rounds.rules.events import POT
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee
from tests.web.cast import browser, open_night, play_round, tap
from tests.web.kept import kept

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
@kept
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
