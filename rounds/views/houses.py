"""自家规矩 zì jiā guī ju: the rule sets that a club has named: the list, a new one, a change, a removal."""

import uuid
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rounds.access import Ownership, owner
from rounds.book.refusals import Busy, NotNow
from rounds.book.ruling import Ruling
from rounds.draft import Draft, draft
from rounds.forms import Unfit, read_house_name
from rounds.house_rules import keep, offers, preset_offers, remove, rewrite, ruling_of_house
from rounds.models import HouseRules
from rounds.screens.house import house
from rounds.screens.house_form import house_form
from rounds.views.answers import fields_of, is_part
from rounds.wording import say_refusal
from xuezhan_site import errors

Save = Callable[[str, Ruling], HouseRules]


@require_safe
def houses(request: HttpRequest) -> HttpResponse:
    """The club's own rule sets, each in a line."""
    club = owner(request).club
    own = HouseRules.objects.filter(club=club).order_by("name")
    return render(request, "house/houses.html", {"own": [(row.pk, house(ruling_of_house(row))) for row in own]})


@require_http_methods(["GET", "HEAD", "POST"])
def new_house(request: HttpRequest) -> HttpResponse:
    """Name a rule set, made from any other."""
    own = owner(request)
    default = next(iter(preset_offers().values())).ruling
    return _edit(request, own, default, reverse("new_house"), lambda name, ruling: keep(own.club, name, ruling))


@require_http_methods(["GET", "HEAD", "POST"])
def edit_house(request: HttpRequest, house: uuid.UUID) -> HttpResponse:
    """Change a rule set or its name; rounds that have begun by it keep what they have."""
    own = owner(request)
    row = _row(own, house)
    here = reverse("edit_house", args=[row.pk])
    return _edit(request, own, ruling_of_house(row), here, lambda name, ruling: rewrite(row, name, ruling), row)


@require_POST
def remove_house(request: HttpRequest, house: uuid.UUID) -> HttpResponse:
    """Forget a rule set. One that is gone already stays gone."""
    own = owner(request)
    try:
        remove(own.club, house)
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    return _to_list()


def _row(own: Ownership, house: uuid.UUID) -> HouseRules:
    row = HouseRules.objects.select_related("club").filter(club=own.club, pk=house).first()
    if row is None:
        raise Http404
    return row


def _edit(
    request: HttpRequest, own: Ownership, now: Ruling, here: str, save: Save, row: HouseRules | None = None
) -> HttpResponse:
    """The form with its name; sent with `do=keep`, it is saved. Anything else only looks."""
    asked = fields_of(request.POST if request.method == "POST" else request.GET)
    made = draft(offers(own.club), asked, now)
    name = asked.get("name", now.house)
    if request.method != "POST" or asked.get("do") != "keep":
        return _page(request, made, here, name, row, status=200 if made.ruling else 422)
    try:
        cleaned = read_house_name(asked)
        if made.ruling is None:
            return _page(request, made, here, name, row, status=422)
        save(cleaned, made.ruling)
    except Unfit as unfit:
        return _page(request, made, here, name, row, unfit.errors["name"], status=422)
    except NotNow as refused:
        return _page(request, made, here, name, row, say_refusal(refused.code, refused.figures, {}), status=422)
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    return _to_list()


def _to_list() -> HttpResponse:
    response = redirect("houses")
    response.status_code = 303
    return response


def _page(
    request: HttpRequest,
    made: Draft,
    here: str,
    name: str,
    row: HouseRules | None,
    name_error: str = "",
    *,
    status: int,
) -> HttpResponse:
    shown = {
        "form": house_form(made.offers, made.start, made.fields, made.typed),
        "here": here,
        "back": reverse("houses"),
        "row": row,
        "may_name": True,
        "name": name,
        "name_error": name_error,
        "wrong": _("这套规矩已经没有了，重新选一套") if made.gone else "",
    }
    return render(request, "house/_own.html" if is_part(request) else "house/own.html", shown, status=status)
