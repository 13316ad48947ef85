"""Nights at random, with fees, part payments, corrections and undos in between: paying what is shown leaves nothing."""

import contextlib
import random

import pytest

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.dues import account, currency_of, dues
from rounds.book.reading import load_round, people_of, standing_payments
from rounds.book.refusals import NotNow, Refused
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.models import Club, Session
from rounds.money import Money
from rounds.rules.log import Amend
from rounds.rules.presets import presets
from rounds.rules.rotation import Rotation
from rounds.rules.settle_up import Payment, still_due
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee
from tests.rules.test_settle_up import fewest
from tests.web.cast import NAMES, change, discard, next_round, penalty, play_round, record, self_draw, tap, undo


class Night:
    """A night on which everything happens by chance."""

    def __init__(self, club: Club, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - the same cases each time
        resting = ("Alice", "Bob")[: self.chance.randint(0, 2)]
        seating = Seating(NAMES, resting, self.chance.choice(list(Rotation)))
        new = NewNight(seating, "A", Ruling(presets()["chengdu_home"].rules, "chengdu_home"), "Asia/Shanghai")
        self.session = scorebook.open_night_as_asked(club, tap(0), new.to_json(), lambda: new)

    def now(self) -> Session:
        self.session.refresh_from_db()
        return self.session

    def due(self) -> tuple[Payment, ...]:
        """What is shown to be paid: it clears what is left, with as few payments as there can be."""
        payments = list(standing_payments(self.now()))
        owed = dues(list(self.session.played()), payments)
        shown = still_due(owed.before, map(account, payments))
        left = dict(owed.left)
        for payer, payee, amount in shown:
            assert amount > 0
            left[payer] += amount
            left[payee] -= amount
        assert not any(left.values())
        assert len(shown) == fewest(dict(owed.left))
        return shown

    def play(self) -> None:
        play_round(self.session, self.chance.choice("ABCD"))
        if self.chance.random() < 0.3:
            record(self.session, penalty("A", *self.chance.sample(["B", "C", "pot"], 2), points=7))
        try:
            next_round(self.session)
        except NotNow:  # who deals is asked where other people sit there
            next_round(self.session, "A")

    def correct(self) -> None:
        number = self.chance.randint(1, self.now().round_count)
        facts = load_round(self.session, number).facts
        winner, other = self.chance.sample("ABCD", 2)
        fact = self.chance.choice([self_draw(winner, fans=2), discard(other, winner, fans=3)])
        if facts:
            change(self.session, Amend(fact, self.chance.choice(facts).id), number=number)

    def charge(self) -> None:
        fee = TableFee(self.chance.randint(1, 50), self.chance.choice(list(FeePer)), self.chance.choice(list(FeeFrom)))
        money = self.chance.choice([None, Money("CNY", self.chance.randint(1, 99))])
        scorebook.set_money(self.now(), tap(self.session.position), money, fee, whole_night=self.chance.random() < 0.5)

    def pay(self) -> None:
        if shown := self.due():
            payer, payee, amount = self.chance.choice(shown)
            part = self.chance.choice([amount, self.chance.randint(1, amount)])
            scorebook.pay(self.now(), tap(self.session.position), payer, payee, part)

    def go_home(self) -> None:
        person = self.chance.choice(sorted(people_of(self.now())))
        scorebook.go_home(self.session, tap(self.session.position), person)
        payments = list(standing_payments(self.now()))
        assert dues(list(self.session.played()), payments).left[person] == 0

    def take_back(self) -> None:
        undo(self.session)

    def live(self) -> None:
        """What the scorebook refuses is as good as what it writes: nothing has changed. All that was paid is in the
        unit that the night is counted in."""
        steps = (self.play, self.play, self.correct, self.charge, self.pay, self.pay, self.go_home, self.take_back)
        for _ in range(16):
            with contextlib.suppress(Refused):
                self.chance.choice(steps)()
            paid = {payment.currency for payment in standing_payments(self.session)}
            assert paid <= {currency_of(self.session.played())}

    def clear(self) -> None:
        """Everybody pays what is shown, when the night is over: until then it may yet be counted otherwise."""
        scorebook.end_night(self.now(), tap(self.session.position))
        for payer, payee, amount in self.due():
            scorebook.pay(self.now(), tap(self.session.position), payer, payee, amount)
        assert self.due() == ()


@pytest.mark.parametrize("seed", range(14))
def test_paying_what_is_shown_leaves_nothing_whatever_has_happened(club: Club, seed: int) -> None:
    night = Night(club, seed)
    night.live()
    if night.now().played().filter(problems__gt=0).exists():
        with pytest.raises(NotNow, match="problems_stand"):
            scorebook.pay(night.session, tap(night.session.position), "x", "y", 1)
    else:
        night.clear()
    assert first_fault(night.now()) is None
