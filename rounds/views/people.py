"""牌友 pái yǒu: the people of a club: the list, somebody new, a name, a sign, gone and back again."""

import uuid
from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rounds.access import owner
from rounds.book.refusals import Busy, NotNow, Stale
from rounds.forms import Unfit, read_person
from rounds.models import Person
from rounds.people import Told, add, rewrite
from rounds.screens.people import form as person_form
from rounds.screens.people import people as people_screen
from rounds.views.answers import fields_of, refusal, see
from xuezhan_site import errors


@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Everybody who is offered where a night starts, then those who are gone."""
    return render(request, "people/people.html", {"people": people_screen(owner(request).club)})


@require_http_methods(["GET", "HEAD", "POST"])
def new_person(request: HttpRequest) -> HttpResponse:
    """Somebody new."""
    club = owner(request).club
    return _edit(request, None, lambda told: add(club, told))


@require_http_methods(["GET", "HEAD", "POST"])
def person_edit(request: HttpRequest, person: uuid.UUID) -> HttpResponse:
    """Another name or sign; gone, or back again."""
    row = _row(request, person)
    try:
        return _edit(request, row, lambda told: rewrite(row, told, request.POST.get("made-of", "")))
    except Stale:
        typed = {name: text for name, text in fields_of(request.POST).items() if name != "made-of"}
        wrong = _("刚才别处改过他，这一页的没存下。看一眼，要照这一页的就再点一次「存下」")
        return _form(request, _row(request, person), typed, wrong=wrong, status=409)


def _row(request: HttpRequest, person: uuid.UUID) -> Person:
    row = Person.objects.select_related("club").filter(club=owner(request).club, pk=person).first()
    if row is None:
        raise Http404
    return row


def _edit(request: HttpRequest, row: Person | None, save: Callable[[Told], Person]) -> HttpResponse:
    if request.method != "POST":
        return _form(request, row, {})
    typed = fields_of(request.POST)
    try:
        save(read_person(typed))
    except Unfit as unfit:
        return _form(request, row, typed, error=next(iter(unfit.errors.values())), status=422)
    except NotNow as refused:
        return _form(request, row, typed, error=refusal(refused), status=422)
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    return see(reverse("people"))


def _form(
    request: HttpRequest,
    row: Person | None,
    typed: Mapping[str, str],
    *,
    error: str = "",
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    shown = {"form": person_form(row, typed), "error": error, "wrong": wrong}
    return render(request, "people/edit.html", shown, status=status)
