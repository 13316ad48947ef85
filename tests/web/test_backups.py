"""Backups: whole, looked through, not too many; and the way back to one, which loses nothing."""

import gzip
import re
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.urls import reverse

from rounds import scorebook
from rounds.backups import keeping, postgres, sqlite
from rounds.backups.faults import SENTENCES, BackupFault
from rounds.backups.heads import heads
from rounds.backups.keeping import look_through, make_backup, restore
from rounds.backups.shelf import ASIDE, ASKED, BEFORE, SERIES, kept
from rounds.book.audit import fault_of, first_fault
from rounds.clubs import add_phone, own_link, stop_phone
from rounds.handover import hand_over, replace_watch, take_back, watch_link
from rounds.links import link_token, new_link
from rounds.models import AccessLink, Club, Event, Right, Session
from tests.outside import HERE
from tests.web.cast import START, concealed_kong, open_night, play_round, record, rows, tap
from tests.web.installation import database_file, execute, installation, on_sqlite
from xuezhan_site.held import hold, hold_alone

__all__ = ["installation"]


@pytest.fixture
def played(installation: Path, night: Session) -> Session:
    """A night of a round, in an installation of its own."""
    play_round(night)
    return night


def command(*words: str) -> str:
    """What a command prints, and at the end the fault that it ends with."""
    out = StringIO()
    try:
        call_command(*words, stdout=out)
    except CommandError as fault:
        out.write(f"! {fault}")
    return out.getvalue()


def of(fault: pytest.ExceptionInfo[BackupFault]) -> str:
    return fault.value.code


# making


def test_a_backup_has_everything_and_is_open_to_its_owner_alone(played: Session, installation: Path) -> None:
    made = make_backup(START)
    assert (made.nights, made.broken) == (1, 0)
    assert look_through(made.path, heads()).missing == set()
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(made.path.parent.stat().st_mode) == 0o700
    assert [path.name for path in (installation / "backups").iterdir()] == [made.path.name]


def test_its_name_tells_when_it_was_made_and_of_which_version(played: Session) -> None:
    made = make_backup(START)
    (one,) = kept()
    assert (one.path, one.series, one.made) == (made.path, ASKED, START.replace(microsecond=0))
    assert one.at.startswith("00")
    assert one.size == made.path.stat().st_size


def test_two_of_one_second_are_two(played: Session) -> None:
    assert make_backup(START).path != make_backup(START).path
    assert len(kept()) == 2


def test_two_at_once_are_two(played: Session) -> None:
    def make() -> Path:
        try:
            return make_backup(START).path
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        made = {one.result() for one in [threads.submit(make), threads.submit(make)]}
    assert {one.path for one in kept(ASKED)} == made
    assert [len(look_through(path).nights) for path in made] == [1, 1]


def test_the_newest_of_each_series_are_kept(played: Session) -> None:
    before = make_backup(START, BEFORE)
    made = [make_backup(START + timedelta(days=day), ASKED, 2) for day in range(4)]
    assert [one.path for one in kept(ASKED)] == [made[3].path, made[2].path]
    assert [one.path for one in kept(BEFORE)] == [before.path]


@pytest.mark.parametrize("series", SERIES)
def test_what_was_just_made_stays_though_a_clock_was_wrong_once(played: Session, series: str) -> None:
    for day in range(2):
        make_backup(START + timedelta(days=365 + day), series, 2)
    made = make_backup(START, series, 2)
    assert made.path.exists()


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


def test_a_copy_that_lacks_what_was_written_before_it_was_begun_is_none(
    played: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = make_backup(START).path.read_bytes()
    open_night(played.club)
    monkeypatch.setattr(keeping, "_copy", lambda target: target.write_bytes(old))
    with pytest.raises(BackupFault) as fault:
        make_backup(START + timedelta(days=1))
    assert of(fault) == "behind"
    assert len(kept()) == 1


def test_a_broken_log_is_kept_as_it_is_and_told_of(played: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rounds.backups.heads.event_hash", lambda event: "0" * 64)
    assert make_backup(START).broken == 1
    said = command("backup")
    assert len(kept()) == 2
    assert said.endswith("! 有 1 场的记录断了，用 check_ledger 查。")


def test_where_nothing_can_be_written_nothing_is_kept(played: Session, installation: Path) -> None:
    (installation / "backups").touch()
    with pytest.raises(BackupFault) as fault:
        make_backup(START)
    assert of(fault) == "not_written"


@on_sqlite
def test_a_full_disk_keeps_no_half_of_a_backup(
    played: Session, installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sqlite, "sync", full)
    with pytest.raises(BackupFault, match="No space left"):
        make_backup(START)
    assert list((installation / "backups").iterdir()) == []


def test_the_command_names_the_file_and_keeps_as_many_as_it_is_told(played: Session) -> None:
    said = command("backup", "--language", "en")
    assert said == f"{kept()[0].path}\nBacked up, with 1 night in it.\n"
    for _ in range(3):
        command("backup", "--keep", "2")
    assert len(kept()) == 2
    for wrong in ("0", "-1", "１", "x"):
        with pytest.raises(CommandError, match="1 to 9999"):
            call_command("backup", "--keep", wrong)


# looking through


@on_sqlite
@pytest.mark.parametrize("words", [("backup",), ("check_ledger", "--language", "en")])
def test_a_command_says_that_the_database_is_locked(played: Session, words: tuple[str, ...]) -> None:
    connection.close()
    with closing(sqlite3.connect(database_file())) as other:
        other.execute("BEGIN EXCLUSIVE")
        said = command(*words)
    assert said.startswith("! ")
    assert "database is locked" in said
    assert "\n" not in said


@on_sqlite
def test_a_night_is_checked_while_another_is_written(played: Session) -> None:
    with closing(sqlite3.connect(database_file())) as other:
        other.execute("BEGIN IMMEDIATE")
        assert fault_of(played.pk) is None
        with pytest.raises(OperationalError, match="locked"), transaction.atomic():
            pytest.fail("whoever writes takes his lock at the begin")


@on_sqlite
def test_any_byte_of_a_log_that_is_another_is_found(played: Session) -> None:
    path = make_backup(START).path
    whole = path.read_bytes()
    event = Event.objects.get(position=3)
    for text in (event.data, event.hash, event.previous, event.key, event.kind):
        where = whole.index(text.encode())
        for place in range(where, where + len(text), 7):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            assert spoilt(path), (text, place)


def spoilt(path: Path) -> bool:
    try:
        return bool(look_through(path).broken)
    except BackupFault:
        return True


@on_sqlite
@pytest.mark.parametrize("length", [0, 10, 100, 5_000, 50_000])
def test_a_file_cut_short_is_refused(played: Session, length: int) -> None:
    path = make_backup(START).path
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(BackupFault) as fault:
        look_through(path)
    assert of(fault) in ("damaged", "no_database")


def test_what_is_no_backup_is_refused_with_a_sentence(played: Session, installation: Path) -> None:
    ours = (b"SQLite format 3\0", b"PGDMP")[connection.vendor != "sqlite"]
    files = {"text": b"hello", "other": {b"PGDMP": b"SQLite format 3\0"}.get(ours, b"PGDMP"), "half": ours}
    codes = {"none": "missing", "text": "damaged", "other": "other_kind", "half": "damaged"}
    for name, content in files.items():
        (installation / name).write_bytes(content)
    for name, code in codes.items():
        with pytest.raises(BackupFault) as fault:
            look_through(installation / name)
        assert of(fault) == code, name
        assert name in fault.value.say()


@on_sqlite
def test_a_copy_of_the_file_with_an_unfinished_write_beside_it_is_refused(played: Session) -> None:
    path = make_backup(START).path
    path.with_name(f"{path.name}-journal").write_bytes(b"x")
    with pytest.raises(BackupFault) as fault:
        look_through(path)
    assert of(fault) == "unsettled"


@on_sqlite
def test_another_programs_database_is_refused(installation: Path) -> None:
    execute(installation / "other.sqlite3", "CREATE TABLE dishes (name TEXT)")
    with pytest.raises(BackupFault) as fault:
        look_through(installation / "other.sqlite3")
    assert of(fault) == "no_database"


# bringing back


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
    take_back(played, START)
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


def test_without_the_programs_of_postgresql_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(BackupFault) as fault:
        postgres._run("damaged", "pg_dump")
    assert of(fault) == "no_program"
    assert "pg_dump" in fault.value.say()


def test_every_fault_has_its_sentence_and_no_sentence_is_idle() -> None:
    from tests.test_wording import codes

    assert codes("rounds/backups", "BackupFault") | {"damaged", "not_restored"} == set(SENTENCES)
