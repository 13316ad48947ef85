"""导出 dǎo chū: everything about a night as files to take home."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rounds.access import guard
from rounds.exports.archive import night_lines
from rounds.exports.rows import event_rows, ledger_rows, people_rows, round_rows
from rounds.exports.tables import Row, attachment, csv_lines
from rounds.exports.workbook import workbook
from rounds.models import Right, Session
from rounds.spoken import speaking

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
def files(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """What there is to take home, and what each file is for."""
    access = guard(request, session, Right.WATCH)
    return render(request, "files/files.html", {"session": access.session})


@require_safe
def ledger_csv(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Every entry, a row each."""
    return _table(guard(request, session, Right.WATCH).session, ledger_rows, _("账"), "ledger")


@require_safe
def rounds_csv(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Every round, a row each."""
    return _table(guard(request, session, Right.WATCH).session, round_rows, _("局"), "rounds")


@require_safe
def people_csv(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Everybody, a row each."""
    return _table(guard(request, session, Right.WATCH).session, people_rows, _("人"), "people")


@require_safe
def events_csv(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Everything that was done, what was voided and undone with it."""
    return _table(guard(request, session, Right.WATCH).session, event_rows, _("记录"), "events")


@require_safe
def night_xlsx(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """All tables in one workbook."""
    night = guard(request, session, Right.WATCH).session
    with _usual_words():
        return _file(workbook(night), XLSX, attachment(night, _("整场"), "night", "xlsx"))


@require_safe
def night_json(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The night as it can be taken in again."""
    night = guard(request, session, Right.WATCH).session
    return _file(b"".join(night_lines(night)), "application/json", attachment(night, _("整场"), "night", "json"))


def _table(session: Session, rows: Callable[[Session], Iterator[Row]], what: str, plain: str) -> HttpResponse:
    with _usual_words():
        lines = "".join(csv_lines(rows(session)))
    return _file(lines, "text/csv; charset=utf-8", attachment(session, what, plain))


def _usual_words() -> AbstractContextManager[None]:
    """What is kept says the usual words."""
    return speaking(get_language() or settings.LANGUAGE_CODE)


def _file(content: str | bytes, kind: str, disposition: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response.headers["Content-Disposition"] = disposition
    return response
