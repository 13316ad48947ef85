"""算牌 suàn pái: a page on which a hand is laid out and valued, at no table or by the rules of a night."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.book.reading import ruling_of
from rounds.models import Right
from rounds.rules.ruleset import RuleSet
from rounds.screens.hand import hand as build_hand
from rounds.views.answers import fields_of, is_part


@require_safe
def hand(request: HttpRequest) -> HttpResponse:
    """The hand in the address; 422 and a sentence where it cannot be read. Open to everybody."""
    return _hand(request, reverse("home"))


@require_safe
def night_hand(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The same, with the rules of the night's newest round before the presets."""
    access = guard(request, session, Right.WATCH)
    newest = access.session.played().order_by("-number")[0]
    return _hand(request, reverse("more", args=[session]), ruling_of(newest).rules)


def _hand(request: HttpRequest, back: str, night: RuleSet | None = None) -> HttpResponse:
    shown = build_hand(fields_of(request.GET), night)
    shared = request.path if shown.by_night else reverse("hand")
    context = {
        "page": shown,
        "here": request.path,
        "back": back,
        "share": request.build_absolute_uri(f"{shared}?{shown.share}"),
    }
    template = "hand/_hand.html" if is_part(request) else "hand/hand.html"
    return render(request, template, context, status=422 if shown.wrong or shown.pad.wrong else 200)
