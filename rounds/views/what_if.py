"""换规矩算一遍 huàn guī ju suàn yí biàn: the night, or one round of it, settled again by other rules."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.forms import Unfit, read_what_if
from rounds.house_rules import offers
from rounds.models import Right
from rounds.screens.what_if import what_if as what_if_screen


@require_safe
def what_if(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The form, and what the rules that were chosen come to: `rules`, `round` and `base`."""
    access = guard(request, session, Right.WATCH)
    rows, offered = list(access.session.played()), offers(access.session.club_id)
    typed = request.GET.dict()
    shown = {"session": access.session, "offers": offered.values(), "rows": rows, "typed": typed}
    try:
        asked = read_what_if(typed, offered, rows)
    except Unfit as unfit:
        wrong = {"wrong": "；".join(unfit.errors.values())}
        return render(request, "what_if/what_if.html", shown | wrong, status=400)
    told = {"asked": asked, "what_if": what_if_screen(access.session, rows, asked)}
    return render(request, "what_if/what_if.html", shown | told)
