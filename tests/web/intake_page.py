"""The page on which the owner takes a file in, used as a browser does, and a club to take in."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from rounds.clubs import own_link
from rounds.exports.archive import club_lines
from rounds.models import AccessLink, OldTotal, Person
from tests.web.cast import START, open_night, play_round
from tests.web.rich_night import rich_night

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
