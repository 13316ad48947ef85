"""也胡 yě hú: somebody wins on the same tile too. A correction of the win just recorded, never a second event."""

from collections.abc import Iterable

from rounds.book.replay import RoundLog
from rounds.cells import Choice
from rounds.rules.events import Win
from rounds.screens.moment import before
from rounds.screens.pad import View
from rounds.screens.sheet import Sheet, sheet


def also(log: RoundLog) -> tuple[Sheet, ...]:
    """The sheets of those who may have won on the tile that was won on last."""
    sheets = (also_sheet(log, Choice(seat)) for seat in may_join(log))
    return tuple(found for found in sheets if found.grid.rows[0].cells)


def also_sheet(log: RoundLog, choice: Choice, *, naming: bool = False, view: View | None = None) -> Sheet:
    """The sheet of one more winner, who is among those that may join: one row, for who dealt in or was robbed."""
    last = len(log.facts) - 1
    win = log.facts[last].fact
    assert isinstance(win, Win), "somebody may join it"
    return sheet(before(log, last), choice, naming=naming, view=view, joins=win)


def may_join(log: RoundLog) -> Iterable[str]:
    """Those who were in play when the last win was, on a tile of another's, but its winners and discarder."""
    if not log.facts or not isinstance(win := log.facts[-1].fact, Win) or win.discarder is None:
        return []
    taken = {win.discarder, *(won.player for won in win.winners)}
    return [seat for seat in before(log, len(log.facts) - 1).play.in_play if seat not in taken]
