"""A backup is looked through: what is damaged, cut short or another's is found."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction

from rounds.backups.faults import BackupFault
from rounds.backups.keeping import look_through, make_backup
from rounds.book.audit import fault_of
from rounds.models import Event, Session
from tests.web.backed_up import command, of, played
from tests.web.cast import START
from tests.web.installation import database_file, execute, installation, on_sqlite

__all__ = ["installation", "played"]


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
