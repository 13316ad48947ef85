"""备份: the owner's page about what keeps the records safe."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from rounds.backups import checked
from rounds.backups.shelf import kept
from rounds.models import AccessLink, Round, Session
from rounds.screens.safe import say_age, say_size
from tests.web.cast import START, browser, open_night, play_round
from tests.web.installation import installation

__all__ = ["installation"]


def told(page: Any, what: str) -> str:
    """What the page says of the newest backup, or of the newest check."""
    found = re.search(rf"<p data-{what}[^>]*>(.*?)</p>", page.content.decode())
    assert found
    return found[1]


def test_one_tap_makes_a_backup_and_the_page_says_when_and_how_large(
    installation: Path, night: Session, own: AccessLink
) -> None:
    client = browser(own)
    page = client.get("/safe/")
    assert told(page, "backup") == "还没有备份"
    assert "该备份一次了" in page.content.decode()
    response = client.post("/safe/back-up/")
    assert (response.status_code, response.headers["Location"]) == (303, "/safe/")
    page = client.get("/safe/")
    assert re.match(r"刚刚，\d+\.\d [kM]B，20\d\d-", told(page, "backup"))
    assert "该备份一次了" not in page.content.decode()
    assert len(kept()) == 1


def test_a_backup_that_fails_is_said_on_the_page(installation: Path, night: Session, own: AccessLink) -> None:
    (installation / "backups").touch()
    response = browser(own).post("/safe/back-up/")
    assert response.status_code == 503
    assert "没备份成，记过的都还在" in response.content.decode()


def test_checking_says_how_many_nights_are_right(installation: Path, night: Session, own: AccessLink) -> None:
    client = browser(own)
    assert told(client.get("/safe/"), "check") == "还没查过"
    assert client.post("/safe/check/").status_code == 303
    assert told(client.get("/safe/"), "check").endswith("查了全部 1 场，都对")
    play_round(night)
    Round.objects.update(number=7)
    client.post("/safe/check/")
    assert told(client.get("/safe/"), "check").endswith("查了最近 1 场，1 场不对")
    assert 'class="wrong" role="alert"' in client.get("/safe/").content.decode()


def test_a_check_takes_no_longer_than_it_may_and_says_so(
    installation: Path, night: Session, own: AccessLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_night(night.club)
    found = checked.check(START, longest=-1)
    assert (found.nights, found.seen, found.wrong) == (2, 1, 0)
    assert "更早的没查完" in told(browser(own).get("/safe/"), "check")


def test_what_was_found_and_cannot_be_read_is_as_if_there_were_none(
    installation: Path, night: Session, own: AccessLink
) -> None:
    for text in ("", "[]", '{"at": 1}', "null"):
        (installation / checked.NAME).write_text(text)
        assert told(browser(own).get("/safe/"), "check") == "还没查过"


def test_the_page_asks_the_database_who_owns_the_club_and_nothing_else(
    installation: Path, night: Session, own: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(own)
    client.post("/safe/back-up/")
    with django_assert_num_queries(1):
        client.get("/safe/")


def test_the_page_that_takes_the_club_home_leads_to_it(night: Session, own: AccessLink) -> None:
    assert 'href="/safe/"' in browser(own).get("/out/").content.decode()


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(seconds=59), "刚刚"),
        (timedelta(seconds=-5), "刚刚"),
        (timedelta(minutes=1), "1分钟前"),
        (timedelta(minutes=59), "59分钟前"),
        (timedelta(hours=1), "1小时前"),
        (timedelta(hours=47, minutes=59), "47小时前"),
        (timedelta(days=2), "2天前"),
        (timedelta(days=400), "400天前"),
    ],
)
def test_an_age_is_told_in_one_unit(age: timedelta, words: str) -> None:
    assert say_age(age) == words


@pytest.mark.parametrize(
    ("size", "words"), [(0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_960_000, "1.9 MB"), (3 * 10**9, "3.0 GB")]
)
def test_a_size_is_told_in_one_unit(size: int, words: str) -> None:
    assert say_size(size) == words
