"""The page on which the owner takes a file in: a look at what it would add, then a confirmation."""

import json
import os
import re
import stat
import time
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import OperationalError, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rounds.backups.keeping import Made
from rounds.clubs import own_link
from rounds.exports.archive import club_lines, night_lines
from rounds.imports import arrived, kept, taking
from rounds.management.commands import backup
from rounds.models import AccessLink, Club, Event, OldTotal, Person, Session
from tests.web.cast import START, browser, open_night, play_round
from tests.web.rich_night import rich_night
from xuezhan_site import database, prepare, uploads

DIGEST = re.compile(r'name="digest" value="(\w*)"')
WRONG = re.compile(r'<p class="wrong" role="alert">(.*?)</p>', re.DOTALL)

TABLE = "日期,名字,分\n2025-01-31,张三,12\n2025-01-31,李四,-12\n"


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, settings: LazySettings) -> Path:
    """Where files are kept between the look and the confirmation."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "intake"


@pytest.fixture
def nowhere(db: None) -> Callable[[], AccessLink]:
    """What the test has written is gone when this is called; the key is that of a new and empty club."""
    start = transaction.savepoint()

    def empty() -> AccessLink:
        transaction.savepoint_rollback(start)
        return own_link(START)

    return empty


@pytest.fixture
def exported(nowhere: Callable[[], AccessLink], own: AccessLink) -> bytes:
    """A club with a rich night, one that goes on, and an old total; the database is still full of it."""
    rich_night(own.club, own)
    going_on = open_night(own.club, {"A": "Alice", "B": "Bob"})
    play_round(going_on)
    person = Person.objects.filter(club=own.club, name="Alice")[0]
    OldTotal.objects.create(club=own.club, date="2020-02-03", person=person, points=-12)
    return b"".join(club_lines(own.club))


def look(client: Client, content: bytes | str, name: str = "a.jsonl") -> Any:
    data = content.encode() if isinstance(content, str) else content
    return client.post(reverse("look_in"), {"file": SimpleUploadedFile(name, data)})


def take(client: Client, looked: Any) -> Any:
    return client.post(reverse("take_in"), {"digest": DIGEST.findall(looked.content.decode())[0]})


def wrong(response: Any) -> str:
    """The one sentence of a refusal."""
    [said] = WRONG.findall(response.content.decode())
    return str(said)


def files_on(shelf: Path) -> list[Path]:
    return [path for path in shelf.rglob("*") if path.is_file()]


def everything() -> list[int]:
    return [table.objects.count() for table in (Club, Person, Session, Event, OldTotal, AccessLink)]


# Looking, and taking


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


# What is kept between the two


def test_only_the_newest_few_are_kept_and_none_for_more_than_a_day(own: AccessLink, shelf: Path) -> None:
    client = browser(own)
    looked = [look(client, f"2025-01-{day},张三,1\n") for day in range(10, 14)]
    digests = [DIGEST.findall(one.content.decode())[0] for one in looked]
    assert {path.name for path in files_on(shelf)} == set(digests[1:])
    assert take(client, looked[0]).status_code == 409
    for path in files_on(shelf):
        os.utime(path, (time.time() - kept.DAY - 1,) * 2)
    for half in (shelf / "half-1", shelf / own.club_id.hex / "half-1"):
        half.write_bytes(b"2025")
        os.utime(half, (0, 0))
    newest = DIGEST.findall(look(client, TABLE).content.decode())
    assert [path.name for path in files_on(shelf)] == newest


def test_no_club_pushes_out_or_takes_in_what_another_has_looked_into(own: AccessLink) -> None:
    client, other = browser(own), browser(own_link(START, Club.objects.create(name="别的")))
    looked = look(client, TABLE)
    for day in range(10, 10 + kept.NEWEST):
        assert look(other, f"2025-01-{day},李四,1\n").status_code == 200
    assert take(other, looked).status_code == 409
    assert OldTotal.objects.count() == 0
    assert take(client, looked).status_code == 302


def test_what_was_looked_into_a_day_ago_can_not_be_taken_in(own: AccessLink, shelf: Path) -> None:
    client = browser(own)
    looked = look(client, TABLE)
    [file] = files_on(shelf)
    os.utime(file, (time.time() - kept.DAY - 1,) * 2)
    assert take(client, looked).status_code == 409
    assert files_on(shelf) == []


def make_a_backup(_monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("backup", stdout=StringIO())


def prepare_to_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    for step in ("inspect", "migrate"):
        monkeypatch.setattr(database, step, lambda: None)
    monkeypatch.setattr(prepare, "collect", lambda: None)
    prepare.prepare()


@pytest.mark.parametrize("use", [make_a_backup, prepare_to_serve])
def test_it_goes_when_the_server_starts_or_a_backup_is_made(
    own: AccessLink, shelf: Path, monkeypatch: pytest.MonkeyPatch, use: Callable[[pytest.MonkeyPatch], None]
) -> None:
    monkeypatch.setattr(backup, "make_backup", lambda *_: Made(shelf, 0, 0))
    use(monkeypatch)
    old = look(browser(own), TABLE)
    [file] = files_on(shelf)
    use(monkeypatch)
    assert files_on(shelf) == [file]
    os.utime(file, (time.time() - kept.DAY - 1,) * 2)
    use(monkeypatch)
    assert files_on(shelf) == []
    assert take(browser(own), old).status_code == 409


def test_a_file_that_is_gone_or_was_changed_is_to_be_chosen_again(own: AccessLink, shelf: Path) -> None:
    client = browser(own)
    looked = look(client, TABLE)
    [file] = files_on(shelf)
    file.write_text(TABLE.replace("12", "13"))
    for digest in (file.name, "0" * 64, "", "../secret_key", "\x00", "A" * 64, file.name + "\n"):
        gone = client.post(reverse("take_in"), {"digest": digest})
        assert gone.status_code == 409, digest
        assert wrong(gone) == "刚才看的文件不在了，重新选一次。"
        assert reverse("look_in") in gone.content.decode()
    file.unlink()
    assert take(client, looked).status_code == 409
    assert OldTotal.objects.count() == 0


def test_what_no_longer_fits_at_the_confirmation_is_refused_whole(own: AccessLink) -> None:
    client = browser(own)
    looked = look(client, TABLE)
    person = Person.objects.create(club=own.club, name="李四")
    OldTotal.objects.create(club=own.club, date="2025-01-31", person=person, points=3)
    refused = take(client, looked)
    assert (refused.status_code, wrong(refused)) == (422, "第3行：2025-01-31 李四 这里已经记着3分")
    assert everything()[1] == OldTotal.objects.count() == 1


# What is refused


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "文件是空的"),
        (b"\n \n", "里面没有旧账：每行要有日期、名字、分"),
        (b"{}", "第1行：这不是血战记分导出的文件"),
        (b"[" * 100_000, "第1行：这一行套得太深了"),
        (b'{"format": "xuezhan-club/1"}', "第1行：这一行被改过"),
        (b'\xef\xbb\xbf{"format": "xuezhan-club/1", "a": NaN}', "第1行：这一行里的 NaN 不是数"),
        ('{"a": "日期"}'.encode("gb18030"), "第1行：这一行不是 UTF-8 文字"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "读不出文字：存成 UTF-8 的 CSV 再来"),
        (b"date,who\n", "第1行：表头要有日期、名字、分这三栏，每样一栏"),
        ("2025-01-31,张三,1\n2025-02-30,张三,1".encode("gb18030"), "第2行：日期要写成 2025-01-31 这样"),
        (b'2025-01-31,"' + b"x" * 200_000, "第1行：有一格太长了，读不下去"),
        (b"x," * (1 << 20), "文件太大了，最多1 MB"),
    ],
)
def test_a_foreign_file_is_refused_in_one_sentence(own: AccessLink, shelf: Path, content: bytes, said: str) -> None:
    before = everything()
    refused = look(browser(own), content)
    assert refused.status_code == 422
    assert wrong(refused).replace("这一行 套", "这一行套") == said
    assert reverse("look_in") in refused.content.decode()
    assert everything() == before
    assert not shelf.exists()


def test_a_file_that_was_cut_or_changed_is_refused_with_the_line(
    exported: bytes, nowhere: Callable[[], AccessLink]
) -> None:
    client = browser(nowhere())
    lines = exported.splitlines(keepends=True)
    changed = lines[1].replace(b'"position":2,', b'"position":3,', 1)
    assert wrong(look(client, b"".join(lines[:2]))) == "文件不全：该有2场，只有1场"
    assert wrong(look(client, exported[:-50])).startswith("第3行：")
    assert wrong(look(client, lines[0] + changed + lines[2])) == "第2行：这一行被改过"


def test_a_club_with_nights_does_not_become_another(exported: bytes, nowhere: Callable[[], AccessLink]) -> None:
    own = nowhere()
    open_night(own.club)
    refused = look(browser(own), exported)
    assert (refused.status_code, wrong(refused)) == (
        422,
        "这是别的牌桌的文件：只能导入到原来的牌桌，或者空的牌桌",
    )


def test_a_form_without_a_file_is_refused(own: AccessLink) -> None:
    client = browser(own)
    for content in ({}, {"file": "text"}, {"other": SimpleUploadedFile("a", b"a")}):
        refused = client.post(reverse("look_in"), content)
        assert (refused.status_code, wrong(refused)) == (422, "先选一个文件")
    two = {"file": SimpleUploadedFile("a", b"a"), "more": SimpleUploadedFile("b", b"b")}
    assert client.post(reverse("look_in"), two).status_code == 400
    assert client.post(reverse("look_in"), "{}", content_type="application/json").status_code == 422


def test_a_file_that_is_too_large_is_not_kept(own: AccessLink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST", 1000)
    monkeypatch.setattr(uploads, "AROUND", 1000)
    assert wrong(look(browser(own), b"x" * 1000)).startswith("第1行")
    assert wrong(look(browser(own), b"x" * 2000)) == "文件太大了，最多64 MB"


def test_the_limit_of_the_page_is_that_of_the_reader() -> None:
    assert uploads.MOST == taking.ON_PAGE << 20


@pytest.mark.parametrize("name", ["new_house", "phones", "take_in", "new", "settings"])
def test_every_other_page_still_refuses_files(own: AccessLink, name: str) -> None:
    refused = browser(own).post(reverse(name), {"file": SimpleUploadedFile("a.csv", TABLE.encode())})
    assert refused.status_code == 400


def test_nobody_but_an_owner_may_send_a_file(
    watch: AccessLink, score: AccessLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a byte was kept")

    monkeypatch.setattr(uploads.OneFile, "receive_data_chunk", refuse)
    for links in ((), (watch,), (score, watch)):
        assert look(browser(*links), TABLE).status_code == 404


def test_a_form_needs_its_token(own: AccessLink) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies.update(browser(own).cookies)
    assert look(client, TABLE).status_code == 403
    page = client.get(reverse("out")).content.decode()
    token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
    sent = {"csrfmiddlewaretoken": token, "file": BytesIO(TABLE.encode())}
    assert client.post(reverse("look_in"), sent).status_code == 200


# A disk that is full, a database that is away


def test_no_room_for_the_file_is_said(own: AccessLink, shelf: Path, settings: LazySettings) -> None:
    shelf.write_text("a file where the folder should be")
    refused = look(browser(own), TABLE)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "3")
    assert wrong(refused) == "电脑上放不下这个文件：磁盘满了，或者不让写。什么都没导入。"
    settings.FILE_UPLOAD_TEMP_DIR = str(shelf / "nowhere")
    assert look(browser(own), TABLE).status_code == 503


@pytest.mark.parametrize("size", [1_000, 200_000])
def test_a_disk_that_is_full_while_the_file_comes_is_said(own: AccessLink, size: int) -> None:
    resource = pytest.importorskip("resource")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    client = browser(own)
    client.get(reverse("out"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, usual[1]))
    try:
        refused = look(client, "2025-01-31,张三,1\n" + " " * size)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert refused.status_code == 503


def test_a_database_that_is_away_is_said(own: AccessLink, monkeypatch: pytest.MonkeyPatch) -> None:
    client = browser(own)
    looked = look(client, json.dumps({})), look(client, TABLE)

    def locked(*_: object, **__: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("rounds.imports.totals._people", locked)
    assert take(client, looked[1]).status_code == 503
    assert look(client, TABLE).status_code == 503
    monkeypatch.setattr(uploads, "owner", locked)
    assert look(client, TABLE).status_code == 422
    monkeypatch.setattr("rounds.views.intake.owner", locked)
    assert look(client, TABLE).status_code == 503


def test_one_file_at_a_time_is_taken_in(own: AccessLink) -> None:
    client = browser(own)
    looked = look(client, TABLE)
    with arrived.ONE_AT_A_TIME:
        assert take(client, looked).status_code == 503
    assert OldTotal.objects.count() == 0
    assert take(client, looked).status_code == 302
    assert not arrived.ONE_AT_A_TIME.locked()


def test_no_room_for_what_was_judged_is_said(
    exported: bytes, nowhere: Callable[[], AccessLink], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    client = browser(nowhere())
    looked = look(client, exported)
    before = everything()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    refused = take(client, looked)
    assert (refused.status_code, everything()) == (503, before)
    assert wrong(refused) == "电脑上放不下这个文件：磁盘满了，或者不让写。什么都没导入。"


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
