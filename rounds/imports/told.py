"""A night as the events of a file have told it so far: what the scorebook would find stored when it writes the next."""

import json
from collections.abc import Mapping, Sequence
from itertools import takewhile

from rounds.book.company import Company
from rounds.book.projection import BOUNDS, OPENINGS, ended_at, last_round, paid_at_once, round_row
from rounds.book.reading import BROUGHT, NEXT, brought_in, company_of, opening_after
from rounds.book.refusals import Impossible, Refused
from rounds.book.replay import NIGHT_WIDE, Opening, RoundLog, replay
from rounds.book.revision import refuse_too_many_points
from rounds.models import Event, Payment, Round, Session

Kind = Event.Kind


class Misfit(Exception):
    """The event at `position`, in or after the round with this number, could not have been written there: `why` it
    would have been refused."""

    def __init__(self, position: int, round: int, why: Refused) -> None:
        super().__init__(f"{position}: {why}")
        self.position = position
        self.round = round
        self.why = why


class Otherwise(Refused):
    """Whatever was tapped, it would not have been written so. `rounds.imports.refusal` has the words."""


class Exhausted(Exception):
    """The events of a file would take longer to settle than whoever asks can wait."""


class Work:
    """How many facts may be settled for one file, each as often as it is; None: as many as there are.

    Nothing is settled more often than the scorebook did when it wrote them, over a whole evening.
    """

    def __init__(self, most: int | None = None) -> None:
        self._left = most

    def spend(self, facts: int) -> None:
        """Raises `Exhausted`."""
        if self._left is not None:
            self._left -= facts
            if self._left < 0:
                raise Exhausted


AROUND = 30
"""A round costs as much beside its facts as so many of them."""
ROWS, PAYMENTS = 4, 16
"""So many rounds, and so many payments, are gone through in the time of one fact."""


class Told:
    """A `Moment`, which `take` moves on by one event, or back by one that is undone. Nothing is saved.

    Only the events that stand are kept, for the newest of them is the only one that can be undone.
    """

    def __init__(self, night: Session, work: Work) -> None:
        self.work = work
        self.session = Session(pk=night.pk, club_id=night.club_id, round_count=0)
        self._standing: list[Event] = []
        self._by_kind: dict[str, list[Event]] = {kind: [] for kind in Kind}
        self._numbers: dict[int, int] = {}
        """Those of the rounds, by where they were opened."""
        self._of_round: list[list[Event]] = []
        self._logs: dict[int, RoundLog] = {}
        self._rows: dict[int, Round] = {}
        self._unjudged: dict[int, list[int]] = {}
        """Facts that were recorded one after the other in a round: each can be judged when all are settled at once."""
        self._brought: Mapping[str, int] | None = None
        self._paid: dict[int, list[Payment]] = {}
        self._unpaid: dict[int, list[Payment]] = {}

    # What a guard asks

    @property
    def rows(self) -> Sequence[Round]:
        self.work.spend(self.session.round_count // ROWS)
        return [self._row(number) for number in range(1, self.session.round_count + 1)]

    @property
    def newest(self) -> Round:
        return self._row(self.session.round_count)

    @property
    def coming(self) -> Opening:
        return opening_after(self.newest, self._since())

    @property
    def may_come(self) -> dict[str, str]:
        """Whoever may be in the next round: who is in the newest, and who was told of since, names by ids.

        More than `coming` has: which of them it is, an older version of the program may have worked out otherwise.
        """
        people = company_of(self.newest).people
        for event in self._since():
            data = json.loads(event.data)
            if event.kind == Kind.SET_COMPANY:
                people |= Company.from_json(data).people
            elif event.kind == Kind.RESEAT:
                people |= data["names"]
        return people

    def _since(self) -> list[Event]:
        """What has been told of the next round since the newest began; of its rules and money, what was told last."""
        opened = self.newest.opened
        told = [
            event
            for kind in (*NEXT, Kind.RESEAT)
            for event in takewhile(lambda event: event.position > opened, reversed(self._last(kind)))
        ]
        self.work.spend(len(told))
        return sorted(told, key=_position)

    def _last(self, kind: Event.Kind) -> list[Event]:
        return self._by_kind[kind][-1:] if kind in (Kind.SET_RULES, Kind.SET_MONEY) else self._by_kind[kind]

    @property
    def payments(self) -> Sequence[Payment]:
        self.work.spend(len(self._paid) // PAYMENTS)
        return [payment for paid in self._paid.values() for payment in paid]

    @property
    def brought(self) -> Mapping[str, int]:
        if self._brought is None:
            told = [event for kind in BROUGHT for event in self._by_kind[kind]]
            self._brought = brought_in(sorted(told, key=_position), list(self._numbers))
        return self._brought

    def log(self, row: Round) -> RoundLog:
        return self.log_of(row.number)

    # And what else who takes in the events

    @property
    def taken_back_next(self) -> Event:
        """撤销 takes back this one."""
        return self._standing[-1]

    @property
    def opened(self) -> list[int]:
        """Where each round was opened, in order."""
        return list(self._numbers)

    def number_at(self, opened: int | None) -> int | None:
        """The number of the round that was opened there; None where none was."""
        return None if opened is None else self._numbers.get(opened)

    def log_of(self, number: int) -> RoundLog:
        """The round with this number. Raises `Misfit` for what was recorded in it and cannot have happened."""
        if number not in self._logs:
            self.work.spend(AROUND + len(self._of_round[number - 1]))
            self._logs[number] = replay(self._of_round[number - 1])
            self._judge(number)
        return self._logs[number]

    def judge_all(self) -> None:
        """Raises `Misfit` for what was recorded and cannot have happened."""
        for number in list(self._unjudged):
            self.log_of(number)

    def _judge(self, number: int) -> None:
        recorded, log = self._unjudged.pop(number, []), self._logs[number]
        if not recorded:
            return
        try:
            refuse_too_many_points(log)
        except Refused as why:
            raise Misfit(recorded[0], number, why) from None
        for problem in log.settlement.problems:
            if (fact := log.facts[problem.event].id) in recorded:
                raise Misfit(fact, number, Impossible(problem))

    def _row(self, number: int) -> Round:
        if number not in self._rows:
            self._rows[number] = round_row(self.session, number, self.log_of(number))
        return self._rows[number]

    # What has been told

    def take(self, event: Event, log: RoundLog | None = None) -> None:
        """The event stands from now on; `log`: what its round is by it, where that is known."""
        self._standing.append(event)
        self._by_kind[event.kind].append(event)
        if event.kind in OPENINGS:
            self._of_round.append([])
            self.session.round_count += 1
            self._numbers[event.position] = self.session.round_count
        for number in self._concerned(event):
            self._of_round[number - 1].append(event)
            self._forget(number)
            if log:
                self._logs[number] = log
        self._pay(event)
        self._follow(event)

    def take_recorded(self, event: Event, number: int) -> None:
        """As `take`, where a fact is recorded after all others of its round, and is judged when that is settled."""
        self._unjudged.setdefault(number, []).append(event.position)
        self.take(event)

    def take_back(self) -> None:
        """The newest event that stands does so no more."""
        self.judge_all()
        event = self._standing.pop()
        self._by_kind[event.kind].pop()
        for number in self._concerned(event):
            self._of_round[number - 1].pop()
            self._forget(number)
        if event.kind in OPENINGS:
            self._of_round.pop()
            self.session.round_count -= 1
            del self._numbers[event.position]
        self._unpay(event)
        self._follow(event)

    def _concerned(self, event: Event) -> list[int]:
        """The numbers of the rounds of which it says something."""
        if event.kind in NIGHT_WIDE:
            return [self._numbers[opened] for opened in json.loads(event.data)["rounds"]]
        return [] if event.round is None else [self._numbers[event.round]]

    def _forget(self, number: int) -> None:
        self._logs.pop(number, None)
        self._rows.pop(number, None)

    def _pay(self, event: Event) -> None:
        if event.kind == Kind.PAY:
            self._paid[event.position] = list(paid_at_once(self.session, event, None))
        elif event.kind == Kind.UNPAY:
            payment = json.loads(event.data)["payment"]
            self._unpaid[event.position] = self._paid.pop(payment)

    def _unpay(self, event: Event) -> None:
        if event.kind == Kind.PAY:
            del self._paid[event.position]
        elif event.kind == Kind.UNPAY:
            self._paid[json.loads(event.data)["payment"]] = self._unpaid.pop(event.position)

    def _follow(self, event: Event) -> None:
        """The columns of the night, and what was brought."""
        bounds = [bound for kind in BOUNDS for bound in self._by_kind[kind][-1:]]
        self.session.ended_at = ended_at(bounds)
        self.session.last_round = last_round(self._by_kind[Kind.COUNT_DOWN][-1:])
        if event.kind in BROUGHT:
            self._brought = None


def _position(event: Event) -> int:
    return event.position
