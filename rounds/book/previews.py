"""改前改后 gǎi qián gǎi hòu: what a change would do to the night, shown before it is kept. Only reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rounds.book.naming import known_in, meant
from rounds.book.reading import bets_of, company_of, people_in, read_log, seat_totals, totals
from rounds.book.refusals import NotNow
from rounds.book.reseating import closed, reseating_of
from rounds.book.revision import revise
from rounds.cleaning import as_seen
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


@dataclass(frozen=True, slots=True)
class Reseated:
    """The totals of the night by name without and with another seating of some rounds, in points.

    `names`: who was entered for whom, with what follows from what was told (`closed`).
    """

    names: Mapping[str, str]
    before: Mapping[str, int]
    after: Mapping[str, int]


def preview_reseat(session: Session, first: int, last: int, names: Mapping[str, str]) -> Reseated:
    """What `scorebook.reseat` would do; a query, a second where somebody comes in. Of who was not there nothing is
    told. Raises `NotNow` where that would."""
    rows = list(session.played())
    concerned = [row for row in rows if first <= row.number <= last]
    if not concerned or len(concerned) != last - first + 1:
        raise NotNow("no_such_round")
    people = people_in(rows)
    known = known_in(people, {person: people[person] for person in people_in(concerned)})
    told = closed({old: new for old, new in names.items() if old in known.here}, known.here)
    ids = {name: as_seen(name) for name in told.values()} | meant(session.club_id, told.values(), known)
    reseating = reseating_of([(company_of(row), bets_of(row)) for row in concerned], told, known.here, ids)
    called = {**people, **reseating.names}
    before = totals(rows)
    for row in concerned:
        row.seats = {seat: reseating.people.get(person, person) for seat, person in row.seats.items()}
        row.net = {reseating.people.get(account, account): points for account, points in row.net.items()}
    after = totals(rows)
    accounts = [person for person in called if person in before or person in after]
    return Reseated(
        told,
        {called[person]: before.get(person, 0) for person in accounts},
        {called[person]: after.get(person, 0) for person in accounts},
    )
