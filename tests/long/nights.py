"""Nights played through the pages, by taps drawn at random, with the laws asked as they go. Imported when Django is set
up."""

from collections.abc import Callable
from random import Random

from django.utils import timezone

from rounds.book.audit import first_fault
from rounds.book.projection import project, round_logs
from rounds.clubs import own_link
from rounds.models import Session
from rounds.rules.presets import presets
from rounds.rules.settle import settle
from tests.long.fresh import taken_back
from tests.web.cast import NAMES, browser, new_key, open_night, rows

MOST_TAPS = 14
GIVEN = ("position", "opened", "started_at")
"""What says where in the log something was told, which is another place when it is told again."""

REFUSED = (400, 409, 422)

Fields = dict[str, object]


class Nights:
    """Short nights of one club, one after the other; each is forgotten when its laws were asked."""

    def __init__(self) -> None:
        self.own = own_link(timezone.now())
        self.client = browser(self.own)
        self.written = self.refused = 0
        self.wrong: list[str] = []

    def play(self, chance: Random) -> list[str]:
        """The rounds of one night, of which the last may be on; the laws that did not hold."""
        self.wrong = []
        with taken_back():
            seats = dict(list(NAMES.items())[: chance.choice((2, 3, 4, 4, 4))])
            night = open_night(self.own.club, seats, preset=chance.choice(list(presets())))
            self._taps(night, chance)
            self._laws(night)
        return self.wrong

    def _taps(self, night: Session, chance: Random) -> None:
        for _ in range(chance.randint(4, MOST_TAPS)):
            before = state(night)
            tap = _tap(night, chance)
            if not self._send(night, *tap):
                self._hold("a refused tap changed something", state(night) == before)
                continue
            if chance.random() < 0.3:
                after = state(night, *GIVEN)
                self._send(night, "undo", {})
                self._hold("undoing did not give what was before", state(night) == before)
                self._send(night, *tap)
                self._hold("doing it again did not give what was after", state(night, *GIVEN) == after)

    def _send(self, night: Session, name: str, fields: Fields) -> bool:
        night.refresh_from_db()
        sent = {**fields, "key": new_key(), "position": night.position}
        response = self.client.post(f"/n/{night.pk}/{name}/", sent)
        was = night.position
        night.refresh_from_db()
        self._hold(f"{response.status_code}: {name} {fields}", response.status_code in (302, 303, *REFUSED, 200))
        self._hold("an answer and the log differ", (night.position > was) == (response.status_code in (302, 303)))
        self.written += night.position - was
        self.refused += night.position == was
        return night.position > was

    def _laws(self, night: Session) -> None:
        fault = first_fault(night)
        self._hold(f"the log does not give what is stored: {fault}", fault is None)
        events = list(night.log())
        self._hold(
            "replayed twice it gives two results", project(night, events).columns == project(night, events).columns
        )
        for row, log in zip(night.played(), round_logs(events), strict=True):
            self._hold("a round does not sum up to zero", sum(row.net.values()) == 0)
            opening = log.opening
            right = settle(opening.rules, log.players, [one.fact for one in log.facts], opening.dealer)
            self._hold("a corrected round is not one written right", dict(right.net) == row.net)

    def _hold(self, law: str, holds: bool) -> None:
        if not holds:
            self.wrong.append(law)


def state(night: Session, *but: str) -> object:
    """What a night comes to, without the marks that every event leaves, and these columns."""
    night.refresh_from_db()
    told = [[{k: v for k, v in row.items() if k not in ("last_at", *but)} for row in round_] for round_ in rows(night)]
    return told, night.ended_at, night.round_count


def _tap(night: Session, chance: Random) -> tuple[str, Fields]:
    """A tap as a scorer makes it, which need not be possible as the round stands."""
    row = night.played().order_by("-number")[0]
    makers: tuple[Callable[[list[str], Random], tuple[str, Fields]], ...] = (_win, _kong, _transfer, _wall, _leave)
    name, fields = chance.choices(makers, (40, 30, 8, 8, 3))[0](list(row.seats), chance)
    corrects = chance.random() < 0.25 and row.facts
    if corrects:
        what = chance.choice(("correct", "insert", "void"))
        return f"rounds/{row.number}/events/{chance.randrange(row.facts)}/{what}", {} if what == "void" else fields
    return (
        ("next", {"dealer": chance.choice(list(row.seats))}) if row.ended and chance.random() < 0.6 else (name, fields)
    )


def _two(seats: list[str], chance: Random) -> tuple[str, str]:
    one, other = chance.sample(seats, 2)
    return one, other


def _win(seats: list[str], chance: Random) -> tuple[str, Fields]:
    winner, other = _two(seats, chance)
    fans = chance.choice((1, 1, 2, 3, 4, 6))
    cell = chance.choice(
        (f"self_draw:{fans}", f"discard:{other}:{fans}", f"discard:{other}:{fans}", f"also:{winner}:{fans}")
    )
    flags = chance.choice(("", "", "", "after_kong", "robbed_kong"))
    return "record", {"seat": winner, "cell": cell, "flags": flags, "robbed": chance.choice(("yes", "no"))}


def _kong(seats: list[str], chance: Random) -> tuple[str, Fields]:
    owner, feeder = _two(seats, chance)
    cell = chance.choice(("kong:concealed", "kong:promoted", "kong:postponed", f"kong:exposed:{feeder}"))
    return "record", {"seat": owner, "cell": cell}


def _transfer(seats: list[str], chance: Random) -> tuple[str, Fields]:
    payer, payee = _two(seats, chance)
    return "record", {"seat": payer, "cell": "transfer", f"to-{payee}": "1", "points": chance.randint(1, 40)}


def _wall(seats: list[str], chance: Random) -> tuple[str, Fields]:
    states = {f"state-{seat}": chance.choice(("ready:1", "ready:3", "not_ready", "flower_pig")) for seat in seats}
    return "record", {"cell": "wall_out", **states}


def _leave(seats: list[str], chance: Random) -> tuple[str, Fields]:
    return "record", {"seat": chance.choice(seats), "cell": "leave"}
