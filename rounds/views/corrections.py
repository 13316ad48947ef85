"""A line of the log: why it paid what it paid; and correcting it, after a look at what that changes."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from rounds import scorebook
from rounds.access import Access, guard
from rounds.book.previews import preview
from rounds.book.reading import last_paid, load_round
from rounds.book.refusals import Refused
from rounds.book.replay import RoundLog
from rounds.book.taps import Answer, Tap
from rounds.cells import NoSuchCell
from rounds.correcting import Correction
from rounds.models import Right, Round
from rounds.rules.events import Kong
from rounds.screens.correction import Editor, Outcome, editor, inserter, outcome
from rounds.screens.paying import LastPaid
from rounds.screens.showdown import PAD
from rounds.screens.why import why as build_why
from rounds.views.answers import answer, fields_of, is_part, page_of
from rounds.wording import say_refusal

Build = Callable[[RoundLog, int, Mapping[str, str], LastPaid], Editor]


@dataclass(frozen=True, slots=True)
class Place:
    """The line of the log that a request is about; after the last one, the end of the round."""

    access: Access
    number: int
    index: int
    log: RoundLog

    @property
    def is_line(self) -> bool:
        return self.index < len(self.log.facts)

    def build(self, build: Build, fields: Mapping[str, str]) -> Editor:
        return build(self.log, self.index, fields, partial(last_paid, self.access.session))


@require_safe
def why(request: HttpRequest, session: uuid.UUID, number: int, index: int) -> HttpResponse:
    """Why a line paid what it paid; below it, for the scorer, the sheet to correct it on."""
    place = _place(request, session, number, index, Right.WATCH)
    shown = place.build(editor, {}) if place.access.right >= Right.SCORE else None
    return _panel(request, place, "why", shown)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, session: uuid.UUID, number: int, index: int) -> HttpResponse:
    """更正: tell a line anew."""
    return _correct(request, _place(request, session, number, index, Right.SCORE), "correct", editor)


@require_http_methods(["GET", "HEAD", "POST"])
def insert(request: HttpRequest, session: uuid.UUID, number: int, index: int) -> HttpResponse:
    """补记: put in before a line, or at the end of the round, what was forgotten."""
    return _correct(request, _place(request, session, number, index, Right.SCORE, end=True), "insert", inserter)


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, session: uuid.UUID, number: int, index: int) -> HttpResponse:
    """作废: a line that never happened."""
    return _correct(request, _place(request, session, number, index, Right.SCORE), "void", None)


def _place(
    request: HttpRequest, session: uuid.UUID, number: int, index: int, need: Right, *, end: bool = False
) -> Place:
    access = guard(request, session, need)
    try:
        log = load_round(access.session, number)
    except Round.DoesNotExist:
        raise Http404 from None
    if index >= len(log.facts) + end and request.method != "POST":
        raise Http404
    return Place(access, number, index, log)


def _correct(request: HttpRequest, place: Place, what: str, build: Build | None) -> HttpResponse:
    fields = fields_of(request.POST if request.method == "POST" else request.GET)
    asked = Correction(what, place.index, fields)
    try:
        if request.method == "POST":
            return _keep(request, place, asked)
        shown = place.build(build, fields) if build else None
        question, look = _look(place, asked) if _is_told(asked, shown) else (None, None)
        return _panel(request, place, what, shown, fields, look, question=question)
    except NoSuchCell as fault:
        raise BadRequest(str(fault)) from fault


def _is_told(asked: Correction, shown: Editor | None) -> bool:
    """Is the correction told to its end, so that it can be looked at?

    Not while tiles are being laid out, or somebody has no state at the end of the wall.
    """
    if shown and shown.wall and shown.wall.missing:
        return False
    return asked.what == "void" or bool(asked.fields.get("cell") and not asked.fields.get(PAD))


def _look(place: Place, asked: Correction) -> tuple[Kong | None, Outcome | None]:
    """What is to be asked first, or what the correction would come to."""
    try:
        if question := asked.question(place.log):
            return question, None
        return None, outcome(place.log, preview(place.access.session, place.number, asked.changes(place.log)))
    except Refused as refused:
        return None, Outcome((), say_refusal(refused.code, refused.figures, place.log.opening.names), ())


def _keep(request: HttpRequest, place: Place, asked: Correction) -> HttpResponse:
    """Write the correction down and go back to the table, where the game goes on and 撤销 takes it back."""
    access = place.access
    told = {**asked.fields, "what": asked.what, "round": place.number, "index": place.index}
    kept = reverse("table", args=[access.session.pk])

    def write(tap: Tap) -> Answer:
        return scorebook.change_as_asked(access.session, tap, place.number, told, asked.changes)

    def show(refused: Refused | None) -> HttpResponse:
        if refused is None:
            return HttpResponse(headers={"HX-Redirect": kept})
        try:
            log = load_round(access.session, place.number)
        except Round.DoesNotExist:  # its opening was undone at the same moment; what was last seen of it is shown
            log = place.log
        return _panel(request, replace(place, log=log), "why", None, refused=refused)

    return answer(request, access, write, show, kept)


def _panel(
    request: HttpRequest,
    place: Place,
    what: str,
    shown: Editor | None,
    fields: Mapping[str, str] | None = None,
    look: Outcome | None = None,
    refused: Refused | None = None,
    question: Kong | None = None,
) -> HttpResponse:
    log, access = place.log, place.access
    context = {
        "session": access.session,
        "scorer": access.right >= Right.SCORE,
        "what": what,
        "number": place.number,
        "index": place.index,
        "why": build_why(log, place.number, place.index) if place.is_line else None,
        "edit": shown,
        "fields": fields or {},
        "still": "&naming=1" if fields and "naming" in fields else "",
        "outcome": look,
        "question": question,
        "notice": say_refusal(refused.code, refused.figures, log.opening.names) if refused else "",
        "back": page_of(access, place.number),
    }
    return render(request, "rounds/_panel.html" if is_part(request) else "rounds/panel.html", context)
