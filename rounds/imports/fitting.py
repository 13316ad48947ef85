"""Whether the events of a night could have been written one after the other: each is asked what a tap would be."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from rounds.book import guards
from rounds.book.bets import Bets
from rounds.book.company import Company, dealer_after
from rounds.book.payments import Paid
from rounds.book.projection import OPENINGS, date_of
from rounds.book.reading import bets_of, company_of, people_in
from rounds.book.refusals import Impossible, NotNow, Refused
from rounds.book.replay import Opening, changes_of
from rounds.book.reseating import Reseating
from rounds.book.revision import refuse_misplaced, revise
from rounds.book.ruling import Ruling
from rounds.book.seating import Seating
from rounds.imports.told import AROUND, Misfit, Otherwise, Told, Work
from rounds.models import Event, Session
from rounds.money import money_from_json
from rounds.rules.log import Append, Record, Step
from rounds.rules.table_fee import fee_from_json

Kind = Event.Kind
Data = Mapping[str, Any]

A_DAY = timedelta(days=1)
OF_A_ROUND = (Kind.CHANGE, Kind.SET_BETS)


def refuse_misfits(night: Session, events: Sequence[Event], work: Work) -> None:
    """Raises `Misfit` for the first event that the scorebook would not have written; `Exhausted`; and LookupError or
    ValueError as `replay` does."""
    told = Told(night, work)
    for event in events:
        try:
            _take(told, event)
        except Refused as why:
            number = told.number_at(event.round) or told.session.round_count
            raise Misfit(event.position, number, why) from None
    told.judge_all()


def _take(told: Told, event: Event) -> None:
    kind, data = Kind(event.kind), json.loads(event.data)
    if (kind == Kind.UNDO) != (event.undoes is not None) or (kind == Kind.OPEN_NIGHT) != (event.position == 1):
        raise Otherwise("other_place")
    if kind == Kind.UNDO:
        _take_back(told, event)
    elif not _is_of_its_round(told, kind, event):
        raise NotNow("no_such_round")
    elif kind == Kind.CHANGE:
        _change(told, event)
    else:
        _GUARDS[kind](told, event, data)
        told.take(event)


def _is_of_its_round(told: Told, kind: Event.Kind, event: Event) -> bool:
    """An event that opens a round is of that; of the others some are of a round that is there, and some of none."""
    if kind in OPENINGS:
        return event.round == event.position
    return told.number_at(event.round) is not None if kind in OF_A_ROUND else event.round is None


def _take_back(told: Told, event: Event) -> None:
    taken = told.taken_back_next
    if taken.kind == Kind.OPEN_NIGHT:
        raise NotNow("nothing_to_undo")
    if (event.undoes, event.round) != (taken.position, taken.round):
        raise Otherwise("not_the_newest")
    told.take_back()


def _change(told: Told, event: Event) -> None:
    number, changes = told.number_at(event.round), changes_of(event)
    assert number, "it is of a round"
    if len(changes) == 1 and isinstance(changes[0], Record | Append):
        refuse_misplaced(told.session, number, changes)
        told.take_recorded(event, number)
        return
    log = told.log_of(number)
    told.work.spend(AROUND + len(log.steps))
    revision = revise(told.session, number, log, Step(event.position, changes), event.at)
    if revision.own:
        raise Impossible(revision.own)
    told.take(event, revision.after)


def _open_night(told: Told, event: Event, data: Data) -> None:
    """No zone is further than a day from any other."""
    _seating(Company.from_json(data)).refuse()
    if abs(date_of(event) - event.at.date()) > A_DAY:
        raise Otherwise("other_date")


def _open_round(told: Told, event: Event, data: Data) -> None:
    """Rules and money are those that were told. Who sits and who waits, what they are called, and what is left of what
    was brought, the program of that day has worked out, for good: only nobody can be there who was not told of, nor two
    of one name."""
    opening, coming = Opening.from_json(data), told.coming
    guards.refuse_next(told, opening.money)
    if (opening.ruling, opening.money, opening.fee) != (coming.ruling, coming.money, coming.fee):
        raise Otherwise("other_opening")
    if set(opening.company.people) - set(told.may_come):
        raise NotNow("no_such_person")
    _seating(opening.company).refuse()
    before, settled = company_of(told.newest), told.newest.next_dealer
    guards.dealer_of(opening.seats, settled and dealer_after(before, settled, opening.company), opening.dealer)


def _end_night(told: Told, _event: Event, _data: Data) -> None:
    guards.refuse_ended(told.session)
    guards.refuse_problems(told)


def _reopen_night(told: Told, _event: Event, _data: Data) -> None:
    guards.refuse_running(told.session)


def _set_rules(told: Told, _event: Event, data: Data) -> None:
    guards.refuse_ruling(told.session, told.coming.ruling, Ruling.from_json(data))


def _set_company(told: Told, _event: Event, data: Data) -> None:
    """Logs from before a seat was free after the round in which it was told do not say if it is."""
    company = Company.from_json(data)
    _seating(company).refuse()
    right = guards.seated(told, company)
    if company != Company.from_json(right) or data.get("rotates", right["rotates"]) != right["rotates"]:
        raise Otherwise("other_seats")


def _seating(company: Company) -> Seating:
    names = {seat: company.names[seat] for seat in company.seats}
    return Seating(names, tuple(company.names[person] for person in company.resting), company.rotation)


def _set_bets(told: Told, event: Event, data: Data) -> None:
    bets, number = Bets.from_json(data), told.number_at(event.round)
    assert number, "it is of a round"
    log = told.log_of(number)
    guards.refuse_bettors(log, tuple(bets.names.values()))
    guards.refuse_bets(log, bets)


def _reseat(told: Told, _event: Event, data: Data) -> None:
    opened = told.opened
    first = opened.index(data["rounds"][0]) if data["rounds"] and data["rounds"][0] in opened else len(opened)
    if not data["rounds"] or opened[first : first + len(data["rounds"])] != data["rounds"]:
        raise NotNow("no_such_round")
    rows, reseating = told.rows[first : first + len(data["rounds"])], Reseating.from_json(data)
    if not reseating.people:
        raise NotNow("no_changes")
    if set(reseating.people) - set(people_in(rows)):
        raise NotNow("no_such_person")
    reseating.refuse((company_of(row), bets_of(row)) for row in rows)


def _set_money(told: Told, _event: Event, data: Data) -> None:
    if data["rounds"] not in ([], told.opened):
        raise NotNow("no_such_round")
    money, fee = money_from_json(data["money"]), fee_from_json(data["fee"])
    guards.refuse_money(told, money, fee, whole_night=bool(data["rounds"]))


def _buy_in(told: Told, _event: Event, data: Data) -> None:
    guards.refuse_buying_in(told, told.may_come, data["person"], data["points"])


def _count_down(told: Told, _event: Event, data: Data) -> None:
    """That so many rounds are left is told by the number of the last."""
    last, running = data["last"], not told.newest.ended
    guards.last_round(told, last and last - told.session.round_count + running)


def _pay(told: Told, _event: Event, data: Data) -> None:
    paid = Paid.from_json(data)
    if paid.currency != guards.unit_to_pay_in(told):
        raise Otherwise("other_unit")
    for payment in paid.payments:
        guards.refuse_payment(told, payment)
    if paid.leaver and not _goes_home(paid, guards.left_for(told, paid.leaver)):
        raise Otherwise("not_at_zero")


def _goes_home(paid: Paid, left: Mapping[str, int]) -> bool:
    """先走: who owes pays those who have something coming, who has something coming is paid by those who owe, each at
    most once and at most what is his; then he is at zero. To whom first, the program of that day has said."""
    owes = left[paid.leaver] < 0
    paid_to: dict[str, int] = {}
    for payer, payee, amount in paid.payments:
        here, other = (payer, payee) if owes else (payee, payer)
        most = left.get(other, 0) if owes else -left.get(other, 0)
        if here != paid.leaver or other in paid_to or amount > most:
            return False
        paid_to[other] = amount
    return sum(paid_to.values()) == abs(left[paid.leaver])


def _unpay(told: Told, _event: Event, data: Data) -> None:
    guards.refuse_unpaying(told, data["payment"])


_GUARDS: Mapping[Event.Kind, Callable[[Told, Event, Data], None]] = {
    Kind.OPEN_NIGHT: _open_night,
    Kind.OPEN_ROUND: _open_round,
    Kind.END_NIGHT: _end_night,
    Kind.REOPEN_NIGHT: _reopen_night,
    Kind.SET_RULES: _set_rules,
    Kind.SET_COMPANY: _set_company,
    Kind.SET_BETS: _set_bets,
    Kind.RESEAT: _reseat,
    Kind.SET_MONEY: _set_money,
    Kind.BUY_IN: _buy_in,
    Kind.COUNT_DOWN: _count_down,
    Kind.PAY: _pay,
    Kind.UNPAY: _unpay,
}
