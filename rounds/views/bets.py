"""叫马 jiào mǎ: who does not play in a round and bets on a seat of it."""

import uuid
from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from rounds import scorebook
from rounds.access import Access, guard
from rounds.book.refusals import Refused
from rounds.forms import Unfit
from rounds.models import Right
from rounds.screens.bets import bets as bets_screen
from rounds.typed_seats import read_bets
from rounds.views.answers import answer, fields_of, page_of, refusal


@require_http_methods(["GET", "HEAD", "POST"])
def bets(request: HttpRequest, session: uuid.UUID, number: int) -> HttpResponse:
    """Who bets on whom in a round, the running one or any before it; sent, it replaces what was said of it."""
    access = guard(request, session, Right.SCORE)
    if not 1 <= number <= access.session.round_count:
        raise Http404
    if request.method != "POST":
        return _page(request, access, number)
    asked = fields_of(request.POST)
    try:
        on = read_bets(asked)
    except Unfit as unfit:
        return _page(request, access, number, asked, wrong=next(iter(unfit.errors.values())), status=422)

    def show(refused: Refused | None) -> HttpResponse:
        return _page(request, access, min(number, access.session.round_count), asked, wrong=refusal(refused))

    return answer(
        request,
        access,
        lambda tap: scorebook.set_bets(access.session, tap, number, on),
        show,
        page_of(access, number),
    )


def _page(
    request: HttpRequest,
    access: Access,
    number: int,
    typed: Mapping[str, str] | None = None,
    *,
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    rows = list(access.session.played())
    shown = {
        "session": access.session,
        "bets": bets_screen(access.session, rows, rows[number - 1], typed or {}),
        "wrong": wrong,
        "back": page_of(access, number),
    }
    return render(request, "seats/bets.html", shown, status=status)
