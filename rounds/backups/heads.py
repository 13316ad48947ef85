"""How far every log has come: a backup has at least what was there before it was begun.

What is kept as it is, is kept, be it sound or not: that a log is broken is said, and `check_ledger` says where.
"""

import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.db.models import F

from rounds.book.chain import FIRST, event_hash
from rounds.models import Event

COLUMNS = tuple(field.attname for field in Event._meta.concrete_fields)

UNREADABLE = (LookupError, TypeError, ValueError)
"""What comes of a column that says what it cannot say."""

Heads = Mapping[str, tuple[int, str]]
"""By the id of a night, in hexadecimal: the position and the hash of its newest event."""


def heads() -> Heads:
    """Those of the database that is in use."""
    newest = Event.objects.filter(position=F("session__position")).values_list("session", "position", "hash")
    return {session.hex: (position, digest) for session, position, digest in newest}


class Logs:
    """The logs of a copy, as they are read through event by event, each night in order."""

    def __init__(self, events: Iterable[Event], known: Heads) -> None:
        self.nights: set[str] = set()
        self.broken: set[str] = set()
        self.missing = set(known)
        night, position, previous = "", 0, FIRST
        for event in events:
            if event.session_id.hex != night:
                night, position, previous = event.session_id.hex, 0, FIRST
                self.nights.add(night)
            position += 1
            if (event.position, event.previous, event.hash) != (position, previous, event_hash(event)):
                self.broken.add(night)
            if known.get(night) == (event.position, event.hash):
                self.missing.discard(night)
            previous = event.hash


def event_of(told: Mapping[str, Any]) -> Event:
    """An event from its columns, as either database writes them. Raises ValueError or TypeError where it is none."""
    made = {name: told[name] for name in COLUMNS}
    for name in ("id", "club_id", "session_id", "by_id"):
        made[name] = made[name] and uuid.UUID(made[name])
    for name in ("position", "round", "undoes"):
        made[name] = None if made[name] is None else int(made[name])
    at = datetime.fromisoformat(made["at"])
    made["at"] = at if at.tzinfo else at.replace(tzinfo=UTC)
    return Event(**made)
