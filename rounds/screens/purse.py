"""钱 qián of a night: what the next round is played for, and what everybody has brought and left to lose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rounds.book.reading import brought_by, next_opening, totals
from rounds.models import Round, Session
from rounds.screens.deeds import say_worth
from rounds.screens.money import MoneyFields, as_typed, money_fields


@dataclass(frozen=True, slots=True)
class Brought:
    """What somebody of the next round, by the id, has brought in points, None who is not limited, and has `left`."""

    person: str
    name: str
    points: int | None
    left: int


@dataclass(frozen=True, slots=True)
class Purse:
    """All that the page shows. `now`: what the newest round is played for, `next`: what the one after it will be, where
    that has been changed. `over`: there will be none."""

    now: str
    next: str
    fields: MoneyFields
    people: tuple[Brought, ...]
    number: int
    over: bool

    @property
    def limited(self) -> bool:
        """Does anybody play 输光为止?"""
        return any(one.points is not None for one in self.people)


def purse(session: Session, rows: Sequence[Round], typed: Mapping[str, str] | None, errors: Mapping[str, str]) -> Purse:
    """The page, with two or three queries. `rows`: all rounds of the night; `typed`: what was refused, if anything."""
    newest = rows[-1]
    opening = next_opening(session, newest)
    now = say_worth({"money": newest.money, "fee": newest.fee})
    coming = say_worth(
        {"money": opening.money and opening.money.to_json(), "fee": opening.fee and opening.fee.to_json()}
    )
    brought, won = brought_by(session), totals(rows)
    return Purse(
        now=now,
        next=coming if coming != now else "",
        fields=money_fields(as_typed(opening.money, opening.fee) if typed is None else typed, errors),
        people=tuple(
            Brought(person, name, brought.get(person), max(0, brought.get(person, 0) + won.get(person, 0)))
            for person, name in opening.company.people.items()
        ),
        number=newest.number,
        over=session.ended_at is not None,
    )
