"""Nights that were written elsewhere are taken in whole, as they are. In the transaction of who calls."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rounds.book.projection import Projection, replace_projection, save_projections
from rounds.links import new_link
from rounds.models import AccessLink, Event, Right, Session


@dataclass(frozen=True, slots=True)
class WholeNight:
    """A night of which nothing is stored yet: its events, in order, and what follows from them. The session has its
    columns."""

    session: Session
    events: Sequence[Event]
    projection: Projection


def take_in(nights: Iterable[WholeNight]) -> None:
    """Store nights, each with a link to watch it. Their people and the links that they name are stored already."""
    whole = list(nights)
    Session.objects.bulk_create([night.session for night in whole])
    Event.objects.bulk_create([event for night in whole for event in night.events])
    save_projections(night.projection for night in whole)
    sessions = [night.session for night in whole]
    AccessLink.objects.bulk_create(
        [new_link(session.club, Right.WATCH, session, session.started_at) for session in sessions]
    )


def take_in_more(night: WholeNight, stored: int) -> None:
    """Store the events after the first `stored`, which are stored already, and what follows from all."""
    Event.objects.bulk_create(night.events[stored:])
    replace_projection(night.session, night.projection)


def take_in_links(night: WholeNight) -> None:
    """Store the links that the events were written by, where they are not: revoked, and without a secret, so that they
    open nothing. They say by whom each event was written."""
    named = {event.by_id: event for event in reversed(night.events) if event.by_id}
    known = set(AccessLink.objects.filter(pk__in=named).values_list("pk", flat=True))
    AccessLink.objects.bulk_create(
        [
            AccessLink(
                id=link,
                club_id=night.session.club_id,
                session=None if event.right == Right.OWN.word else night.session,
                right=event.right,
                nonce="",
                digest=f"none {link.hex}",
                created_at=event.at,
                revoked_at=event.at,
            )
            for link, event in named.items()
            if link not in known
        ]
    )
