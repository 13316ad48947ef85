"""The table: its page, and the taps on it."""

import uuid
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from rounds import scorebook
from rounds.access import Access, guard
from rounds.book.reading import last_paid, load_newest, load_rounds, read_log, standing
from rounds.book.refusals import Refused
from rounds.book.replay import RoundLog
from rounds.book.taps import Answer, Tap, is_known
from rounds.cells import NoSuchCell, read_choice, wall_from
from rounds.models import Right
from rounds.recording import Asked
from rounds.screens.also import also_sheet, may_join
from rounds.screens.course import chart_of
from rounds.screens.moment import Moment, now
from rounds.screens.pad import read_view
from rounds.screens.paying import PENALTY, Paying, paying
from rounds.screens.sheet import Sheet
from rounds.screens.sheet import sheet as build_sheet
from rounds.screens.showdown import showdown
from rounds.screens.table import table as build_table
from rounds.screens.table import which_kong
from rounds.screens.wall import wall as build_wall
from rounds.unbooked import unseen
from rounds.views.answers import answer, fields_of, is_part
from rounds.views.me import me_of
from rounds.views.places import bottom, is_far
from rounds.views.polling import answer_poll, tag_of
from rounds.wording import say_refusal

UNDER_MORE = ("transfer", "leave")
"""The cells that stand under 更多 of a seat's sheet."""


@require_safe
def table(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The page of the night's newest round. Phones ask for its part again and again; a page that is opened is always
    answered in full."""
    if is_part(request):
        return answer_poll(request, session, show_table)
    return show_table(request, guard(request, session, Right.WATCH))


@require_POST
def record(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """A cell was tapped: record what it stands for."""
    access = guard(request, session, Right.SCORE)
    asked = Asked(fields_of(request.POST))
    try:
        if asked.may_rob:
            log = load_newest(access.session)
            if (question := asked.question(log)) and not is_known(access.session, request.POST.get("key", "")):
                return show_table(request, access, asked=asked.fields, question=which_kong(log, question))
        return _answer(
            request, access, lambda tap: _record(access, tap, asked), partial(_as_told, access, asked.fields)
        )
    except NoSuchCell as fault:
        raise BadRequest(str(fault)) from fault


def _record(access: Access, tap: Tap, asked: Asked) -> Answer:
    return scorebook.change_as_asked(access.session, tap, None, asked.fields, asked.changes)


@require_POST
def undo(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """撤销: take back the newest thing that stands."""
    access = guard(request, session, Right.SCORE)
    return _answer(request, access, lambda tap: scorebook.undo(access.session, tap))


@require_POST
def next_round(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """下一局: open the next round; `dealer` where the table is asked."""
    access = guard(request, session, Right.SCORE)
    dealer = request.POST.get("dealer") or None
    return _answer(request, access, lambda tap: scorebook.open_round(access.session, tap, dealer))


@require_safe
def sheet(request: HttpRequest, session: uuid.UUID, seat: str) -> HttpResponse:
    """The sheet of one seat with chips lit or a hand chosen: alone for a script, else open on the table's page.

    Of somebody who is out of the round it shows what can still be recorded: a transfer.
    """
    access = guard(request, session, Right.SCORE)
    log = load_newest(access.session)
    if seat not in log.players:
        raise Http404
    shown = _seat_sheet(access, now(log), seat, fields_of(request.GET))
    if not is_part(request):
        return show_table(request, access, **shown)
    return render(request, shown["shown_by"], {"sheet": shown["shown"], **shown, **_frame(access)})


def _seat_sheet(access: Access, moment: Moment, seat: str, fields: Mapping[str, str]) -> dict[str, Any]:
    """What the sheet of a seat shows when its fields say this, and by which template."""
    more = bool(fields.keys() & {"more", PENALTY})
    still = "".join(f"&{name}=1" for name, on in (("naming", "naming" in fields), ("more", more)) if on)
    pays = _paying(access, moment, seat, fields)
    shown: object = {"seat": seat, "name": moment.name(seat)}
    template = "table/_settled.html"
    if seat in moment.play.in_play and not moment.log.settlement.ended:
        shown, template = _sheet(moment, seat, fields), "table/_sheet.html"
    return {"open": seat, "shown": shown, "shown_by": template, "paying": pays, "more": more, "still": still}


def _paying(access: Access, moment: Moment, seat: str, fields: Mapping[str, str]) -> Paying:
    try:
        return paying(moment, seat, fields, None, partial(last_paid, access.session))
    except NoSuchCell as fault:
        raise BadRequest(str(fault)) from fault


def _sheet(moment: Moment, seat: str, fields: Mapping[str, str]) -> Sheet:
    try:
        choice, view = read_choice(seat, fields), read_view(fields)
        return build_sheet(moment, choice, naming="naming" in fields, view=view)
    except NoSuchCell as fault:
        raise BadRequest(str(fault)) from fault


@require_safe
def also(request: HttpRequest, session: uuid.UUID, seat: str) -> HttpResponse:
    """也胡: the sheet of one more winner with chips lit or a hand chosen. The table, if nobody may join any more."""
    access = guard(request, session, Right.SCORE)
    log = load_newest(access.session)
    if access.session.ended_at or seat not in may_join(log):
        back = reverse("table", args=[access.session.pk])
        return HttpResponse(headers={"HX-Redirect": back}) if is_part(request) else redirect(back)
    shown = _also_sheet(log, seat, fields_of(request.GET))
    if not is_part(request):
        return show_table(request, access, **shown)
    return render(request, shown["shown_by"], {"sheet": shown["shown"], **shown, **_frame(access)})


def _also_sheet(log: RoundLog, seat: str, fields: Mapping[str, str]) -> dict[str, Any]:
    """What the sheet of one more winner shows when its fields say this, and by which template."""
    try:
        choice, view = read_choice(seat, fields), read_view(fields)
        shown = also_sheet(log, choice, naming="naming" in fields, view=view)
    except NoSuchCell as fault:
        raise BadRequest(str(fault)) from fault
    return {"shown": shown, "shown_by": "table/_also.html", "still": "&naming=1" if "naming" in fields else ""}


@require_safe
def wall(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """流局查叫: the sheet with the states chosen so far, and what they come to; or the tiles of one being laid out."""
    access = guard(request, session, Right.SCORE)
    fields = fields_of(request.GET)
    if len(fields) < len(request.GET):  # sent by a form, without a script: what makes it a tap leaves the address
        return redirect(f"{request.path}?{urlencode(fields)}")
    log = load_newest(access.session)
    if log.settlement.ended:
        raise Http404
    try:
        moment = now(log)
        shown = build_wall(moment, wall_from(fields, log.players), showdown(moment, fields))
    except NoSuchCell as fault:
        raise BadRequest(str(fault)) from fault
    if not is_part(request):
        return show_table(request, access, open="wall_out", wall=shown)
    return render(request, "table/_wall.html", {"wall": shown, **_frame(access)})


def _as_told(access: Access, fields: Mapping[str, str]) -> Mapping[str, Any]:
    """The sheet that a tap came from, open with what was chosen or typed there; nothing where it opens no more."""
    log = load_newest(access.session)
    moment, seat, cell = now(log), fields.get("seat", ""), fields.get("cell", "")
    if seat in log.players:
        more = {"more": "1"} if cell in UNDER_MORE else {}
        return {"again": True, **_seat_sheet(access, moment, seat, {**fields, **more})}
    if cell == "wall_out" and not log.settlement.ended:
        return {"again": True, "open": cell, "wall": build_wall(moment, wall_from(fields, log.players))}
    if cell.startswith("also:") and (seat := cell.split(":")[1]) in may_join(log):
        return {"again": True, **_also_sheet(log, seat, fields)}
    return {}


def _answer(
    request: HttpRequest,
    access: Access,
    write: Callable[[Tap], Answer],
    as_told: Callable[[], Mapping[str, Any]] = dict,
) -> HttpResponse:
    """`as_told` opens what a page without a script was sent from; a script has kept it."""

    def show(refused: Refused | None) -> HttpResponse:
        again = as_told() if refused and refused.status == 422 and not is_part(request) else {}
        return show_table(request, access, refused=refused, **again)

    return answer(request, access, write, show, reverse("table", args=[access.session.pk]))


def _frame(access: Access) -> Mapping[str, object]:
    """What every part of the table needs to know of the night."""
    away = {"owns": access.owns, "elsewhere": access.elsewhere, "held": access.held}
    return {"session": access.session, "scorer": access.right >= Right.SCORE, **away}


def show_table(request: HttpRequest, access: Access, refused: Refused | None = None, **more: object) -> HttpResponse:
    """The table as it stands now: the part of it for a script, else its page."""
    rows, scorer = load_rounds(access.session), access.right >= Right.SCORE
    log = read_log(access.session, rows[-1])
    newest = standing(access.session).last()
    shown = build_table(access.session, rows, log, newest, bottom(request), scorer=scorer)
    notice = say_refusal(refused.code, refused.figures, log.opening.names) if refused else ""
    opened = {"open": request.GET.get("open", ""), **more}
    if not scorer:
        opened["chart"] = chart_of(rows)
    unbooked = unseen(access.session) if scorer else []
    opened |= {"unbooked": unbooked, "me": me_of(request, log.opening.seats), "ptag": tag_of(access, unbooked)}
    context = {"table": shown, "notice": notice, "far": is_far(request), **_frame(access), **opened}
    return render(request, "table/_table.html" if is_part(request) else "table/table.html", context)
