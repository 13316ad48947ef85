"""更多 gèng duō: the way to everything about a night that is not the table."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.book.reading import next_ruling, ruling_of
from rounds.models import Right
from rounds.screens.house import house
from rounds.views.links import address_of
from rounds.views.places import bottom
from rounds.views.surroundings import in_wechat


@require_safe
def more(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Where else to go, the rules of the newest round, and those of the next where they have been changed."""
    access = guard(request, session, Right.WATCH)
    newest = access.session.played().order_by("-number")[0]
    ruling, coming = ruling_of(newest), next_ruling(access.session, newest)
    shown = {
        "session": access.session,
        "number": newest.number,
        "house": house(ruling),
        "names": [(seat, newest.names[seat]) for seat in newest.seats],
        "bottom": bottom(request),
        "coming": house(coming) if coming != ruling else None,
        "scorer": access.right >= Right.SCORE,
        "may_score": access.right >= Right.SCORE and access.session.ended_at is None,
        "may_own": access.owns,
        "wechat": address_of(request, access.link) if in_wechat(request) else "",
    }
    return render(request, "more/more.html", shown)
