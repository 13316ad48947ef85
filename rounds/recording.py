"""What a tap on the table asks for: the changes that its cell stands for, on the round as it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rounds.book.replay import RoundLog
from rounds.cells import NoSuchCell, read_choice, robs, told, with_winner
from rounds.rules.events import Kong, Transfer, Win
from rounds.rules.log import Amend, Change, Record


@dataclass(frozen=True, slots=True)
class Asked:
    """The fields of a tap: `cell`, the `seat` of the sheet, and what was lit or filled in there."""

    fields: Mapping[str, str]

    @property
    def cell(self) -> str:
        return self.fields.get("cell", "")

    def changes(self, log: RoundLog) -> Sequence[Change]:
        """What to write down; raises `NoSuchCell`, and `NotNow` for what was typed wrongly."""
        match self.cell.split(":"):
            case ["also", seat, worth]:
                return self._also(log, seat, worth)
        fact, robbed = told(self.fields, log.players), self._robbable(log)
        if robbed and self.fields.get("robbed") == "yes":
            kong, id = robbed
            return [Amend(replace(kong, robbed=True), id), Record(fact)]
        return [Record(fact)]

    @property
    def may_rob(self) -> bool:
        """Only a win on another's tile can be one by which a kong was robbed."""
        return self.cell.startswith("discard:")

    def question(self, log: RoundLog) -> Kong | None:
        """The kong of which the table is asked whether it is the one that was robbed; None when nothing is asked."""
        robbed = None if self.fields.get("robbed") else self._robbable(log)
        return robbed and robbed[0]

    def _robbable(self, log: RoundLog) -> tuple[Kong, int] | None:
        """A kong that was recorded just before this robbed kong, by the same player, and may be the same; its id."""
        before = kong_before(log, len(log.facts)) if self.may_rob else None
        if before is None or before[0].robbed:
            return None
        return before if robs(told(self.fields, log.players), before[0]) else None

    def _also(self, log: RoundLog, seat: str, worth: str) -> Sequence[Change]:
        last = log.facts[-1] if log.facts else None
        if last is None or not isinstance(last.fact, Win) or seat not in log.players:
            raise NoSuchCell("also")
        return [Amend(with_winner(last.fact, read_choice(seat, self.fields), worth), last.id)]


def kong_before(log: RoundLog, index: int) -> tuple[Kong, int] | None:
    """The kong that stands just before place `index` of the round, and its id; a penalty since then took no turn."""
    played = (standing for standing in reversed(log.facts[:index]) if not isinstance(standing.fact, Transfer))
    last = next(played, None)
    return (last.fact, last.id) if last and isinstance(last.fact, Kong) else None
