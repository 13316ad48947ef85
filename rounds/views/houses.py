"""自家规矩 zì jiā guī ju: the rule sets that a club has named: the list, a new one, a change, a removal."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rounds.access import Ownership, owner
from rounds.book.refusals import Busy, NotNow, Stale
from rounds.book.ruling import Ruling
from rounds.draft import Draft, draft
from rounds.forms import Unfit, read_house_name
from rounds.house_rules import houses as houses_of
from rounds.house_rules import keep, mark_of, offers, preset_offers, remove, rewrite, ruling_of_house
from rounds.models import HouseRules
from rounds.rules.strict import Malformed
from rounds.screens.house import differences_of, house
from rounds.screens.house_form import house_form
from rounds.views.answers import fields_of, is_part, refusal, see
from xuezhan_site import errors

MADE_OF = "made-of"
"""The field with the mark of the set that the form was made of."""


@dataclass(frozen=True, slots=True)
class _Form:
    """The form that makes a set, or changes the one in `row`: the rules that it is filled with, and how it is saved."""

    now: Ruling
    save: Callable[[str, Ruling], HouseRules]
    row: HouseRules | None = None

    @property
    def here(self) -> str:
        """Where it is sent to."""
        return reverse("edit_house", args=[self.row.pk]) if self.row else reverse("new_house")


@require_safe
def houses(request: HttpRequest) -> HttpResponse:
    """The club's own rule sets, each in a line."""
    club = owner(request).club
    return render(request, "house/houses.html", {"own": [(row.pk, house(told)) for row, told in houses_of(club)]})


@require_http_methods(["GET", "HEAD", "POST"])
def new_house(request: HttpRequest) -> HttpResponse:
    """Name a rule set, made from any other."""
    own = owner(request)
    default = next(iter(preset_offers().values())).ruling
    return _edit(request, own, _Form(default, lambda name, ruling: keep(own.club, name, ruling)))


@require_http_methods(["GET", "HEAD", "POST"])
def edit_house(request: HttpRequest, house: uuid.UUID) -> HttpResponse:
    """Change a rule set or its name; rounds that have begun by it keep what they have."""
    own = owner(request)
    row, made_of = _row(own, house), request.POST.get(MADE_OF, "")
    form = _Form(_told(row), lambda name, ruling: rewrite(row, name, ruling, made_of), row)
    try:
        return _edit(request, own, form)
    except Stale:
        row = _row(own, house)
        return _moved(request, own, replace(form, now=_told(row), row=row))
    except HouseRules.DoesNotExist as gone:
        raise Http404 from gone


@require_POST
def remove_house(request: HttpRequest, house: uuid.UUID) -> HttpResponse:
    """Forget a rule set. One that is gone already stays gone."""
    own = owner(request)
    try:
        remove(own.club, house)
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    return _to_list()


def _told(row: HouseRules) -> Ruling:
    """What the set says; one that this version cannot read has no page here."""
    try:
        return ruling_of_house(row)
    except Malformed as fault:
        raise Http404 from fault


def _row(own: Ownership, house: uuid.UUID) -> HouseRules:
    row = HouseRules.objects.select_related("club").filter(club=own.club, pk=house).first()
    if row is None:
        raise Http404
    return row


def _edit(request: HttpRequest, own: Ownership, form: _Form) -> HttpResponse:
    """The form with its name; sent with `do=keep`, it is saved. Anything else only looks."""
    asked = fields_of(request.POST if request.method == "POST" else request.GET)
    made = draft(offers(own.club), asked, form.now)
    if request.method != "POST" or asked.get("do") != "keep":
        return _page(request, form, made, status=200 if made.ruling else 422)
    try:
        name = read_house_name(asked)
        if made.ruling is None:
            return _page(request, form, made, status=422, tried=True)
        form.save(name, made.ruling)
    except Unfit as unfit:
        return _page(request, form, made, status=422, name_error=unfit.errors["name"])
    except NotNow as refused:
        said = refusal(refused)
        return _page(request, form, made, status=422, name_error=said, taken=refused.figures["house"])
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    return _to_list()


def _moved(request: HttpRequest, own: Ownership, form: _Form) -> HttpResponse:
    """What was typed, beside the set as somebody else has just saved it; sent again, it is saved over that."""
    asked = {name: text for name, text in fields_of(request.POST).items() if name != MADE_OF}
    made = draft(offers(own.club), asked, form.now)
    theirs = differences_of(form.now.rules, made.typed.rules or form.now.rules)
    wrong = _("刚才别处改过这套规矩，这一页的没存下。看一眼，要照这一页的就再点一次「存下」")
    return _page(request, form, made, status=409, wrong=wrong, theirs=theirs)


def _to_list() -> HttpResponse:
    return see(reverse("houses"))


def _page(request: HttpRequest, form: _Form, made: Draft, *, status: int, **more: object) -> HttpResponse:
    shown = {
        "form": house_form(made.offers, made.start, made.fields, made.typed),
        "here": form.here,
        "back": reverse("houses"),
        "row": form.row,
        "made_of": made.asked.get(MADE_OF, mark_of(form.now)) if form.row else "",
        "may_name": True,
        "name": made.asked.get("name", form.now.house),
        "wrong": _("这套规矩已经没有了，重新选一套") if made.gone else "",
    }
    template = "house/_own.html" if is_part(request) else "house/own.html"
    return render(request, template, shown | more, status=status)
