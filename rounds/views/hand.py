"""算牌 suàn pái: a public page on which a hand is laid out and valued."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rounds.screens.hand import Page
from rounds.screens.hand import hand as build_hand
from rounds.views.answers import fields_of, is_part


@require_safe
def hand(request: HttpRequest) -> HttpResponse:
    """The hand in the address; 422 and a sentence where it cannot be read. Open to everybody, reads no database."""
    shown = build_hand(fields_of(request.GET))
    template = "hand/_hand.html" if is_part(request) else "hand/hand.html"
    context = {
        "page": shown,
        "back": _back(shown),
        "share": request.build_absolute_uri(f"{request.path}?{shown.share}"),
    }
    return render(request, template, context, status=422 if shown.wrong or shown.pad.wrong else 200)


def _back(shown: Page) -> str:
    """To the night that it was opened from; else home."""
    return reverse("more", args=[shown.night]) if shown.night else reverse("home")
