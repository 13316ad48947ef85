"""座位 zuò wèi: how the seats lie on a phone's screen. The phone keeps it in its own cookies, and nothing else does."""

import uuid

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from rounds.access import COOKIE_AGE, guard
from rounds.models import Right
from rounds.views.answers import see

BOTTOM, FAR = "bottom", "far"


@require_POST
def place(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Which seat lies at the bottom of this phone's screen: that of its owner."""
    access = guard(request, session, Right.WATCH)
    seat = request.POST.get(BOTTOM, "")
    if seat not in access.session.played().order_by("-number")[0].seats:
        raise BadRequest("no such seat")
    table = reverse("table", args=[access.session.pk])
    response = see(table)
    response.set_cookie(
        BOTTOM,
        seat,
        max_age=COOKIE_AGE,
        path=table,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def bottom(request: HttpRequest) -> str:
    """The seat at the bottom; "" where none was chosen."""
    return request.COOKIES.get(BOTTOM, "")


def is_far(request: HttpRequest) -> bool:
    """Is the table turned round, for the player opposite? Without a script its address says so, else a cookie."""
    return request.GET.get(FAR, request.COOKIES.get(FAR)) == "1"
