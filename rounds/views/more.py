"""更多 gèng duō: the way to everything about a night that is not the table."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.models import Right
from rounds.rules.ruleset import RuleSet
from rounds.screens.house import house


@require_safe
def more(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Where else to go, and the rules of the newest round."""
    access = guard(request, session, Right.WATCH)
    newest = access.session.played().order_by("-number")[0]
    shown = {
        "session": access.session,
        "number": newest.number,
        "house": house(RuleSet.from_json(newest.rules), newest.preset),
        "may_own": access.right is Right.OWN,
    }
    return render(request, "more/more.html", shown)
