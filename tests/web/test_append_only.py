"""Rule 3: events are never changed or deleted, whoever tries."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from rounds.clubs import own_link
from rounds.models import Event, Session
from tests.web.cast import START, open_night, record, self_draw


def refuses(statement: str, *values: object) -> bool:
    """Does the database refuse the statement, and keep every event as it was?"""
    before = list(Event.objects.order_by("session", "position").values())
    with pytest.raises(IntegrityError, match="append only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)
    return list(Event.objects.order_by("session", "position").values()) == before


@pytest.mark.parametrize("column", [field.column for field in Event._meta.concrete_fields])
def test_no_column_of_an_event_can_be_updated(night: Session, column: str) -> None:
    quoted = connection.ops.quote_name(column)
    assert refuses(f"UPDATE rounds_event SET {quoted} = {quoted}")


def test_an_event_cannot_be_deleted(night: Session) -> None:
    assert refuses("DELETE FROM rounds_event WHERE position = %s", 1)


def test_an_event_cannot_be_updated_or_deleted_through_the_models(night: Session) -> None:
    event = Event.objects.get()
    for attempt in (event.save, event.delete, lambda: Event.objects.update(data="{}"), Event.objects.all().delete):
        with pytest.raises(IntegrityError, match="append only"), transaction.atomic():
            attempt()


def test_an_event_cannot_be_replaced(night: Session) -> None:
    record(night, self_draw("A"))
    first, second = Event.objects.order_by("position").values()
    for same in ("id", "position", "key"):
        row = second | {"id": "0" * 32, "position": 9, "key": "k" * 22} | {same: first[same], "data": "{}"}
        with pytest.raises(IntegrityError), transaction.atomic():
            insert_or_replace(row)
    assert list(Event.objects.order_by("position").values()) == [first, second]


def insert_or_replace(row: dict[str, object]) -> None:
    if connection.vendor == "postgresql":
        Event(**row).save(force_insert=True)
    fields = [Event._meta.get_field(name) for name in row]
    values = [field.get_db_prep_save(row[field.attname], connection) for field in fields]
    columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    with connection.cursor() as cursor:
        marks = ", ".join(["%s"] * len(values))
        cursor.execute(f"INSERT OR REPLACE INTO rounds_event ({columns}) VALUES ({marks})", values)


def test_a_fact_is_undone_once(night: Session) -> None:
    record(night, self_draw("A"))
    row = Event.objects.order_by("position").values().last()
    assert row is not None
    undo = {"position": 3, "kind": "undo", "undoes": 2, "id": "1" * 32, "key": "u" * 22}
    Event.objects.create(**row | undo)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.create(**row | undo | {"position": 4, "id": "2" * 32, "key": "v" * 22})


@pytest.mark.django_db(transaction=True)
def test_the_table_of_events_cannot_be_emptied_at_once(night: Session) -> None:
    assert refuses("TRUNCATE rounds_event" if connection.vendor == "postgresql" else "DELETE FROM rounds_event")


@pytest.mark.django_db(transaction=True)
def test_the_triggers_stand_again_after_the_tables_were_emptied() -> None:
    open_night(own_link(START).club)
    call_command("flush", interactive=False)
    assert not Event.objects.exists()
    open_night(own_link(START).club)
    assert refuses("DELETE FROM rounds_event")
