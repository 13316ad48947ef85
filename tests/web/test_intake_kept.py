"""What is kept of a file between the look and the confirmation: by club, the newest few, for a day."""

import os
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import reverse

from rounds.backups.keeping import Made
from rounds.clubs import own_link
from rounds.imports import kept
from rounds.management.commands import backup
from rounds.models import AccessLink, Club, OldTotal, Person
from tests.web.cast import START, browser
from tests.web.intake_page import DIGEST, TABLE, files_on, look, shelf, take, wrong
from tests.web.taken_home import everything
from xuezhan_site import database, prepare

__all__ = ["shelf"]


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
