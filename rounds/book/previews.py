"""改前改后 gǎi qián gǎi hòu: what a change would do to the night, shown before it is kept. Only reads."""

from collections.abc import Sequence
from dataclasses import dataclass

from rounds.book.reading import read_log, seat_totals
from rounds.book.refusals import NotNow
from rounds.book.revision import revise
from rounds.models import Session
from rounds.rules.events import Fact
from rounds.rules.log import Change, Step
from rounds.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Preview:
    """The totals of the night at each seat of the round without and with the changes, in points.

    `own`: why a fact just changed cannot have happened; it would be refused. `problems`: the facts that stood and
    become impossible, each after the number of its round; they would be kept, and stand in red.
    """

    before: dict[str, int]
    after: dict[str, int]
    own: Problem | None
    problems: tuple[tuple[int, Fact, Problem], ...]


def preview(session: Session, round_number: int, changes: Sequence[Change]) -> Preview:
    """Two queries. Raises `NotNow` where `scorebook.change` would."""
    rows = list(session.played())
    row = next((row for row in rows if row.number == round_number), None)
    if row is None:
        raise NotNow("no_such_round")
    step = Step(session.position + 1, tuple(changes))
    revision = revise(session, round_number, read_log(session, row), step)
    before = seat_totals(rows, row.seats)
    old, new = revision.before.settlement.net, revision.after.settlement.net
    return Preview(
        before=before,
        after={seat: total - old[seat] + new[seat] for seat, total in before.items()},
        own=revision.own,
        problems=tuple((round_number, revision.after.facts[one.event].fact, one) for one in revision.problems),
    )
