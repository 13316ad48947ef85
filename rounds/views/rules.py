"""整套规矩 zhěng tào guī ju: the rules of a night, or of a rule set that can be chosen, in plain language."""

import uuid
from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rounds.access import Access, guard, owner
from rounds.book.reading import next_ruling, ruling_of
from rounds.house_rules import Offer, offers, preset_offers
from rounds.models import Right
from rounds.screens.house import differences_of, house
from rounds.screens.rulebook import rulebook

NEXT = "next"
"""Asks for the rules of the round that is not open yet."""


@require_safe
def rules(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The rules of the newest round, of the one in `round`, or of the one to come; to whoever may watch."""
    access = guard(request, session, Right.WATCH)
    rows = {str(row.number): row for row in access.session.played()}
    newest = rows[str(access.session.round_count)]
    asked = request.GET.get("round", str(newest.number))
    if asked not in rows and asked != NEXT:
        raise Http404
    coming = next_ruling(access.session, newest)
    ruling = coming if asked == NEXT else ruling_of(rows[asked])
    changed = differences_of(coming.rules, ruling.rules) if asked == str(newest.number) else ()
    number = newest.number + 1 if asked == NEXT else rows[asked].number
    shown = {"house": house(ruling), "sections": rulebook(ruling.rules), "number": number, "changed": changed}
    return render(request, "rules/night.html", {**shown, **_frame(access)})


def _frame(access: Access) -> Mapping[str, object]:
    return {"session": access.session, "may_score": access.right >= Right.SCORE, "next": access.session.round_count + 1}


@require_safe
def rule_sets(request: HttpRequest) -> HttpResponse:
    """One rule set (`preset`), the first if none is asked for. A club's own are shown to its owner alone."""
    known = _known(request)
    offer = known.get(request.GET.get("preset") or next(iter(preset_offers())))
    if offer is None:
        raise Http404
    ruling = offer.ruling
    shown = {"offer": offer, "offers": tuple(known.values()), "house": house(ruling)}
    return render(request, "rules/rules.html", {**shown, "sections": rulebook(ruling.rules)})


def _known(request: HttpRequest) -> dict[str, Offer]:
    try:
        return offers(owner(request).club)
    except Http404:
        return preset_offers()
