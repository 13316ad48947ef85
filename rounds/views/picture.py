"""结果图 jié guǒ tú: the result of a night as a picture, on a page to save it from and alone."""

import uuid

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.models import Right
from rounds.screens.picture import picture as picture_screen

DRAWN_HERE = csp_update({"img-src": ["data:"]})
"""A script of the page makes a PNG of the drawing, which a long press saves; no other page shows such a picture."""


@require_safe
def picture(request: HttpRequest, session: uuid.UUID) -> HttpResponseBase:
    """The picture, to be saved or passed on."""
    access = guard(request, session, Right.WATCH)
    page = DRAWN_HERE(lambda request: render(request, "settle/picture.html", {"session": access.session}))
    return page(request)


@require_safe
def result(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The drawing itself, an SVG."""
    access = guard(request, session, Right.WATCH)
    shown = picture_screen(access.session, list(access.session.played()), timezone.now())
    return render(request, "settle/result.svg", {"picture": shown}, content_type="image/svg+xml")
