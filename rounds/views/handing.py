"""换人记分 huàn rén jì fēn: who scores a night, and by which link others watch it."""

import uuid
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from rounds.access import Access, Elsewhere, join, keeper
from rounds.book.refusals import Busy, Stale
from rounds.book.taps import Tap
from rounds.handover import hand_over as hand_over_by
from rounds.handover import handed_over_by, replace_watch, scoring_link, watch_link
from rounds.handover import take_back as take_back_at
from rounds.models import AccessLink, Session
from rounds.views.answers import see, tap_of
from rounds.views.links import coded
from xuezhan_site import errors

ASKED = ["GET", "HEAD", "POST"]


@require_http_methods(ASKED)
def hand_over(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Asked for: what would happen, or, to an owner who has done it, the code of the new link. Sent: it happens.

    A scorer is shown the code in the answer alone: after it he has no right to see it, unless he sends the same again.
    """
    try:
        access = keeper(request, session)
    except Elsewhere as gone:
        if made := handed_over_by(gone.session, request.POST.get("key", "")):
            return _handed(request, gone.session, made)
        raise
    if request.method != "POST":
        return _question(request, access)
    return _replace(request, access, hand_over_by, _question, lambda link: _done(request, access, link))


def _done(request: HttpRequest, access: Access, link: AccessLink) -> HttpResponse:
    if access.owns:
        return see(reverse("hand_over", args=[access.session.pk]))
    return _handed(request, access.session, link)


def _handed(request: HttpRequest, session: Session, link: AccessLink) -> HttpResponse:
    """The code for the phone that takes over. This one goes on watching, by the link there was then: sent again later,
    the same tap gives nothing that was made since."""
    response = render(request, "handing/handed.html", {"session": session, "link": coded(request, link)})
    watch = watch_link(session)
    if watch and watch.created_at <= link.created_at:
        join(request, response, watch)
    return response


def _question(request: HttpRequest, access: Access, status: int = 200) -> HttpResponse:
    now = scoring_link(access.session)
    shown = {"session": access.session, "owns": access.owns, "held": now.pk.hex if now else "", "stale": status == 409}
    shown["link"] = coded(request, now) if now and access.owns else None
    return render(request, "handing/hand_over.html", shown, status=status)


@require_POST
def take_back(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """收回: the owner scores again. Where another scores than when the page was made, he is asked anew, with 409."""
    access = keeper(request, session)
    if not access.owns:
        raise Http404
    try:
        take_back_at(access.session, timezone.now(), request.POST.get("held", ""))
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    except Stale:
        return _question(request, access, 409)
    return see(reverse("table", args=[session]))


@require_http_methods(ASKED)
def new_watch(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """A new link to watch, after a question: who was sent the old one is out."""
    access = keeper(request, session)
    if request.method != "POST":
        return _ask_watch(request, access)

    def done(link: AccessLink) -> HttpResponse:
        response = see(reverse("links", args=[session]))
        join(request, response, link)
        return response

    return _replace(request, access, replace_watch, _ask_watch, done)


def _ask_watch(request: HttpRequest, access: Access, status: int = 200) -> HttpResponse:
    now = watch_link(access.session)
    shown = {"session": access.session, "held": now.pk.hex if now else "", "stale": status == 409}
    return render(request, "handing/new_watch.html", shown, status=status)


def _replace(
    request: HttpRequest,
    access: Access,
    act: Callable[[Session, Tap, str], AccessLink],
    ask: Callable[[HttpRequest, Access, int], HttpResponse],
    done: Callable[[AccessLink], HttpResponse],
) -> HttpResponse:
    """Act on the link that the page was made on; where it is another by now, ask anew with 409."""
    try:
        return done(act(access.session, tap_of(request, access), request.POST.get("held", "")))
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    except Stale:
        return ask(request, access, 409)
