"""撤销 chè xiāo: taking back the newest thing that stands, whatever it was."""

import json
from collections.abc import Callable, Mapping

from rounds.book.projection import (
    BOUNDS,
    ended_at,
    forget_payments,
    forget_round,
    last_round,
    settle_payments,
    store_rounds,
)
from rounds.book.reading import read_logs, standing
from rounds.book.refusals import NotNow
from rounds.book.taps import Answer, Line, Tap
from rounds.models import Event, Session
from rounds.scorebook.writing import write

Kind = Event.Kind


def undo(session: Session, tap: Tap) -> Answer:
    """撤销 chè xiāo: take back the newest event of the night that stands, whatever it was.

    Raises `NotNow` ("nothing_to_undo") when only the opening of the night is left.
    """

    def append(line: Line) -> Event:
        taken = standing(line.session).exclude(kind=Kind.OPEN_NIGHT).last()
        if taken is None:
            raise NotNow("nothing_to_undo")
        event = line.write({}, round=taken.round, undoes=taken.position)
        _FORGET.get(Kind(taken.kind), _nothing)(line.session, taken)
        return event

    return write(session, tap, Kind.UNDO, {}, append)


def _nothing(session: Session, taken: Event) -> None:
    """Of what is used from the next round on nothing follows before that is opened."""


def _round(session: Session, taken: Event) -> None:
    """A change or bets of one round: it is settled anew from what is left of its log."""
    assert taken.round is not None, "it concerns a round"
    row = session.played().get(opened=taken.round)
    store_rounds(session, read_logs(session, [row]), [row])


def _opening(session: Session, taken: Event) -> None:
    forget_round(session, session.played().get(opened=taken.position))
    session.round_count -= 1


def _rounds(session: Session, taken: Event) -> None:
    """What was said of several rounds: each is settled anew without it."""
    concerned = json.loads(taken.data).get("rounds", ())
    rows = list(session.played().filter(opened__in=concerned))
    for row in rows:
        row.touched.remove(taken.position)
    store_rounds(session, read_logs(session, rows), rows)


def _bound(session: Session, taken: Event) -> None:
    session.ended_at = ended_at(standing(session).filter(kind__in=BOUNDS))


def _countdown(session: Session, taken: Event) -> None:
    session.last_round = last_round(standing(session).filter(kind=Kind.COUNT_DOWN))


def _payment(session: Session, taken: Event) -> None:
    forget_payments(session, taken.position)


def _unpaid(session: Session, taken: Event) -> None:
    settle_payments(session, json.loads(taken.data)["payment"], None)


_FORGET: Mapping[Event.Kind, Callable[[Session, Event], None]] = {
    Kind.CHANGE: _round,
    Kind.SET_BETS: _round,
    Kind.OPEN_ROUND: _opening,
    Kind.RESEAT: _rounds,
    Kind.SET_MONEY: _rounds,
    Kind.END_NIGHT: _bound,
    Kind.REOPEN_NIGHT: _bound,
    Kind.COUNT_DOWN: _countdown,
    Kind.PAY: _payment,
    Kind.UNPAY: _unpaid,
}
