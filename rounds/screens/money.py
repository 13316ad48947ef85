"""算钱 suàn qián: the fields for what a point is worth, what the table costs and what everybody has brought."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.book.company import SEATS
from rounds.money import CURRENCIES, OFFERED, Money
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee
from rounds.wording import word


def say_payers(paid_by: FeeFrom) -> str:
    """Who pays the table fee, and whether each of them pays all of it."""
    return {
        FeeFrom.ALL: _("每人各付"),
        FeeFrom.WINNERS: _("赢家各付"),
        FeeFrom.BIGGEST_WINNER: _("大赢家付"),
    }[paid_by]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several that can be chosen."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Stake:
    """A field for what the one at a seat has brought: the `number` of the seat from 1 on, and what was typed."""

    letter: str
    number: int
    typed: str


@dataclass(frozen=True, slots=True)
class MoneyFields:
    """The fields as they were typed. `errors` by field: per-point, fee, stakes."""

    per_point: str
    currencies: tuple[Choice, ...]
    fee: str
    per: tuple[Choice, ...]
    paid_by: tuple[Choice, ...]
    stakes: str
    each: tuple[Stake, ...]
    errors: Mapping[str, str]

    @property
    def worth_error(self) -> str:
        """What is wrong with the worth of a point."""
        return self.errors.get("per-point", "")

    @property
    def open(self) -> bool:
        """Is there more to see than the worth of a point?"""
        typed = (self.fee, self.stakes, *(stake.typed for stake in self.each))
        return any(typed) or bool({"fee", "stakes"} & set(self.errors))


def money_fields(typed: Mapping[str, str], errors: Mapping[str, str]) -> MoneyFields:
    """The fields as they were typed, with what is wrong with them."""
    currency = typed.get("currency", OFFERED[0])
    per, paid_by = typed.get("fee-per", FeePer.NIGHT.value), typed.get("fee-from", FeeFrom.ALL.value)
    return MoneyFields(
        per_point=typed.get("per-point", ""),
        currencies=tuple(Choice(code, f"{CURRENCIES[code].unit} {code}", code == currency) for code in OFFERED),
        fee=typed.get("fee", ""),
        per=tuple(Choice(member.value, word(member), member.value == per) for member in FeePer),
        paid_by=tuple(Choice(member.value, say_payers(member), member.value == paid_by) for member in FeeFrom),
        stakes=typed.get("stakes", ""),
        each=tuple(Stake(seat, number, typed.get(f"stakes-{seat}", "")) for number, seat in enumerate(SEATS, 1)),
        errors=errors,
    )


def as_typed(money: Money | None, fee: TableFee | None) -> dict[str, str]:
    """What one would have typed for this worth of a point and this table fee."""
    currency = CURRENCIES[money.currency if money else ""]
    typed = {"currency": money.currency, "per-point": _typed(money.per_point, money.currency)} if money else {}
    if fee:
        typed |= {"fee": _typed(fee.amount, currency.code), "fee-per": fee.per.value, "fee-from": fee.paid_by.value}
    return typed


def _typed(amount: int, currency: str) -> str:
    """With no comma in it, that it can be read again."""
    return CURRENCIES[currency].digits(amount).replace(",", "")
