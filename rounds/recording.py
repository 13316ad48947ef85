"""What a tap on the table asks for: the changes that its cell stands for, on the round as it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rounds.book.replay import RoundLog
from rounds.cells import NoSuchCell, fact_of, read_choice, robs, transfer_from, wall_from, with_winner
from rounds.rules.events import Kong, Win
from rounds.rules.log import Amend, Change, Record, Standing


@dataclass(frozen=True, slots=True)
class Asked:
    """The fields of a tap: `cell`, the `seat` of the sheet, and what was lit or filled in there."""

    fields: Mapping[str, str]

    @property
    def cell(self) -> str:
        return self.fields.get("cell", "")

    def changes(self, log: RoundLog) -> Sequence[Change]:
        """What to write down; raises `NoSuchCell` and `Unclean`."""
        match self.cell.split(":"):
            case ["also", seat, worth]:
                return self._also(log, seat, worth)
            case ["wall_out"]:
                return [Record(wall_from(self.fields, log.players))]
            case ["transfer"]:
                return [Record(transfer_from(self._seat(log), self.fields, log.players))]
        fact = fact_of(read_choice(self._seat(log), self.fields), self.cell)
        kong = self.robbable(log)
        if kong and self.fields.get("robbed") == "yes":
            assert isinstance(kong.fact, Kong)
            return [Amend(replace(kong.fact, robbed=True), kong.id), Record(fact)]
        return [Record(fact)]

    def question(self, log: RoundLog) -> Standing | None:
        """The kong of which the table is asked whether it is the one that was robbed; None when nothing is asked."""
        return None if self.fields.get("robbed") else self.robbable(log)

    def robbable(self, log: RoundLog) -> Standing | None:
        """A kong that was recorded just before this robbed kong, by the same player, and may be the same."""
        if not log.facts or not self.cell.startswith("discard:"):
            return None
        win, last = fact_of(read_choice(self._seat(log), self.fields), self.cell), log.facts[-1]
        return last if isinstance(last.fact, Kong) and robs(win, last.fact) and not last.fact.robbed else None

    def _seat(self, log: RoundLog) -> str:
        seat = self.fields.get("seat", "")
        if seat not in log.players:
            raise NoSuchCell("seat")
        return seat

    def _also(self, log: RoundLog, seat: str, worth: str) -> Sequence[Change]:
        last = log.facts[-1] if log.facts else None
        if last is None or not isinstance(last.fact, Win) or seat not in log.players:
            raise NoSuchCell("also")
        return [Amend(with_winner(last.fact, seat, worth), last.id)]
