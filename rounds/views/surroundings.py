"""What a request tells of where a page is shown: by which browser, over what kind of connection."""

from django.http import HttpRequest
from django.http.request import split_domain_port

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
WECHAT = "MicroMessenger"
"""微信 wēi xìn: what its own browser calls itself."""


def is_loopback(request: HttpRequest) -> bool:
    """Was this machine asked by its name for itself? Others do not reach it by that.

    The name is taken as it was asked for: the page that refuses a host needs to know it too, and none is refused here.
    """
    return split_domain_port(request.META.get("HTTP_HOST", ""))[0] in LOOPBACK


def in_wechat(request: HttpRequest) -> bool:
    """Is this the browser inside 微信? Cookies and unsent taps stay in it, and the phone's own browser has others."""
    return WECHAT in request.headers.get("User-Agent", "")


def surroundings(request: HttpRequest) -> dict[str, bool]:
    """For every template: `plain`, where the browser lacks what it has on https; this machine it trusts without."""
    return {"plain": not request.is_secure() and not is_loopback(request)}
