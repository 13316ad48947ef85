"""二维码 èr wéi mǎ: the link to watch a night, to be scanned by other phones."""

import uuid
from collections.abc import Mapping
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.handover import watch_link
from rounds.links import link_token
from rounds.models import AccessLink, Right
from rounds.screens.qr import qr
from rounds.views.surroundings import is_loopback

BIG = "big"
"""Asks for the code alone, as wide as the screen: for those across the table."""


@require_safe
def links(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The link to watch as a code and as text; for those who score or own, the way to replace links."""
    access = guard(request, session, Right.WATCH)
    link = watch_link(access.session)
    shown = {
        "session": access.session,
        "link": coded(request, link) if link else None,
        "owns": access.owns,
        "keeps": access.owns or access.right >= Right.SCORE,
    }
    return render(request, "links/big.html" if link and BIG in request.GET else "links/links.html", shown)


def coded(request: HttpRequest, link: AccessLink) -> Mapping[str, object]:
    """The address of a link, and its code."""
    address = address_of(request, link)
    return {"address": address, "qr": qr(address)}


def address_of(request: HttpRequest, link: AccessLink) -> str:
    """The address for other phones: by this machine's place in the LAN where it was itself asked as localhost."""
    path = reverse("key", args=[link_token(link)])
    if is_loopback(request) and (lan := next(filter(_is_lan, settings.ALLOWED_HOSTS), "")):
        return f"{request.scheme}://{lan}:{request.get_port()}{path}"
    return request.build_absolute_uri(path)


def _is_lan(host: str) -> bool:
    """Is this an IPv4 address that other machines reach?"""
    try:
        return not ip_address(host).is_loopback and ":" not in host
    except ValueError:
        return False
