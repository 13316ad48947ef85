"""Whoever an event of the night names is named on every page, also where he is in no round, or in none any more."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.reading import people_of
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.models import AccessLink, Club, Person, Session
from rounds.money import Money
from rounds.rules.presets import presets
from tests.web.cast import NAMES, browser, open_night, play_round, tap
from tests.web.evening import now
from tests.web.kept import kept

PAGES = (
    *("table", "night", "settle", "picture", "result", "ledger", "sheets", "more", "money", "seats", "mend_seats"),
    *("ledger_csv", "rounds_csv", "people_csv", "events_csv", "night_xlsx", "night_json"),
)


@pytest.fixture
def client(own: AccessLink) -> Client:
    return browser(own)


@pytest.fixture
@kept
def night(club: Club) -> Session:
    return open_night(club, money=Money("CNY", 50))


def read(client: Client, session: Session) -> dict[str, str]:
    """Every page and file of the night as text, each of them there."""
    told = {}
    for name in PAGES:
        response = client.get(reverse(name, args=[session.pk]))
        assert response.status_code == 200, name
        told[name] = (response.getvalue() if response.streaming else response.content).decode(errors="replace")
    return told


def who(session: Session, name: str) -> str:
    return {called: person for person, called in people_of(session).items()}[name]


@kept
def reseated(session: Session) -> None:
    scorebook.reseat(now(session), tap(session.position), 1, 1, {"赵六": "Alice"})


Pay = Callable[[Session, str], int]
PAID: dict[str, Pay] = {
    "a payment": lambda s, who_: scorebook.pay(s, tap(s.position), who_, who(s, "张三"), 450).event.position,
    "going home": lambda s, who_: scorebook.go_home(s, tap(s.position), who_).event.position,
}


@pytest.mark.parametrize("how", PAID)
def test_who_paid_and_did_not_sit_there_in_truth_is_named_everywhere(client: Client, night: Session, how: str) -> None:
    play_round(night)
    payer = who(night, "赵六")
    paid = PAID[how](now(night), payer)
    reseated(night)
    told = read(client, night)
    assert "赵六" in told["settle"]
    assert "赵六" in told["result"]
    assert "赵六" in told["events_csv"]
    assert "赵六" in told["people_csv"], "he has something to get back"
    scorebook.unpay(now(night), tap(night.position), paid)
    assert "赵六" in read(client, night)["table"], "beside the key that takes it back"
    assert first_fault(now(night)) is None


def test_who_paid_and_did_not_sit_there_in_truth_can_get_it_back(client: Client, night: Session) -> None:
    play_round(night)
    payer = who(night, "赵六")
    scorebook.pay(now(night), tap(night.position), payer, who(night, "张三"), 450)
    reseated(night)
    scorebook.go_home(now(night), tap(night.position), payer)
    told = read(client, night)["people_csv"]
    row = next(line for line in told.splitlines() if line.startswith("赵六"))
    assert row.endswith(",0.00"), "nothing is left"


def test_who_waited_and_was_not_there_in_truth_is_named(client: Client, club: Club) -> None:
    ruling = Ruling(presets()["chengdu_home"].rules, "chengdu_home")
    new = NewNight(Seating(NAMES, ("Alice",)), "A", ruling, "Asia/Shanghai", Money("CNY", 50))
    night = scorebook.open_night_as_asked(club, tap(0), new.to_json(), lambda: new)
    play_round(night)
    scorebook.pay(now(night), tap(night.position), who(night, "赵六"), who(night, "Alice"), 450)
    scorebook.reseat(now(night), tap(night.position), 1, 1, {"Alice": "Bob"})
    assert "Alice" in read(client, night)["settle"]


def test_who_comes_from_the_next_round_on_brings_more_before(client: Client, night: Session) -> None:
    scorebook.set_company(now(night), tap(night.position), Seating({**NAMES, "D": "Alice"}))
    guest = str(Person.objects.get(name="Alice").pk)
    scorebook.buy_in(now(night), tap(night.position), guest, 50)
    told = read(client, night)
    assert "Alice" in told["table"]
    assert "再买50分" in told["table"]
    assert "再买50分" in told["events_csv"]


def test_who_brought_more_and_did_not_sit_there_in_truth_is_named(client: Client, night: Session) -> None:
    scorebook.buy_in(now(night), tap(night.position), who(night, "赵六"), 50)
    reseated(night)
    assert "赵六" in read(client, night)["events_csv"]


def test_one_query_more_names_all_who_are_missing(client: Client, night: Session) -> None:
    play_round(night)
    for payer in ("李四", "王五", "赵六"):
        scorebook.pay(now(night), tap(night.position), who(night, payer), who(night, "张三"), 50)
    counts = []
    for names in ({}, {"赵六": "Alice"}, {"王五": "Bob", "李四": "Carol"}):
        if names:
            scorebook.reseat(now(night), tap(night.position), 1, 1, names)
        counts.append([_queries(client, night, name) for name in ("settle", "events_csv")])
    assert [after - before for before, after in zip(counts[0], counts[1], strict=True)] == [1, 1]
    assert counts[1] == counts[2]


def _queries(client: Client, session: Session, name: str) -> int:
    with CaptureQueriesContext(connection) as found:
        response = client.get(reverse(name, args=[session.pk]))
        assert response.status_code == 200
        if response.streaming:
            response.getvalue()
    return len(found)
