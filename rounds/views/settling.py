"""结账 jié zhàng: who pays whom, the ticks, who goes home early; the result to pass on."""

import uuid
from collections.abc import Callable, Mapping

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from rounds import scorebook
from rounds.access import Access, guard
from rounds.book.refusals import NotNow, Refused
from rounds.book.revision import MAX_POINTS
from rounds.book.taps import Answer, Tap
from rounds.cleaning import Unclean, whole_number
from rounds.models import Right
from rounds.money import CURRENCIES
from rounds.rules.log import MAX_POSITION
from rounds.screens.passing_on import text_of
from rounds.screens.settling import settling
from rounds.typed_money import read_amount
from rounds.views.answers import answer, fields_of, refusal


@require_safe
def settle(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """Who pays whom, and what has been paid; with `leaves`, the id of somebody who goes home now, what that takes."""
    return _page(request, guard(request, session, Right.WATCH), request.GET.dict(), None)


@require_POST
def pay(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """已付: `payer` has given `payee` the `amount` of a line, or the `sum` that was typed."""
    access = guard(request, session, Right.SCORE)
    asked = fields_of(request.POST)
    payer, payee = asked.get("payer", ""), asked.get("payee", "")
    amount = _amount(asked) if "amount" in asked else None

    def write(tap: Tap) -> Answer:
        if amount is not None:
            return scorebook.pay(access.session, tap, payer, payee, amount)
        typed = asked.get("sum", "")
        told = {"payer": payer, "payee": payee, "sum": typed}
        return scorebook.pay_as_asked(access.session, tap, payer, payee, told, lambda code: _typed(typed, code))

    return _answer(request, access, asked, write)


@require_POST
def unpay(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """The `payment`, by the position of its event, was not made after all."""
    access = guard(request, session, Right.SCORE)
    asked = fields_of(request.POST)
    try:
        payment = whole_number(asked.get("payment", ""), 1, MAX_POSITION)
    except Unclean as fault:
        raise BadRequest("payment") from fault
    return _answer(request, access, asked, lambda tap: scorebook.unpay(access.session, tap, payment))


@require_POST
def leave(request: HttpRequest, session: uuid.UUID) -> HttpResponse:
    """先走: the `person` has paid, or got, all that is open, and goes home."""
    access = guard(request, session, Right.SCORE)
    asked = fields_of(request.POST)
    return _answer(request, access, asked, lambda tap: scorebook.go_home(access.session, tap, asked.get("person", "")))


def _amount(asked: Mapping[str, str]) -> int:
    """Of a line that was ticked: the page wrote it there."""
    try:
        return whole_number(asked["amount"], 1, MAX_POINTS)
    except Unclean as fault:
        raise BadRequest("amount") from fault


def _typed(text: str, code: str) -> int:
    """Of a sum in this currency; raises `NotNow` ("sum_unread")."""
    currency = CURRENCIES[code]
    amount = read_amount(text, currency)
    if amount is None:
        raise NotNow("sum_unread", {"example": currency.say(5 * 10**currency.decimals // 2)})
    return amount


def _answer(
    request: HttpRequest, access: Access, asked: Mapping[str, str], write: Callable[[Tap], Answer]
) -> HttpResponse:
    def show(refused: Refused | None) -> HttpResponse:
        return _page(request, access, asked, refused)

    return answer(request, access, write, show, reverse("settle", args=[access.session.pk]))


def _page(request: HttpRequest, access: Access, asked: Mapping[str, str], refused: Refused | None) -> HttpResponse:
    """The page as the night stands now, with the sentence of what was refused and what had been typed."""
    rows = list(access.session.played().defer("rules"))
    shown = settling(access.session, rows, timezone.now(), asked.get("leaves", ""))
    context = {
        "session": access.session,
        "settling": shown,
        "text": "" if shown.troubles else text_of(access.session, rows, shown),
        "asked": asked,
        "may_score": access.right >= Right.SCORE,
        "wrong": refusal(refused),
    }
    return render(request, "settle/settle.html", context)
