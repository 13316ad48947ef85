"""Clubs, and the links that own them."""

import uuid
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet

from rounds.book.refusals import NotNow
from rounds.book.taps import Tap, durably
from rounds.links import link_token, mark_of, new_link, token_digest
from rounds.models import AccessLink, Club, Right

FIRST_NAME = "我的麻将桌"

T = TypeVar("T")


def own_link(at: datetime, club: Club | None = None) -> AccessLink:
    """The oldest link that owns the club, or any club, and is not revoked; the link, and the club, are made where there
    is none.

    Where the site has got a new secret key, no page can show the old links any more: all of them are revoked, and
    each has a new one in its place.
    """

    def once() -> AccessLink:
        with transaction.atomic(durable=True):
            link = _oldest(club)
            if link and token_digest(link_token(link)) != link.digest:
                _replace_all(at)
                link = _oldest(club)
            return link or _new_owner(at, club)

    return durably(once)


def phones_of(club: Club) -> QuerySet[AccessLink]:
    """The links that own the club and are not revoked, one for each phone, in the order in which they were made."""
    return _owning().filter(club=club)


def add_phone(club: Club, tap: Tap) -> AccessLink:
    """加一台备用 jiā yì tái bèi yòng: a link for one more phone. The same tap, come again, gets the same link."""
    mark = mark_of(club.pk.hex, Right.OWN.word, tap.key)

    def once() -> AccessLink:
        with transaction.atomic(durable=True):
            locked = Club.objects.select_for_update().get(pk=club.pk)
            if known := AccessLink.objects.filter(club=locked, nonce__startswith=mark).first():
                return known
            link = new_link(locked, Right.OWN, None, tap.at, mark)
            link.save(force_insert=True)
            return link

    return durably(once)


def stop_phone(club: Club, link: uuid.UUID, at: datetime) -> None:
    """停用 tíng yòng: a phone owns the club no more. Raises `NotNow` ("last_phone") where it is the only one."""

    def once() -> None:
        with transaction.atomic(durable=True):
            locked = Club.objects.select_for_update().get(pk=club.pk)
            alive = {phone.pk for phone in phones_of(locked)}
            if alive == {link}:
                raise NotNow("last_phone")
            phones_of(locked).filter(pk=link).update(revoked_at=at)

    durably(once)


def _owning() -> QuerySet[AccessLink]:
    return AccessLink.objects.filter(right=Right.OWN.word, revoked_at=None).order_by("created_at", "pk")


def _oldest(club: Club | None) -> AccessLink | None:
    return (phones_of(club) if club else _owning()).first()


def _replace_all(at: datetime) -> None:
    alive = AccessLink.objects.select_related("club", "session").filter(revoked_at=None)
    fresh = [new_link(link.club, link.level, link.session, link.created_at) for link in alive]
    alive.update(revoked_at=at)
    AccessLink.objects.bulk_create(fresh)


def _new_owner(at: datetime, club: Club | None) -> AccessLink:
    club = club or Club.objects.first() or Club.objects.create(name=FIRST_NAME)
    link = new_link(club, Right.OWN, None, at)
    link.save(force_insert=True)
    return link


def locked(club: Club, write: Callable[[], T]) -> T:
    """A transaction that holds the club, so that of two writes the later one sees what the earlier has done."""

    def once() -> T:
        with transaction.atomic(durable=True):
            Club.objects.select_for_update().get(pk=club.pk)
            return write()

    return durably(once)
