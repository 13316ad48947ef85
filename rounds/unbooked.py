"""未入账 wèi rù zhàng: what a replaced phone had not sent, told to who scores now; never an event by itself."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q

from rounds.book.taps import Tap, durably
from rounds.cleaning import told
from rounds.models import AccessLink, Event, Session, Unbooked

MOST = 100
"""So many that nobody has read yet are kept for a night; a phone has seldom more than a few."""
MOST_OF_A_LINK = 300
"""So many are kept of one link, read or not: one that has ended must not fill the table, nor the disk."""

LONGEST = 200
"""Characters of a sentence: a long name in each of its places."""


class Written(Exception):
    """The tap was written down after all; its answer was lost."""


class TooMany(Exception):
    """So many stand there that nobody has read: they come first."""


class Enough(Exception):
    """This link has told all that it may."""


def tell(session: Session, link: AccessLink, tap: Tap, says: str) -> None:
    """Keep the sentence of an unsent tap, once for its key; raises `Written`, `TooMany`, `Enough`, `Unclean`, and
    `Busy`."""
    said = told(says, LONGEST)

    def once() -> None:
        with transaction.atomic(durable=True):
            Session.objects.select_for_update().get(club=session.club_id, pk=session.pk)
            if Event.objects.filter(club=session.club_id, key=tap.key).exists():
                raise Written
            of_night = Unbooked.objects.filter(club=session.club_id, session=session)
            if of_night.filter(key=tap.key).exists():
                return
            count = of_night.aggregate(
                of_link=Count("pk", filter=Q(by=link)), unread=Count("pk", filter=Q(seen_at=None))
            )
            if count["of_link"] >= MOST_OF_A_LINK:
                raise Enough
            if count["unread"] >= MOST:
                raise TooMany
            of_night.create(club_id=session.club_id, session=session, key=tap.key, says=said, by=link, at=tap.at)

    durably(once)


def see(session: Session, line: UUID, at: datetime) -> None:
    """知道了: who scores has read it; raises `Busy`."""

    def once() -> None:
        of_night = Unbooked.objects.filter(club=session.club_id, session=session)
        of_night.filter(pk=line, seen_at=None).update(seen_at=at)

    durably(once)


def unseen(session: Session) -> list[Unbooked]:
    """What is still to be read, in the order it came (one query)."""
    of_night = Unbooked.objects.filter(club=session.club_id, session=session, seen_at=None)
    return list(of_night.order_by("at", "pk"))
