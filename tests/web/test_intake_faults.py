"""A file is taken in while a disk is full, a database is away or another file is on its way."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import OperationalError
from django.urls import reverse

from rounds.imports import arrived
from rounds.models import AccessLink, OldTotal
from tests.web.cast import browser
from tests.web.intake_page import TABLE, exported, look, nowhere, shelf, take, wrong
from tests.web.taken_home import everything
from xuezhan_site import uploads

__all__ = ["exported", "nowhere", "shelf"]


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
