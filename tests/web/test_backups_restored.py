"""The way back to a backup, which loses nothing and opens no link that was ended."""

import gzip
import re
import stat
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from rounds import scorebook
from rounds.backups import sqlite
from rounds.backups.faults import BackupFault
from rounds.backups.keeping import make_backup, restore
from rounds.backups.shelf import ASIDE, kept
from rounds.book.audit import first_fault
from rounds.clubs import add_phone, own_link, stop_phone
from rounds.handover import hand_over, replace_watch, take_back, watch_link
from rounds.links import link_token, new_link
from rounds.models import AccessLink, Club, Event, Right, Session
from tests.outside import HERE
from tests.web.backed_up import command, of, played
from tests.web.cast import START, concealed_kong, open_night, record, rows, tap
from tests.web.installation import database_file, execute, installation, on_sqlite
from xuezhan_site.held import hold, hold_alone

__all__ = ["installation", "played"]


def test_a_restored_backup_is_as_it_was_and_what_came_after_is_put_aside(played: Session) -> None:
    before, made = rows(played), make_backup(START)
    later = open_night(played.club)
    record(later, concealed_kong("A"))
    said = command("restore", str(made.path))
    (aside,) = kept(ASIDE)
    assert said == f"原来的放在 {aside.path}\n恢复好了，1 场。\n"
    assert rows(played) == before
    assert first_fault(Session.objects.get(pk=played.pk)) is None
    assert not Session.objects.filter(pk=later.pk).exists()
    assert command("restore", str(aside.path), "--language", "en").endswith("Restored, 2 nights.\n")
    assert Session.objects.filter(pk=later.pk).exists()


def opens(link: AccessLink) -> bool:
    """Does the link open anything?"""
    return Client().get(reverse("key", args=[link_token(link)])).status_code == 200


def test_a_link_that_was_ended_after_the_backup_stays_so_and_the_others_open(played: Session) -> None:
    owner, lost = own_link(START), add_phone(played.club, tap(0))
    scorer, watcher = hand_over(played, tap(0), ""), watch_link(played)
    assert watcher
    made = make_backup(START)
    take_back(played, START, scorer.pk.hex)
    stop_phone(played.club, lost.pk, START)
    later = replace_watch(played, tap(0), watcher.pk.hex)
    said = command("restore", str(made.path), "--language", "en")
    assert "3 links of the backup" in said
    assert "/k/" not in said, "the owner still has his"
    assert [opens(link) for link in (owner, lost, scorer, watcher, later)] == [True, False, False, False, False]
    anew = watch_link(played)
    assert anew
    assert opens(anew)


@on_sqlite
def test_where_nobody_can_say_which_links_are_ended_all_are_and_owners_get_new_ones(played: Session) -> None:
    owner, watcher = own_link(START), watch_link(played)
    new_link(Club.objects.create(name="别的俱乐部"), Right.OWN, None, START).save()
    assert watcher
    made = make_backup(START)
    connection.close()
    database_file().write_bytes(b"nonsense" * 1000)
    said = command("restore", str(made.path))
    assert "备份里有 3 个链接后来停掉了，或者不知道还开不开" in said
    assert [opens(link) for link in (owner, watcher)] == [False, False]
    paths = re.findall(r"「(.*?)」没有主人的链接了，新的：(\S+)\n", said)
    assert {name for name, _ in paths} == {played.club.name, "别的俱乐部"}
    assert [Client().get(path).status_code for _, path in paths] == [200, 200]
    connection.close()
    database_file().unlink()
    assert "没有主人的链接了" in command("restore", str(made.path))


@on_sqlite
def test_the_links_of_an_earlier_version_end_where_they_are_not_known(installation: Path) -> None:
    """Its nights have other columns than ours."""
    earliest = min((HERE / "tests" / "released").glob("*.gz"))
    (installation / "old.sqlite3").write_bytes(gzip.decompress(earliest.read_bytes()))
    assert "没有主人的链接了" in command("restore", str(installation / "old.sqlite3"))
    call_command("migrate", verbosity=0)
    for night in Session.objects.all():
        watcher = watch_link(night)
        assert watcher
        assert opens(watcher)


def test_the_game_goes_on_after_a_restore_and_the_log_is_still_append_only(played: Session) -> None:
    restore(make_backup(START).path, START, lambda aside: None)
    night = Session.objects.get(pk=played.pk)
    scorebook.end_night(night, tap(night.position))
    assert first_fault(Session.objects.get(pk=played.pk)) is None
    with pytest.raises(Exception, match="append only"):
        Event.objects.all().delete()


def test_while_a_server_runs_nothing_is_restored(played: Session, installation: Path) -> None:
    made = make_backup(START)
    later = open_night(played.club)
    server = hold(installation)
    assert server is not None
    with server:
        assert command("restore", str(made.path)) == "! 程序还开着，先关掉再恢复"
        assert Session.objects.filter(pk=later.pk).exists()
    assert command("restore", str(made.path)).endswith("恢复好了，1 场。\n")


def test_no_server_starts_while_something_is_being_restored(installation: Path) -> None:
    first, second = hold(installation), hold(installation)
    assert first is not None
    assert second is not None
    assert hold_alone(installation) is None
    first.close()
    second.close()
    alone = hold_alone(installation)
    assert alone is not None
    with alone:
        assert hold(installation) is None


def test_a_lock_that_cannot_be_opened_is_said_and_nothing_is_restored(played: Session, installation: Path) -> None:
    made = make_backup(START)
    (installation / "server.lock").mkdir()
    said = command("restore", str(made.path))
    assert said.startswith("! 没恢复成，原来的还在：")
    assert "server.lock" in said


@on_sqlite
def test_while_a_command_writes_nothing_is_restored(played: Session) -> None:
    made = make_backup(START)
    with sqlite._opened(database_file(), "mode=rw", 0) as writer:
        writer.execute("BEGIN IMMEDIATE")
        with pytest.raises(BackupFault) as fault:
            restore(made.path, START, lambda aside: None)
        writer.rollback()
    writer.close()
    assert of(fault) == "running"
    assert kept(ASIDE) == []


def test_a_damaged_backup_changes_nothing(played: Session) -> None:
    path = make_backup(START).path
    path.write_bytes(path.read_bytes()[:3000])
    before = rows(played)
    assert command("restore", str(path)).startswith(f"! {path.name} 坏了")
    assert rows(played) == before
    assert kept(ASIDE) == []


@on_sqlite
def test_in_the_place_of_a_damaged_database_or_of_none(played: Session, installation: Path) -> None:
    made = make_backup(START)
    connection.close()
    for spoil in (lambda file: file.write_bytes(b"nonsense" * 1000), Path.unlink):
        spoil(database_file())
        (installation / f"{database_file().name}-journal").write_bytes(b"")
        for file in installation.glob("xuezhan.sqlite3*"):
            file.chmod(0o644)
        restore(made.path, START, lambda aside: None)
        assert Session.objects.count() == 1
        connection.close()
    (aside,) = kept(ASIDE)
    assert {stat.S_IMODE(file.stat().st_mode) for file in aside.path.parent.iterdir()} == {0o600}
    assert aside.at == "damaged"
    assert aside.path.read_bytes().startswith(b"nonsense")


@on_sqlite
def test_a_backup_of_a_newer_program_is_not_restored(played: Session) -> None:
    path = make_backup(START).path
    execute(path, "INSERT INTO django_migrations (app, name, applied) VALUES ('rounds', '9999_later', '2030-01-01')")
    with pytest.raises(BackupFault) as fault:
        restore(path, START, lambda aside: None)
    assert of(fault) == "newer"
    assert "9999_later" in fault.value.say()


@on_sqlite
def test_what_a_restore_puts_aside_stays_though_a_clock_was_wrong_once(
    played: Session, installation: Path, settings: LazySettings
) -> None:
    settings.BACKUPS_KEPT = 1
    made, wrong = make_backup(START), installation / "backups" / "xuezhan-put-aside-29990101T000000Z-at-0001.sqlite3"
    wrong.touch()
    aside: list[Path] = []
    restore(made.path, START, aside.append)
    assert aside[0].exists()
