"""The app on a phone: its manifest, its service worker, and the page that is shown without a network."""

import json
import uuid

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from rounds.screens.shell import WORKER, shell
from rounds.screens.shell import manifest as manifest_screen

FRESH_FOR = "private, max-age=3600"
"""As long as a browser does not ask again: opening the table is one request, and no more for these."""


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """How the app is installed: from a watcher's table its icon opens that `night`, else the list of nights."""
    response = JsonResponse(manifest_screen(_start(request.GET.get("night", ""))))
    response.headers["Content-Type"] = "application/manifest+json"
    response.headers["Cache-Control"] = FRESH_FOR
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, from the root, so that it may answer for every page: what it keeps, then what it does.

    None while files are worked on: then their names say nothing of their content.
    """
    if settings.DEBUG:
        raise Http404
    told, code = json.dumps(shell()), json.dumps(static(WORKER))
    response = HttpResponse(f"self.SHELL = {told};\nimportScripts({code});\n", content_type="text/javascript")
    response.headers["Cache-Control"] = FRESH_FOR
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """No page could be fetched: try again, or go to a table that this phone has kept."""
    return render(request, "shell/offline.html")


def _start(night: str) -> str:
    try:
        return reverse("table", args=[uuid.UUID(night)])
    except ValueError:
        return reverse("home")
