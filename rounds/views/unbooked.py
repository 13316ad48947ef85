"""未入账: a replaced phone tells what it had not sent; who scores now reads it."""

import uuid

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from rounds.access import former, guard
from rounds.book.refusals import Busy
from rounds.book.taps import Tap
from rounds.cleaning import Unclean
from rounds.models import Right
from rounds.unbooked import Enough, TooMany, Written, see
from rounds.unbooked import tell as keep
from rounds.views.answers import is_part
from rounds.views.table import show_table
from xuezhan_site import errors


@require_POST
def tell(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The sentence of one unsent tap, with its key. The answer is empty: 204, or 208 for one that was written. 429
    where the link has told too many."""
    night, link = former(request, session)
    try:
        keep(night, link, Tap(request.POST.get("key", ""), 0, link, timezone.now()), request.POST.get("says", ""))
    except (Unclean, ValueError) as fault:
        raise BadRequest("key or sentence") from fault
    except Written:
        return HttpResponse(status=208)
    except Enough:
        return errors.enough(request)
    except (Busy, TooMany) as fault:
        return errors.unavailable(request, fault)
    return HttpResponse(status=204)


@require_POST
def seen(request: HttpRequest, session: uuid.UUID, told: uuid.UUID) -> HttpResponse:
    """知道了: it is taken off the table."""
    access = guard(request, session, Right.SCORE)
    try:
        see(access.session, told, timezone.now())
    except Busy as fault:
        return errors.unavailable(request, fault)
    return show_table(request, access) if is_part(request) else redirect("table", session)
