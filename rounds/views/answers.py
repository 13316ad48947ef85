"""How a page answers a tap: the fresh part, a redirect where no script runs, or one sentence and its status."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from rounds.access import Access, guard
from rounds.book.refusals import Busy, Refused, Replaced
from rounds.book.taps import Tap
from rounds.cleaning import Unclean, whole_number
from rounds.rules.log import MAX_POSITION
from rounds.wording import say_refusal
from xuezhan_site import errors

Show = Callable[[Refused | None], HttpResponse]
"""Renders the part that the tap changed, or the whole page where no script runs, as it stands now."""


NOT_ASKED = ("csrfmiddlewaretoken", "key", "position", "seen")


def fields_of(data: QueryDict) -> dict[str, str]:
    """What a form or an address asks for: its fields but for those that every tap has."""
    return {name: str(data[name]) for name in data if name not in NOT_ASKED}


def tap_of(request: HttpRequest, access: Access) -> Tap:
    """The tap that a form brings; raises `BadRequest` when its key, position or state is none."""
    try:
        expected = whole_number(request.POST.get("position", ""), 0, MAX_POSITION)
        seen = request.POST.get("seen", "")
        return Tap(request.POST.get("key", ""), expected, access.link, timezone.now(), seen)
    except (Unclean, ValueError) as fault:
        raise BadRequest("key, position or state") from fault


def answer(request: HttpRequest, access: Access, write: Callable[[Tap], object], show: Show, to: str) -> HttpResponse:
    """Write, then show: the fresh part with 200, or with the status and the sentence of what was refused.

    The answer goes out after the commit; `show` finds the night as it stands then. A plain form that was written is
    redirected to `to`, so that going back or reloading sends nothing again.
    """
    tap = tap_of(request, access)
    try:
        write(tap)
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    except Replaced as fault:
        guard(request, access.session.pk, access.right)  # raises what such a phone is told
        return errors.unavailable(request, fault, tapped=True)
    except Refused as refused:
        access.session.refresh_from_db()
        response = show(refused)
        response.status_code = refused.status
        return response
    access.session.refresh_from_db()
    return show(None) if is_part(request) else redirect(to)


def refusal(refused: Refused | None) -> str:
    """The sentence of what was refused, where it names nobody of a round; "" where nothing was."""
    return say_refusal(refused.code, refused.figures, {}) if refused else ""


def see(to: str) -> HttpResponse:
    """On to another page: what was sent is done, and reloading that one sends nothing again."""
    response = redirect(to)
    response.status_code = 303
    return response


def page_of(access: Access, number: int) -> str:
    """Where what was done to a round is seen: on the table for the newest, else on the page of the round."""
    if number == access.session.round_count:
        return reverse("table", args=[access.session.pk])
    return reverse("round", args=[access.session.pk, number])


def is_part(request: HttpRequest) -> bool:
    """Does a script ask, which puts a part in its place? Else the answer is a page."""
    return bool(getattr(request, "htmx", False))
