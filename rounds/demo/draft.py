"""A night's log as it is being written, in memory alone: line by line what the scorebook would have written.

The evening that is written into it is legal, and changes no round but the newest: nothing is refused here.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from rounds.book.bets import Bets
from rounds.book.chain import FIRST, digest
from rounds.book.company import Company
from rounds.book.dues import Dues, currency_of, dues
from rounds.book.projection import project, round_row
from rounds.book.reading import NEXT, opening_after
from rounds.book.replay import Opening, replay
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.book.taps import Line, Tap
from rounds.models import Club, Event, Payment, Round, Session
from rounds.rules.events import POT
from rounds.rules.log import Change, change_to_json
from rounds.scorebook.taking_in import WholeNight

Kind = Event.Kind


class Draft:
    """One night. `people`: the ids of the club's people by their names, which are all different."""

    def __init__(self, club: Club, night: uuid.UUID, people: Mapping[str, str]) -> None:
        self.session = Session(id=night, club=club, position=0, head=FIRST)
        self.events: list[Event] = []
        self._people = people
        self._round: list[Event] = []
        """Those of the newest round."""
        self._next: list[Event] = []
        """Those that change what the next round is opened with."""
        self._rows: list[Round] = []
        self._payments: dict[int, Payment] = {}
        self._told: Round | None = None
        """What the newest round comes to, as far as nothing has been written of it since."""

    @property
    def position(self) -> int:
        return self.session.position

    def whole(self) -> WholeNight:
        """The night as it is stored."""
        projection = project(self.session, self.events)
        for name, value in projection.columns.items():
            setattr(self.session, name, value)
        return WholeNight(self.session, self.events, projection)

    def opening(self) -> Opening:
        return self._opening

    def coming(self) -> Opening:
        return opening_after(self._row(), self._next)

    def dues(self) -> Dues:
        return dues([*self._rows, self._row()], self._payments.values())

    def open_night(self, tap: Tap, new: NewNight) -> None:
        company = self._company(new.seating)
        self._opening = opening = Opening(company, new.dealer, new.ruling, new.money, new.fee, new.stakes)
        day = tap.at.astimezone(ZoneInfo(new.zone)).date()
        data = {**opening.to_json(), "zone": new.zone, "date": day.isoformat()}
        request = digest({"kind": Kind.OPEN_NIGHT, "told": new.to_json()})
        self._begin(self._append(Line(self.session, tap, Kind.OPEN_NIGHT, request), data, round=1))

    def open_round(self, tap: Tap, dealer: str | None) -> None:
        coming = self.coming()
        self._rows.append(self._row())
        self._opening = replace(coming, dealer=coming.dealer or dealer or "")
        line = self._line(tap, Kind.OPEN_ROUND, {"dealer": dealer})
        self._begin(self._append(line, self._opening.to_json(), round=line.position))

    def change(self, tap: Tap, changes: Sequence[Change]) -> None:
        data = {"changes": [change_to_json(change) for change in changes]}
        self._tell(tap, Kind.CHANGE, {"round": self._number, **data}, data)

    def undo(self, tap: Tap) -> None:
        taken = self.events[-1]
        self._go_on(self._append(self._line(tap, Kind.UNDO, {}), {}, taken.round, taken.position))

    def set_rules(self, tap: Tap, ruling: Ruling) -> None:
        self._announce(tap, Kind.SET_RULES, ruling.to_json(), ruling.to_json())

    def set_company(self, tap: Tap, seating: Seating) -> None:
        company = replace(self._company(seating), turn=self.coming().company.turn)
        row = self._row()
        rotates = not row.ended and company.seats == row.seats
        self._announce(tap, Kind.SET_COMPANY, seating.to_json(), {**company.to_json(), "rotates": rotates})

    def set_bets(self, tap: Tap, on: Mapping[str, str]) -> None:
        ids = {name: self._people[name] for name in on}
        bets = Bets({ids[name]: seat for name, seat in on.items()}, {ids[name]: name for name in on})
        self._tell(tap, Kind.SET_BETS, {"round": self._number, "on": dict(on)}, bets.to_json())

    def count_down(self, tap: Tap, rounds: int) -> None:
        last = self._number + rounds - (not self._row().ended)
        self._append(self._line(tap, Kind.COUNT_DOWN, {"rounds": rounds}), {"last": last})

    def end_night(self, tap: Tap) -> None:
        self._append(self._line(tap, Kind.END_NIGHT, {}), {})

    def pay(self, tap: Tap, payer: str, payee: str, amount: int) -> None:
        told = {"payer": payer, "payee": payee, "amount": amount}
        data = {**told, "currency": currency_of([*self._rows, self._row()])}
        event = self._append(self._line(tap, Kind.PAY, told), data)
        ends = {"payer_id": None if payer == POT else payer, "payee_id": None if payee == POT else payee}
        self._payments[event.position] = Payment(amount=amount, **ends)

    def unpay(self, tap: Tap, payment: int) -> None:
        self._append(self._line(tap, Kind.UNPAY, {"payment": payment}), {"payment": payment})
        del self._payments[payment]

    @property
    def _number(self) -> int:
        return len(self._rows) + 1

    def _row(self) -> Round:
        if self._told is None:
            self._told = round_row(self.session, self._number, replay(self._round))
        return self._told

    def _company(self, seating: Seating) -> Company:
        seats = {seat: self._people[name] for seat, name in seating.names.items()}
        resting = {self._people[name]: name for name in seating.resting}
        return Company(seats, {**seating.names, **resting}, tuple(resting), seating.rotation)

    def _line(self, tap: Tap, kind: Event.Kind, told: Mapping[str, object]) -> Line:
        return Line(self.session, tap, kind, digest({"kind": kind, "expected": tap.expected, "told": told}))

    def _tell(self, tap: Tap, kind: Event.Kind, told: Mapping[str, object], data: Mapping[str, object]) -> None:
        """Something of the newest round."""
        line = self._line(tap, kind, told)
        self._go_on(self._append(line, data, round=self._round[0].position))

    def _announce(self, tap: Tap, kind: Event.Kind, told: Mapping[str, object], data: Mapping[str, object]) -> None:
        """Something of the rounds to come."""
        assert kind in NEXT
        self._next.append(self._append(self._line(tap, kind, told), data))

    def _append(
        self, line: Line, data: Mapping[str, object], round: int | None = None, undoes: int | None = None
    ) -> Event:
        event = line.draft(data, round, undoes)
        self.events.append(event)
        return event

    def _begin(self, opened: Event) -> None:
        self._round, self._next, self._told = [opened], [], None

    def _go_on(self, event: Event) -> None:
        self._round.append(event)
        self._told = None
