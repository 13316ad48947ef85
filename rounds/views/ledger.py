"""总账 zǒng zhàng: every entry, on a page."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.forms import Unfit, read_filter, read_page
from rounds.models import Right
from rounds.screens.ledger import choices
from rounds.screens.ledger import ledger as ledger_screen
from rounds.wording import sentences


@require_safe
def ledger(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """A page of the entries that are asked for, by `player`, `reason` and `round`."""
    access = guard(request, session, Right.WATCH)
    rows = list(access.session.played().defer("rules"))
    shown = {"session": access.session, "choices": choices(access.session, rows)}
    try:
        asked, page = read_filter(request.GET, rows), read_page(request.GET)
    except Unfit as unfit:
        wrong = {"wrong": sentences(unfit.errors.values())}
        return render(request, "ledger/ledger.html", shown | wrong, status=400)
    told = {"ledger": ledger_screen(access.session, rows, asked, page), "asked": asked}
    return render(request, "ledger/ledger.html", shown | told)
