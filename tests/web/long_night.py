"""A long night, as a table plays one: rounds of every kind one after the other, the newest still going on."""

from collections.abc import Sequence

from rounds.models import Club, Session
from rounds.rules.events import CalledFans, Fact, HandState, Kong, WallOut, WallState
from rounds.rules.ruleset import KongKind
from tests.web.cast import NAMES, concealed_kong, discard, next_round, nobody_ready, open_night, record, self_draw
from tests.web.kept import kept

KINDS: Sequence[Sequence[Fact]] = (
    (
        concealed_kong("C"),
        discard("A", "B", fans=2),
        Kong("D", KongKind.PROMOTED),
        self_draw("C", fans=1),
        discard("A", "D"),
    ),
    (
        Kong("A", KongKind.EXPOSED, "D"),
        self_draw("A", fans=3),
        WallOut(
            {
                "B": HandState(WallState.FLOWER_PIG),
                "C": HandState(WallState.READY, CalledFans(2)),
                "D": HandState(WallState.NOT_READY),
            }
        ),
    ),
    (discard("C", "A", "B", fans=1), discard("C", "D", fans=2)),
    (Kong("B", KongKind.EXPOSED, "C"), discard("D", "C"), discard("B", "A", fans=1), self_draw("D")),
    (nobody_ready("A", "B", "C", "D"),),
)
"""Whole rounds: one after the other, and from the first again."""

GOING_ON: Sequence[Fact] = (
    concealed_kong("C"),
    Kong("A", KongKind.PROMOTED),
    Kong("D", KongKind.EXPOSED, "B"),
    discard("A", "B", fans=2),
)
"""Of the newest round: one has won, three are in play."""


@kept
def long_night(club: Club, rounds: int = 60, names: dict[str, str] = NAMES) -> Session:
    """A night with so many rounds, the last of which is on."""
    night = open_night(club, names)
    for number in range(rounds - 1):
        for fact in KINDS[number % len(KINDS)]:
            record(night, fact)
        next_round(night)
    for fact in GOING_ON:
        record(night, fact)
    night.refresh_from_db()
    return night
