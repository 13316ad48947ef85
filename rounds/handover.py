"""换人记分 huàn rén jì fēn: which phone scores a night, and who may watch it.

A night is scored by its owner's phones until a link to score it is made. From then on that link alone scores; making
the next one ends it, and the owner can take scoring back. All this moves no point and is no event of the night: each
event of the log says by which link it was written.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from rounds.book.refusals import Stale
from rounds.book.taps import Tap, durably
from rounds.links import mark_of, new_link
from rounds.models import AccessLink, Right, Session

T = TypeVar("T")

_handed = AccessLink.objects.filter(right=Right.SCORE.word, revoked_at=None)

SCORED_BY = Subquery(_handed.filter(session=OuterRef("pk"), created_at__gt=OuterRef("started_at")).values("pk")[:1])
"""Of a `Session`: the id of the link by which another phone than the owner's scores it.

The links to score that nights were once started with are as old as the night. They score beside the owner, as they
did then, until the first handing over ends them.
"""


def scoring_link(session: Session) -> AccessLink | None:
    """The link that the night has been handed over to, and that is not revoked (one query)."""
    return _handed.filter(session=session, created_at__gt=F("session__started_at")).first()


def may_score(session: Session, link: AccessLink) -> bool:
    """Does the link score the night now? (one query)"""
    held = AccessLink.objects.filter(pk=link.pk, revoked_at=None)
    if link.level is Right.OWN:
        held = held.exclude(Exists(_handed.filter(session=session, created_at__gt=session.started_at)))
    return held.exists()


def watch_link(session: Session) -> AccessLink | None:
    """The link to watch the night (one query)."""
    return _alive(session, Right.WATCH).first()


def hand_over(session: Session, tap: Tap, held: str) -> AccessLink:
    """A new link to score the night; whoever scored it does so no more.

    `held`: the id of the link that scored when the page was made, or "" where that was the owner; raises `Stale` where
    it is another by now. The same tap, come again, gets the same link.
    """

    def write(locked: Session) -> AccessLink:
        now = scoring_link(locked)
        return _replace(locked, Right.SCORE, tap, held == (now.pk.hex if now else ""))

    return _locked(session, write)


def handed_over_by(session: Session, key: str) -> AccessLink | None:
    """The link that a tap with this key has made, unless it is replaced in its turn (one query)."""
    return _alive(session, Right.SCORE).filter(nonce__startswith=_mark(session, Right.SCORE, key)).first()


def take_back(session: Session, at: datetime, held: str) -> None:
    """收回 shōu huí: the owner scores again, and nobody else. `held` and `Stale` as in `hand_over`; where he scores
    already, it is done."""

    def write(locked: Session) -> None:
        now = scoring_link(locked)
        if now and held != now.pk.hex:
            raise Stale
        _alive(locked, Right.SCORE).update(revoked_at=at)

    _locked(session, write)


def replace_watch(session: Session, tap: Tap, held: str) -> AccessLink:
    """A new link to watch the night; who was sent the old one is out. `held`, `Stale` and replays as in `hand_over`."""

    def write(locked: Session) -> AccessLink:
        now = watch_link(locked)
        return _replace(locked, Right.WATCH, tap, held == (now.pk.hex if now else ""))

    return _locked(session, write)


def _replace(locked: Session, right: Right, tap: Tap, fresh: bool) -> AccessLink:
    """The link that the tap made when it came before, or else a new one in the place of those there are."""
    mark = _mark(locked, right, tap.key)
    if known := _alive(locked, right).filter(nonce__startswith=mark).first():
        return known
    if not fresh or AccessLink.objects.filter(session=locked, nonce__startswith=mark).exists():
        raise Stale
    _alive(locked, right).update(revoked_at=tap.at)
    at = max(tap.at, locked.started_at + timedelta(microseconds=1))  # a clock that was set back
    link = new_link(locked.club, right, locked, at, mark)
    link.save(force_insert=True)
    return link


def _alive(session: Session, right: Right) -> QuerySet[AccessLink]:
    return AccessLink.objects.filter(session=session, right=right.word, revoked_at=None).order_by("created_at")


def _mark(session: Session, right: Right, key: str) -> str:
    return mark_of(session.pk.hex, right.word, key)


def _locked(session: Session, write: Callable[[Session], T]) -> T:
    """One durable transaction, in which nothing else is written to the session."""

    def once() -> T:
        with transaction.atomic(durable=True):
            return write(Session.objects.select_for_update().get(club=session.club_id, pk=session.pk))

    return durably(once)
