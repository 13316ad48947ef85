"""换规矩算一遍 huàn guī ju suàn yí biàn: the night, or one round of it, settled again by other rules."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rounds.access import Access, guard
from rounds.book.reading import ruling_of
from rounds.forms import Unfit, read_what_if
from rounds.house_rules import Offer, offers, preset_offers
from rounds.models import Right
from rounds.screens.house import with_those_of_night
from rounds.screens.what_if import what_if as what_if_screen
from rounds.wording import sentences


@require_safe
def what_if(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The form, and what the rules that were chosen come to: `rules`, `round` and `base`."""
    access = guard(request, session, Right.WATCH)
    rows = list(access.session.played())
    offered = with_those_of_night(_known(access), ruling_of(rows[-1]))
    typed = request.GET.dict()
    shown = {"session": access.session, "offers": offered.values(), "rows": rows, "typed": typed}
    try:
        asked = read_what_if(typed, offered, rows)
    except Unfit as unfit:
        wrong = {"wrong": sentences(unfit.errors.values())}
        return render(request, "what_if/what_if.html", shown | wrong, status=400)
    told = {"asked": asked, "what_if": what_if_screen(access.session, rows, asked)}
    return render(request, "what_if/what_if.html", shown | told)


def _known(access: Access) -> dict[str, Offer]:
    """A club's own rule sets are offered to those alone who may play by them."""
    return offers(access.session.club_id) if access.right >= Right.SCORE else preset_offers()
