"""Backups are whole, and not too many are kept."""

import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from rounds.backups import keeping, postgres, sqlite
from rounds.backups.faults import SENTENCES, BackupFault
from rounds.backups.heads import heads
from rounds.backups.keeping import look_through, make_backup
from rounds.backups.shelf import ASKED, BEFORE, SERIES, kept
from rounds.models import Session
from tests.web.backed_up import command, of, played
from tests.web.cast import START, open_night
from tests.web.installation import installation, on_sqlite

__all__ = ["installation", "played"]


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


def test_without_the_programs_of_postgresql_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(BackupFault) as fault:
        postgres._run("damaged", "pg_dump")
    assert of(fault) == "no_program"
    assert "pg_dump" in fault.value.say()


def test_every_fault_has_its_sentence_and_no_sentence_is_idle() -> None:
    from tests.test_wording import codes

    assert codes("rounds/backups", "BackupFault") | {"damaged", "not_restored"} == set(SENTENCES)
