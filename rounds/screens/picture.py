"""结果图 jié guǒ tú: the result of a night as a picture to pass on, in whole numbers, so that a template only has to
write them down."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rounds.book.reading import ruling_of
from rounds.lettering import SIZE, cut, width_of
from rounds.models import Round, Session
from rounds.money import CURRENCIES
from rounds.rules.events import POT
from rounds.screens.house import SEPARATOR, heading, house_name
from rounds.screens.passing_on import say_column, say_date
from rounds.screens.settling import Column, Settling, Transfer, settling
from rounds.screens.totals import Total, totals_of
from rounds.templatetags.points import signed
from rounds.wording import isolated

WIDTH, MARGIN = 720, 40
TOP = 164
"""Below the head."""

RANK, PAYMENT, TITLE, FOOT = 92, 64, 68, 64
"""So high are one person, one payment, the line above the payments, and what stands below everything."""

NAME, NAME_SIZE = 300, 32
SUM, SUM_SIZE = 250, 44
WORTH = 300
GIVER, GIVER_SIZE = 200, 28
AMOUNT, AMOUNT_SIZE = 180, 28
NOTE, NOTE_SIZE = 640, 22
"""How wide these are at most, and in letters of which size."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text that fits where it stands, in letters of `size`."""

    text: str
    size: int


@dataclass(frozen=True, slots=True)
class Person:
    """One person at the height `y`: the `rank`, "" for the pot, the points and, where they are worth some, the money,
    with what the table fee makes of it.
    `kind` says if they are more than nothing: plus, minus, zero."""

    y: int
    rank: str
    name: Text
    points: Text
    money: Text | None
    kind: str
    first: bool


@dataclass(frozen=True, slots=True)
class Payment:
    """Who pays whom how much, at the height `y`; `paid`: it has been."""

    y: int
    payer: Text
    payee: Text
    amount: Text
    paid: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is drawn. `says` stands where the payments would: nobody owes anybody, or something stands in red."""

    height: int
    date: str
    notes: tuple[Text, ...]
    people: tuple[Person, ...]
    title: int
    payments: tuple[Payment, ...]
    says: str


def picture(session: Session, rows: Sequence[Round], now: datetime) -> Picture:
    """The night as it stands; `rows`: all its rounds."""
    told = settling(session, rows, now)
    people = tuple(_people(rows, told))
    title = TOP + RANK * len(people)
    payments = tuple(_payments(told, title + TITLE))
    return Picture(
        height=title + TITLE + PAYMENT * max(1, len(payments)) + FOOT,
        date=say_date(session),
        notes=tuple(_fit(note, NOTE, NOTE_SIZE) for note in _notes(rows)),
        people=people,
        title=title,
        payments=payments,
        says="" if payments else _("有一笔对不上，还没结账") if told.troubles else _("谁也不欠谁"),
    )


def _notes(rows: Sequence[Round]) -> Iterable[str]:
    """By which rules the newest round was played, and how many there were."""
    newest = rows[-1]
    ruling = ruling_of(newest)
    yield house_name(ruling) + SEPARATOR + heading(ruling.rules)
    told = [ngettext("{count}局", "{count}局", len(rows)).format(count=len(rows))]
    if newest.money:
        worth = CURRENCIES[newest.money["currency"]].say(newest.money["per_point"])
        told.append(_("1分{worth}").format(worth=worth))
    yield SEPARATOR.join(told)


def _people(rows: Sequence[Round], told: Settling) -> Iterable[Person]:
    """The highest first; who has as much has the same rank. The pot is nobody, and comes last."""
    columns = {column.person: column for column in told.columns}
    totals = sorted(totals_of(rows), key=lambda total: (total.person == POT, -total.points))
    for place, total in enumerate(totals):
        yield _person(TOP + RANK * place, _rank(totals, total), total, told, columns.get(total.person))


def _rank(totals: Sequence[Total], total: Total) -> str:
    if total.person == POT:
        return ""
    return str(1 + sum(other.points > total.points for other in totals if other.person != POT))


def _person(y: int, rank: str, total: Total, told: Settling, column: Column | None) -> Person:
    worth = " ".join(say_column(told, column))
    return Person(
        y=y,
        rank=rank,
        name=_fit(total.name, NAME, NAME_SIZE),
        points=_shrunk(signed(total.points), SUM, SUM_SIZE),
        money=_shrunk(worth, WORTH, NOTE_SIZE) if worth else None,
        kind="plus" if total.points > 0 else "minus" if total.points < 0 else "zero",
        first=rank == "1" and total.points > 0,
    )


def _payments(told: Settling, y: int) -> Iterable[Payment]:
    transfers = [(transfer, line.paid is not None) for line in told.lines for transfer in line.transfers]
    for place, (transfer, paid) in enumerate(transfers):
        yield _payment(y + PAYMENT * place, transfer, told, paid=paid)


def _payment(y: int, transfer: Transfer, told: Settling, *, paid: bool) -> Payment:
    amount = told.currency.say(transfer.amount) + (f" {_('已付')}" if paid else "")
    payer, payee = (_fit(name, GIVER, GIVER_SIZE) for name in (transfer.payer_name, transfer.payee_name))
    return Payment(y, payer, payee, _shrunk(amount, AMOUNT, AMOUNT_SIZE), paid)


def _fit(text: str, width: int, size: int) -> Text:
    """As much of a name as there is room for; it keeps its direction to itself."""
    return Text(isolated(cut(text, width * SIZE // size)), size)


def _shrunk(text: str, width: int, size: int) -> Text:
    """A sum is never cut: a long one has smaller letters."""
    return Text(text, min(size, width * SIZE // width_of(text)))
