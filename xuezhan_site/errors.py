"""The pages for what went wrong, each in a player's words and with a way back."""

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rounds.access import Elsewhere

log = logging.getLogger("xuezhan")

AGAIN_AFTER = 3
"""Seconds after which a page that could not be read is worth asking for again."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 404)


def broken(request: HttpRequest) -> HttpResponse:
    return _page(request, 500)


def unavailable(request: HttpRequest, exception: Exception, *, tapped: bool = False) -> HttpResponse:
    """The database is locked, full or away: said as such, never as an empty page or a success.

    `tapped`: something was to be written down, and the database did not confirm it.
    """
    log.error("503 at %r: %s", request.path, exception)
    response = _page(request, 503, tapped=tapped)
    response.headers["Retry-After"] = str(AGAIN_AFTER)
    return response


def not_read(request: HttpRequest, status: int) -> HttpResponse:
    """The answer to a request that is too long, or one of too many: nothing of it was looked at."""
    if status == 503:
        return unavailable(request, OverflowError("too many are sending at once"), tapped=True)
    log.warning("%s at %r", status, request.path[:100])
    return _page(request, status)


def enough(request: HttpRequest) -> HttpResponse:
    """The answer to a phone that scores no more, and has told more of what it had not sent than anybody would read."""
    log.warning("429 at %r", request.path)
    return _page(request, 429)


def elsewhere(request: HttpRequest, gone: Elsewhere) -> HttpResponse:
    """Another phone scores now: said in the place of the whole page, also where a script asked for a part of it."""
    told = {"session": gone.session, "owns": gone.owns, "watches": gone.watches, "held": gone.held}
    if not getattr(request, "htmx", False):
        return render(request, "errors/410.html", told, status=410)
    response = render(request, "errors/_elsewhere.html", told, status=410)
    for name, value in (("HX-Retarget", "main"), ("HX-Reswap", "outerHTML"), ("HX-Reselect", "main")):
        response.headers[name] = value
    return response


def without_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer to a form that lacks its CSRF token, as from a page that was open for months."""
    log.warning("403 at %r: %s", request.path, reason)
    return _page(request, 403)


def not_allowed(request: HttpRequest) -> HttpResponse:
    """The answer to a method that an address does not have, as when a tab with a sent form is opened again."""
    return _page(request, 405)


def _page(request: HttpRequest, status: int, **told: bool) -> HttpResponse:
    return render(request, f"errors/{status}.html", told, status=status)
