"""What a point is worth, what the table costs, what was brought, and what has been paid."""

from collections.abc import Callable, Mapping, Sequence

from rounds.book.dues import POINTS, currency_of, dues
from rounds.book.payments import Paid
from rounds.book.projection import settle_payments, store_payments
from rounds.book.reading import brought_by, next_opening, payers_in, people_in, standing_payments, totals
from rounds.book.refusals import NotNow
from rounds.book.revision import MAX_POINTS
from rounds.book.taps import Answer, Line, Tap
from rounds.models import Event, Round, Session
from rounds.money import Money
from rounds.rules import settle_up
from rounds.rules.events import POT
from rounds.rules.settle_up import Payment
from rounds.rules.table_fee import TableFee
from rounds.scorebook.nights import refuse_problems
from rounds.scorebook.writing import newest_of, refuse_ended, refuse_paid_otherwise, touch, write

Kind = Event.Kind


def set_money(session: Session, tap: Tap, money: Money | None, fee: TableFee | None, *, whole_night: bool) -> Answer:
    """What a point is worth and what the table costs: from the next round on, or in every round of the night.

    Raises `NotNow`: `night_ended` (where it is for rounds to come), `no_changes`, `other_currency` where earlier
    rounds keep another, `paid_otherwise` where something has been paid in another.
    """
    told = {"money": money and money.to_json(), "fee": fee and fee.to_json()}

    def append(line: Line) -> Event:
        rows = list(line.session.played()) if whole_night else []
        if not whole_night:
            refuse_ended(line.session)
        _refuse_other_currency(line.session, money, whole_night=whole_night)
        now = next_opening(line.session, newest_of(line.session))
        stands = all((row.money, row.fee) == (told["money"], told["fee"]) for row in rows)
        if (now.money, now.fee) == (money, fee) and stands:
            raise NotNow("no_changes")
        event = line.write({**told, "rounds": [row.opened for row in rows]})
        touch(line.session, rows, event)
        return event

    return write(session, tap, Kind.SET_MONEY, {**told, "whole_night": whole_night}, append)


def _refuse_other_currency(session: Session, money: Money | None, *, whole_night: bool) -> None:
    """Sums of one night are in one unit: that of its rounds, if they keep theirs, and that of what has been paid."""
    unit = money.currency if money else POINTS
    if not whole_night and {row.money["currency"] for row in session.played() if row.money} - {unit}:
        raise NotNow("other_currency")
    refuse_paid_otherwise(session, unit)


def buy_in(session: Session, tap: Tap, person: str, points: int) -> Answer:
    """再买 zài mǎi: somebody brings so many points more to lose, from the next round on.

    Less than 0: he takes some back, of what he has brought and has left. Raises `NotNow`: `night_ended`,
    `no_such_person`, `nothing_brought`, `too_much_back`.
    """

    def append(line: Line) -> Event:
        refuse_ended(line.session)
        people = next_opening(line.session, newest_of(line.session)).company.people
        if person not in people:
            raise NotNow("no_such_person")
        if points < 0:
            _refuse_too_much_back(line.session, person, people[person], -points)
        return line.write({"person": person, "points": points})

    return write(session, tap, Kind.BUY_IN, {"person": person, "points": points}, append)


def _refuse_too_much_back(session: Session, person: str, name: str, points: int) -> None:
    """Who takes points back has brought so many, and has not lost them."""
    brought = brought_by(session).get(person)
    if brought is None:
        raise NotNow("nothing_brought", {"name": name})
    left = max(0, min(brought, brought + totals(session.played()).get(person, 0)))
    if points > left:
        raise NotNow("too_much_back", {"name": name, "most": f"{left:,}"})


def pay(session: Session, tap: Tap, payer: str, payee: str, amount: int) -> Answer:
    """付钱 fù qián: somebody has paid, all of what he owes or a part: `amount` in the unit of the night's dues.

    `payer` and `payee` are people's ids, or the pot. A payment is a fact of its own: no correction changes it. Raises
    `NotNow`: `no_such_person`, `same_person`, `nothing_paid`, `too_many_points`, `problems_stand`, `money_changes`.
    """
    told = {"payer": payer, "payee": payee, "amount": amount}
    return pay_as_asked(session, tap, payer, payee, told, lambda currency: amount)


def pay_as_asked(
    session: Session, tap: Tap, payer: str, payee: str, told: Mapping[str, object], read: Callable[[str], int]
) -> Answer:
    """As `pay`, where the amount was typed, and depends on the currency that the night is counted in.

    `told` is what was asked, by which the same tap is known when that has changed; `read` says what it means in a
    currency, and may raise what it likes.
    """

    def append(line: Line) -> Event:
        refuse_problems(line.session)
        rows = list(line.session.played())
        currency = _unit(line.session, rows)
        amount = read(currency)
        there = people_in(rows, payers_in(standing_payments(line.session)))
        if {payer, payee} - {*there, POT}:
            raise NotNow("no_such_person")
        if payer == payee:
            raise NotNow("same_person")
        if amount < 1:
            raise NotNow("nothing_paid")
        if amount > MAX_POINTS:
            raise NotNow("too_many_points")
        return _paid(line, Paid([Payment(payer, payee, amount)], currency))

    return write(session, tap, Kind.PAY, told, append)


def go_home(session: Session, tap: Tap, person: str) -> Answer:
    """先走 xiān zǒu: somebody has paid, or got, all that is between him and the others, in one step.

    Raises `NotNow`: `no_such_person`, `nothing_owed`, `problems_stand`, `money_changes`.
    """

    def append(line: Line) -> Event:
        refuse_problems(line.session)
        rows = list(line.session.played())
        payments = list(standing_payments(line.session))
        people = people_in(rows, payers_in(payments))
        if person not in people:
            raise NotNow("no_such_person")
        owed = dues(rows, payments)
        if not owed.left.get(person):
            raise NotNow("nothing_owed", {"name": people[person]})
        return _paid(line, Paid(settle_up.go_home(owed.left, person), _unit(line.session, rows), person))

    return write(session, tap, Kind.PAY, {"leaver": person}, append)


def _unit(session: Session, rows: Sequence[Round]) -> str:
    """What is paid in. Raises `NotNow` ("money_changes") while the night is to be counted in another unit from the next
    round on: what was paid until then would be worth something else. A night that is over has no next round."""
    unit = currency_of(rows)
    if not session.ended_at:
        coming = next_opening(session, rows[-1]).money
        if unit != (coming.currency if coming else POINTS):
            raise NotNow("money_changes")
    return unit


def _paid(line: Line, paid: Paid) -> Event:
    event = line.write(paid.to_json())
    store_payments(line.session, event)
    return event


def unpay(session: Session, tap: Tap, payment: int) -> Answer:
    """What was paid by the event at this position was not paid after all. Raises `NotNow` ("no_such_payment")."""

    def append(line: Line) -> Event:
        if not standing_payments(line.session).filter(position=payment).exists():
            raise NotNow("no_such_payment")
        event = line.write({"payment": payment})
        settle_payments(line.session, payment, event)
        return event

    return write(session, tap, Kind.UNPAY, {"payment": payment}, append)
