"""座位 zuò wèi: who sits where, who comes and who goes; how long the night goes on; who sat there in truth."""

import uuid
from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rounds import scorebook
from rounds.access import Access, guard
from rounds.book.previews import Reseated, preview_reseat
from rounds.book.refusals import Refused
from rounds.book.taps import Answer, Tap
from rounds.forms import Unfit
from rounds.models import Right
from rounds.screens.mending import mending
from rounds.screens.seats import seats as seats_screen
from rounds.typed_seats import read_countdown, read_rounds, read_seating, read_truth
from rounds.views.answers import answer, fields_of, refusal


@require_safe
def seats(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Who sits where from the next round on, and what else is to be said of the people of a night."""
    return _page(request, guard(request, session, Right.SCORE))


@require_POST
def sit(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """换座: seat them so, from the next round on."""
    access, asked = guard(request, session, Right.SCORE), fields_of(request.POST)

    def write(tap: Tap) -> Answer:
        return scorebook.set_company_as_asked(access.session, tap, asked, lambda now: read_seating(asked, now))

    try:
        return _answer(request, access, asked, write)
    except Unfit as unfit:
        return _page(request, access, asked, wrong=_said(unfit), status=422)


@require_POST
def count_down(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """倒计时: so many more rounds, or as many as they like after all."""
    access, asked = guard(request, session, Right.SCORE), fields_of(request.POST)
    try:
        rounds = read_countdown(asked)
    except Unfit as unfit:
        return _page(request, access, wrong=_said(unfit), status=422)
    return _answer(request, access, {}, lambda tap: scorebook.count_down(access.session, tap, rounds))


@require_http_methods(["GET", "HEAD", "POST"])
def mend_seats(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """坐错了: who was entered for whom in some rounds; looked at first, then sent to be kept."""
    access = guard(request, session, Right.SCORE)
    asked = fields_of(request.POST if request.method == "POST" else request.GET)
    if request.method != "POST" and "look" not in asked:
        return _mending(request, access, asked)
    try:
        first, last = read_rounds(asked, access.session.round_count)
        names = read_truth(asked)
        if request.method == "POST":
            return _mend(request, access, asked, first, last, names)
        return _mending(request, access, asked, preview_reseat(access.session, first, last, names))
    except Unfit as unfit:
        return _mending(request, access, asked, wrong=_said(unfit), status=422)
    except Refused as refused:
        return _mending(request, access, asked, wrong=refusal(refused), status=refused.status)


def _answer(
    request: HttpRequest, access: Access, asked: Mapping[str, str], write: Callable[[Tap], Answer]
) -> HttpResponse:
    def show(refused: Refused | None) -> HttpResponse:
        return _page(request, access, asked, wrong=refusal(refused))

    return answer(request, access, write, show, reverse("table", args=[access.session.pk]))


def _mend(
    request: HttpRequest, access: Access, asked: Mapping[str, str], first: int, last: int, names: Mapping[str, str]
) -> HttpResponse:
    def show(refused: Refused | None) -> HttpResponse:
        return _mending(request, access, asked, wrong=refusal(refused))

    return answer(
        request,
        access,
        lambda tap: scorebook.reseat(access.session, tap, first, last, names),
        show,
        reverse("table", args=[access.session.pk]),
    )


def _said(unfit: Unfit) -> str:
    return next(iter(unfit.errors.values()))


def _page(
    request: HttpRequest,
    access: Access,
    typed: Mapping[str, str] | None = None,
    *,
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    newest = access.session.played().order_by("-number")[0]
    shown = {"session": access.session, "seats": seats_screen(access.session, newest, typed or {}), "wrong": wrong}
    return render(request, "seats/seats.html", shown, status=status)


def _mending(
    request: HttpRequest,
    access: Access,
    typed: Mapping[str, str],
    looked: Reseated | None = None,
    *,
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    rows = list(access.session.played())
    shown = {"session": access.session, "mending": mending(rows, typed, looked), "wrong": wrong}
    return render(request, "seats/mend.html", shown, status=status)
