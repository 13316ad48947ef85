"""算钱 suàn qián in the middle of a night: another worth of a point, another table fee, more points to lose."""

import uuid
from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from rounds import scorebook
from rounds.access import Access, guard
from rounds.book.refusals import NotNow, Refused
from rounds.book.taps import Answer, Tap
from rounds.models import Right
from rounds.rules.strict import MAX_POINTS
from rounds.screens.purse import purse
from rounds.typed_money import read_buy_in, read_fee, read_worth
from rounds.views.answers import answer, fields_of, refusal

NEXT, NIGHT = "next", "night"
"""From when on what is typed is to hold: from the next round on, or in the whole night."""


@require_http_methods(["GET", "HEAD", "POST"])
def money(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The worth of a point and the table fee; sent, they hold as `do` says."""
    access = guard(request, session, Right.SCORE)
    if request.method != "POST":
        return _page(request, access)
    asked, errors = fields_of(request.POST), dict[str, str]()
    worth = read_worth(asked, errors)
    fee = read_fee(asked, worth, errors)
    if errors:
        return _page(request, access, asked, errors, status=422)

    def write(tap: Tap) -> Answer:
        if asked.get("do") not in (NEXT, NIGHT):
            raise NotNow("since_when")
        whole_night = asked["do"] == NIGHT
        return scorebook.set_money(access.session, tap, worth, fee, whole_night=whole_night)

    return _answer(request, access, asked, write)


@require_POST
def buy_in(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """再买: `person` brings so many `points` more to lose, or takes them back."""
    access = guard(request, session, Right.SCORE)
    asked = fields_of(request.POST)

    def write(tap: Tap) -> Answer:
        points = read_buy_in(asked)
        if points is None:
            raise NotNow("buy_in_unread", {"most": f"{MAX_POINTS:,}"})
        return scorebook.buy_in(access.session, tap, asked.get("person", ""), points)

    return _answer(request, access, None, write)


def _answer(
    request: HttpRequest, access: Access, typed: Mapping[str, str] | None, write: Callable[[Tap], Answer]
) -> HttpResponse:
    def show(refused: Refused | None) -> HttpResponse:
        return _page(request, access, typed, refused=refused)

    return answer(request, access, write, show, reverse("money", args=[access.session.pk]))


def _page(
    request: HttpRequest,
    access: Access,
    typed: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
    *,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    rows = list(access.session.played())
    shown = {
        "session": access.session,
        "purse": purse(access.session, rows, typed, errors or {}),
        "wrong": refusal(refused),
    }
    return render(request, "money/money.html", shown, status=status)
