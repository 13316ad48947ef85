"""A night of which anything is changed, with every hash and sum made anew: refused in a sentence, or taken in whole and
sound. Nothing else comes of it, whatever it is."""

import copy
import json
import random
import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from rounds.book.audit import first_fault
from rounds.book.chain import FIRST, canonical, event_hash, event_id
from rounds.exports.archive import night_lines
from rounds.exports.documents import line_of, night_document, night_of, people_named
from rounds.imports import reading
from rounds.imports.refusal import NotTakenIn, say_refusal
from rounds.imports.values import read_moment
from rounds.models import Club, Event, Person, Session
from rounds.rules.log import Amend, Append, Insert, Retract
from tests.web.cast import concealed_kong, penalty, self_draw
from tests.web.forged import SEATS, YUAN, Forged, Kind
from tests.web.taken_home import everything, into
from tests.web.test_json_refused import signed

SEED, TRIES = 7, 40

Path = tuple[str | int, ...]

HOSTILE: tuple[object, ...] = (
    *(None, True, -1, 0, 1, 5, 2**31, 2**53, 2**64, 10**40, 1.5, "", "pot", "E", "台费", "\ud800", "\x00", "a" * 300),
    *("0001-01-01", "9999-12-31", "0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z", "HKD", "UTC", "../x"),
    *([], {}, [[]], {"a": 1}, str(uuid.UUID(int=0)), "undo", "pay"),
)


def played() -> Any:
    """A night with something of most kinds in it, as its file says it."""
    night = Forged()
    win = night.record(self_draw("A"))
    night.change(Amend(self_draw("A", fans=2), win))
    night.change(Insert(concealed_kong("B"), win))
    kong = night.record(concealed_kong("C"))
    night.change(Retract(kong))
    for player in "BC":
        night.record(self_draw(player), 1)
    money = {"currency": "CNY", "per_point": 100}
    night.tell(Kind.SET_MONEY, {"money": money, "fee": None, "rounds": [1]})
    night.tell(Kind.COUNT_DOWN, {"last": 2})
    opened = night.next_round(money={**YUAN.to_json(), "per_point": 100})
    night.record(self_draw("D"), opened)
    night.tell(Kind.END_NIGHT, {})
    night.change(Append(penalty("A", "pot")), 1)
    night.pay(SEATS["A"], "pot")
    return json.loads(night.file())


def paths(value: object, here: Path = ()) -> Iterator[Path]:
    """The way to everything in a document."""
    if here:
        yield here
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield from paths(one, (*here, key))


def at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def mutate(document: Any, rng: random.Random) -> None:
    """Change one thing in the events, or in the people."""
    ways = [path for path in paths(document) if path[0] in ("events", "people")]
    path = rng.choice(ways)
    parent, key = at(document, path[:-1]), path[-1]
    events = document["events"]
    match rng.randrange(6):
        case 0:
            parent[key] = copy.deepcopy(rng.choice(HOSTILE))
        case 1:
            del parent[key]
        case 2:
            again = {**copy.deepcopy(rng.choice(events)), "key": f"{rng.getrandbits(128):032x}"}
            events.insert(rng.randrange(len(events)), again)
        case 3:
            del events[rng.randrange(1, len(events)) :]
        case _:  # something of the same sort, from elsewhere
            alike = [way for way in ways if type(at(document, way)) is type(parent[key]) and way[-1] == key]
            parent[key] = copy.deepcopy(at(document, rng.choice(alike)))


def chain(document: Any) -> None:
    """Number the events anew, and make their hashes."""
    previous, night = FIRST, uuid.UUID(document["session"])
    for position, told in enumerate(document["events"], 1):
        told["position"], told["id"], told["previous"] = position, str(event_id(night, position)), previous
        event = Event(
            **{name: told[name] for name in ("position", "key", "request", "kind", "round", "undoes", "right")},
            club_id=uuid.UUID(document["club"]),
            session_id=night,
            data=canonical(told["data"]),
            by_id=told["by"],
            at=read_moment(told["at"], "at"),
            previous=previous,
        )
        told["hash"] = previous = event_hash(event)


def derived(document: Any) -> bytes:
    """The file with all that follows from its events."""
    club = Club(id=uuid.UUID(document["club"]))
    session = Session(id=uuid.UUID(document["session"]), club=club)
    events = [reading._event(told, "event", session) for told in document["events"]]
    people = [Person(id=uuid.UUID(person), name="某人") for person in people_named(events)]
    return line_of(night_document(night_of(session, events), people))


def as_true_as_can_be(document: Any) -> bytes:
    """Who forges it goes as far as what he wrote allows."""
    file = json.dumps(document).encode()
    with suppress(Exception):  # it is no night any more: the file is as it is
        chain(document)
    with suppress(Exception):
        file = signed(document)
        file = derived(document)
    return file


def refusal_of(file: bytes) -> NotTakenIn | None:
    """Why the file is not taken in."""
    try:
        into(file)
    except NotTakenIn as refused:
        return refused
    return None


def test_whatever_is_changed_in_a_night_it_is_refused_in_a_sentence_or_comes_in_sound(db: None) -> None:
    rng, night, came, refused = random.Random(SEED), played(), 0, set()  # noqa: S311 - no secret hangs on it
    for _ in range(TRIES):
        document = copy.deepcopy(night)
        document["session"] = str(uuid.UUID(int=rng.getrandbits(128)))
        for told in document["events"]:
            told["key"] = f"{rng.getrandbits(128):032x}"
        for _ in range(rng.randint(0, 2)):
            mutate(document, rng)
        file, before = as_true_as_can_be(document), everything()
        if why := refusal_of(file):
            assert "\n" not in say_refusal(why), SEED
            assert everything() == before, SEED
            refused.add(why.why.code if why.why else why.code)
        else:
            came += 1
            session = Session.objects.get(pk=document["session"])
            assert first_fault(session) is None, SEED
            assert b"".join(night_lines(session)) == file, SEED
    assert came > TRIES // 10
    assert len(refused) > 2
