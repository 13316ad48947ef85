"""A tap, the line of the log that it becomes, and what is promised about it. For the scorebook."""

import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.db import IntegrityError, InterfaceError, OperationalError

from rounds.book.chain import STATE_MARK, canonical, event_hash, event_id, state_of
from rounds.book.refusals import Busy, KeyReused
from rounds.models import AccessLink, Event, Session
from rounds.rules.log import MAX_POSITION

KEY = re.compile(r"[A-Za-z0-9_-]{22,64}", re.ASCII)
"""The form of a tap's key: at least 128 bits in base 64."""
STATE = re.compile(rf"(\d{{1,{len(str(MAX_POSITION))}}})-([0-9a-f]{{{STATE_MARK}}})", re.ASCII)
"""The form of a state of a log (`state_of`)."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Tap:
    """What every write brings along.

    `key`: made by the client before it sent the tap, the same when it sends it again. `expected`: the position of the
    log that the tap was made on (0 for a night that is not there yet). `link`: the right it was made with. `seen`: the
    state that the page showed (`state_of`), an earlier one where taps of this phone were still unsent; "" where a tap
    does not say.
    """

    key: str
    expected: int
    link: AccessLink | None
    at: datetime
    seen: str = ""

    def __post_init__(self) -> None:
        if not KEY.fullmatch(self.key):
            raise ValueError("a key is 22 to 64 letters, digits, - and _")
        if self.seen and not STATE.fullmatch(self.seen):
            raise ValueError("a state is a position, - and the beginning of a hash")


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a tap: the event it wrote, now or, if `replayed`, when the same tap came before."""

    session: Session
    event: Event
    replayed: bool


@dataclass(frozen=True, slots=True)
class Line:
    """The line of the log that is about to be written, in the session that is locked for it."""

    session: Session
    tap: Tap
    kind: Event.Kind
    request: str

    @property
    def position(self) -> int:
        return self.session.position + 1

    def write(self, data: Mapping[str, object], round: int | None = None, undoes: int | None = None) -> Event:
        """Append the event to the log. The session's columns change too, and are saved by who holds the lock."""
        event = self.draft(data, round, undoes)
        event.save(force_insert=True)
        return event

    def draft(self, data: Mapping[str, object], round: int | None = None, undoes: int | None = None) -> Event:
        """As `write`, but the event is not saved."""
        event = Event(
            id=event_id(self.session.pk, self.position),
            club_id=self.session.club_id,
            session=self.session,
            position=self.position,
            key=self.tap.key,
            request=self.request,
            kind=self.kind,
            round=round,
            undoes=undoes,
            data=canonical(data),
            by=self.tap.link,
            right=self.tap.link.right if self.tap.link else "",
            at=self.tap.at,
            previous=self.session.head,
        )
        event.hash = event_hash(event)
        self.session.position, self.session.head = event.position, event.hash
        return event


def known_event(club: uuid.UUID, tap: Tap, request: str, session: Session | None = None) -> Event | None:
    """What the same tap wrote when it came before; raises `KeyReused` when its key came with another request."""
    known = Event.objects.select_related("session").filter(club=club, key=tap.key).first()
    if known and (known.request != request or (session and known.session_id != session.pk)):
        raise KeyReused
    return known


def is_fresh(session: Session, tap: Tap) -> bool:
    """Was the tap made on the state in which the log is? (at most one query, none where nothing was unsent)"""
    if session.position != tap.expected:
        return False
    if not (seen := STATE.fullmatch(tap.seen)) or tap.seen == state_of(session):
        return True
    of_night = Event.objects.filter(club=session.club_id, session=session)
    return of_night.filter(position=int(seen[1]), hash__startswith=seen[2]).exists()


def is_known(session: Session, key: str) -> bool:
    """Has a tap with this key been written down already? (one query)"""
    return bool(KEY.fullmatch(key)) and Event.objects.filter(club=session.club_id, key=key).exists()


def durably(write: Callable[[], T]) -> T:
    """Run a write that is one transaction. Raises `Busy` when the database does not confirm it.

    Of two requests that bring the same new key at once, the slower meets the unique key. By then the faster has
    written, and its answer can be given: one more try.
    """
    try:
        try:
            return write()
        except IntegrityError:
            return write()
    except (OperationalError, InterfaceError) as fault:
        raise Busy from fault
