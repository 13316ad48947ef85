"""The database itself refuses to change or delete an event.

A later migration that lets Django rebuild this table on SQLite drops the triggers with it: run `stand` after it.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# SQLite runs no DELETE trigger for the row that INSERT OR REPLACE throws out: hence the trigger before INSERT.
SQLITE = [
    """
    CREATE TRIGGER event_no_update BEFORE UPDATE ON rounds_event
    BEGIN SELECT RAISE(ABORT, 'events are append only'); END
    """,
    """
    CREATE TRIGGER event_no_delete BEFORE DELETE ON rounds_event
    BEGIN SELECT RAISE(ABORT, 'events are append only'); END
    """,
    """
    CREATE TRIGGER event_no_replace BEFORE INSERT ON rounds_event
    WHEN EXISTS (SELECT 1 FROM rounds_event WHERE id = NEW.id)
      OR EXISTS (SELECT 1 FROM rounds_event WHERE session_id = NEW.session_id AND position = NEW.position)
      OR EXISTS (SELECT 1 FROM rounds_event WHERE session_id = NEW.session_id AND undoes = NEW.undoes)
      OR EXISTS (SELECT 1 FROM rounds_event WHERE club_id = NEW.club_id AND "key" = NEW."key")
    BEGIN SELECT RAISE(ABORT, 'events are append only'); END
    """,
]
SQLITE_LIFTED = [
    "DROP TRIGGER event_no_update",
    "DROP TRIGGER event_no_delete",
    "DROP TRIGGER event_no_replace",
]

POSTGRESQL = [
    """
    CREATE FUNCTION event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'events are append only' USING ERRCODE = 'restrict_violation'; END
    $$
    """,
    """
    CREATE TRIGGER event_no_change BEFORE UPDATE OR DELETE ON rounds_event
    FOR EACH ROW EXECUTE FUNCTION event_append_only()
    """,
    """
    CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON rounds_event
    FOR EACH STATEMENT EXECUTE FUNCTION event_append_only()
    """,
]
POSTGRESQL_LIFTED = [
    "DROP TRIGGER event_no_change ON rounds_event",
    "DROP TRIGGER event_no_truncate ON rounds_event",
    "DROP FUNCTION event_append_only()",
]


def stand(apps: StateApps | None, editor: BaseDatabaseSchemaEditor) -> None:
    _run(editor, {"sqlite": SQLITE, "postgresql": POSTGRESQL})


def lift(apps: StateApps | None, editor: BaseDatabaseSchemaEditor) -> None:
    _run(editor, {"sqlite": SQLITE_LIFTED, "postgresql": POSTGRESQL_LIFTED})


def _run(editor: BaseDatabaseSchemaEditor, by_vendor: dict[str, list[str]]) -> None:
    for statement in by_vendor[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("rounds", "0001_initial")]
    operations = [migrations.RunPython(stand, lift)]
