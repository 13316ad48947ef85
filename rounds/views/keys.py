"""The address in a QR code: the secret in it becomes a cookie, and leaves the address bar."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rounds.access import exchange, join
from rounds.handover import watch_link
from rounds.models import Right
from rounds.views.surroundings import in_wechat


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """A page with one button; the button joins. Chat apps fetch every link that is pasted, so GET does nothing.

    Nothing is written down by either: the phone keeps a cookie.
    """
    link = exchange(token)
    if link is None:
        raise Http404
    if request.method != "POST":
        elsewhere = request.build_absolute_uri() if in_wechat(request) else ""
        return render(request, "keys/enter.html", {"right": link.right, "wechat": elsewhere})
    response = redirect("table", link.session_id) if link.session_id else redirect("home")
    join(request, response, link)
    if link.level is Right.SCORE and link.session and (watch := watch_link(link.session)):
        join(request, response, watch)  # who scores may go on watching when another takes over
    return response
