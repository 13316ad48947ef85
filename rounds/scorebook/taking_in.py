"""Nights that were written elsewhere are taken in whole, as they are."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction

from rounds.book.projection import Projection, project, save_projections
from rounds.links import new_link
from rounds.models import AccessLink, Club, Event, Right, Session


@dataclass(frozen=True, slots=True)
class WholeNight:
    """A night of which nothing is stored yet: its events, in order, and what follows from them."""

    session: Session
    events: Sequence[Event]
    projection: Projection


def whole_night(club: Club, night: uuid.UUID, events: Sequence[Event]) -> WholeNight:
    """The night that `events` tell. Raises LookupError or ValueError for events that the scorebook cannot have
    written."""
    session = Session(id=night, club=club)
    projection = project(session, events)
    for name, value in projection.columns.items():
        setattr(session, name, value)
    return WholeNight(session, events, projection)


def take_in(nights: Iterable[WholeNight]) -> None:
    """Store nights, each with a link to watch it. Their people and the links that they name are stored already."""
    whole = list(nights)
    with transaction.atomic():
        Session.objects.bulk_create([night.session for night in whole])
        Event.objects.bulk_create([event for night in whole for event in night.events])
        save_projections(night.projection for night in whole)
        sessions = [night.session for night in whole]
        AccessLink.objects.bulk_create(
            [new_link(session.club, Right.WATCH, session, session.started_at) for session in sessions]
        )
