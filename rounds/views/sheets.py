"""两张结算单: the detailed and the personal sheet of a whole night."""

import uuid
from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.book.reading import read_logs
from rounds.models import Right, Round
from rounds.screens.course import chart_of, course_of
from rounds.screens.days import say_night
from rounds.screens.sheets import book_of_night, detailed_of_night, personal_of
from rounds.views.me import person_of


@require_safe
def sheets(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Both sheets over all rounds, the personal one of `who` (a person's id), and the course of the night."""
    access = guard(request, session, Right.WATCH)
    rows = list(access.session.played())
    logs = read_logs(access.session, rows)
    book = book_of_night(rows, logs)
    try:
        shown = {
            "title": say_night(access.session, timezone.now()),
            "detailed": detailed_of_night(book, logs),
            "personal": personal_of(book, request.GET.get("who") or me(request, rows)),
            "course": course_of(rows),
            "chart": chart_of(rows),
        }
    except LookupError:
        raise Http404 from None
    return render(request, "sheets/sheets.html", {"session": access.session, **shown})


def me(request: HttpRequest, rows: Iterable[Round]) -> str:
    """Who holds this phone, if he has played in one of these rounds: his sheet is the first to be shown."""
    person = person_of(request)
    return person if any(person in row.seats.values() for row in rows) else ""
