"""The page on which the owner takes a file in: a look at what it would add, then a confirmation."""

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.exports.archive import club_lines, night_lines
from rounds.models import AccessLink, Club, OldTotal, Person, Session
from tests.web.cast import browser, open_night, play_round
from tests.web.intake_page import DIGEST, TABLE, exported, files_on, look, nowhere, shelf, take, wrong
from tests.web.rich_night import rich_night
from tests.web.taken_home import everything

__all__ = ["exported", "nowhere", "shelf"]


def test_the_page_has_a_form_that_needs_no_script(own: AccessLink) -> None:
    page = browser(own).get(reverse("out")).content.decode()
    assert f'action="{reverse("look_in")}" enctype="multipart/form-data"' in page
    assert '<input class="input file" type="file" name="file" required>' in page


def test_totals_that_differ_are_shown_and_replaced_when_that_is_confirmed(own: AccessLink) -> None:
    client = browser(own)
    take(client, look(client, TABLE))
    looked = look(client, TABLE.replace("张三,12", "张三,13"))
    page = looked.content.decode()
    assert "2025-01-31 张三：12分换成13分" in page
    assert "2025-01-31 各人加起来是1分，不是0" in page
    assert wrong(take(client, looked)) == "第2行：2025-01-31 张三 这里已经记着12分", (
        "as from a form that did not say so"
    )
    [mark] = re.findall(r'name="replacing" value="(\w+)"', page)
    kept = client.post(reverse("take_in"), {"digest": DIGEST.findall(page)[0], "replacing": mark})
    assert kept.status_code == 302
    assert sorted(OldTotal.objects.values_list("points", flat=True)) == [-12, 13]


def test_a_look_says_what_would_be_added_and_writes_nothing(
    exported: bytes, nowhere: Callable[[], AccessLink], shelf: Path
) -> None:
    own = nowhere()
    before = everything()
    looked = look(browser(own), exported)
    page = looked.content.decode()
    assert looked.status_code == 200
    assert re.search(r"导入会加上：新的2场，\d+条记录，\d+个人，1笔旧账。", page)
    assert '<span class="day">2026-11-29</span>' in page
    assert everything() == before
    [file] = files_on(shelf)
    assert file.read_bytes() == exported
    assert DIGEST.findall(page) == [file.name]
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert [stat.S_IMODE(folder.stat().st_mode) for folder in (shelf, file.parent)] == [0o700] * 2


def test_what_was_looked_at_is_taken_in_and_the_phone_still_owns_the_club(
    exported: bytes, own: AccessLink, nowhere: Callable[[], AccessLink]
) -> None:
    club = own.club_id
    client = browser(nowhere())
    taken = take(client, look(client, exported))
    assert (taken.status_code, taken.headers["Location"]) == (302, reverse("home"))
    assert Club.objects.get().pk == club
    home = client.get(reverse("home"))
    assert home.status_code == 200
    assert "张三" in home.content.decode()
    assert b"".join(client.get(reverse("club_jsonl"))) == exported


def test_the_second_time_changes_nothing_and_says_so(exported: bytes, nowhere: Callable[[], AccessLink]) -> None:
    client = browser(nowhere())
    looked = look(client, exported)
    take(client, looked)
    before = everything()
    for again in (take(client, looked), look(client, exported)):
        page = again.content.decode()
        assert again.status_code == 200
        assert "没有新的：都已经有了。" in page
        assert "有2场这里已经有了，不动。" in page
        assert "有1笔旧账这里已经有了，不动。" in page
        assert DIGEST.findall(page) == []
    assert everything() == before


def test_a_night_by_itself_goes_into_its_club(night: Session, own: AccessLink) -> None:
    start = transaction.savepoint()
    play_round(night)
    content = b"".join(night_lines(Session.objects.get()))
    transaction.savepoint_rollback(start)
    client = browser(own)
    looked = look(client, content, "a.json")
    assert "接着打了的1场，3条记录。" in looked.content.decode()
    assert take(client, looked).status_code == 302
    assert b"".join(night_lines(Session.objects.get())) == content


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_a_table_of_old_totals_is_known_by_its_content(own: AccessLink, encoding: str) -> None:
    client = browser(own)
    looked = look(client, TABLE.encode(encoding), "a.json")
    assert "导入会加上：2个人，2笔旧账。" in looked.content.decode()
    assert OldTotal.objects.count() == 0
    assert take(client, looked).status_code == 302
    assert sorted(OldTotal.objects.values_list("points", flat=True)) == [-12, 12]
    more = look(client, TABLE + "2025-02-01,张三,5\n").content.decode()
    assert "导入会加上：1笔旧账。" in more
    assert "有2笔旧账这里已经有了，不动。" in more


def test_of_many_days_the_first_and_the_last_are_shown(own: AccessLink, nowhere: Callable[[], AccessLink]) -> None:
    for number in range(13):
        session = open_night(own.club)
        assert session.position == 1, number
    content = b"".join(club_lines(own.club)).decode()
    page = look(browser(nowhere()), content).content.decode()
    assert "新的13场" in page
    assert page.count('<span class="day">') == 1


# How much is asked of the database


def test_the_number_of_queries_does_not_grow_with_what_is_there(
    own: AccessLink, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(own)
    for day in (1, 2):
        OldTotal.objects.create(
            club=own.club, date=f"2024-01-0{day}", person=Person.objects.create(club=own.club, name="王五"), points=1
        )
        open_night(own.club)
        with django_assert_num_queries(4):
            looked = look(client, TABLE.replace("2025", f"202{day}"))
        with django_assert_num_queries(7):
            assert take(client, looked).status_code == 302


# The same pages as before

UNLIKE = (
    (r'name="csrfmiddlewaretoken" value="\w+"', "csrf"),
    (r'name="key" value="[\w-]+"', "key"),
    (r"/k/\w+/", "/k/"),
)
"""What is another each time, or is not taken home: tokens, keys of taps, links."""


def pages(client: Client, night: Session) -> dict[str, str]:
    """The pages that show the night's sums, by name."""
    told = {}
    for name in ("night", "sheets", "settle", "ledger", "rules", "files", "result"):
        told[name] = client.get(reverse(name, args=[night.pk]))
    for number in range(1, night.round_count + 1):
        told[f"round {number}"] = client.get(reverse("round", args=[night.pk, number]))
    for person in Person.objects.all():
        told[f"person {person.pk}"] = client.get(reverse("person", args=[person.pk]))
    for name in ("home", "history", "statistics", "people"):
        told[name] = client.get(reverse(name))
    shown = {}
    for name, response in told.items():
        assert response.status_code == 200, name
        shown[name] = response.content.decode()
        for unlike, same in UNLIKE:
            shown[name] = re.sub(unlike, same, shown[name])
    return shown


def test_a_night_taken_in_by_the_page_shows_the_same_on_every_page(
    nowhere: Callable[[], AccessLink], own: AccessLink
) -> None:
    night = rich_night(own.club, own)
    before = pages(browser(own), night)
    content = b"".join(night_lines(night))
    client = browser(nowhere())
    assert "张三" not in client.get(reverse("home")).content.decode()
    assert take(client, look(client, content)).status_code == 302
    after = pages(client, Session.objects.get())
    assert sorted(after) == sorted(before)
    for name, page in before.items():
        assert after[name] == page, name
    assert "张三" in before["settle"]
