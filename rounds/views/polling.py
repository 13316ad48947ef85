"""What phones ask for again and again: an answer that they have already costs who watches one look-up, and is 304.

Who only watches is shown what follows from the state of the log and from what the phone chose to see: what is new is
made once for all who see the same. The right to see it is looked up each time.
"""

import uuid
from collections.abc import Callable, Hashable, Sequence
from threading import Condition

from cachetools import LRUCache, cached
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.translation import get_language

from rounds.access import Access, guard
from rounds.book.chain import state_of
from rounds.models import Right, Unbooked
from rounds.preferences import read_preferences
from rounds.unbooked import unseen
from rounds.views.me import person_of
from rounds.views.places import bottom, is_far

Show = Callable[[HttpRequest, Access], HttpResponse]
"""Renders the part of the page that is asked for, as it stands now."""

FOR_A_TAG = ("club", "session", "right", "revoked_at", "session__club", "session__position", "session__head")
"""What is read of a link and its night to know whether there is anything new."""

SEEN_AT_ONCE = 256
"""So many parts are kept: of each night one for each language, and for each player who says who he is."""


def tag_of(access: Access, unbooked: Sequence[Unbooked]) -> str:
    """Says all that the table depends on: the state of the log, who asks, who scores, the language, what is 未入账."""
    where = f"elsewhere{access.held}" if access.elsewhere else "here"
    told = (state_of(access.session), access.right.word, where, get_language())
    return ".".join(map(str, (*told, *(one.pk.hex[:8] for one in unbooked))))


def answer_poll(request: HttpRequest, session: uuid.UUID, show: Show) -> HttpResponse:
    """The part that `show` renders, or 304 where the phone has it: it brings the tag of what it shows."""
    access = guard(request, session, Right.WATCH, FOR_A_TAG)
    tag = tag_of(access, unseen(access.session) if access.right >= Right.SCORE else ())
    response: HttpResponse
    if request.headers.get("HX-PTag") == tag:
        response = HttpResponseNotModified()
    elif access.right is Right.WATCH and not access.elsewhere and not request.GET:
        response = HttpResponse(watched(request, session, tag, show))
    else:
        response = show(request, guard(request, session, Right.WATCH))
    response.headers["HX-PTag"] = tag
    return response


def _seen_by(request: HttpRequest, session: uuid.UUID, tag: str, _show: Show) -> Hashable:
    told = read_preferences(request)
    return session, tag, person_of(request), bottom(request), is_far(request), told.words, told.aloud


@cached(LRUCache(SEEN_AT_ONCE), key=_seen_by, condition=Condition())
def watched(request: HttpRequest, session: uuid.UUID, tag: str, show: Show) -> bytes:
    """What the first is shown of those who only watch and see the same; the others wait until it is there.

    It is never older than its tag. Where something is written meanwhile it may be newer; then the next poll brings
    another tag, and what that stands for.
    """
    return show(request, guard(request, session, Right.WATCH)).content
