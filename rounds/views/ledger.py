"""总账 zǒng zhàng: every entry, on a page and as files."""

import uuid
from collections.abc import Callable, Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.exports.rows import ledger_rows, round_rows
from rounds.exports.tables import Row, attachment, csv_lines
from rounds.forms import Unfit, read_filter, read_page
from rounds.models import Right, Session
from rounds.screens.ledger import choices
from rounds.screens.ledger import ledger as ledger_screen
from rounds.spoken import speaking
from rounds.wording import sentences


@require_safe
def ledger(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """A page of the entries that are asked for, by `player`, `reason` and `round`."""
    access = guard(request, session, Right.WATCH)
    rows = list(access.session.played().defer("rules"))
    shown = {"session": access.session, "choices": choices(access.session, rows)}
    try:
        asked, page = read_filter(request.GET, rows), read_page(request.GET)
    except Unfit as unfit:
        wrong = {"wrong": sentences(unfit.errors.values())}
        return render(request, "ledger/ledger.html", shown | wrong, status=400)
    told = {"ledger": ledger_screen(access.session, rows, asked, page), "asked": asked}
    return render(request, "ledger/ledger.html", shown | told)


@require_safe
def ledger_csv(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Every entry, a row each."""
    return _file(guard(request, session, Right.WATCH).session, ledger_rows, _("账"), "ledger")


@require_safe
def rounds_csv(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Every round, a row each."""
    return _file(guard(request, session, Right.WATCH).session, round_rows, _("局"), "rounds")


def _file(session: Session, rows: Callable[[Session], Iterator[Row]], what: str, plain: str) -> HttpResponse:
    with speaking(get_language() or settings.LANGUAGE_CODE):  # what is kept says the usual words
        lines = "".join(csv_lines(rows(session)))
    response = HttpResponse(lines, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = attachment(session, what, plain)
    return response
