"""The pages for what went wrong, each in a player's words and with a way back."""

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

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


def without_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer to a form that lacks its CSRF token, as from a page that was open for months."""
    log.warning("403 at %r: %s", request.path, reason)
    return _page(request, 403)


def not_allowed(request: HttpRequest) -> HttpResponse:
    """The answer to a method that an address does not have, as when a tab with a sent form is opened again."""
    return _page(request, 405)


def _page(request: HttpRequest, status: int, **told: bool) -> HttpResponse:
    return render(request, f"errors/{status}.html", told, status=status)
