"""坐错了: who sat there in truth, over several rounds."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.seating import Seating
from rounds.models import AccessLink, Club, Person, Session
from tests.web import hostile
from tests.web.cast import NAMES, browser, next_round, open_night, play_round, tap, undo
from tests.web.evening import now, won
from tests.web.kept import kept
from tests.web.seat_forms import seating, send


@pytest.fixture
def client(own: AccessLink) -> Client:
    return browser(own)


@kept
def three_rounds(night: Session) -> None:
    for _ in range(3):
        play_round(night)
        next_round(night)


WRONG = {"first": "1", "last": "3", "who-0": "张三", "true-0": "赵六"}


def test_a_wrong_seating_is_shown_before_it_is_kept_and_then_kept(client: Client, night: Session) -> None:
    three_rounds(night)
    page = client.get(f"/n/{night.pk}/seats/mend/", {**WRONG, "look": "1"}).content.decode()
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert "张三 其实是 赵六" in text
    assert "赵六 其实是 张三" in text, "what follows from it"
    assert "张三 +27 −27" in text
    assert "赵六 −27 +27" in text
    night.refresh_from_db()
    before = night.position
    form = page[page.index('id="look"') : page.index("</section>")]
    fields = dict(re.findall(r'name="((?:first|last|who|true)[\w-]*)" value="(.*?)"', form))
    response = send(client, night, "seats/mend/", fields)
    assert response.headers["Location"] == f"/n/{night.pk}/"
    assert won(night) == {"张三": -27, "李四": 9, "王五": -9, "赵六": 27}
    night.refresh_from_db()
    assert night.position == before + 1
    assert first_fault(night) is None
    undo(night)
    assert won(night)["张三"] == 27


def test_somebody_who_was_never_entered_can_have_sat_there(client: Client, night: Session) -> None:
    three_rounds(night)
    asked = WRONG | {"true-0": " ", "new": "Alice", "look": "1"}
    page = client.get(f"/n/{night.pk}/seats/mend/", asked).content.decode()
    assert "<bdi>Alice</bdi>" in page
    send(client, night, "seats/mend/", asked)
    assert won(night) == {"Alice": 27, "李四": 9, "王五": -9, "赵六": -27, "张三": 0}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"true-0": ""}, "什么都没改"),
        ({"first": "3", "last": "2"}, "前面的要小"),
        ({"last": "9"}, "没有这一局"),
        ({"first": "x"}, "没有这一局"),
        ({"first": "²"}, "没有这一局"),
        ({"who-1": "李四", "true-1": "赵六"}, "两个人名字一样"),
        ({"true-0": " ", "new": "台费"}, "台费是账上的名字"),
    ],
)
def test_what_cannot_have_been_a_seating_is_said(
    client: Client, night: Session, changes: dict[str, str], sentence: str
) -> None:
    three_rounds(night)
    asked = WRONG | changes
    looked = client.get(f"/n/{night.pk}/seats/mend/", {**asked, "look": "1"})
    assert looked.status_code == 422
    assert sentence in looked.content.decode()
    assert sentence in send(client, night, "seats/mend/", asked).content.decode()


def test_names_that_mean_harm_are_shown_as_text(client: Client, own: AccessLink, club: Club) -> None:
    session = open_night(club, hostile.NAMES)
    for path in ("seats/", "seats/mend/", "rounds/1/bets/", ""):
        page = client.get(f"/n/{session.pk}/{path}").content.decode()
        assert all(hostile.is_escaped(page, name) for name in hostile.NAMES.values())


def test_who_has_another_name_by_now_sits_once_and_is_mended_by_that_name(client: Client, night: Session) -> None:
    three_rounds(night)
    Person.objects.filter(name="赵六").update(name="赵老六")
    fields = seating(client, night)
    response = send(client, night, "seats/sit/", fields | {"new": "赵老六", "place-new": "rest"})
    assert "两个人名字一样" in response.content.decode()
    play_round(night)
    next_round(night)
    page = client.get(f"/n/{night.pk}/seats/mend/", WRONG | {"true-0": "赵老六", "look": "1"}).content.decode()
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert "张三 其实是 赵老六" in text
    assert "赵老六 其实是 张三" in text


def test_of_who_was_not_there_nothing_is_told(client: Client, night: Session) -> None:
    three_rounds(night)
    play_round(night)
    scorebook.set_company(night, tap(now(night).position), Seating({**NAMES, "D": "Alice"}))
    next_round(night, "A")
    asked = {"first": "1", "last": "2", "who-0": "Alice", "true-0": "张三", "look": "1"}
    assert "什么都没改" in client.get(f"/n/{night.pk}/seats/mend/", asked).content.decode()


@pytest.mark.parametrize(
    ("path", "most"),
    [("seats/", 6), ("seats/mend/?look=1&first=1&last=1&who-0=张三&true-0=赵六", 6), ("rounds/1/bets/", 5)],
)
def test_queries_do_not_grow_with_the_rounds(
    client: Client, night: Session, django_assert_num_queries: DjangoAssertNumQueries, path: str, most: int
) -> None:
    for _ in range(2):
        with django_assert_num_queries(most):
            client.get(f"/n/{night.pk}/{path}")
        play_round(night)
        next_round(night)
