"""What a point is worth, what the table costs, what was brought, and what has been paid."""

from collections.abc import Callable, Mapping

from rounds.book import guards
from rounds.book.moment import Stored
from rounds.book.payments import Paid
from rounds.book.projection import settle_payments, store_payments
from rounds.book.taps import Answer, Line, Tap
from rounds.models import Event, Session
from rounds.money import Money
from rounds.rules.settle_up import Payment
from rounds.rules.table_fee import TableFee
from rounds.scorebook.writing import touch, write

Kind = Event.Kind


def set_money(session: Session, tap: Tap, money: Money | None, fee: TableFee | None, *, whole_night: bool) -> Answer:
    """What a point is worth and what the table costs: from the next round on, or in every round of the night.

    Raises `NotNow`: `night_ended` (where it is for rounds to come), `no_changes`, `other_currency` where earlier
    rounds keep another, `paid_otherwise` where something has been paid in another.
    """
    told = {"money": money and money.to_json(), "fee": fee and fee.to_json()}

    def append(line: Line) -> Event:
        now = Stored(line.session)
        guards.refuse_money(now, money, fee, whole_night=whole_night)
        rows = list(now.rows) if whole_night else []
        event = line.write({**told, "rounds": [row.opened for row in rows]})
        touch(line.session, rows, event)
        return event

    return write(session, tap, Kind.SET_MONEY, {**told, "whole_night": whole_night}, append)


def buy_in(session: Session, tap: Tap, person: str, points: int) -> Answer:
    """再买 zài mǎi: somebody brings so many points more to lose, from the next round on.

    Less than 0: he takes some back, of what he has brought and has left. Raises `NotNow`: `night_ended`,
    `no_such_person`, `nothing_brought`, `too_much_back`.
    """

    def append(line: Line) -> Event:
        now = Stored(line.session)
        guards.refuse_buying_in(now, now.coming.company.people, person, points)
        return line.write({"person": person, "points": points})

    return write(session, tap, Kind.BUY_IN, {"person": person, "points": points}, append)


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
        now = Stored(line.session)
        currency = guards.unit_to_pay_in(now)
        payment = Payment(payer, payee, read(currency))
        guards.refuse_payment(now, payment)
        return _paid(line, Paid([payment], currency))

    return write(session, tap, Kind.PAY, told, append)


def go_home(session: Session, tap: Tap, person: str) -> Answer:
    """先走 xiān zǒu: somebody has paid, or got, all that is between him and the others, in one step.

    Raises `NotNow`: `no_such_person`, `nothing_owed`, `problems_stand`, `money_changes`.
    """

    def append(line: Line) -> Event:
        return _paid(line, guards.gone_home(Stored(line.session), person))

    return write(session, tap, Kind.PAY, {"leaver": person}, append)


def _paid(line: Line, paid: Paid) -> Event:
    event = line.write(paid.to_json())
    store_payments(line.session, event)
    return event


def unpay(session: Session, tap: Tap, payment: int) -> Answer:
    """What was paid by the event at this position was not paid after all. Raises `NotNow` ("no_such_payment")."""

    def append(line: Line) -> Event:
        guards.refuse_unpaying(Stored(line.session), payment)
        event = line.write({"payment": payment})
        settle_payments(line.session, payment, event)
        return event

    return write(session, tap, Kind.UNPAY, {"payment": payment}, append)
