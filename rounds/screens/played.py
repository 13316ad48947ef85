"""One round by itself: when it was played, how it ended, its log, what it came to."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rounds.book.replay import RoundLog
from rounds.models import Round, Session
from rounds.rules.events import POT
from rounds.screens.betting import Bettor, bettors, waiting
from rounds.screens.changes import Change, gone
from rounds.screens.deeds import deeds_of
from rounds.screens.house import heading, house_name
from rounds.screens.lines import Line, Sum, lines
from rounds.screens.totals import pot_name
from rounds.wording import word


@dataclass(frozen=True, slots=True)
class Played:
    """All that the page of a round shows. `ended` is empty while it runs; `house` is the name of its rules.

    `gone` are the facts that stand no longer, each with what was done to it; `deeds` say who bets and who sat there in
    truth, as it was told since.
    """

    number: int
    heading: str
    house: str
    started: datetime
    last: datetime
    ended: str
    dealer: str
    zone: ZoneInfo
    sums: tuple[Sum, ...]
    lines: tuple[Line, ...]
    gone: tuple[tuple[Change, ...], ...]
    bets: tuple[Bettor, ...]
    waits: str
    deeds: tuple[Change, ...]


def played(session: Session, row: Round, log: RoundLog) -> Played:
    """The page of a round; one query."""
    names = {**log.opening.names, POT: pot_name()}
    return Played(
        number=row.number,
        heading=heading(log.opening.rules),
        house=house_name(log.opening.ruling),
        started=row.started_at,
        last=row.last_at,
        ended=word(log.settlement.ended) if log.settlement.ended else "",
        dealer=log.opening.names[row.dealer],
        zone=session.clock,
        sums=tuple(Sum(names[seat], points) for seat, points in log.settlement.net.items()),
        lines=tuple(lines(log)),
        gone=gone(log),
        bets=bettors(log),
        waits=waiting(log, {}),
        deeds=tuple(deeds_of(session, row)),
    )
