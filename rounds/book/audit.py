"""查账 chá zhàng: is the log of a session whole and unchanged, and what is stored beside it what follows from it?"""

import json
import re
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.db.models import Field, TextField
from django.db.models.functions import Cast

from rounds.book.chain import FIRST, canonical, event_hash, event_id
from rounds.book.columns import Hex, TypeOf, mistyped
from rounds.book.projection import Projection, project, stored
from rounds.book.tallying import TABLES, Row
from rounds.models import Entry, Event, Payment, Round, Session

_ID = re.compile(rb"[0-9a-f]{32}")

UNREADABLE = (DatabaseError, AttributeError, TypeError, ValueError)
"""What comes of reading a column that somebody has spoilt."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first position of a log where something is wrong, and what.

    Of the log itself: `missing`, `unreadable`, `rewritten` (a column not as this program writes it), `broken_chain`,
    `changed`, `not_canonical`, `not_replayable`. Beside it: `projection` (of the round opened there), `columns`,
    `tallies` (of the whole night).
    """

    position: int
    code: str

    @property
    def repairable(self) -> bool:
        """Is the log sound, so that what follows from it can be written anew?"""
        return self.code in ("projection", "columns", "tallies")


def all_nights() -> list[uuid.UUID | str]:
    """The ids of all nights that are stored, in the order in which they began; of one whose own id somebody has spoilt,
    what stands there, in hexadecimal."""
    rows = Session.objects.order_by("started_at")
    if connection.vendor != "sqlite":
        return list(rows.values_list("pk", flat=True))
    kept = rows.annotate(kind=TypeOf("id"), bytes=Hex("id")).values_list("kind", "bytes")
    return [_id_in(kind, bytes.fromhex(read)) or read for kind, read in kept]


def _id_in(kind: str, read: bytes) -> uuid.UUID | None:
    return uuid.UUID(read.decode()) if kind == "text" and _ID.fullmatch(read) else None


def fault_of(night: uuid.UUID) -> Fault | None:
    """The first fault of a stored night, which is held still while it is read: a tap in between would look like one."""
    with _held_still():
        try:
            session = Session.objects.select_for_update().get(pk=night)
        except (AttributeError, TypeError, ValueError):
            return Fault(1, "unreadable")
        return first_fault(session)


@contextmanager
def _held_still() -> Iterator[None]:
    """A transaction that reads alone. On SQLite any other takes the writer's lock at its begin: check upon check would
    keep every table from writing."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    connection.ensure_connection()
    used = vars(connections[DEFAULT_DB_ALIAS])
    mode = used["transaction_mode"]
    used["transaction_mode"] = "DEFERRED"
    try:
        with transaction.atomic():
            yield
    finally:
        used["transaction_mode"] = mode


def first_fault(session: Session) -> Fault | None:
    """The first fault of a session, looked for in the log and then beside it."""
    try:
        events = list(_as_stored(session))
    except UNREADABLE:
        for position in session.log().values_list("position", flat=True):
            if not _is_readable(session, position):
                return Fault(position, "unreadable")
        raise
    return _fault_of_log(session, events) or _fault_of_projection(session, events)


def _as_stored(session: Session) -> Iterator[Event]:
    texts = {f"{name}_text": Cast(name, TextField()) for name in ("id", "by", "at")}
    return session.log().annotate(**texts).iterator()


def _is_readable(session: Session, position: int) -> bool:
    try:
        return session.log().filter(position=position).first() is not None
    except UNREADABLE:
        return False


def _fault_of_log(session: Session, events: Sequence[Event]) -> Fault | None:
    previous, spoilt = FIRST, set(mistyped(session.log()).values_list("position", flat=True))
    for position, event in enumerate(events, 1):
        if code := _fault_of_event(event, position, previous) or ("rewritten" if position in spoilt else None):
            return Fault(position, code)
        previous = event.hash
    if not isinstance(session.position, int):
        return Fault(1, "columns")
    return None if events and session.position <= len(events) else Fault(len(events) + 1, "missing")


def _fault_of_event(event: Event, position: int, previous: str) -> str | None:
    if event.position != position:
        return "missing"
    try:
        if event.id != event_id(event.session_id, position) or not _as_written(event):
            return "rewritten"
        if event.previous != previous:
            return "broken_chain"
        if event.hash != event_hash(event):
            return "changed"
    except UNREADABLE:
        return "unreadable"
    return None if _is_canonical(event.data) else "not_canonical"


def _as_written(event: Event) -> bool:
    """SQLite keeps ids and times as text, and Django reads several forms of each: only its own is right."""
    if connection.vendor != "sqlite":
        return True
    written = {
        "id_text": event.id.hex,
        "by_text": event.by_id and event.by_id.hex,
        "at_text": connection.ops.adapt_datetimefield_value(event.at),
    }
    return all(getattr(event, name) == text for name, text in written.items())


def _is_canonical(data: str) -> bool:
    try:
        return canonical(json.loads(data)) == data
    except ValueError:
        return False


def _fault_of_projection(session: Session, events: Sequence[Event]) -> Fault | None:
    try:
        right = project(session, events)
    except (LookupError, TypeError, ValueError):
        return Fault(events[0].position, "not_replayable")
    try:
        return _fault_of_types(session) or _difference(right, stored(session))
    except (*UNREADABLE, ValidationError):
        return Fault(events[0].position, "projection")


def _fault_of_types(session: Session) -> Fault | None:
    if any(mistyped(rows.order_by()).exists() for rows in (session.played(), session.ledger(), session.paid())):
        return Fault(1, "projection")
    if mistyped(Session.objects.filter(pk=session.pk)).exists():
        return Fault(1, "columns")
    tallies = (table._default_manager.filter(session=session) for table in TABLES)
    return Fault(1, "tallies") if any(mistyped(rows).exists() for rows in tallies) else None


def _difference(right: Projection, found: Projection) -> Fault | None:
    for expected, present in zip_longest(right.rounds, found.rounds):
        if expected is None or present is None or _values(expected) != _values(present):
            row, _ = expected or present
            return Fault(row.opened, "projection")
    for paid, kept in zip_longest(right.payments, found.payments):
        if paid is None or kept is None or _row(paid) != _row(kept):
            return Fault((paid or kept).position, "projection")
    if right.columns != found.columns:
        return Fault(1, "columns")
    return None if list(map(_row, right.tallies)) == list(map(_row, found.tallies)) else Fault(1, "tallies")


def _values(told: tuple[Round, tuple[Entry, ...]]) -> list[dict[str, object]]:
    """What the rows of a round say, but for the ids that the database gave them."""
    row, entries = told
    return [_row(row), *map(_row, entries)]


def _row(row: Round | Entry | Payment | Row) -> dict[str, object]:
    """What a row says, but for the ids that the database gave it."""
    return {f.attname: _value(f, getattr(row, f.attname)) for f in row._meta.concrete_fields if f.name not in _GIVEN}


def _value(field: "Field[Any, Any]", value: object) -> object:
    """The value as the field reads it; a fraction, which it would cut off, as it is."""
    return value if isinstance(value, float) else field.to_python(value)


_GIVEN = ("id", "round")
