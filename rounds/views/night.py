"""这一场 zhè yì chǎng: the whole night, its end, and playing on after all."""

import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from rounds import scorebook
from rounds.access import Access, guard
from rounds.book.refusals import Refused
from rounds.book.taps import Answer, Tap
from rounds.models import Right, Session
from rounds.screens.night import night as night_screen
from rounds.views.answers import answer, refusal


@require_safe
def night(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Totals and rounds of the night."""
    return _page(request, guard(request, session, Right.WATCH), None)


@require_POST
def end(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """End the night."""
    return _answer(request, session, scorebook.end_night)


@require_POST
def reopen(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Play on after the end."""
    return _answer(request, session, scorebook.reopen_night)


def _answer(request: HttpRequest, session: uuid.UUID, write: Callable[[Session, Tap], Answer]) -> HttpResponse:
    access = guard(request, session, Right.SCORE)
    return answer(
        request,
        access,
        lambda tap: write(access.session, tap),
        lambda refused: _page(request, access, refused),
        reverse("night", args=[session]),
    )


def _page(request: HttpRequest, access: Access, refused: Refused | None) -> HttpResponse:
    """The page as the night stands now, with the sentence of what was refused."""
    shown = {
        "session": access.session,
        "night": night_screen(access.session, timezone.now()),
        "may_own": access.owns,
        "may_score": access.right >= Right.SCORE,
        "wrong": refusal(refused),
    }
    return render(request, "night/night.html", shown)
