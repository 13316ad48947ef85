"""A point in a round: what stood when something was, or is to be, recorded."""

from dataclasses import dataclass

from rounds.book.replay import RoundLog
from rounds.rules.events import Fact
from rounds.rules.judge import judge
from rounds.rules.ledger import Entry
from rounds.rules.play import Play
from rounds.rules.problems import Impossible
from rounds.rules.settle import played


@dataclass(frozen=True, slots=True)
class Moment:
    """Before fact number `index` of the round, or after the last one. `last` is the fact that stands before it."""

    log: RoundLog
    index: int
    play: Play
    last: Fact | None

    def name(self, seat: str) -> str:
        """What the player at `seat` is called."""
        return self.log.opening.names[seat]

    def others(self, seat: str) -> list[str]:
        """The other players in play, in the order of the seats: on a page everybody keeps his place."""
        return [other for other in self.play.in_play if other != seat]

    def cost(self, fact: Fact) -> list[Entry]:
        """The entries that `fact` would cause here; raises `Impossible`."""
        return judge(self.play, self.index, fact)

    def cost_if_possible(self, fact: Fact) -> list[Entry] | None:
        try:
            return self.cost(fact)
        except Impossible:
            return None


def now(log: RoundLog) -> Moment:
    """After all that has been recorded."""
    return Moment(log, len(log.facts), log.settlement.play, _last(log, len(log.facts)))


def before(log: RoundLog, index: int) -> Moment:
    """Just before fact number `index`."""
    facts = [standing.fact for standing in log.facts[:index]]
    play, _ = played(log.opening.rules, log.players, facts, log.opening.dealer)
    return Moment(log, index, play, _last(log, index))


def _last(log: RoundLog, index: int) -> Fact | None:
    impossible = {problem.event for problem in log.settlement.problems}
    return log.facts[index - 1].fact if index and index - 1 not in impossible else None
