"""换人 huàn rén: somebody else sat there than was entered, for one round or for several."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rounds.book.bets import Bets
from rounds.book.company import Company
from rounds.book.refusals import NotNow
from rounds.book.seating import RESERVED
from rounds.cleaning import as_seen


@dataclass(frozen=True, slots=True)
class Reseating:
    """Whoever is a key of `people` was in truth its value; `names`: what those who come in are called.

    Two who were entered the wrong way round are each the other's value.
    """

    people: Mapping[str, str]
    names: Mapping[str, str]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Reseating":
        """Reads the data of an event `reseat`; raises KeyError."""
        return cls(data["people"], data["names"])

    def to_json(self) -> dict[str, object]:
        return {"people": dict(self.people), "names": dict(self.names)}

    def apply(self, company: Company) -> Company:
        """The people as they were in truth."""
        seats = {seat: self.people.get(person, person) for seat, person in company.seats.items()}
        resting = tuple(self.people.get(person, person) for person in company.resting)
        called = {**company.people, **self.names}
        names = {seat: called[person] for seat, person in seats.items()}
        return replace(company, seats=seats, resting=resting, names=names | {one: called[one] for one in resting})

    def refuse(self, rounds: Iterable[tuple[Company, Bets]]) -> None:
        """Raises `NotNow` in rounds with these people and bets: `same_names` where somebody would be there twice, or be
        called as another who is there or bets; `bettor_plays`."""
        for company, bets in rounds:
            if not self.fits(company):
                raise NotNow("same_names")
            if not self.lets_bet(company, bets.on):
                raise NotNow("bettor_plays")
            if self._doubles({**self.apply_to_bets(bets).names, **self.apply(company).people}):
                raise NotNow("same_names")

    def fits(self, company: Company) -> bool:
        """Would everybody be there once, and nobody who comes in be called as another is?"""
        people = [self.people.get(person, person) for person in company.people]
        return len(set(people)) == len(people) and not self._doubles(self.apply(company).people)

    def _doubles(self, called: Mapping[str, str]) -> bool:
        """Is somebody who comes in called as another is? Who was there before may have a name of older rules."""
        seen = Counter(as_seen(name) for name in called.values())
        return any(seen[as_seen(called[person])] > 1 for person in self.people.values() if person in called)

    def apply_to_bets(self, bets: Bets) -> Bets:
        """叫马: who bet in truth; the money goes with it."""
        on = {self.people.get(person, person): seat for person, seat in bets.on.items()}
        called = {**bets.names, **self.names}
        return Bets(on, {person: called[person] for person in on})

    def lets_bet(self, company: Company, bettors: Collection[str]) -> bool:
        """Would nobody play who bets, and nobody bet twice?"""
        bet = {self.people.get(person, person) for person in bettors}
        play = {self.people.get(person, person) for person in company.seats.values()}
        return len(bet) == len(bettors) and not bet & play


def closed(names: Mapping[str, str], present: Collection[str]) -> dict[str, str]:
    """对调 duì diào: who was entered for whom, told by names, with what follows from it.

    Where 张三 was in truth 李四, who was `present` too and of whom nothing is said, that was 张三.
    """
    told = {old: new for old, new in names.items() if old != new}
    before = {new: old for old, new in told.items()}
    for end in [new for new in told.values() if new in present and new not in told]:
        start = end
        while start in before:
            start = before[start]
        told[end] = start
    return told


def reseating_of(
    rounds: Iterable[tuple[Company, Bets]],
    names: Mapping[str, str],
    known: Mapping[str, str],
    ids: Mapping[str, str],
) -> Reseating:
    """Who was in truth somebody else, told by names: `known` has the ids of those who were there, `ids` of all.

    `rounds`: who sat or waited in each round concerned, and who bet. Raises `NotNow`: `no_changes`, `no_such_person`,
    `reserved_name`, and as `Reseating.refuse`.
    """
    swapped = {old: new for old, new in names.items() if old != new}
    if not swapped:
        raise NotNow("no_changes")
    if set(swapped) - set(known):
        raise NotNow("no_such_person")
    if RESERVED & {as_seen(name) for name in swapped.values()}:
        raise NotNow("reserved_name")
    reseating = Reseating(
        {known[old]: ids[new] for old, new in swapped.items()}, {ids[new]: new for new in swapped.values()}
    )
    reseating.refuse(rounds)
    return reseating
