"""二维码 èr wéi mǎ: the links of a night, to be scanned by other phones."""

import uuid
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.links import link_token
from rounds.models import AccessLink, Right
from rounds.screens.qr import qr

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@require_safe
def links(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The link to watch; for those who score, the link to score as well."""
    access = guard(request, session, Right.WATCH)
    found = AccessLink.objects.filter(club=access.session.club_id, session=access.session, revoked_at=None)
    rights = [right for right in (Right.WATCH, Right.SCORE) if right <= access.right]
    addresses = {link.level: _address(request, link) for link in found.order_by("created_at")}
    shown = {
        right.word: {"address": addresses[right], "qr": qr(addresses[right])} for right in rights if right in addresses
    }
    return render(request, "links/links.html", {"session": access.session, "links": shown})


def _address(request: HttpRequest, link: AccessLink) -> str:
    """The address for other phones: by this machine's place in the LAN where it was itself asked as localhost."""
    path = reverse("key", args=[link_token(link)])
    if request.get_host().rpartition(":")[0] in LOOPBACK and (lan := next(filter(_is_lan, settings.ALLOWED_HOSTS), "")):
        return f"{request.scheme}://{lan}:{request.get_port()}{path}"
    return request.build_absolute_uri(path)


def _is_lan(host: str) -> bool:
    """Is this an IPv4 address that other machines reach?"""
    try:
        return not ip_address(host).is_loopback and ":" not in host
    except ValueError:
        return False
