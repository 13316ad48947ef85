"""What may be written at a moment of a night. The scorebook asks it of a tap, and so does who takes in a file, of each
of its events: nothing comes in by a file that no tap could have written. Each raises `NotNow` as the tap is refused."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from rounds.book.bets import Bets
from rounds.book.company import Company
from rounds.book.dues import POINTS, currency_of, dues
from rounds.book.moment import Moment
from rounds.book.payments import Paid
from rounds.book.reading import payers_in, people_in, stakes_of, totals
from rounds.book.refusals import NotNow
from rounds.book.replay import Opening, RoundLog
from rounds.book.revision import MAX_POINTS
from rounds.book.ruling import Ruling
from rounds.book.seating import Seating
from rounds.models import Session
from rounds.money import Money
from rounds.rules import settle_up
from rounds.rules.events import POT
from rounds.rules.settle_up import Payment
from rounds.rules.table_fee import TableFee

MAX_COUNTDOWN = 99


def refuse_ended(session: Session) -> None:
    """`night_ended` where the night is over."""
    if session.ended_at:
        raise NotNow("night_ended")


def refuse_running(session: Session) -> None:
    """`night_running` where it is not."""
    if not session.ended_at:
        raise NotNow("night_running")


def refuse_problems(now: Moment) -> None:
    """`problems_stand` with the `round` and the `event` to be mended first."""
    if broken := next((row for row in now.rows if row.problems), None):
        problem = now.log(broken).settlement.problems[0]
        raise NotNow("problems_stand", {"round": broken.number, "event": problem.event})


def last_round(now: Moment, rounds: int | None) -> int | None:
    """倒计时: the number of the last round, where the night is to end after so many more; the one that runs is one of
    them. `night_ended`, `countdown`, `no_changes`."""
    refuse_ended(now.session)
    if rounds is not None and not 1 <= rounds <= MAX_COUNTDOWN:
        raise NotNow("countdown", {"most": MAX_COUNTDOWN})
    last = None if rounds is None else now.session.round_count + rounds - (not now.newest.ended)
    if last == now.session.last_round:
        raise NotNow("no_changes")
    return last


# Rounds


def opened(now: Moment, dealer: str | None) -> Opening:
    """下一局: what the next round is opened with, under the names that everybody had in the one before.

    `night_ended`, `round_running`, `paid_otherwise`, `dealer_needed`, `dealer_settled`.
    """
    coming = now.coming
    refuse_next(now, coming.money)
    stakes = stakes_of(coming.company, now.brought, now.rows) if now.brought else {}
    return replace(coming, dealer=dealer_of(coming.seats, coming.dealer, dealer), stakes=stakes)


def refuse_next(now: Moment, money: Money | None) -> None:
    """The next round, in which a point is worth so much: `night_ended`, `round_running`, `paid_otherwise`."""
    refuse_ended(now.session)
    if not now.newest.ended:
        raise NotNow("round_running")
    if money:
        refuse_paid_otherwise(now, money.currency)


def dealer_of(seats: Collection[str], settled: str, dealer: str | None) -> str:
    """Who deals: who was asked for, where the last round has not `settled` it. `dealer_needed`, `dealer_settled`."""
    if settled:
        if dealer not in (None, settled):
            raise NotNow("dealer_settled", {"dealer": settled})
        return settled
    if dealer is None or dealer not in seats:
        raise NotNow("dealer_needed")
    return dealer


def refuse_ruling(session: Session, before: Ruling, ruling: Ruling) -> None:
    """改规矩, where the next round would be played by the rules `before`: `night_ended`, `no_changes`."""
    refuse_ended(session)
    if ruling == before:
        raise NotNow("no_changes")


# People


def seated(now: Moment, company: Company) -> dict[str, object]:
    """换座: what is written of who sits where from the next round on. `night_ended`, `no_changes`."""
    refuse_ended(now.session)
    company = replace(company, turn=now.coming.company.turn)
    if company == now.coming.company:
        raise NotNow("no_changes")
    rotates = not now.newest.ended and company.seats == now.newest.seats
    return {**company.to_json(), "rotates": rotates}


def refuse_bettors(log: RoundLog, names: Collection[str]) -> None:
    """叫马, by the names of who bets: `bettor_plays`, and as `Seating.refuse`."""
    at_the_table = {seat: log.opening.names[seat] for seat in log.players}
    if set(names) & set(at_the_table.values()):
        raise NotNow("bettor_plays")
    Seating(at_the_table, tuple(names)).refuse()


def refuse_bets(log: RoundLog, bets: Bets) -> None:
    """`bettor_plays`, `no_such_seat`, `no_changes`."""
    bets.refuse(log.opening.seats)
    if bets.on == log.opening.bets.on:
        raise NotNow("no_changes")


# Money


def refuse_money(now: Moment, money: Money | None, fee: TableFee | None, *, whole_night: bool) -> None:
    """Sums of one night are in one unit: that of its rounds, if they keep theirs, and that of what has been paid.

    `night_ended` where it is for rounds to come, `no_changes`, `other_currency`, `paid_otherwise`.
    """
    if not whole_night:
        refuse_ended(now.session)
    unit = money.currency if money else POINTS
    if not whole_night and {row.money["currency"] for row in now.rows if row.money} - {unit}:
        raise NotNow("other_currency")
    refuse_paid_otherwise(now, unit)
    told = (money and money.to_json(), fee and fee.to_json())
    stands = not whole_night or all((row.money, row.fee) == told for row in now.rows)
    if (now.coming.money, now.coming.fee) == (money, fee) and stands:
        raise NotNow("no_changes")


def refuse_paid_otherwise(now: Moment, unit: str) -> None:
    """`paid_otherwise` where something that stands was paid in anything but this currency, "" for points: a sum is
    never counted as if it were of another unit."""
    if any(payment.currency != unit for payment in now.payments):
        raise NotNow("paid_otherwise")


def refuse_buying_in(now: Moment, people: Mapping[str, str], person: str, points: int) -> None:
    """再买, or less than 0 for what is taken back, where `people` may be in the next round, names by ids:
    `night_ended`, `no_such_person`, `no_changes`, `nothing_brought`, `too_much_back`."""
    refuse_ended(now.session)
    if person not in people:
        raise NotNow("no_such_person")
    if not points:
        raise NotNow("no_changes")
    if points < 0:
        _refuse_too_much_back(now, person, people[person], -points)


def _refuse_too_much_back(now: Moment, person: str, name: str, points: int) -> None:
    """Who takes points back has brought so many, and has not lost them."""
    brought = now.brought.get(person)
    if brought is None:
        raise NotNow("nothing_brought", {"name": name})
    left = max(0, min(brought, brought + totals(now.rows).get(person, 0)))
    if points > left:
        raise NotNow("too_much_back", {"name": name, "most": f"{left:,}"})


def unit_to_pay_in(now: Moment) -> str:
    """What is paid in: `problems_stand`, and `money_changes` while the night is to be counted in another unit from the
    next round on: what was paid until then would be worth something else. A night that is over has no next round."""
    refuse_problems(now)
    unit = currency_of(now.rows)
    if not now.session.ended_at:
        coming = now.coming.money
        if unit != (coming.currency if coming else POINTS):
            raise NotNow("money_changes")
    return unit


def refuse_payment(now: Moment, payment: Payment) -> None:
    """付钱: `no_such_person`, `same_person`, `nothing_paid`, `too_many_points`."""
    if {payment.payer, payment.payee} - {*people_in(now.rows), *payers_in(now.payments), POT}:
        raise NotNow("no_such_person")
    if payment.payer == payment.payee:
        raise NotNow("same_person")
    if payment.amount < 1:
        raise NotNow("nothing_paid")
    if payment.amount > MAX_POINTS:
        raise NotNow("too_many_points")


def gone_home(now: Moment, person: str) -> Paid:
    """先走: all that is between him and the others. `money_changes`, and as `left_for`."""
    return Paid(settle_up.go_home(left_for(now, person), person), unit_to_pay_in(now), person)


def left_for(now: Moment, person: str) -> Mapping[str, int]:
    """What is left of everybody's sums, where somebody has any: `problems_stand`, `no_such_person`, `nothing_owed`."""
    refuse_problems(now)
    people = people_in(now.rows, payers_in(now.payments))
    if person not in people:
        raise NotNow("no_such_person")
    left = dues(now.rows, now.payments).left
    if not left.get(person):
        raise NotNow("nothing_owed", {"name": people[person]})
    return left


def refuse_unpaying(now: Moment, position: int) -> None:
    """没付: `no_such_payment` where nothing that was paid at this position stands."""
    if all(payment.position != position for payment in now.payments):
        raise NotNow("no_such_payment")
