"""Rule 3: events are never changed or deleted, whoever tries."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import F

from rounds.clubs import own_link
from rounds.models import Event, Session
from tests.web.cast import START, open_night, record, self_draw, undo


def refuses(*statements: str) -> bool:
    """Does the database refuse the last of these statements, and keep every event as it was?"""
    before = list(Event.objects.order_by("session", "position").values())
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements[:-1]:
            cursor.execute(statement)
        with pytest.raises(IntegrityError), transaction.atomic():
            cursor.execute(statements[-1])
    return list(Event.objects.order_by("session", "position").values()) == before


@pytest.mark.parametrize("column", [field.name for field in Event._meta.concrete_fields])
def test_no_column_of_an_event_can_be_updated(night: Session, column: str) -> None:
    with pytest.raises(IntegrityError, match="append only"), transaction.atomic():
        Event.objects.update(**{column: F(column)})


def test_an_event_cannot_be_saved_again_or_deleted_through_the_models(night: Session) -> None:
    event = Event.objects.get()
    for attempt in (event.save, event.delete, Event.objects.all().delete):
        with pytest.raises(IntegrityError, match="append only"), transaction.atomic():
            attempt()


def test_an_event_cannot_be_updated_or_deleted_by_sql(night: Session) -> None:
    assert refuses("UPDATE rounds_event SET data = '{}' WHERE position = 1")
    assert refuses("DELETE FROM rounds_event WHERE position = 1")


INSERT = {
    "sqlite": "INSERT OR REPLACE INTO rounds_event SELECT * FROM copied",
    "postgresql": "INSERT INTO rounds_event SELECT * FROM copied",
}


@pytest.mark.parametrize(
    "same",
    [
        "UPDATE copied SET position = 9, \"key\" = 'a key that is not there'",
        "UPDATE copied SET id = '00000000000000000000000000000000', \"key\" = 'a key that is not there'",
        "UPDATE copied SET id = '00000000000000000000000000000000', position = 9",
    ],
    ids=["id", "position", "key"],
)
def test_an_event_cannot_be_replaced_by_one_with_the_same(night: Session, same: str) -> None:
    record(night, self_draw("A"))
    copy = "CREATE TEMPORARY TABLE copied AS SELECT * FROM rounds_event WHERE position = 2"
    assert refuses(copy, same, INSERT[connection.vendor])


def test_a_fact_is_undone_once(night: Session) -> None:
    record(night, self_draw("A"))
    event = undo(night).event
    event.id, event.position, event.key = event.session_id, 4, "another key for the same"
    with pytest.raises(IntegrityError), transaction.atomic():
        event.save(force_insert=True)


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
