"""开一场 kāi yì chǎng: the form that starts a night."""

import secrets
from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rounds import scorebook
from rounds.access import Ownership, owner
from rounds.book.refusals import Busy, KeyReused, Refused
from rounds.book.taps import Tap
from rounds.forms import Unfit, read_new_night
from rounds.house_rules import offers
from rounds.screens.new import new as new_screen
from rounds.views.answers import fields_of, refusal, see


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form; sent, it starts the night and goes to its table. What is wrong with it stands at the field."""
    own = owner(request)
    if request.method != "POST":
        return _form(request, own, new_key())
    typed = request.POST.dict()
    try:
        tap = Tap(typed.get("key", ""), 0, own.link, timezone.now())
    except ValueError:
        return _form(request, own, new_key(), typed, wrong=_("这一页没有发完整，再点一次「开打」"), status=422)
    try:
        asked = fields_of(request.POST)
        session = scorebook.open_night_as_asked(own.club, tap, asked, lambda: read_new_night(asked, offers(own.club)))
    except Unfit as unfit:
        return _form(request, own, tap.key, typed, unfit.errors, status=422)
    except Refused as refused:
        key = new_key() if isinstance(refused, KeyReused) else tap.key
        return _form(request, own, key, typed, wrong=_say(refused), status=refused.status)
    return see(reverse("table", args=[session.pk]))


def new_key() -> str:
    """The key of the tap that this page will send, so that sending it twice starts one night."""
    return secrets.token_urlsafe(24)


def _say(refused: Refused) -> str:
    if isinstance(refused, KeyReused):
        return _("这一页刚才已经开过一场；要另开一场，再点一次「开打」")
    if isinstance(refused, Busy):
        return _("没有记上。再点一次「开打」，不会开成两场")
    return refusal(refused)


def _form(
    request: HttpRequest,
    own: Ownership,
    key: str,
    typed: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
    *,
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    typed = typed or {}
    shown = {"new": new_screen(own.club, typed, errors or {}, wrong), "key": key, "zone": typed.get("zone", "")}
    return render(request, "new/new.html", shown, status=status)
