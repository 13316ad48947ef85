"""What the owner of a club can look back on: its nights, who won how much and how, and each of its people."""

import uuid

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from rounds.access import owner
from rounds.book.records import Scope
from rounds.forms import Unfit
from rounds.models import Session
from rounds.screens.history import history as history_screen
from rounds.screens.person import person as person_screen
from rounds.screens.statistics import between as between_screen
from rounds.screens.statistics import going, ranking
from rounds.search import read_scope, read_search


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """A page of the nights that are asked for, by `span`, `rules`, `who` and `q`; `before` or `after` a place."""
    club = owner(request).club
    try:
        search = read_search(request.GET.dict(), club.pk)
        shown = history_screen(search, timezone.now())
    except Unfit as unfit:
        raise BadRequest(str(unfit)) from unfit
    except (LookupError, Session.DoesNotExist):
        raise Http404 from None
    return render(request, "history/history.html", {"history": shown})


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Everybody ranked `by` a figure."""
    scope = _scope(request)
    try:
        shown = ranking(scope, request.GET.get("by", "points"))
    except KeyError:
        raise Http404 from None
    return render(request, "statistics/statistics.html", {"ranking": shown})


@require_safe
def over_time(request: HttpRequest) -> HttpResponse:
    """How the totals went on, and the best night and the worst."""
    return render(request, "statistics/over_time.html", {"going": going(_scope(request))})


@require_safe
def between(request: HttpRequest) -> HttpResponse:
    """Who pays whom, and by which hands was won."""
    return render(request, "statistics/between.html", {"between": between_screen(_scope(request))})


@require_safe
def person(request: HttpRequest, person: uuid.UUID) -> HttpResponse:
    """What the nights of one of the club's people come to."""
    scope = _scope(request)
    try:
        shown = person_screen(scope, person, timezone.now())
    except KeyError:
        raise Http404 from None
    return render(request, "people/person.html", {"person": shown})


def _scope(request: HttpRequest) -> Scope:
    club = owner(request).club
    try:
        return read_scope(request.GET.dict(), club.pk)
    except Unfit as unfit:
        raise BadRequest(str(unfit)) from unfit
