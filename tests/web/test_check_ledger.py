"""The check of stored logs: every change behind the app's back is found, and only projections are repaired."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from importlib import import_module
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from django.db.models import BinaryField, F, Model, TextField, Value
from django.db.models.functions import Cast

from rounds import scorebook
from rounds.book import audit
from rounds.book.audit import Fault, fault_of, first_fault
from rounds.book.chain import event_hash
from rounds.book.columns import mistyped
from rounds.book.projection import rebuild
from rounds.models import (
    AccessLink,
    Club,
    Entry,
    Event,
    PairTally,
    PatternTally,
    Payment,
    PersonTally,
    Round,
    Session,
)
from rounds.rules.log import Amend
from tests.web.cast import (
    change,
    concealed_kong,
    next_round,
    open_night,
    play_round,
    record,
    rows,
    self_draw,
    tap,
    undo,
)
from tests.web.installation import on_sqlite
from tests.web.kept import kept


@pytest.fixture
@kept
def played(night: Session) -> Session:
    """A night with a round over, one running, a correction and an undo."""
    play_round(night)
    next_round(night)
    change(night, Amend(self_draw("B", fans=2), 2), Amend(self_draw("A"), 3), number=1)
    record(night, concealed_kong("C"))
    record(night, self_draw("C"))
    undo(night)
    night.refresh_from_db()
    scorebook.end_night(night, tap(night.position))
    night.refresh_from_db()
    return night


@pytest.fixture
@kept
def paid(played: Session) -> Session:
    scorebook.go_home(played, tap(played.position), next(iter(played.played()[0].seats.values())))
    played.refresh_from_db()
    return played


@pytest.fixture
def unguarded(played: Session) -> None:
    """Somebody who may do everything to the database has taken the triggers away."""
    connection.check_constraints()
    import_module("rounds.migrations.0002_append_only").lift(None, connection.schema_editor())


def check(*arguments: str) -> tuple[str, bool]:
    """What the command prints, and whether it ends well."""
    out = StringIO()
    try:
        call_command("check_ledger", *arguments, stdout=out)
    except CommandError:
        return out.getvalue(), False
    return out.getvalue(), True


def test_a_night_written_by_the_scorebook_is_right(played: Session) -> None:
    assert first_fault(played) is None
    assert check() == ("查了 1 场，都对。\n", True)


def test_it_speaks_the_language_that_is_asked_for(played: Session) -> None:
    assert check("--language", "zh-hant") == ("查了 1 場，都對。\n", True)
    assert check("--language", "en")[0].isascii()


def test_rebuilding_gives_what_is_stored(played: Session) -> None:
    before = rows(played)
    rebuild(played)
    assert rows(played) == before
    assert first_fault(played) is None


TEXTS = ["key", "request", "kind", "data", "right", "previous", "hash"]
SPELT = [field.name for field in Event._meta.concrete_fields] if connection.vendor == "sqlite" else TEXTS
"""The columns that are stored as text, where a byte can change and the value stay the same."""


@pytest.mark.parametrize("column", SPELT)
def test_a_changed_byte_of_an_event_is_found(played: Session, unguarded: None, column: str) -> None:
    tried = 0
    for position in (1, 2, played.position):
        event = played.log().annotate(text=Cast(column, TextField())).get(position=position)
        for text in misspelt(event.text):
            tried += 1
            fault = fault_after(played, position, {column: Value(text, output_field=TextField())})
            assert fault is not None, (column, position, text)
            assert fault.position <= position + 1
            assert not fault.repairable
    assert tried or column in ("by", "right", "undoes")


def misspelt(text: str | None) -> Iterator[str]:
    """Texts that differ in one place: at every fourth part, another letter or digit, and the same in the other case."""
    for place in range(0, len(text or ""), max(1, len(text or "") // 4)):
        assert text
        old = text[place]
        for new in {"1" if old != "1" else "2", "x" if old != "x" else "y", old.swapcase()} - {old}:
            yield text[:place] + new + text[place + 1 :]


def fault_after(session: Session, position: int, values: dict[str, object]) -> Fault | None:
    """The fault found after an event was changed; then the change is taken back."""
    with transaction.atomic():
        try:
            with transaction.atomic():
                session.log().filter(position=position).update(**values)
        except DatabaseError:
            return Fault(position, "refused by the database")
        fault = first_fault(session)
        transaction.set_rollback(True)
    return fault


@pytest.mark.parametrize(
    "values",
    [
        {"id": uuid.UUID(int=1)},
        {"position": 99},
        {"key": "another key of that length"},
        {"round": None},
        {"round": 4},
        {"undoes": 1},
        {"at": F("at") + timedelta(microseconds=1)},
        {"right": "own"},
        {"data": '{"changes": []}'},
    ],
)
def test_another_value_in_an_event_is_found(played: Session, unguarded: None, values: dict[str, object]) -> None:
    for position in (2, 5):
        fault = fault_after(played, position, values)
        assert fault is not None
        assert fault.position == position


@pytest.mark.parametrize("column", ["data", "key", "at"])
def test_bytes_where_a_text_should_be_are_found(played: Session, unguarded: None, column: str) -> None:
    spoilt = Value(b"\xff\x00", output_field=BinaryField())
    fault = fault_after(played, 3, {column: spoilt})
    assert fault is not None
    assert (fault.position, fault.repairable) == (3, False)


def test_a_database_that_cannot_be_read_is_no_fault_of_the_log(
    played: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(_: Session) -> list[Event]:
        raise OperationalError("database is locked")

    monkeypatch.setattr(audit, "_as_stored", locked)
    with pytest.raises(OperationalError):
        first_fault(played)


@pytest.mark.parametrize("table", [Event, Session, Round, Entry, Payment, PersonTally, PatternTally, PairTally])
def test_a_value_of_another_type_is_found_in_every_column(paid: Session, unguarded: None, table: type[Model]) -> None:
    """Also where Django reads from it what it read before."""
    if connection.vendor != "sqlite":  # elsewhere the column's type refuses it
        assert not mistyped(table._default_manager.all()).exists()
        return
    statement = 'UPDATE {} SET "{}" = CAST("{}" AS BLOB) WHERE "{}" <> \'\''
    for name in [field.column for field in table._meta.concrete_fields if not field.primary_key or table is Event]:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("PRAGMA defer_foreign_keys = ON")
            with suppress(IntegrityError):  # refused by the database: less than no position is a text
                cursor.execute(statement.format(table._meta.db_table, name, name, name))
                assert cursor.rowcount == 0 or fault_of(paid.pk), (table, name)
            transaction.set_rollback(True)
    assert fault_of(paid.pk) is None


def test_another_writer_in_an_event_is_found(played: Session, unguarded: None, score: AccessLink) -> None:
    assert fault_after(played, 3, {"by": score}) == Fault(3, "changed")


@pytest.mark.parametrize("position", [1, 2, 10])
def test_a_deleted_event_is_found(played: Session, unguarded: None, position: int) -> None:
    assert played.position == 10
    played.log().filter(position=position).delete()
    assert first_fault(played) == Fault(position, "missing")


def test_a_log_written_anew_from_the_middle_on_is_found(played: Session, unguarded: None) -> None:
    event = played.log().get(position=4)
    event.data = event.data.replace('"fans":1', '"fans":2')
    event.hash = event_hash(event)
    event.save()
    assert first_fault(played) == Fault(5, "broken_chain")


def test_an_event_that_says_what_no_scorebook_wrote_is_found(played: Session, unguarded: None) -> None:
    last = played.log().get(position=10)
    for data, kind, code in (
        ('{"a": 1}', "end_night", "not_canonical"),
        ("{", "end_night", "not_canonical"),
        ('{"changes":[{"retract":77}]}', "change", "not_replayable"),
        ('{"changes":[{"fly":77}]}', "change", "not_replayable"),
        ("[]", "change", "not_replayable"),
    ):
        last.data, last.kind, last.round = data, kind, 1 if kind == "change" else None
        last.hash = event_hash(last)
        last.save()
        fault = first_fault(played)
        assert fault is not None
        assert fault.code == code


@on_sqlite
@pytest.mark.parametrize("written", ["CAST(id AS BLOB)", "x'ff00'", "'not an id'", "7", "upper(id)"])
def test_a_night_whose_own_id_is_none_is_found_and_the_others_are_checked(
    played: Session, unguarded: None, club: Club, written: str
) -> None:
    other = open_night(club)
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE rounds_session SET id = {written} WHERE id = %s", [played.pk.hex])  # noqa: S608
        said = StringIO()
        with pytest.raises(CommandError, match="查了 2 场，1 场不对"):
            call_command("check_ledger", repair=True, stdout=said)
        assert said.getvalue().count("\n") == 1
        assert said.getvalue().endswith("第 1 条: 这条记录读不出来\n")
        cursor.execute("UPDATE rounds_session SET id = %s WHERE id <> %s", [played.pk.hex, other.pk.hex])


def test_the_first_bad_position_of_each_night_is_named(played: Session, unguarded: None, club: Club) -> None:
    right, other = open_night(club), open_night(club)
    played.log().filter(position__in=(3, 4)).update(request="0" * 64)
    other.log().update(data="{}")
    said, well = check()
    assert not well
    assert said == f"{other.pk}: 第 1 条: 这条记录被改过\n{played.pk}: 第 3 条: 这条记录被改过\n" or said == (
        f"{played.pk}: 第 3 条: 这条记录被改过\n{other.pk}: 第 1 条: 这条记录被改过\n"
    )
    assert str(right.pk) not in said


def test_a_spoilt_log_is_never_repaired(played: Session, unguarded: None) -> None:
    played.log().filter(position=3).update(right="own")
    before = list(played.log().values())
    assert check("--repair") == (f"{played.pk}: 第 3 条: 这条记录被改过\n", False)
    assert list(played.log().values()) == before


SPOILT: list[tuple[Callable[[Session], object], Fault]] = [
    (lambda night: night.played().filter(number=2).update(net={"A": 1}), Fault(5, "projection")),
    (lambda night: night.ledger().order_by().filter(round__number=1).update(points=1), Fault(1, "projection")),
    (lambda night: night.ledger().order_by().filter(round__number=2).delete(), Fault(5, "projection")),
    (lambda night: (night.ledger().order_by().delete(), night.played().delete()), Fault(1, "projection")),
    (lambda night: Round.objects.create(**copy_of(night.played().get(number=2))), Fault(77, "projection")),
    (lambda night: Session.objects.update(ended_at=None), Fault(1, "columns")),
    (lambda night: Session.objects.update(zone="UTC"), Fault(1, "columns")),
    (lambda night: Session.objects.update(position=2), Fault(1, "columns")),
]
if connection.vendor == "sqlite":
    no_time = Value("2026-13-45 00:00:00", output_field=TextField())
    SPOILT.append((lambda night: night.played().filter(number=2).update(started_at=no_time), Fault(1, "projection")))


@pytest.mark.parametrize(("spoil", "fault"), SPOILT)
def test_a_spoilt_projection_is_found_and_repaired(
    played: Session, spoil: Callable[[Session], object], fault: Fault
) -> None:
    before = rows(played)
    spoil(played)
    played.refresh_from_db()
    assert first_fault(played) == fault
    assert not check()[1]
    said, well = check("--repair")
    assert well
    assert "重新算过" in said
    assert check() == ("查了 1 场，都对。\n", True)
    assert rows(played) == before


def copy_of(row: Round) -> dict[str, object]:
    values = {field.attname: getattr(row, field.attname) for field in Round._meta.concrete_fields}
    return values | {"id": None, "number": 77, "opened": 77}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE rounds_entry SET points = points + 0.5",
        "UPDATE rounds_entry SET about = 'x'",
        "UPDATE rounds_round SET opened = 'x'",
        "UPDATE rounds_session SET position = 'x'",
    ],
)
def test_a_spoilt_projection_is_a_fault_and_no_crash(night: Session, statement: str) -> None:
    if connection.vendor != "sqlite":  # elsewhere the column's type refuses it
        return
    record(night, self_draw("A"))
    with connection.cursor() as cursor:
        cursor.execute(statement)
    with pytest.raises(CommandError):
        call_command("check_ledger")
