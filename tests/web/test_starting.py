"""What a start makes of the database: brought up to date after a backup, or refused in one sentence."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from rounds.backups.keeping import make_backup, restore
from rounds.backups.shelf import BEFORE, kept
from rounds.book.audit import first_fault
from rounds.models import Session
from tests.outside import HERE, outside_tests
from tests.web.cast import START, play_round
from tests.web.installation import database_file, installation, on_sqlite
from xuezhan_site import database, postgresql, prepare
from xuezhan_site.held import hold_alone

__all__ = ["installation"]

LATER = "INSERT INTO django_migrations (app, name, applied) VALUES ('rounds', '9999_later', '2030-01-01')"


def applied() -> list[str]:
    return sorted(name for app, name in MigrationRecorder(connection).applied_migrations() if app == "rounds")


def test_a_database_that_is_there_is_backed_up_before_it_is_migrated(installation: Path, night: Session) -> None:
    play_round(night)
    everything = applied()
    call_command("migrate", "rounds", "0005", verbosity=0)
    database.migrate()
    assert applied() == everything
    assert first_fault(Session.objects.get(pk=night.pk)) is None
    assert [one.at for one in kept(BEFORE)][::-1] == [everything[-1], "0005_people_and_money"]
    database.migrate()
    assert len(kept(BEFORE)) == 2, "nothing was to be done"


def test_without_a_backup_nothing_is_migrated(installation: Path, night: Session) -> None:
    call_command("migrate", "rounds", "0005", verbosity=0)
    for one in kept():
        one.path.unlink()
    (installation / "backups").rmdir()
    (installation / "backups").touch()
    with pytest.raises(database.Refused, match=r"什么也没改.*nothing was changed"):
        database.migrate()
    assert applied()[-1] == "0005_people_and_money"
    with pytest.raises(CommandError, match="备份没写成"):
        call_command("migrate", verbosity=0)
    (installation / "backups").unlink()
    database.migrate()


def test_looking_at_the_plan_keeps_no_backup(installation: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("migrate", "--plan")
    assert "No planned migration operations" in capsys.readouterr().out
    assert kept() == []


def test_a_database_of_a_newer_program_is_refused(installation: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute(LATER)
    with pytest.raises(database.Refused, match=r"更新的程序.*newer program.*9999_later"):
        database.migrate()
    MigrationRecorder(connection).record_unapplied("rounds", "9999_later")
    database.migrate()


def no_database(file: Path) -> None:
    file.write_text("this is no database, but a long text\n" * 200)


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def overwritten(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[5 * 4096 : 20 * 4096] = bytes(15 * 4096)
    file.write_bytes(content)


@on_sqlite
@pytest.mark.parametrize("spoil", [no_database, cut_short, overwritten])
def test_a_damaged_database_is_refused_and_left_as_it_is(installation: Path, spoil: Callable[[Path], None]) -> None:
    connection.close()
    spoil(database_file())
    content = database_file().read_bytes()
    with pytest.raises(database.Refused, match=r"坏了.*restore.*is damaged"):
        database.inspect()
    assert database_file().read_bytes() == content


@on_sqlite
def test_what_a_crash_has_left_unfinished_is_no_damage(installation: Path, night: Session) -> None:
    connection.close()
    database.inspect()
    database_file().write_bytes(b"")
    database.inspect()


@on_sqlite
@pytest.mark.parametrize("lose", [Path.unlink, lambda file: file.write_bytes(b"")])
def test_no_new_database_is_begun_where_backups_say_that_there_was_one(
    installation: Path, night: Session, lose: Callable[[Path], None]
) -> None:
    made = make_backup(START)
    connection.close()
    lose(database_file())
    with pytest.raises(database.Refused, match=rf"不见了或空了.*{made.path.name}.*gone or empty"):
        database.inspect()
    restore(made.path, START, lambda aside: None)
    database.inspect()


def test_a_database_that_lacks_a_table_is_refused(installation: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE rounds_unbooked RENAME TO elsewhere")
    with pytest.raises(database.Refused, match=r"少了 rounds_unbooked.*restore.*lacks rounds_unbooked"):
        database.migrate()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE elsewhere RENAME TO rounds_unbooked")
    database.migrate()


def test_a_lock_that_cannot_be_opened_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "server.lock").mkdir()
    done = started(tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "server.lock Is a directory" in done.stderr


@on_sqlite
def test_a_database_that_can_only_be_read_is_refused(installation: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "damage", lambda file: "attempt to write a readonly database")
    with pytest.raises(database.Refused, match=r"写不进去.*cannot be written"):
        database.inspect()


def test_a_disk_that_takes_no_more_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device", "/data/static")

    monkeypatch.setattr(database, "inspect", full)
    with pytest.raises(SystemExit, match="/data/static No space left on device"):
        prepare.prepare()


def started(place: Path) -> "subprocess.CompletedProcess[str]":
    """How a start on this data folder ends, which it must."""
    command = [sys.executable, "-m", "xuezhan_site.serve", "--host", "127.0.0.1", "--port", "8999"]
    environment = outside_tests(XUEZHAN_DATA=str(place)) | {"DATABASE_URL": f"sqlite:///{place}/xuezhan.sqlite3"}
    return subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_a_start_that_is_refused_says_one_sentence_and_ends_with_1(tmp_path: Path) -> None:
    (tmp_path / "xuezhan.sqlite3").write_text("nonsense\n" * 1000)
    done = started(tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "坏了" in done.stderr
    assert "damaged" in done.stderr


def test_nothing_starts_while_a_backup_is_brought_back(tmp_path: Path) -> None:
    alone = hold_alone(tmp_path)
    assert alone is not None
    with alone:
        done = started(tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "brought back" in done.stderr
    assert not (tmp_path / "xuezhan.sqlite3").exists()


SECRET = "Geheim123"  # noqa: S105


@pytest.mark.parametrize(
    "url",
    [
        f"postgres://somebody:{SECRET}/x@localhost/xuezhan",
        f"postgress://somebody:{SECRET}@localhost/xuezhan",
        f"postgres://somebody:{SECRET}@localhost:99999/xuezhan",
        f"postgres://somebody:{SECRET}@localhost",
        SECRET,
        "",
    ],
)
def test_an_address_that_cannot_be_read_is_told_and_not_repeated(url: str) -> None:
    with pytest.raises(ValueError, match=r"看不懂.*cannot be read") as fault:
        postgresql.from_url(url)
    assert SECRET not in str(fault.value)


@pytest.mark.parametrize("command", [("manage.py", "check_ledger"), ("-m", "xuezhan_site.serve", "--port", "8999")])
def test_whatever_was_to_be_done_that_is_one_sentence(tmp_path: Path, command: tuple[str, ...]) -> None:
    environment = outside_tests(XUEZHAN_DATA=str(tmp_path), DATABASE_URL=f"postgres://somebody:{SECRET}/x@host/xuezhan")
    done = subprocess.run(
        [sys.executable, *command], cwd=HERE, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{postgresql.UNREADABLE}\n")


def test_an_address_is_read_as_postgresql_s_own_programs_read_it() -> None:
    told = postgresql.from_url("postgres://somebody:p%40ss@%2Frun%2Fpostgresql/xuezhan?sslmode=require")
    assert (told["USER"], told["PASSWORD"], told["HOST"], told["NAME"]) == (
        "somebody",
        "p@ss",
        "/run/postgresql",
        "xuezhan",
    )
    assert (told["OPTIONS"]["sslmode"], told["CONN_HEALTH_CHECKS"]) == ("require", True)
    assert "ENGINE" in postgresql.from_url("sqlite:////somewhere/xuezhan.sqlite3")
