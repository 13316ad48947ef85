"""算牌 suàn pái: a public page on which a hand is laid out and valued."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.book.reading import ruling_of
from rounds.models import Right
from rounds.screens.hand import NIGHT, Night, Page
from rounds.screens.hand import hand as build_hand
from rounds.views.answers import fields_of, is_part


@require_safe
def hand(request: HttpRequest) -> HttpResponse:
    """The hand in the address; 422 and a sentence where it cannot be read. Open to everybody.

    Whoever opens it from a night that he may look at is offered the rules of that night besides.
    """
    shown = build_hand(fields_of(request.GET), _night(request))
    template = "hand/_hand.html" if is_part(request) else "hand/hand.html"
    context = {
        "page": shown,
        "back": _back(shown),
        "share": request.build_absolute_uri(f"{request.path}?{shown.share}"),
    }
    return render(request, template, context, status=422 if shown.wrong or shown.pad.wrong else 200)


def _night(request: HttpRequest) -> Night | None:
    """The night that the address names, for those who may look at it; to all others there is none."""
    try:
        access = guard(request, uuid.UUID(request.GET.get(NIGHT, "")), Right.WATCH)
    except (ValueError, Http404):
        return None
    newest = access.session.played().order_by("-number")[0]
    return Night(access.session.pk, ruling_of(newest).rules)


def _back(shown: Page) -> str:
    """To the night that it was opened from; else home."""
    return reverse("more", args=[shown.night]) if shown.night else reverse("home")
