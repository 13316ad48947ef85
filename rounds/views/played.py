"""The page of one round."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.book.reading import read_log
from rounds.models import Right
from rounds.screens.played import played as build_played
from rounds.screens.sheets import book_of_round, detailed_of_round, personal_of
from rounds.views.me import me_of


@require_safe
def played(request: HttpRequest, session: uuid.UUID, number: int) -> HttpResponse:
    """One round: its log, each line of which opens why, and its sheets, the personal one of `who` (a seat's letter)."""
    access = guard(request, session, Right.WATCH)
    row = access.session.played().filter(number=number).first()
    if row is None:
        raise Http404
    log = read_log(access.session, row)
    book = book_of_round(row, log)
    try:
        personal = personal_of(book, request.GET.get("who") or me_of(request, row.seats))
    except LookupError:
        raise Http404 from None
    context = {
        "session": access.session,
        "round": build_played(access.session, row, log),
        "detailed": detailed_of_round(book, log),
        "personal": personal,
        "scorer": access.right >= Right.SCORE,
    }
    return render(request, "rounds/round.html", context)
