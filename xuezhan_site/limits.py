"""How much a request may bring: an address, a head, a form. What is more is not read, and answered with a sentence."""

from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from rounds.access import owner
from xuezhan_site import errors, uploads
from xuezhan_site.bodies import FILES_AT_ONCE, FILES_FROM_ONE, FORM, TURNED_AWAY, Places, length_of

LONGEST_ADDRESS = 16 << 10
"""Characters. The longest of ours is the form of the house rules, sent without a script to look at: some 8,000."""

LARGEST_HEAD = 32 << 10
"""Characters of all names and values that a request has before its content; browsers send one or two thousand."""


class LimitsMiddleware:
    """Stands before everything that reads."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.files = Places(FILES_AT_ONCE, FILES_FROM_ONE)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if status := _excess(request):
            return errors.not_read(request, status)
        return self._with_a_file(request) if length_of(request.META) > FORM else self.get_response(request)

    def _with_a_file(self, request: HttpRequest) -> HttpResponse:
        """Only the page that takes a file, asked by an owner: a stranger's would hold a thread for as long as it may
        take. And so many at once: an owner's would hold all."""
        try:
            whose = owner(request).club.pk if resolve(request.path_info).url_name == uploads.ROUTE else None
        except (Http404, Resolver404):
            whose = None
        except (OperationalError, InterfaceError) as fault:
            return errors.unavailable(request, fault, tapped=True)
        if whose is None:
            return errors.not_read(request, 413)
        with self.files.one_for(whose) as found:
            return self.get_response(request) if found else errors.not_read(request, 503)


def _excess(request: HttpRequest) -> int:
    """The status of what is not read; 0 for all that is."""
    head = {name: value for name, value in request.META.items() if name.startswith("HTTP_")}
    if len(request.META.get("PATH_INFO", "")) + len(request.META.get("QUERY_STRING", "")) > LONGEST_ADDRESS:
        return 414
    if sum(len(name) + len(value) for name, value in head.items()) > LARGEST_HEAD:
        return 431
    return 503 if TURNED_AWAY in request.META else 0
