"""Who may do what: a request's cookies → the session it may reach, and with which right.

Every page of a session starts with `guard`, every page of the club with `owner`. Unknown, forbidden and revoked look
the same: 404.
"""

import uuid
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import get_script_prefix, reverse

from rounds.links import link_token, token_digest
from rounds.models import AccessLink, Club, Right, Session

OWN_COOKIE = "own"
COOKIE_AGE = 400 * 24 * 3600
"""As long as browsers keep a cookie at most, in seconds."""


@dataclass(frozen=True, slots=True)
class Access:
    """A session that the request may reach, its best right there, and the link that gives it."""

    session: Session
    right: Right
    link: AccessLink


@dataclass(frozen=True, slots=True)
class Ownership:
    """The club that the request owns, and the link that says so."""

    club: Club
    link: AccessLink


def guard(request: HttpRequest, session_id: uuid.UUID, need: Right) -> Access:
    """The session, for those who have the right `need` there; for all others 404. One query, two for owners."""
    names = [OWN_COOKIE, *(f"{right.word}-{session_id.hex}" for right in (Right.SCORE, Right.WATCH))]
    for link in sorted(_held(request, *names), key=_level, reverse=True):
        session = _opened(link, session_id)
        if session and link.level >= need:
            return Access(session, link.level, link)
    raise Http404


def owner(request: HttpRequest) -> Ownership:
    """The club, for those who own one; for all others 404. One query."""
    for link in _held(request, OWN_COOKIE):
        if link.level is Right.OWN:
            return Ownership(link.club, link)
    raise Http404


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
    return f"{link.right}-{link.session_id.hex}" if link.session_id else OWN_COOKIE


def _held(request: HttpRequest, *names: str) -> list[AccessLink]:
    """The links behind these cookies that are not revoked."""
    digests = [token_digest(request.COOKIES[name]) for name in names if name in request.COOKIES]
    if not digests:
        return []
    links = AccessLink.objects.select_related("club", "session")
    return list(links.filter(digest__in=digests, revoked_at=None))


def _level(link: AccessLink) -> Right:
    return link.level


def _opened(link: AccessLink, session_id: uuid.UUID) -> Session | None:
    """The session, if the link reaches it."""
    if link.session is not None:
        return link.session if link.session_id == session_id else None
    return Session.objects.filter(club=link.club_id, pk=session_id).first()
