"""What an evening is written into: the scorebook, or a draft that is stored in one go."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from rounds.book.dues import Dues
from rounds.book.replay import Opening
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.book.taps import Tap
from rounds.rules.log import Change


class Book(Protocol):
    """One night. What is written means what the function of that name means in `rounds.scorebook`."""

    @property
    def position(self) -> int:
        """Of the newest event, 0 before the first."""

    def opening(self) -> Opening:
        """What the newest round was opened with; its bets need not be in it."""

    def coming(self) -> Opening:
        """What the next round will be opened with."""

    def dues(self) -> Dues:
        """What everybody has coming, or owes."""

    def open_night(self, tap: Tap, new: NewNight) -> None: ...

    def open_round(self, tap: Tap, dealer: str | None) -> None: ...

    def change(self, tap: Tap, changes: Sequence[Change]) -> None:
        """Of the newest round."""

    def undo(self, tap: Tap) -> None: ...

    def set_rules(self, tap: Tap, ruling: Ruling) -> None: ...

    def set_company(self, tap: Tap, seating: Seating) -> None: ...

    def set_bets(self, tap: Tap, on: Mapping[str, str]) -> None:
        """Of the newest round."""

    def count_down(self, tap: Tap, rounds: int) -> None: ...

    def end_night(self, tap: Tap) -> None: ...

    def pay(self, tap: Tap, payer: str, payee: str, amount: int) -> None: ...

    def unpay(self, tap: Tap, payment: int) -> None: ...
