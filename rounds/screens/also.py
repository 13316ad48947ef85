"""也胡 yě hú: somebody wins on the same tile too. A correction of the win just recorded, never a second event."""

from collections.abc import Iterable
from dataclasses import dataclass

from rounds.book.replay import RoundLog
from rounds.cells import with_winner
from rounds.rules.events import Win
from rounds.screens.moment import before
from rounds.screens.prices import Cell, Column, Marks, columns, per_line, win_cell


@dataclass(frozen=True, slots=True)
class Also:
    """What the sheet of one more winner shows: `seat` wins on the discard, or the robbed kong, of `discarder`."""

    seat: str
    name: str
    discarder: str
    columns: tuple[Column, ...]
    per_line: int
    cells: tuple[tuple[Cell, Column], ...]


def also(log: RoundLog) -> tuple[Also, ...]:
    """Those who may have won on the tile that was won on last: in play until then, not its winners or discarder."""
    return tuple(_offers(log))


def _offers(log: RoundLog) -> Iterable[Also]:
    if not log.facts or not isinstance(win := log.facts[-1].fact, Win) or win.discarder is None:
        return
    index = len(log.facts) - 1
    moment = before(log, index)
    taken = {win.discarder, *(won.player for won in win.winners)}
    cols = columns(moment.play.rules)
    for seat in moment.play.in_play:
        if seat in taken:
            continue
        cells = []
        for column in cols:
            entries = moment.cost_if_possible(with_winner(win, seat, str(column.fans)))
            if entries is not None:
                cells.append((win_cell(f"also:{seat}:{column.fans}", entries, seat, Marks()), column))
        if cells:
            yield Also(seat, moment.name(seat), moment.name(win.discarder), cols, per_line(len(cols)), tuple(cells))
