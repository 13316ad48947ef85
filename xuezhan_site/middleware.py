"""What every page has, whichever view made it."""

from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils.cache import patch_vary_headers

from rounds.access import Elsewhere
from rounds.preferences import read_preferences
from rounds.spoken import speaking
from xuezhan_site import errors

OVERFLOW = "integer overflow"
"""What SQLite says of a sum that it cannot count: no wait mends that, so the database is not busy."""


class PreferencesMiddleware:
    """Everything that an answer says, also of what went wrong, is said in the language and words of who asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        told = read_preferences(request)
        with speaking(told.language, told.words):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", told.language)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


class PageMiddleware:
    """Pages are kept by no cache and no search engine, and say 503 when the database cannot be read just now, and 410
    where another phone has taken over.

    The files that the browser fetches are answered before this, by WhiteNoise, and may be kept. A tap that was not
    confirmed is the scorebook's own to tell; what comes here is the rest: a page that could not be read.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            page = errors.not_allowed(request)
            page.headers["Allow"] = response.headers["Allow"]
            response = page
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, OperationalError | InterfaceError) and OVERFLOW not in str(exception):
            return errors.unavailable(request, exception)
        if isinstance(exception, Elsewhere):
            return errors.elsewhere(request, exception)
        return None
