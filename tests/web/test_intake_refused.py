"""What is refused by the page that takes a file in, whole and in one sentence, and who may not send one."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from rounds.imports import taking
from rounds.models import AccessLink
from tests.web.cast import browser, open_night
from tests.web.intake_page import TABLE, exported, look, nowhere, shelf, wrong
from tests.web.taken_home import everything
from xuezhan_site import uploads

__all__ = ["exported", "nowhere", "shelf"]


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
