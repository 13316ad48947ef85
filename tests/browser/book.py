"""A night as plain facts, settled by the core alone: what the pages and the files have to show."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rounds.rules.events import Fact
from rounds.rules.ledger import Entry
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet
from rounds.rules.settle import Settlement, settle

SEATS = "ABCD"


@dataclass(slots=True)
class Played:
    """One round: who dealt, and what happened in order of play."""

    dealer: str
    facts: list[Fact] = field(default_factory=list)


@dataclass(slots=True)
class Book:
    """The rounds of a night, the first of which `dealer` deals."""

    rules: RuleSet
    rounds: list[Played]

    @classmethod
    def opened(cls, dealer: str = "A", preset: str = "chengdu_home") -> "Book":
        return cls(presets()[preset].rules, [Played(dealer)])

    @property
    def facts(self) -> list[Fact]:
        """Those of the round that is on, to be added to and changed."""
        return self.rounds[-1].facts

    def settled(self, number: int) -> Settlement:
        """Round `number`, from 1 on."""
        told = self.rounds[number - 1]
        return settle(self.rules, SEATS, told.facts, told.dealer)

    def next_round(self) -> None:
        dealer = self.settled(len(self.rounds)).next_dealer
        assert dealer
        self.rounds.append(Played(dealer))

    def totals(self) -> dict[str, int]:
        numbers = range(1, len(self.rounds) + 1)
        return {seat: sum(self.settled(number).net[seat] for number in numbers) for seat in SEATS}

    def points(self) -> dict[str, tuple[int, int]]:
        """By seat: of the newest round, and of the night."""
        newest, totals = self.settled(len(self.rounds)), self.totals()
        return {seat: (newest.net[seat], totals[seat]) for seat in SEATS}

    def entries(self) -> Iterator[tuple[int, Entry]]:
        """Every entry with the number of its round, in order of play."""
        for number in range(1, len(self.rounds) + 1):
            for entry in self.settled(number).entries:
                yield number, entry
