"""What a request tells of where a page is shown: by which browser, over what kind of connection."""

from django.http import HttpRequest
from django.http.request import split_domain_port

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
WECHAT = "MicroMessenger"
"""微信 wēi xìn: what its own browser calls itself."""


def is_loopback(request: HttpRequest) -> bool:
    """Was this machine asked by its name for itself? Others do not reach it by that."""
    return split_domain_port(request.get_host())[0] in LOOPBACK


def is_plain(request: HttpRequest) -> bool:
    """Does the browser lack what it has on https alone? This machine itself it trusts without."""
    return not request.is_secure() and not is_loopback(request)


def in_wechat(request: HttpRequest) -> bool:
    """Is this the browser inside 微信? Cookies and unsent taps stay in it, and the phone's own browser has others."""
    return WECHAT in request.headers.get("User-Agent", "")


def surroundings(request: HttpRequest) -> dict[str, bool]:
    """For every template: `plain`, as `is_plain`. The page that refuses a host needs it too: none is refused here."""
    host = split_domain_port(request.META.get("HTTP_HOST", ""))[0]
    return {"plain": not request.is_secure() and host not in LOOPBACK}
