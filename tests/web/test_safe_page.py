"""备份: the owner's page about what keeps the records safe."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from rounds.backups import checked, keeping
from rounds.backups.keeping import make_backup, tap_for_backup
from rounds.backups.shelf import ASKED, TAPPED, kept
from rounds.links import new_link
from rounds.models import AccessLink, Club, Right, Round, Session
from rounds.screens.safe import say_age
from tests.web.cast import START, browser, open_night, play_round
from tests.web.installation import installation

__all__ = ["installation"]


def told(page: Any, what: str) -> str:
    """What the page says of the newest backup, or of the newest check."""
    found = re.search(rf"<p data-{what}[^>]*>(.*?)</p>", page.content.decode())
    assert found
    return found[1]


def test_one_tap_makes_a_backup_and_the_page_says_when(installation: Path, night: Session, own: AccessLink) -> None:
    client = browser(own)
    page = client.get("/safe/")
    assert told(page, "backup") == "还没有备份"
    assert "该备份一次了" in page.content.decode()
    response = client.post("/safe/back-up/")
    assert (response.status_code, response.headers["Location"]) == (303, "/safe/")
    page = client.get("/safe/")
    assert re.match(r"刚刚，20\d\d-", told(page, "backup"))
    assert "该备份一次了" not in page.content.decode()
    assert len(kept()) == 1


def test_a_backup_that_fails_is_said_on_the_page(installation: Path, night: Session, own: AccessLink) -> None:
    (installation / "backups").touch()
    response = browser(own).post("/safe/back-up/")
    assert response.status_code == 503
    assert "没备份成，记过的都还在" in response.content.decode()


def test_taps_push_out_no_backup_that_is_older_than_a_day_nor_any_of_the_host(
    installation: Path, night: Session, own: AccessLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = make_backup(START - timedelta(days=99))
    days = [tap_for_backup(START - timedelta(days=day)).path for day in range(3, 0, -1)]
    monkeypatch.setattr(keeping, "NOT_SOONER", timedelta(0))
    client = browser(own)
    for _ in range(25):
        assert client.post("/safe/back-up/").status_code == 303
    assert [one.path for one in kept(ASKED)] == [mine.path]
    assert [one.path for one in kept(TAPPED)][1:] == days[::-1]
    for day in range(40):
        tap_for_backup(START + timedelta(days=day))
    assert len(kept(TAPPED)) == 20


def test_a_tap_right_after_another_makes_no_backup_and_waits_for_none(
    installation: Path, night: Session, own: AccessLink
) -> None:
    client = browser(own)
    with keeping.ONE_AT_A_TIME:
        assert client.post("/safe/back-up/").status_code == 409
    assert kept() == []
    assert client.post("/safe/back-up/").status_code == 303
    again = client.post("/safe/back-up/")
    assert again.status_code == 409
    assert "刚刚有人点过备份" in again.text
    assert len(kept()) == 1


def test_an_owner_is_told_of_his_own_nights_alone(installation: Path, night: Session, own: AccessLink) -> None:
    other = Club.objects.create(name="别的俱乐部")
    for _ in range(2):
        open_night(other)
    link = new_link(other, Right.OWN, None, START)
    link.save()
    client, stranger = browser(own), browser(link)
    client.post("/safe/check/")
    assert told(client.get("/safe/"), "check").endswith("查了全部 1 场，都对")
    assert told(stranger.get("/safe/"), "check") == "还没查过"
    stranger.post("/safe/check/")
    assert told(stranger.get("/safe/"), "check").endswith("查了全部 2 场，都对")
    assert told(client.get("/safe/"), "check").endswith("查了全部 1 场，都对")


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
    found = checked.check(night.club, START, longest=-1)
    assert (found.nights, found.seen, found.wrong) == (2, 1, 0)
    assert "更早的没查完" in told(browser(own).get("/safe/"), "check")


def test_while_somebody_s_check_runs_no_other_is_begun(installation: Path, night: Session, own: AccessLink) -> None:
    with checked.ONE_AT_A_TIME:
        answer = browser(own).post("/safe/check/")
    assert answer.status_code == 409
    assert "有人正在查账" in answer.text
    assert browser(own).post("/safe/check/").status_code == 303


def test_what_was_found_and_cannot_be_read_is_as_if_there_were_none(
    installation: Path, night: Session, own: AccessLink
) -> None:
    for text in ("", "[]", '{"at": 1}', "null"):
        checked.place_of(night.club).write_text(text)
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
