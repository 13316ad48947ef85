"""结账 jié zhàng: what everybody has coming, or owes, when the night is settled up."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rounds.book.reading import totals
from rounds.models import Payment, Round
from rounds.money import money_from_json
from rounds.rules import settle_up
from rounds.rules.events import POT
from rounds.rules.table_fee import FeePer, TableFee, fee_from_json

POINTS = ""
"""What stands for a currency where points are worth nothing: sums are in points."""


@dataclass(frozen=True, slots=True)
class Dues:
    """Sums by the person's id, and by "pot": in the smallest unit of `currency`, or in points where that is "".

    `won` at the table, `fee` owed to the pot (less than 0; what the pot has coming is more), `paid` so far (more than
    0 for who has given), and what is `left`: `won` + `fee` + `paid`. All four add up to 0.
    """

    currency: str
    won: Mapping[str, int]
    fee: Mapping[str, int]
    paid: Mapping[str, int]
    left: Mapping[str, int]

    @property
    def before(self) -> dict[str, int]:
        """What everybody had coming, or owed, before anything was paid."""
        return {account: left - self.paid.get(account, 0) for account, left in self.left.items()}


def dues(rows: Sequence[Round], payments: Iterable[Payment]) -> Dues:
    """The dues of a night: `rows` are all its rounds, `payments` those that stand."""
    currency = currency_of(rows)
    won = money_in(rows) if currency else totals(rows)
    fee, paid = _fees(rows), _paid(counted(payments, currency))
    accounts = dict.fromkeys([*won, *fee, *paid])
    left = {account: won.get(account, 0) + fee.get(account, 0) + paid.get(account, 0) for account in accounts}
    return Dues(currency, won, fee, paid, left)


def currency_of(rows: Iterable[Round]) -> str:
    """The currency of a night: one, or "" where points are worth nothing in any round."""
    return next((row.money["currency"] for row in rows if row.money), POINTS)


def money_in(rows: Iterable[Round]) -> dict[str, int]:
    """What rounds come to by the person's id: each by the worth that a point had in it, exactly."""
    sums: dict[str, int] = {}
    for row in rows:
        if worth := money_from_json(row.money):
            for person, points in totals([row]).items():
                sums[person] = sums.get(person, 0) + points * worth.per_point
    return sums


def _fees(rows: Sequence[Round]) -> dict[str, int]:
    """What each owes the pot for the table: for each round by the fee of that round, for the night by the newest."""
    sums: dict[str, int] = {}
    for fee, concerned in asked(rows):
        over = [row for row in concerned if row.ended]
        for person, amount in (fee.of([_players(row) for row in over]) if over else {}).items():
            sums[person] = sums.get(person, 0) - amount
            sums[POT] = sums.get(POT, 0) + amount
    return sums


def asked(rows: Sequence[Round]) -> Iterable[tuple[TableFee, Sequence[Round]]]:
    """Each fee, and the rounds that it is asked for. A round that was played for points costs nothing when the night is
    counted in money since: its fee was in points as well."""
    currency = currency_of(rows)
    for row in rows:
        fee = fee_from_json(row.fee)
        if fee and fee.per is FeePer.ROUND and currency_of([row]) == currency:
            yield fee, [row]
    if (fee := fee_from_json(rows[-1].fee)) and fee.per is FeePer.NIGHT:
        yield fee, rows


def _players(row: Round) -> dict[str, int]:
    """What those who sat in a round won or lost; who only bet pays for no table."""
    return {person: row.net[seat] for seat, person in row.seats.items()}


def counted(payments: Iterable[Payment], currency: str) -> list[Payment]:
    """Those in the unit of the night; a log of an earlier version may have others, which are worth nothing in it."""
    return [payment for payment in payments if payment.currency == currency]


def account(payment: Payment) -> settle_up.Payment:
    """A stored payment, between people's ids or the pot."""
    return settle_up.Payment(str(payment.payer_id or POT), str(payment.payee_id or POT), payment.amount)


def _paid(payments: Iterable[Payment]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for payer, payee, amount in map(account, payments):
        sums[payer] = sums.get(payer, 0) + amount
        sums[payee] = sums.get(payee, 0) - amount
    return sums
