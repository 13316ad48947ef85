"""The changes of `tests.long.tamper`, each done and taken back. Imported when Django is set up."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from django.db import DatabaseError, connection, transaction
from django.db.models import BinaryField, TextField, Value
from django.db.models.functions import Cast
from django.utils import timezone

from rounds.book.audit import first_fault
from rounds.clubs import own_link
from rounds.models import Event
from tests.web.rich_night import rich_night

TEXTS = ("key", "request", "kind", "data", "right", "previous", "hash")
COLUMNS = tuple(field.name for field in Event._meta.concrete_fields)
"""On SQLite every column can be any text, and any bytes; elsewhere the type of a column lets only texts be misspelt."""


@dataclass(frozen=True, slots=True)
class Change:
    position: int
    column: str
    value: str | bytes


class Night:
    """A night with everything in it, without the triggers that guard it."""

    def __init__(self) -> None:
        own = own_link(timezone.now())
        self.session = rich_night(own.club, own)
        connection.check_constraints()
        import_module("rounds.migrations.0002_append_only").lift(None, connection.schema_editor())

    def changes(self) -> list[Change]:
        """Every byte of every column of every event, to every other that is tried there."""
        columns = COLUMNS if connection.vendor == "sqlite" else TEXTS
        texts = {f"{name}_told": Cast(name, TextField()) for name in columns}
        rows = self.session.log().annotate(**texts).values("position", *texts)
        return [
            Change(row["position"], name, value)
            for row in rows
            for name in columns
            for value in _misspelt(name, row[f"{name}_told"])
        ]

    def after(self, change: Change) -> tuple[str, str]:
        """What came of a change, which is then taken back; and what is wrong with that."""
        kind = BinaryField() if isinstance(change.value, bytes) else TextField()
        try:
            with transaction.atomic():
                told = self.session.log().filter(position=change.position)
                told.update(**{change.column: Value(change.value, output_field=kind)})
                fault = first_fault(self.session)
                transaction.set_rollback(True)
        except DatabaseError:
            return "refused by the database", ""
        if fault is None or fault.position != change.position or fault.repairable:
            return "not found", f"{change!r:.300} comes to {fault}"
        return "found", ""


def _misspelt(column: str, text: str | None) -> Iterator[str | bytes]:
    """Texts that differ in one byte, and on SQLite the same as bytes, which is another value there."""
    if not text:
        return
    if connection.vendor == "sqlite":
        yield text.encode()
    for place, old in enumerate(text):
        for new in {"1" if old != "1" else "2", "x" if old != "x" else "y", old.swapcase()} - {old}:
            yield text[:place] + new + text[place + 1 :]
