"""一晚上 yì wǎn shàng: a night as people play it: who comes, how rounds go, what is mistyped and mended, who pays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.demo.pen import Pen
from rounds.demo.table import Table
from rounds.rules.rotation import Rotation
from rounds.rules.settle_up import settle_up

LAST_ROUNDS = 3
"""So many rounds before the end some nights say that they will end."""

MOST_RESTING = 3
"""So many people wait for a seat at most."""


@dataclass(frozen=True, slots=True)
class Guests:
    """Who may come: each one's skill by name (1 to 29, of the wins), and of them who is not there from the start."""

    skill: Mapping[str, int]
    late: Sequence[str]


class Evening:
    """One night, written down by a pen as it goes on."""

    def __init__(self, pen: Pen, guests: Guests) -> None:
        self._pen = pen
        self._book = pen.book
        self._skill = guests.skill
        self._late = list(guests.late)

    def play(self, new: NewNight, rounds: int, bettor: str = "", *, over: bool = True) -> None:
        """From the opening over so many rounds to the payments, unless it is not `over`.

        `bettor`: bets in most rounds in which he does not sit.
        """
        self._book.open_night(self._pen.tap(0), new)
        for left in range(rounds, 0, -1):
            self._bet(bettor)
            opening = self._book.opening()
            skill = [self._skill[opening.names[seat]] for seat in opening.seats]
            Table(self._pen, opening, skill).play(over=over or left > 1)
            if left == LAST_ROUNDS + 1 and self._pen.chance(60):
                self._book.count_down(self._pen.tap(20), LAST_ROUNDS)
            if left > 1:
                self._between()
                self._next()
        if over:
            self._book.end_night(self._pen.tap(90))
            self._pay()

    def _bet(self, bettor: str) -> None:
        opening = self._book.opening()
        if bettor and bettor not in opening.company.names.values() and self._pen.chance(70):
            self._book.set_bets(self._pen.tap(15), {bettor: self._pen.rng.choice(list(opening.seats))})

    def _between(self) -> None:
        """Somebody comes, somebody who waits goes, two change seats; other rules, now and then."""
        company = self._book.coming().company
        names = {seat: company.names[seat] for seat in company.seats}
        resting = [company.names[person] for person in company.resting]
        if self._late and len(company.people) < len(names) + MOST_RESTING and self._pen.chance(8):
            resting.append(self._late.pop(0))
        elif resting and self._pen.chance(3):
            self._late.append(resting.pop())
        elif self._pen.chance(2):
            one, other = self._pen.rng.sample(list(names), 2)
            names[one], names[other] = names[other], names[one]
        else:
            self._change_rules()
            return
        rotation = company.rotation if company.rotation is not Rotation.STAY else Rotation.LOSER
        self._book.set_company(self._pen.tap(30), Seating(names, tuple(resting), rotation))

    def _change_rules(self) -> None:
        ruling = self._book.coming().ruling
        if self._pen.chance(1):
            rules = replace(ruling.rules, base=ruling.rules.base * 2 if ruling.rules.base < 50 else 1)
            self._book.set_rules(self._pen.tap(40), Ruling(rules, ruling.preset))

    def _next(self) -> None:
        opening = self._book.coming()
        dealer = None if opening.dealer else self._pen.rng.choice(list(opening.seats))
        self._book.open_round(self._pen.tap(self._pen.rng.randint(30, 90)), dealer)

    def _pay(self) -> None:
        """Most pay at once, some a part of it; some of it is ticked by mistake."""
        for payment in settle_up(self._book.dues().left):
            if not self._pen.chance(88):
                continue
            if self._pen.chance(6):
                self._book.pay(self._pen.tap(40), *payment)
                self._book.unpay(self._pen.tap(10), self._book.position)
            part = payment.amount // 2 if self._pen.chance(8) else 0
            self._book.pay(self._pen.tap(40), payment.payer, payment.payee, part or payment.amount)
