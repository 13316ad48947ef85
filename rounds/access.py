"""Who may do what: a request's cookies → the session it may reach, and with which right.

Every page of a session starts with `guard`, every page of the club with `owner`. Unknown, forbidden and revoked look
the same: 404. Only the phone that scored a night until another took over is told so.
"""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import get_script_prefix, reverse

from rounds.handover import SCORED_BY
from rounds.links import link_token, token_digest
from rounds.models import AccessLink, Club, Right, Session

OWN_COOKIE = "own"
COOKIE_AGE = 400 * 24 * 3600
"""As long as browsers keep a cookie at most, in seconds."""


@dataclass(frozen=True, slots=True)
class Access:
    """A session that the request may reach, its best right there, and the link that gives it.

    `owns`: the session is of the club that the request owns; its right is less while another phone scores.
    `elsewhere`: scoring was this phone's, and is another's now; `held`: the id of the link by which that one scores,
    where it is the owner's to take back, else "".
    """

    session: Session
    right: Right
    link: AccessLink
    owns: bool = False
    elsewhere: bool = False
    held: str = ""


@dataclass(frozen=True, slots=True)
class Ownership:
    """The club that the request owns, and the link that says so."""

    club: Club
    link: AccessLink


class Elsewhere(Exception):
    """The request asks for what it could do until the night was handed over to another phone.

    `access`: what it still may, if anything.
    """

    def __init__(self, session: Session, link: AccessLink, access: Access | None = None) -> None:
        super().__init__(str(session.pk))
        self.session = session
        self.link = link
        self.owns = bool(access and access.owns)
        self.watches = access is not None
        self.held = access.held if access else ""


def guard(request: HttpRequest, session_id: uuid.UUID, need: Right, fields: Sequence[str] = ()) -> Access:
    """The session, for those who have the right `need` there; for all others 404. One query, two for owners.

    `fields`: of the link and its session, where only those are asked for, and often; the others are then read one by
    one. Raises `Elsewhere` where the phone had that right until another took over.
    """
    names = (OWN_COOKIE, *(cookie_name(right, session_id) for right in (Right.SCORE, Right.WATCH)))
    links = _held(request, names, fields)
    reaching = [link for link in links if link.session_id == session_id]
    here = max((link for link in reaching if link.revoked_at is None), key=_level, default=None)
    access = _as_owner(links, session_id, here)
    replaced = next((link for link in reaching if link.revoked_at and link.level is Right.SCORE), None)
    if access is None and here and here.session:
        access = Access(here.session, here.level, here, elsewhere=bool(replaced) and here.level < Right.SCORE)
    if access and access.right >= need:
        return access
    if access and access.elsewhere:
        raise Elsewhere(access.session, replaced or access.link, access)
    if access is None and replaced and replaced.session:
        raise Elsewhere(replaced.session, replaced)
    raise Http404


def keeper(request: HttpRequest, session_id: uuid.UUID) -> Access:
    """As `guard`, for those who say which phone scores: who scores now, and the owner even while he does not."""
    access = guard(request, session_id, Right.WATCH)
    return access if access.owns else guard(request, session_id, Right.SCORE)


def former(request: HttpRequest, session_id: uuid.UUID) -> tuple[Session, AccessLink]:
    """The session and the link, for those who score or have scored it, until another took over; else 404."""
    try:
        access = guard(request, session_id, Right.SCORE)
    except Elsewhere as gone:
        return gone.session, gone.link
    return access.session, access.link


def owner(request: HttpRequest) -> Ownership:
    """The club, for those who own one; for all others 404. One query."""
    link = _owning(_held(request, [OWN_COOKIE]))
    if link is None:
        raise Http404
    return Ownership(link.club, link)


def exchange(token: str) -> AccessLink | None:
    """The link with this secret, unless there is none or it is revoked."""
    links = AccessLink.objects.select_related("club", "session")
    return links.filter(digest=token_digest(token), revoked_at=None).first()


def join(request: HttpRequest, response: HttpResponse, link: AccessLink) -> None:
    """Keep a link's secret in this browser, where no script reads it, in the answer to a POST.

    Each right has a cookie of its own: a scorer who opens the link to watch goes on scoring.
    """
    response.set_cookie(
        cookie_of(link),
        link_token(link),
        max_age=COOKIE_AGE,
        path=reverse("table", args=[link.session_id]) if link.session_id else get_script_prefix(),
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def cookie_of(link: AccessLink) -> str:
    """The name of the cookie that keeps the link's secret; a session's is sent to that session's pages alone."""
    return cookie_name(link.level, link.session_id) if link.session_id else OWN_COOKIE


def cookie_name(right: Right, session_id: uuid.UUID) -> str:
    """The name of the cookie that keeps a right at a session."""
    return f"{right.word}-{session_id.hex}"


def _held(request: HttpRequest, names: Iterable[str], fields: Sequence[str] = ()) -> list[AccessLink]:
    """The links behind these cookies, the revoked ones among them."""
    digests = [token_digest(request.COOKIES[name]) for name in names if name in request.COOKIES]
    if not digests:
        return []
    links = AccessLink.objects.filter(digest__in=digests)
    return list(links.select_related("session").only(*fields) if fields else links.select_related("club", "session"))


def _level(link: AccessLink) -> Right:
    return link.level


def _owning(links: Iterable[AccessLink]) -> AccessLink | None:
    return next((link for link in links if link.level is Right.OWN and link.revoked_at is None), None)


def _as_owner(links: Iterable[AccessLink], session_id: uuid.UUID, here: AccessLink | None) -> Access | None:
    """What one of the links allows as the owner's: all, or, while another phone scores, to watch."""
    own = _owning(links)
    if own is None:
        return None
    session = Session.objects.filter(club=own.club_id, pk=session_id).annotate(scored_by=SCORED_BY).first()
    if session is None:
        return None
    if not session.scored_by:
        return Access(session, Right.OWN, own, owns=True)
    if here and here.level is Right.SCORE:
        return Access(session, Right.SCORE, here, owns=True)
    return Access(session, Right.WATCH, own, owns=True, elsewhere=True, held=session.scored_by.hex)
