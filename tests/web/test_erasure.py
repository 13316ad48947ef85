"""A whole club erased: nothing of it is left, nothing else is touched, and the log is guarded again."""

import uuid
from datetime import datetime
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, models, transaction

from rounds import erasure
from rounds.backups.checked import check, place_of
from rounds.backups.keeping import Made, make_backup
from rounds.exports.archive import club_lines
from rounds.imports import kept
from rounds.links import new_link
from rounds.models import AccessLink, Club, Event, HouseRules, Right, Session
from rounds.rules.presets import presets
from tests.web.cast import START, concealed_kong, open_night, record, score_link
from tests.web.installation import database_file, installation, on_sqlite
from xuezhan_site import held

__all__ = ["installation"]


@pytest.fixture
def other(installation: Path) -> Session:
    """A night of another club, with as much in it as there can be."""
    club = Club.objects.create(name="别的俱乐部")
    return _played(club)


@pytest.fixture
def ours(installation: Path) -> Session:
    return _played(Club.objects.create(name="我们的"))


def _played(club: Club) -> Session:
    new_link(club, Right.OWN, None, START).save()
    HouseRules.objects.create(club=club, name="自家的", preset="huanle", rules=presets()["huanle"].rules.to_json())
    night = open_night(club)
    score_link(night)
    record(night, concealed_kong("A"))
    return night


def rows(club: Club) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of a club, of every table that has a club."""
    return {
        table.__name__: list(table._base_manager.filter(club=club.pk).order_by("pk").values_list())
        for table in tables()
    }


def tables() -> list[type[models.Model]]:
    """Every table that belongs to a club."""
    found = apps.get_app_config("rounds").get_models()
    return [table for table in found if table is not Club]


def erase(club: Club, **told: Any) -> str:
    out = StringIO()
    call_command("erase_club", club.name, name=told.pop("name", club.name), stdout=out, **told)
    return out.getvalue()


def test_every_table_that_belongs_to_a_club_is_erased() -> None:
    assert set(erasure.OF_A_CLUB) == set(tables())


def test_files_that_were_looked_into_go_with_the_club(ours: Session, installation: Path) -> None:
    for club in (ours.club_id, uuid.uuid4()):
        kept.keep(BytesIO(b"".join(club_lines(ours.club))), club)
    place = installation / "intake"
    assert len(list(place.iterdir())) == 2
    with pytest.raises(CommandError):
        erase(ours.club, name="别的")
    assert len(list(place.iterdir())) == 2
    erase(ours.club)
    assert not place.exists()


def test_clubs_are_named_in_the_same_order_in_every_database(installation: Path) -> None:
    for name in ("b", "甲", "B", "a"):
        Club.objects.create(name=name)
    with pytest.raises(CommandError) as refused:
        call_command("erase_club", "丙")
    said = str(refused.value).partition("这里有：")[2]
    assert [one.split()[0] for one in said.split("; ")] == ["B", "a", "b", "甲"]


def test_nothing_of_the_club_is_left_and_nothing_else_is_touched(ours: Session, other: Session) -> None:
    before = rows(other.club)
    assert all(
        before[name] for name in ("Event", "Entry", "Round", "AccessLink", "PersonTally", "HouseRules", "Person")
    )
    said = erase(ours.club)
    assert "删掉了" in said
    assert not Club.objects.filter(pk=ours.club_id).exists()
    assert not any(rows(ours.club).values())
    assert rows(other.club) == before
    call_command("check_ledger", stdout=StringIO())


def test_what_a_check_of_it_has_found_goes_with_it(ours: Session, other: Session) -> None:
    for night in (ours, other):
        check(night.club, START)
    left, gone = place_of(other.club), place_of(ours.club)
    erase(ours.club)
    assert left.exists()
    assert not gone.exists()


def test_the_log_is_guarded_again(ours: Session, other: Session) -> None:
    erase(ours.club)
    for change in (lambda: Event.objects.all().delete(), lambda: Event.objects.update(kind="x")):
        with pytest.raises(DatabaseError, match="append only"), transaction.atomic():
            change()
    record(other, concealed_kong("B"))


def test_where_it_fails_everything_stands_and_the_log_is_guarded(
    ours: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(ours.club)
    monkeypatch.setattr(Club, "delete", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        erasure.erase(ours.club)
    assert rows(ours.club) == before
    with pytest.raises(DatabaseError, match="append only"), transaction.atomic():
        Event.objects.all().delete()


def test_a_backup_is_made_before_and_is_said_to_hold_it(
    ours: Session, installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def back_up(now: datetime, series: str) -> Made:
        made.append(Club.objects.filter(pk=ours.club_id).count())
        return make_backup(now, series)

    monkeypatch.setattr("rounds.management.commands.erase_club.make_backup", back_up)
    assert str(installation / "backups") in erase(ours.club)
    assert made == [1]
    assert len(list((installation / "backups").iterdir())) == 1


@on_sqlite
def test_the_file_of_the_database_holds_no_trace(ours: Session, other: Session) -> None:
    erase(ours.club)
    connection.close()
    assert "我们的".encode() not in database_file().read_bytes()
    assert "别的俱乐部".encode() in database_file().read_bytes()


@pytest.mark.parametrize("typed", ["", "我们", "别的俱乐部"])
def test_another_name_erases_nothing(ours: Session, typed: str) -> None:
    with pytest.raises(CommandError, match="什么也没有删"):
        erase(ours.club, name=typed)
    assert Club.objects.filter(pk=ours.club_id).exists()


def test_a_name_that_several_have_asks_for_the_id(ours: Session) -> None:
    namesake = Club.objects.create(name=ours.club.name)
    with pytest.raises(CommandError, match=str(namesake.pk)):
        erase(ours.club)
    call_command("erase_club", str(namesake.pk), name=namesake.name, stdout=StringIO())
    assert list(Club.objects.filter(name=ours.club.name)) == [ours.club]
    with pytest.raises(CommandError, match="没有叫"):
        call_command("erase_club", "没有的", name="没有的")


def test_a_lock_that_cannot_be_opened_is_said_and_nothing_is_erased(ours: Session, installation: Path) -> None:
    (installation / "server.lock").mkdir()
    with pytest.raises(CommandError, match=r"写不进去：.*server\.lock"):
        erase(ours.club)
    assert Club.objects.filter(pk=ours.club.pk).exists()


def test_a_running_server_is_not_robbed_of_its_club(ours: Session, installation: Path) -> None:
    server = held.hold(installation)
    assert server is not None
    with server, pytest.raises(CommandError, match="先关掉"):
        erase(ours.club)
    assert AccessLink.objects.filter(club=ours.club_id).exists()
