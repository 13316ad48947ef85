"""Clubs, and the links that own them."""

from datetime import datetime

from django.db import transaction

from rounds.book.taps import durably
from rounds.links import new_link
from rounds.models import AccessLink, Club, Right

FIRST_NAME = "我的麻将桌"


def own_link(at: datetime) -> AccessLink:
    """The newest link that owns a club and is not revoked; the link, and the club, are made where there is none."""

    def once() -> AccessLink:
        with transaction.atomic(durable=True):
            links = AccessLink.objects.filter(right=Right.OWN.word, revoked_at=None)
            return links.order_by("-created_at").first() or _new_owner(at)

    return durably(once)


def _new_owner(at: datetime) -> AccessLink:
    club = Club.objects.first() or Club.objects.create(name=FIRST_NAME)
    link = new_link(club, Right.OWN, None, at)
    link.save(force_insert=True)
    return link
