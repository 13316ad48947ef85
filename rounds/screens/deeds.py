"""What was done last to the night as a whole, in one sentence: what 撤销 takes back where it is no line of a log."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from rounds.book.company import Company
from rounds.book.payments import Paid
from rounds.book.reading import company_of, named_in
from rounds.models import Event, Round, Session
from rounds.money import CURRENCIES, money_from_json
from rounds.rules.table_fee import TableFee, fee_from_json
from rounds.screens.changes import Change, say_right
from rounds.screens.totals import names_in
from rounds.wording import brief, clauses, isolated, listed

Kind = Event.Kind
Data = Mapping[str, Any]
Names = Mapping[str, str]
"""What everybody whom an event may name is called, by the id."""


def say_deed(session: Session, rows: Sequence[Round], event: Event) -> str:
    """What the event did; `rows`: all rounds of the night. One query for a payment that was taken back, and one for
    who is named and in none of these rounds."""
    data = _data(event)
    if event.kind == Kind.UNPAY:
        data = json.loads(session.log().get(position=data["payment"]).data)
    return say_done(rows, names_in(rows, named_in(data)), Kind(event.kind), data)


def say_done(rows: Sequence[Round], names: Names, kind: Event.Kind, data: Data) -> str:
    """As `say_deed`, by the data of the event with its round and position; of a payment that was taken back, by that of
    the payment."""
    return _DEEDS[kind](rows, names, data)


def deeds_of(session: Session, row: Round) -> Iterable[Change]:
    """What was said of the people of a round since it began, the oldest first, and what was taken back (one query, and
    one more where somebody is named who is not in the round)."""
    undos = Event.objects.filter(club=session.club_id, session=session, undoes=OuterRef("position"))
    events = session.log().filter(Q(kind=Kind.SET_BETS, round=row.opened) | Q(kind=Kind.RESEAT))
    read = [(event, _data(event)) for event in events.annotate(undone=Exists(undos))]
    told = [(event, data) for event, data in read if row.opened in data.get("rounds", [row.opened])]
    names = names_in([row], {one for _event, data in told for one in named_in(data)})
    for event, data in told:
        said = say_done([row], names, Kind(event.kind), data)
        yield Change(event.at, "", say_right(event.right), said, event.undone)


def _data(event: Event) -> Data:
    """What an event says, with its round and position."""
    return {**json.loads(event.data), "round": event.round, "position": event.position}


def say_worth(data: Data) -> str:
    """What a point is worth, and what the table costs: 1分0.50元，台费每场每人10元."""
    money, fee = money_from_json(data["money"]), fee_from_json(data["fee"])
    worth = _("1分{worth}").format(worth=CURRENCIES[money.currency].say(money.per_point)) if money else _("不算钱")
    return clauses([worth, say_fee(fee, money.currency if money else "")]) if fee else worth


def say_fee(fee: TableFee, currency: str) -> str:
    """台费每场每人10元."""
    told = {"per": brief(fee.per), "paid_by": brief(fee.paid_by), "amount": CURRENCIES[currency].say(fee.amount)}
    return _("台费{per}{paid_by}{amount}").format(**told)


def _money(rows: Sequence[Round], names: Names, data: Data) -> str:
    when = _("整场改成{worth}") if data["rounds"] else _("下一局起{worth}")
    return when.format(worth=say_worth(data))


def _buy_in(rows: Sequence[Round], names: Names, data: Data) -> str:
    told = {"name": isolated(names[data["person"]]), "points": abs(data["points"])}
    return (
        _("{name} 再买{points}分").format(**told) if data["points"] > 0 else _("{name} 退回{points}分").format(**told)
    )


def _pay(rows: Sequence[Round], names: Names, data: Data) -> str:
    if leaver := Paid.from_json(data).leaver:
        return _("{name} 先走，付清了").format(name=isolated(names[leaver]))
    return _("{payment} 已付").format(payment=_payment(names, data))


def _unpay(rows: Sequence[Round], names: Names, data: Data) -> str:
    if leaver := Paid.from_json(data).leaver:
        return _("{name} 先走，不算付清").format(name=isolated(names[leaver]))
    return _("{payment} 不算付过").format(payment=_payment(names, data))


def _payment(names: Names, data: Data) -> str:
    paid = Paid.from_json(data)
    payer, payee, amount = paid.payments[0]
    told = {"payer": isolated(names[payer]), "payee": isolated(names[payee])}
    return _("{payer} 付 {payee} {amount}").format(**told, amount=CURRENCIES[paid.currency].say(amount))


def _company(rows: Sequence[Round], names: Names, data: Data) -> str:
    """Who comes, who goes and who rests, against the round before; where that is nobody, who plays."""
    then, before = Company.from_json(data), company_of([row for row in rows if row.opened < data["position"]][-1])
    moved = list(_moves(before, then))
    if not moved:
        moved = [_("{names}打").format(names=_sitting(then))]
    if then.resting:
        moved.append(_("{names}歇").format(names=_called(then, then.resting)))
    return _("下一局起{moves}").format(moves=clauses(moved))


def _moves(before: Company, then: Company) -> Iterable[str]:
    """ "张三走", "Alice坐4"; where more or fewer play than before, all of them instead of the seats."""
    if gone := [person for person in before.people if person not in then.people]:
        yield _("{names}走").format(names=_called(before, gone))
    if len(then.seats) < len(before.seats):
        yield _("只有{names}打").format(names=_sitting(then))
    elif len(then.seats) > len(before.seats):
        yield _("{names}打").format(names=_sitting(then))
    else:
        for number, (seat, person) in enumerate(sorted(then.seats.items()), 1):
            if before.seats.get(seat) != person:
                yield _("{name}坐{number}").format(name=isolated(then.names[seat]), number=number)


def _sitting(company: Company) -> str:
    return _called(company, [person for _seat, person in sorted(company.seats.items())])


def _called(company: Company, people: Iterable[str]) -> str:
    return listed(isolated(company.people[person]) for person in people)


def _bets(rows: Sequence[Round], names: Names, data: Data) -> str:
    row = next(row for row in rows if row.opened == data["round"])
    told = clauses(
        _("{bettor}叫{player}的马").format(bettor=isolated(data["names"][person]), player=isolated(row.names[seat]))
        for person, seat in sorted(data["on"].items(), key=lambda bet: (bet[1], data["names"][bet[0]]))
    )
    return _("第{number}局：{told}").format(number=row.number, told=told or _("没人叫马"))


def _reseat(rows: Sequence[Round], names: Names, data: Data) -> str:
    numbers = [row.number for row in rows if row.opened in data["rounds"]]
    told = clauses(
        _("{entered}其实是{true}").format(entered=isolated(names[old]), true=isolated(names[new]))
        for old, new in sorted(data["people"].items(), key=lambda pair: names[pair[0]])
    )
    if len(numbers) == 1:
        return _("第{number}局：{told}").format(number=numbers[0], told=told)
    return _("第{first}到{last}局：{told}").format(first=min(numbers), last=max(numbers), told=told)


def _count_down(rows: Sequence[Round], names: Names, data: Data) -> str:
    return _("打到第{last}局收场").format(last=data["last"]) if data["last"] else _("不倒计时了，接着打")


_DEEDS: Mapping[Event.Kind, Callable[[Sequence[Round], Names, Data], str]] = {
    Kind.END_NIGHT: lambda rows, names, data: _("这一场结束了"),
    Kind.REOPEN_NIGHT: lambda rows, names, data: _("接着打"),
    Kind.SET_RULES: lambda rows, names, data: _("规矩改了，从下一局起"),
    Kind.SET_COMPANY: _company,
    Kind.SET_BETS: _bets,
    Kind.RESEAT: _reseat,
    Kind.SET_MONEY: _money,
    Kind.BUY_IN: _buy_in,
    Kind.COUNT_DOWN: _count_down,
    Kind.PAY: _pay,
    Kind.UNPAY: _unpay,
}
