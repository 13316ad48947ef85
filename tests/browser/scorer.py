"""Somebody who scores a night by taps and keeps it as plain facts beside; after every tap the two have to agree."""

from collections.abc import Sequence

from playwright.sync_api import expect

from rounds.rules.events import (
    CalledFans,
    CalledPattern,
    Fact,
    Hand,
    HandState,
    Kong,
    Transfer,
    WallOut,
    Win,
    WinBy,
    Winner,
)
from tests.browser.book import Book
from tests.browser.phone import Phone, cell, chip, seat

KEEP = '[data-confirm="correction"]'


class Scorer:
    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.book = Book.opened()

    def record(self, *facts: Fact) -> None:
        for fact in facts:
            for taps in taps_of(fact):
                self.phone.record(*taps)
            self.book.facts.append(fact)
            self.agree()

    def undo(self) -> None:
        self.phone.record("[data-undo]")

    def next_round(self) -> None:
        self.phone.record("[data-next-round]")
        self.book.next_round()
        self.agree()

    def correct(self, number: int, index: int, *taps: str) -> None:
        """Open a line of a round, tap what is right on its sheet, and keep it."""
        earlier = [f'.log [href$="/rounds/{number}/"]'] if number < len(self.book.rounds) else []
        self.phone.record(*earlier, f'[data-event="{index}"]', *taps, KEEP)

    def pay(self, transfer: Transfer, note: str) -> None:
        """A transfer from the sheet of who pays: 更多…, whom, how much, why."""
        sheet = f'[data-sheet="{transfer.payer}"]'
        with self.phone.writes():
            self.phone.tap(seat(transfer.payer), f"{sheet} [data-more]")
            self.phone.tap(*(f"{sheet} [name=to-{payee}]" for payee in transfer.payees))
            self.phone.find(f"{sheet} [name=points]").fill(str(transfer.points))
            self.phone.find(f"{sheet} [name=note]").fill(note)
            self.phone.tap(cell(transfer.payer, "transfer"))
        self.book.facts.append(transfer)
        self.agree()

    def agree(self) -> None:
        """The seats show what the core says, and so many lines stand in the log."""
        assert self.phone.points() == self.book.points()
        expect(self.phone.find("[data-event]")).to_have_count(len(self.book.facts))


def taps_of(fact: Fact) -> list[Sequence[str]]:
    """The taps that record a fact, those of each event by themselves."""
    match fact:
        case Kong(player, kind, feeder):
            value = f"kong:{kind.value}:{feeder}" if feeder else f"kong:{kind.value}"
            return [(seat(player), cell(player, value))]
        case Win(winners=(first, *others)):
            return [_win(fact, first), *(_also(other) for other in others)]
        case WallOut(hands):
            states = [f'[data-state="{player}:{_state(state)}"]' for player, state in hands.items()]
            return [('[data-open="wall_out"]', *states, '[data-confirm="wall_out"]')]
    raise ValueError(f"no taps record {fact}")


def _win(win: Win, first: Winner) -> Sequence[str]:
    player, sheet = first.player, f'[data-sheet="{first.player}"]'
    lit = {"robbed_kong": win.by is WinBy.ROBBED_KONG, "after_kong": win.after_kong}
    taps = [seat(player), *(chip(player, flag) for flag, on in lit.items() if on)]
    if isinstance(first.hand, CalledPattern):
        taps += [f"{sheet} [data-naming]", f'{sheet} [data-pattern="{first.hand.pattern.value}"]']
        taps += [f'{sheet} [data-roots="{first.hand.roots}"]'] if first.hand.roots else []
    row = f"discard:{win.discarder}" if win.discarder else "self_draw"
    return [*taps, cell(player, f"{row}:{_worth(first.hand)}")]


def _also(other: Winner) -> Sequence[str]:
    return f'[data-also="{other.player}"]', f'[data-cell="also:{other.player}:{_worth(other.hand)}"]'


def _worth(hand: Hand) -> str:
    return str(hand.fans) if isinstance(hand, CalledFans) else "hand"


def _state(state: HandState) -> str:
    return f"{state.state.value}:{_worth(state.hand)}" if state.hand else state.state.value
