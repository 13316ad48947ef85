"""How much a request may bring: an address, a head, a form. What is more is not read, and answered with a sentence."""

from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from rounds.access import owner
from xuezhan_site import errors, uploads
from xuezhan_site.bodies import FORM, TURNED_AWAY, length_of

LONGEST_ADDRESS = 16 << 10
"""Characters. The longest of ours is the form of the house rules, sent without a script to look at: some 8,000."""

LARGEST_HEAD = 32 << 10
"""Characters of all names and values that a request has before its content; browsers send one or two thousand."""


class LimitsMiddleware:
    """Stands before everything that reads."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if status := _excess(request):
            return errors.not_read(request, status)
        return self.get_response(request)


def _excess(request: HttpRequest) -> int:
    """The status of what is not read; 0 for all that is."""
    head = {name: value for name, value in request.META.items() if name.startswith("HTTP_")}
    if len(request.META.get("PATH_INFO", "")) + len(request.META.get("QUERY_STRING", "")) > LONGEST_ADDRESS:
        return 414
    if sum(len(name) + len(value) for name, value in head.items()) > LARGEST_HEAD:
        return 431
    if length_of(request.META) > FORM and not _takes_a_file(request):
        return 413
    return 503 if TURNED_AWAY in request.META else 0


def _takes_a_file(request: HttpRequest) -> bool:
    """Is it the page that takes a file, asked by an owner? A stranger's would hold a thread for as long as he likes."""
    try:
        if resolve(request.path_info).url_name != uploads.ROUTE:
            return False
        owner(request)
    except (Http404, Resolver404):
        return False
    except (OperationalError, InterfaceError):
        return True  # the page itself says that the database cannot be read just now
    return True
