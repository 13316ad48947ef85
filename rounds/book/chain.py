"""The chain of a log: every event carries the digest of itself and of the one before, so that a change shows."""

import hashlib
import json
import uuid
from datetime import UTC, datetime

from rounds.models import Event, Session

FIRST = "0" * 64
"""What stands for the hash of the event before the first one."""

STATE_MARK = 16
"""Letters of a hash, hexadecimal, that tell one state of a night from another."""


def canonical(value: object) -> str:
    """The one way to write a JSON value: sorted keys, no spaces, characters as themselves."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def digest(value: object) -> str:
    """SHA-256 of a JSON value in its canonical form, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def state_of(session: Session) -> str:
    """What a page shows of a log, in short: how far it goes, and by what it ends.

    The position alone does not say which log it is of: when a backup was brought back, another goes as far again.
    """
    return f"{session.position}-{session.head[:STATE_MARK]}"


def event_id(session: uuid.UUID, position: int) -> uuid.UUID:
    """The id of an event: the same night has the same ids wherever it is imported, and a changed one shows."""
    return uuid.uuid5(session, str(position))


def event_hash(event: Event) -> str:
    """The digest of everything the event says, with the hash of the event before it."""
    return digest(
        {
            "club": event.club_id.hex,
            "session": event.session_id.hex,
            "position": event.position,
            "key": event.key,
            "request": event.request,
            "kind": event.kind,
            "round": event.round,
            "undoes": event.undoes,
            "data": event.data,
            "by": event.by_id and event.by_id.hex,
            "right": event.right,
            "at": utc_text(event.at),
            "previous": event.previous,
        }
    )


def utc_text(at: datetime) -> str:
    """The moment to the microsecond, always in the same 27 characters."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
