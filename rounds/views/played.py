"""The page of one round."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.book.reading import read_log
from rounds.models import Right
from rounds.screens.played import played as build_played


@require_safe
def played(request: HttpRequest, session: uuid.UUID, number: int) -> HttpResponse:
    """One round: its sums and its log; each line opens why, and from there its correction."""
    access = guard(request, session, Right.WATCH)
    row = access.session.played().filter(number=number).first()
    if row is None:
        raise Http404
    shown = build_played(access.session, row, read_log(access.session, row))
    context = {"session": access.session, "round": shown, "scorer": access.right >= Right.SCORE}
    return render(request, "rounds/round.html", context)
