"""A night written event by event into a file, by somebody who knows the form and asks no scorebook."""

import uuid
from collections.abc import Mapping

from rounds.book.chain import FIRST
from rounds.book.company import Company
from rounds.book.replay import Opening
from rounds.book.ruling import Ruling
from rounds.book.taps import Line
from rounds.exports.documents import line_of, night_document, night_of, people_named
from rounds.models import Club, Event, Person, Session
from rounds.money import Money
from rounds.rules.events import Fact
from rounds.rules.log import Change, Record, change_to_json
from rounds.rules.presets import presets
from tests.web.cast import NAMES, START, self_draw, tap

Kind = Event.Kind

SEATS = {seat: str(uuid.UUID(int=ord(seat))) for seat in "ABCD"}
STRANGER = str(uuid.UUID(int=7))
COMPANY = Company(SEATS, dict(NAMES))
HOME = Ruling(presets()["chengdu_home"].rules, "chengdu_home")
YUAN, DOLLARS = Money("CNY", 50), Money("HKD", 50)


class Forged:
    """A night of 张三, 李四, 王五 and 赵六, in which a point is worth 0.50元; nothing is stored."""

    def __init__(self, **opening: object) -> None:
        club = Club(id=uuid.UUID(int=1), name="牌桌")
        self.session = Session(id=uuid.UUID(int=2), club=club, position=0, head=FIRST)
        self.events: list[Event] = []
        zone = {"zone": "Asia/Shanghai", "date": START.date().isoformat()}
        self.tell(Kind.OPEN_NIGHT, {**self.opening(), **zone, **opening}, round=1)

    def opening(self, **other: object) -> dict[str, object]:
        """What a round is opened with, but for `other`."""
        return {**Opening(COMPANY, "A", HOME, YUAN).to_json(), **other}

    def tell(
        self, kind: Event.Kind, data: Mapping[str, object], round: int | None = None, undoes: int | None = None
    ) -> int:
        """Write an event after all others; gives its position."""
        line = Line(self.session, tap(self.session.position), kind, "0" * 64)
        self.events.append(line.draft(data, round, undoes))
        return self.session.position

    def change(self, change: Change, round: int = 1) -> int:
        return self.tell(Kind.CHANGE, {"changes": [change_to_json(change)]}, round)

    def record(self, fact: Fact, round: int = 1) -> int:
        return self.change(Record(fact), round)

    def finish(self, round: int = 1) -> None:
        """A whole round, in three events; 张三 deals the next."""
        for player in "ABC":
            self.record(self_draw(player, fans=1), round)

    def next_round(self, **other: object) -> int:
        return self.tell(Kind.OPEN_ROUND, self.opening(**other), round=self.session.position + 1)

    def pay(self, payer: str, payee: str, **other: object) -> int:
        told = {"payer": payer, "payee": payee, "amount": 100, "currency": "CNY", **other}
        return self.tell(Kind.PAY, told)

    def file(self) -> bytes:
        """The file, as true to itself as any that was exported."""
        named = dict.fromkeys(people_named(self.events), "别人") | {SEATS[seat]: name for seat, name in NAMES.items()}
        people = [Person(id=uuid.UUID(person), name=named[person]) for person in people_named(self.events)]
        return line_of(night_document(night_of(self.session, self.events), people))
