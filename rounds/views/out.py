"""导出 dǎo chū: the whole club as one file, for those who own it."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rounds.access import owner
from rounds.exports.archive import club_lines
from rounds.exports.tables import disposition


@require_safe
def out(request: HttpRequest) -> HttpResponse:
    """What there is to take home, and how it is taken in again."""
    return render(request, "files/out.html", {"club": owner(request).club})


@require_safe
def club_jsonl(request: HttpRequest) -> StreamingHttpResponse:
    """The club as lines of JSON, sent as they are written: it may be long."""
    response = StreamingHttpResponse(club_lines(owner(request).club), content_type="application/jsonl")
    response.headers["Content-Disposition"] = disposition(_("血战-整桌.jsonl"), "xuezhan-club.jsonl")
    return response
