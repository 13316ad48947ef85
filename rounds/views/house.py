"""改规矩 gǎi guī ju: other rules from the next round on."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rounds import scorebook
from rounds.access import Access, guard
from rounds.book.reading import next_ruling
from rounds.book.refusals import Busy, NotNow, Refused
from rounds.book.ruling import Ruling
from rounds.book.taps import Answer, Tap
from rounds.draft import Draft, draft
from rounds.forms import Unfit, read_house_name
from rounds.house_rules import keep, offers
from rounds.models import Right
from rounds.screens.house_form import house_form
from rounds.typed_rules import Fields
from rounds.views.answers import answer, fields_of, is_part, refusal, see
from xuezhan_site import errors

INSTEAD_OF = "instead-of"
"""The field with the mark of the named set that is to be replaced, as the page has warned."""


@require_http_methods(["GET", "HEAD", "POST"])
def house(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Every option of the rules that the next round will be played by, to look at what others would come to.

    Sent, they are used from the next round on (`do=use`), or named (`do=keep`, by the owner). Anything else only looks.
    """
    access = guard(request, session, Right.SCORE)
    asked = fields_of(request.POST if request.method == "POST" else request.GET)
    if request.method == "POST" and asked.get("do") == "use":
        return _use(request, access, asked)
    made = _draft(access, asked)
    if request.method == "POST" and (asked.get("do") == "keep" or INSTEAD_OF in asked):
        return _keep(request, access, asked, made)
    return _page(request, access, made, status=200 if made.ruling else 422)


def _draft(access: Access, asked: Fields) -> Draft:
    newest = access.session.played().order_by("-number")[0]
    return draft(offers(access.session.club_id), asked, next_ruling(access.session, newest))


def _use(request: HttpRequest, access: Access, asked: Fields) -> HttpResponse:
    """Write the rules down and go back to the table, where the game goes on and 撤销 takes them back.

    What the form means is asked inside the write: a tap that is known has its answer, whatever has become of the set.
    """

    def ruling(now: Ruling) -> Ruling:
        made = draft(offers(access.session.club_id), asked, now)
        if made.ruling is None:
            raise Unfit(made.typed.errors)
        return made.ruling

    def show(refused: Refused | None) -> HttpResponse:
        return _page(request, access, _draft(access, asked if refused else {}), wrong=refusal(refused))

    def write(tap: Tap) -> Answer:
        return scorebook.set_rules_as_asked(access.session, tap, asked, ruling)

    try:
        return answer(request, access, write, show, reverse("table", args=[access.session.pk]))
    except Unfit:
        return _page(request, access, _draft(access, asked), status=422, tried=True)


def _keep(request: HttpRequest, access: Access, asked: Fields, made: Draft) -> HttpResponse:
    """Name the rules, and go on with them under that name. A set that has it is replaced on the second press alone."""
    if access.right is not Right.OWN:
        raise Http404
    try:
        name = read_house_name(asked)
    except Unfit as unfit:
        return _page(request, access, made, name_error=unfit.errors["name"], status=422)
    if not made.ruling:
        return _page(request, access, made, status=422, tried=True)
    try:
        kept = keep(access.session.club, name, made.ruling, asked.get(INSTEAD_OF, ""))
    except NotNow as taken:
        said = _("已经有一套规矩叫这个名字：换个名字，或者把那一套换成这一页的")
        return _page(request, access, made, name_error=said, instead_of=taken.figures["mark"], status=422)
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    return see(f"{reverse('house', args=[access.session.pk])}?preset=own:{kept.pk}#keep")


def _page(
    request: HttpRequest, access: Access, made: Draft, *, wrong: str = "", status: int = 200, **more: object
) -> HttpResponse:
    shown = {
        "session": access.session,
        "form": house_form(made.offers, made.start, made.fields, made.typed),
        "here": reverse("house", args=[access.session.pk]),
        "back": reverse("more", args=[access.session.pk]),
        "next": access.session.round_count + 1,
        "may_name": access.right is Right.OWN,
        "name": made.fields.get("name", made.start.ruling.house),
        "wrong": wrong or (_("这套规矩已经没有了，重新选一套") if made.gone else ""),
    }
    template = "house/_house.html" if is_part(request) else "house/house.html"
    return render(request, template, shown | more, status=status)
