"""How everything is written down: whole and once, or not at all."""

from collections.abc import Callable, Mapping, Sequence

from django.db import transaction

from rounds.book.chain import digest
from rounds.book.projection import store_rounds
from rounds.book.reading import read_logs
from rounds.book.refusals import NotNow, Replaced, Stale
from rounds.book.taps import Answer, Line, Tap, durably, is_fresh, known_event
from rounds.handover import may_score
from rounds.models import Event, Round, Session


def write(
    session: Session, tap: Tap, kind: Event.Kind, told: Mapping[str, object], append: Callable[[Line], Event]
) -> Answer:
    """One durable transaction: lock the session; a key that is known gets the answer it had; a tap of a phone that
    scores no more is refused; one made on another state of the log is stale; what is asked is judged by `append`, and
    refused or appended with all that follows."""
    request = digest({"kind": kind, "expected": tap.expected, "told": told})

    def once() -> Answer:
        with transaction.atomic(durable=True):
            locked = Session.objects.select_for_update().get(club=session.club_id, pk=session.pk)
            if known := known_event(locked.club_id, tap, request, locked):
                return Answer(locked, known, replayed=True)
            if tap.link and not may_score(locked, tap.link):  # another took over while this one waited for the lock
                raise Replaced
            if not is_fresh(locked, tap):
                raise Stale
            event = append(Line(locked, tap, kind, request))
            locked.save(force_update=True)
            return Answer(locked, event, replayed=False)

    return durably(once)


def round_of(session: Session, number: int) -> Round:
    """The round with this number; raises `NotNow` ("no_such_round")."""
    row = session.played().filter(number=number).first()
    if row is None:
        raise NotNow("no_such_round")
    return row


def newest_of(session: Session) -> Round:
    return round_of(session, session.round_count)


def touch(session: Session, rows: Sequence[Round], event: Event) -> None:
    """An event of the night says something of rounds that have begun: each is settled anew with it."""
    for row in rows:
        row.touched.append(event.position)
    store_rounds(session, read_logs(session, rows), rows)
