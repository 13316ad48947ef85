"""What a correction asks for: a fact told anew, one put in before it or at the end, or one that never happened."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rounds.book.refusals import NotNow
from rounds.book.replay import RoundLog
from rounds.cells import Choice, read_choice, robs, told
from rounds.recording import kong_before
from rounds.rules.events import Fact, Kong, Win
from rounds.rules.log import Amend, Append, Change, Insert, Retract, Standing

ALSO = "also"
"""How a player who has not won yet enters a win: besides its winners; else in the place of the one who had won."""


@dataclass(frozen=True, slots=True)
class Correction:
    """更正 gēng zhèng, 补记 bǔ jì or 作废 zuò fèi of fact number `index`, with the fields of its sheet.

    What is put in at the number after the last fact is put in at the end.
    """

    what: str
    index: int
    fields: Mapping[str, str]

    def changes(self, log: RoundLog) -> Sequence[Change]:
        """What to write down; raises `NoSuchCell`, and `NotNow` where nothing stands or a field is wrong."""
        if self.what == "insert":
            new = told(self.fields, log.players)
            put_in = Append(new) if self.index == len(log.facts) else Insert(new, fact_at(log, self.index).id)
            return [*self._kong(log, None, new), put_in]
        standing = fact_at(log, self.index)
        if self.what == "void":
            return [*self._kong(log, standing.fact, None), Retract(standing.id)]
        new = self._amended(log, standing.fact)
        return [*self._kong(log, standing.fact, new), Amend(new, standing.id)]

    def question(self, log: RoundLog) -> Kong | None:
        """The kong of which the table is asked whether it is the one robbed; None when nothing is asked."""
        if self.what == "void" or self.fields.get("robbed"):
            return None
        before = kong_before(log, self.index)
        if before is None or before[0].robbed:
            return None
        return before[0] if robs(self._new(log), before[0]) else None

    def _new(self, log: RoundLog) -> Fact:
        """The fact that is put in, or as it is told anew."""
        if self.what == "insert":
            return told(self.fields, log.players)
        return self._amended(log, fact_at(log, self.index).fact)

    def _kong(self, log: RoundLog, old: Fact | None, new: Fact | None) -> Sequence[Change]:
        """What becomes of the kong that was recorded just before: robbed no longer, or robbed after all."""
        before = kong_before(log, self.index)
        if before is None:
            return ()
        kong, id = before
        was = kong.robbed and old is not None and robs(old, kong)
        still = new is not None and robs(new, kong) and (was or self.fields.get("robbed") == "yes")
        return () if still in (was, kong.robbed) else (Amend(replace(kong, robbed=still), id),)

    def _amended(self, log: RoundLog, old: Fact) -> Fact:
        seat = self.fields.get("seat", "")
        if self.fields.get("cell") == "drop" and isinstance(old, Win):
            return replace(old, winners=tuple(winner for winner in old.winners if winner.player != seat))
        new = told(self.fields, log.players)
        if isinstance(old, Win) and isinstance(new, Win):
            return _rewon(old, new, also=self.fields.get("how") == ALSO)
        return new


def _rewon(old: Win, new: Win, *, also: bool) -> Win:
    """The win as the sheet of one winner tells it; who won on the same tile besides stays."""
    (fresh,) = new.winners
    if any(winner.player == fresh.player for winner in old.winners):
        kept = tuple(fresh if winner.player == fresh.player else winner for winner in old.winners)
        return replace(new, winners=kept)
    return replace(new, winners=(*old.winners, fresh)) if also else new


def fact_at(log: RoundLog, index: int) -> Standing:
    """Fact number `index` of those that stand; raises `NotNow`."""
    if not 0 <= index < len(log.facts):
        raise NotNow("no_such_event")
    return log.facts[index]


def choice_at(seat: str, fields: Mapping[str, str], told: Choice) -> Choice:
    """What is lit on the sheet: what the form says, or, on a sheet just opened, what the fact says."""
    return read_choice(seat, fields) if "flags" in fields else told
