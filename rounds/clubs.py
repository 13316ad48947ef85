"""Clubs, and the links that own them."""

from datetime import datetime

from django.db import transaction

from rounds.book.taps import durably
from rounds.links import link_token, new_link, token_digest
from rounds.models import AccessLink, Club, Right

FIRST_NAME = "我的麻将桌"


def own_link(at: datetime) -> AccessLink:
    """The newest link that owns a club and is not revoked; the link, and the club, are made where there is none.

    Where the site has got a new secret key, no page can show the old links any more: all of them are revoked, and
    each has a new one in its place.
    """

    def once() -> AccessLink:
        with transaction.atomic(durable=True):
            link = _newest()
            if link and token_digest(link_token(link)) != link.digest:
                _replace_all(at)
                link = _newest()
            return link or _new_owner(at)

    return durably(once)


def _newest() -> AccessLink | None:
    return AccessLink.objects.filter(right=Right.OWN.word, revoked_at=None).order_by("-created_at").first()


def _replace_all(at: datetime) -> None:
    alive = AccessLink.objects.select_related("club", "session").filter(revoked_at=None)
    fresh = [new_link(link.club, link.level, link.session, at) for link in alive]
    alive.update(revoked_at=at)
    AccessLink.objects.bulk_create(fresh)


def _new_owner(at: datetime) -> AccessLink:
    club = Club.objects.first() or Club.objects.create(name=FIRST_NAME)
    link = new_link(club, Right.OWN, None, at)
    link.save(force_insert=True)
    return link
