"""设置 shè zhì: language, words, colours and voice of this phone, kept in it and nowhere else."""

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST

from rounds.preferences import is_language, keep, keep_language, read_form, read_preferences
from rounds.screens.settings import settings as settings_screen
from rounds.views.answers import see

MAX_ADDRESS = 2000
"""Longer addresses are none of ours."""


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """The form; sent, it is kept in the browser, which goes back to where it came `from`."""
    now = read_preferences(request)
    if request.method != "POST":
        back = _back(request.GET.get("from", ""))
        return render(request, "settings/settings.html", {"back": back, "settings": settings_screen(now)})
    response = see(_back(request.POST.get("from", "")))
    keep(request, response, read_form(request.POST.dict(), now))
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """One tap on another language, from any page; one that nobody offers changes nothing."""
    response = see(_back(request.POST.get("from") or _referred(request)))
    if is_language(asked := request.POST.get("language", "")):
        keep_language(request, response, asked)
    return response


def _back(address: str) -> str:
    """A page of this site to go back to; the first one, where the address is none."""
    ours = len(address) <= MAX_ADDRESS and address.startswith("/") and url_has_allowed_host_and_scheme(address, None)
    return address if ours else reverse("home")


def _referred(request: HttpRequest) -> str:
    """The page of this site whose form was sent: one whose address is a secret does not tell it."""
    address = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}):
        return ""
    path, query = urlsplit(address)[2:4]
    return f"{path}?{query}" if query else path
