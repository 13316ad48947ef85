"""结账 jié zhàng: what everybody has coming, who pays whom, and what has been paid."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.text import capfirst
from django.utils.translation import ngettext

from rounds.book.dues import Dues, account, asked, counted, dues
from rounds.book.reading import payers_in
from rounds.book.replay import NIGHT_WIDE
from rounds.models import Event, Payment, Round, Session
from rounds.money import CURRENCIES, Currency
from rounds.rules import settle_up
from rounds.rules.events import POT
from rounds.rules.settle_up import go_home, still_due
from rounds.screens.changes import say_right
from rounds.screens.days import say_at, say_night
from rounds.screens.deeds import say_fee
from rounds.screens.night import Trouble, troubles_of
from rounds.screens.totals import names_in

CHANGES = Q(kind__in=(Event.Kind.CHANGE, Event.Kind.SET_BETS, *NIGHT_WIDE)) | Q(kind=Event.Kind.UNDO, round__gt=0)
"""The events after which a night may come to something else."""


@dataclass(frozen=True, slots=True)
class Column:
    """What one person, by id and name, or the pot has won, owes for the table, has paid, and has still coming."""

    person: str
    name: str
    won: int
    fee: int
    paid: int
    left: int


@dataclass(frozen=True, slots=True)
class Transfer:
    """Who pays whom how much, by ids and names."""

    payer: str
    payee: str
    payer_name: str
    payee_name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Paid:
    """What the event at `position` says was paid: when, and with which right. `leaver`: the name of who went home with
    it. `currency`: what it was paid in; the night may be counted in another since it was taken back. `undone`: when and
    with which right that was."""

    position: int
    currency: str
    transfers: tuple[Transfer, ...]
    at: str
    by: str
    leaver: str = ""
    undone: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of who pays whom: still to be paid, or paid; each in its place."""

    due: Transfer | None
    paid: Paid | None

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        return self.paid.transfers if self.paid else (self.due,) if self.due else ()


@dataclass(frozen=True, slots=True)
class Settling:
    """All that the page shows, in the smallest unit of `currency`, or in points.

    `lines`: what is to be paid and what has been; nothing is to be paid while something stands in red (`troubles`).
    `changed`: some was paid before the newest change of the night's sums.
    `running`: the number of the round that is not over, where something has happened in it already. `cancelled` was
    taken back. `leavers` could go home now, `leaving` is who would, by `proposal`.
    """

    title: str
    currency: Currency
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    changed: bool
    cancelled: tuple[Paid, ...]
    fees: tuple[str, ...]
    troubles: tuple[Trouble, ...]
    running: int | None
    leavers: tuple[Column, ...]
    leaving: Column | None
    proposal: tuple[Transfer, ...]

    @property
    def due(self) -> list[Transfer]:
        """What is still to be paid."""
        return [line.due for line in self.lines if line.due]

    @property
    def open_sum(self) -> int:
        return sum(transfer.amount for transfer in self.due)

    @property
    def has_fee(self) -> bool:
        return any(column.fee for column in self.columns)

    @property
    def has_paid(self) -> bool:
        return any(column.paid for column in self.columns)


def settling(session: Session, rows: Sequence[Round], now: datetime, leaver: str = "") -> Settling:
    """The night's settling up; `rows`: all its rounds. Two queries, a third when something stands in red, one
    more where somebody paid who is in no round any more. `leaver`: who would go home now, by the id."""
    payments = list(session.paid())
    standing = [payment for payment in payments if payment.undone is None]
    owed = dues(rows, standing)
    names = names_in(rows, payers_in(payments))
    troubles = troubles_of(session, rows)
    paid, newest = _paid(session, payments, names)
    columns = tuple(_columns(owed, names))
    counting = counted(standing, owed.currency)
    earlier = [account(payment) for payment in counting if payment.position < newest]
    due = () if troubles else still_due(owed.before, map(account, counting))
    leavers = () if troubles else tuple(column for column in columns if column.left and column.person != POT)
    leaving = next((column for column in leavers if column.person == leaver), None)
    return Settling(
        title=say_night(session, now),
        currency=CURRENCIES[owed.currency],
        columns=columns,
        lines=tuple(
            _lines(
                still_due(owed.before, earlier),
                [_transfer(one, names) for one in due],
                [one for one in paid if not one.undone],
                newest,
            )
        ),
        changed=bool(earlier),
        cancelled=tuple(one for one in paid if one.undone),
        fees=tuple(_fees(rows, owed)),
        troubles=troubles,
        running=rows[-1].number if rows[-1].facts and not rows[-1].ended and not session.ended_at else None,
        leavers=leavers,
        leaving=leaving,
        proposal=tuple(_transfer(one, names) for one in go_home(owed.left, leaver)) if leaving else (),
    )


def _columns(owed: Dues, names: Mapping[str, str]) -> Iterable[Column]:
    for person, name in names.items():
        if person in owed.left:
            won, fee, paid = (sums.get(person, 0) for sums in (owed.won, owed.fee, owed.paid))
            yield Column(person, name, won, fee, paid, owed.left[person])


def _transfer(payment: settle_up.Payment, names: Mapping[str, str]) -> Transfer:
    payer, payee, amount = payment
    return Transfer(payer, payee, names[payer], names[payee], amount)


def _paid(session: Session, payments: Sequence[Payment], names: Mapping[str, str]) -> tuple[list[Paid], int]:
    """What each event says was paid, and the position of the newest change (one query, none where nothing was)."""
    at_once: dict[int, list[Payment]] = {}
    for payment in payments:
        at_once.setdefault(payment.position, []).append(payment)
    told = {*at_once, *(payment.undone for payment in payments if payment.undone)}
    if not told:
        return [], 0
    newest = session.log().filter(CHANGES).order_by("-position").values("position")[:1]
    events = {event.position: event for event in session.log().filter(Q(position__in=told) | Q(position__in=newest))}
    paid = [_paid_at_once(session, events, rows, names) for rows in at_once.values()]
    return paid, max(events.keys() - told, default=0)


def _paid_at_once(
    session: Session, events: Mapping[int, Event], payments: Sequence[Payment], names: Mapping[str, str]
) -> Paid:
    event, undone = events[payments[0].position], payments[0].undone
    return Paid(
        position=event.position,
        currency=payments[0].currency,
        transfers=tuple(_transfer(account(payment), names) for payment in payments),
        at=say_at(event.at, session),
        by=say_right(event.right),
        leaver=names.get(json.loads(event.data).get("leaver", ""), ""),
        undone=f"{say_at(events[undone].at, session)} {say_right(events[undone].right)}" if undone else "",
    )


def _lines(
    planned: Sequence[settle_up.Payment], due: Sequence[Transfer], paid: Sequence[Paid], newest: int
) -> list[Line]:
    """First what was paid before the newest change, in the order in which it was; then in the order of what was to be
    paid since, so that nothing moves when it is, and a part that was paid stands before what is left of it."""
    places = {payment[:2]: place for place, payment in enumerate(planned)}

    def place(transfer: Transfer) -> int:
        return places.get((transfer.payer, transfer.payee), len(places))

    found = [(-1 if one.position < newest else place(one.transfers[0]), Line(None, one)) for one in paid]
    found += [(place(one), Line(one, None)) for one in due]
    return [line for _at, line in sorted(found, key=lambda each: each[0])]


def _fees(rows: Sequence[Round], owed: Dues) -> Iterable[str]:
    """Each fee that is asked for in the night, and what they come to where several people pay."""
    yield from (capfirst(say_fee(fee, owed.currency)) for fee in dict.fromkeys(fee for fee, _rows in asked(rows)))
    payers = sum(fee < 0 for fee in owed.fee.values())
    if payers > 1:
        comes_to = CURRENCIES[owed.currency].say(owed.fee[POT])
        yield ngettext("台费{count}人共{sum}", "台费{count}人共{sum}", payers).format(count=payers, sum=comes_to)
