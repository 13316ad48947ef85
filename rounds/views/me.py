"""我是… wǒ shì: who holds this phone, where he has said so. His phone alone knows; nothing is stored."""

import uuid
from collections.abc import Mapping

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rounds.access import COOKIE_AGE, guard
from rounds.book.reading import load_round
from rounds.models import Right

COOKIE = "me"
"""Keeps a person's id: he is himself in every night that he plays."""


@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The players to choose from; sent with a `seat`, or an empty one for nobody, the phone remembers."""
    access = guard(request, session, Right.WATCH)
    opening = load_round(access.session, access.session.round_count).opening
    if request.method != "POST":
        names = {seat: opening.names[seat] for seat in opening.seats}
        shown = {"session": access.session, "names": names, "me": me_of(request, opening.seats)}
        return render(request, "me/me.html", shown)
    seat = request.POST.get("seat", "")
    if seat and seat not in opening.seats:
        raise BadRequest("seat")
    response = redirect("table", session)
    _keep(request, response, opening.seats[seat] if seat else "")
    return response


def person_of(request: HttpRequest) -> str:
    """The id of the person who holds this phone, or "" while he has not said so."""
    return request.COOKIES.get(COOKIE, "")


def me_of(request: HttpRequest, seats: Mapping[str, str]) -> str:
    """The seat of who holds this phone, or "" where he sits at none; `seats`: the person's id by seat."""
    person = person_of(request)
    return next((seat for seat, sitting in seats.items() if sitting == person), "")


def _keep(request: HttpRequest, response: HttpResponse, person: str) -> None:
    age = COOKIE_AGE if person else 0
    response.set_cookie(COOKIE, person, max_age=age, secure=request.is_secure(), httponly=True, samesite="Lax")
