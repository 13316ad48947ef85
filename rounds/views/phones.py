"""备用手机 bèi yòng shǒu jī: the phones that own the club, so that a dead battery ends nothing."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rounds.access import Ownership, owner
from rounds.book.refusals import Busy, NotNow
from rounds.book.taps import Tap
from rounds.clubs import add_phone, phones_of, stop_phone
from rounds.models import Session
from rounds.views.answers import refusal
from rounds.views.links import coded
from rounds.views.new import new_key
from xuezhan_site import errors


@require_http_methods(["GET", "HEAD", "POST"])
def phones(request: HttpRequest) -> HttpResponse:
    """The phones; sent, one more, whose code stands on the next page. The same tap, come again, gets the same one."""
    own = owner(request)
    if request.method != "POST":
        return _page(request, own)
    try:
        link = add_phone(own.club, Tap(request.POST.get("key", ""), 0, own.link, timezone.now()))
    except ValueError:
        return _page(request, own, _("这一页没有发完整，再点一次"), status=422)
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    return redirect("phone", link.pk)


@require_safe
def phone(request: HttpRequest, link: uuid.UUID) -> HttpResponse:
    """The code that makes another phone an owner's."""
    own = owner(request)
    found = phones_of(own.club).filter(pk=link).first()
    if found is None:
        raise Http404
    return render(request, "phones/phone.html", {"link": coded(request, found)})


@require_POST
def stop(request: HttpRequest, link: uuid.UUID) -> HttpResponse:
    """停用: that phone owns nothing any more; the last one cannot be stopped."""
    own = owner(request)
    try:
        stop_phone(own.club, link, timezone.now())
    except NotNow as refused:
        return _page(request, own, refusal(refused), status=409)
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    return redirect("home" if link == own.link.pk else "phones")


def _page(request: HttpRequest, own: Ownership, wrong: str = "", status: int = 200) -> HttpResponse:
    newest = Session.objects.filter(club=own.club).order_by("-started_at").first()
    shown = {
        "phones": list(phones_of(own.club)),
        "this": own.link,
        "key": new_key(),
        "wrong": wrong,
        "zone": newest and newest.clock,
    }
    return render(request, "phones/phones.html", shown, status=status)
