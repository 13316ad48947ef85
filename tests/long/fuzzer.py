"""The requests of `tests.long.form_fuzz`, and what must hold after each. Imported when Django is set up."""

import random
import re
import sys
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from http.cookies import SimpleCookie
from itertools import chain, islice
from typing import Any
from urllib.parse import urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.signals import got_request_exception
from django.db import connection
from django.db.models import Sum
from django.test import Client
from django.urls import Resolver404, URLPattern, resolve
from django.utils import timezone

from rounds.book.audit import first_fault
from rounds.clubs import own_link
from rounds.links import link_token, new_link
from rounds.models import AccessLink, Club, HouseRules, Person, Right, Session
from rounds.rules.presets import presets
from tests.long.bounds import Bounds, Outcome
from tests.long.forms import Form, Pairs, forms_of
from tests.long.fresh import taken_back
from tests.long.hostile_values import VALUES, crowded, doubled, dropped, spoilt
from tests.web.cast import browser, new_key, open_night, record
from tests.web.long_night import GOING_ON
from tests.web.rich_night import rich_night
from tests.web.routes import routes

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY")
READING = ("GET", "HEAD", "OPTIONS")
EPOCH = 300
"""So many requests on one state of the world; then it is as it was before."""

MANY_FIELDS, FEWER_VALUES = 40, 8
"""A form with so many fields, the house rules', gets only some of the values in each."""

MOST_WRONG = 50
NOW, FRESH = "{position}", "{key}"
"""What stands in a form for the position that its night is at when it is sent, and for a key of its own."""

MAY_BE_503 = ("back_up",)
"""What is not committed is in no backup: the page says that it was not made."""

Heads = dict[uuid.UUID, tuple[object, ...]]

NIGHT = re.compile(r"/n/([0-9a-f-]{36})/")
FORM = "application/x-www-form-urlencoded"
TYPES = (FORM, "application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x", "", "张三")


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: `what` names the route and what is wrong with it, for who reads of a failure."""

    what: str
    method: str
    path: str
    fields: Pairs = field(default_factory=list)
    file: bytes | None = None
    kind: str = FORM
    part: bool = False
    as_whom: str = "own"


class World:
    """Two clubs, the nights of one of them and what is in them; who may knock; what addresses and forms there are."""

    def __init__(self) -> None:
        own = own_link(timezone.now())
        self.club = own.club
        self.running = open_night(own.club)
        for fact in GOING_ON:
            record(self.running, fact)
        self.rich = rich_night(own.club, own)
        rules = presets()["huanle"].rules.to_json()
        self.house = HouseRules.objects.create(club=own.club, name="我们家的", preset="huanle", rules=rules)
        other = Club.objects.create(name="别的俱乐部")
        self.other = open_night(other, {"A": "Alice", "B": "Bob"})
        others = new_link(other, Right.OWN, None, timezone.now())
        others.save()
        watch = self.running.links.get(right="watch")
        self.clients = {"own": browser(own), "watch": browser(watch), "other": browser(others), "none": Client()}
        for client in self.clients.values():
            client.raise_request_exception = False
        self.cookies = {whom: SimpleCookie(client.cookies) for whom, client in self.clients.items()}
        self.ids = [str(one) for model in (Person, Session, HouseRules, AccessLink) for one in _ids(model)]
        self.tokens = [link_token(link) for link in (own, watch)]
        self.forms: dict[tuple[str, str, frozenset[str]], Form] = {}
        self.files = self._files()

    def _files(self) -> list[bytes]:
        """What may be sent as a file: the club as it is exported, whole and spoilt, and what was never any."""
        whole = b"".join(self.clients["own"].get("/out/club.jsonl"))
        foreign = b"".join(self.clients["other"].get("/out/club.jsonl"))
        broken = [whole[: len(whole) // 2], whole.replace(b"fans", b"fins", 1), whole + whole]
        return [b"", whole, foreign, *broken, b"\xff\xfe\x00", b"[" * 5000, "日期,甲\n2026-01-01,5\n".encode()]

    def values_of(self, converter: str) -> list[str]:
        """What may stand at a place of an address."""
        return {
            "session": [str(night.pk) for night in (self.running, self.rich, self.other)] + [str(uuid.UUID(int=1))],
            "number": ["1", "2", "3", "0", "99", "9" * 30],
            "index": ["0", "1", "3", "77", "9" * 30],
            "seat": ["A", "B", "D", "E", "pot", "%00", "%F0%9F%80%84"],
            "token": [*self.tokens, "x" * 32, "%00", "a" * 3000],
            "house": [str(self.house.pk), str(uuid.UUID(int=1))],
        }.get(converter, [*self.ids, str(uuid.UUID(int=1))])

    def learn(self, page: str, path: str) -> None:
        """Keep the forms of a page that were not known yet."""
        for form in forms_of(page, path):
            try:
                name = resolve(form.action).url_name or ""
            except Resolver404:
                continue
            self.forms.setdefault((name, form.method, frozenset(form.names)), form)


def _ids(model: Any) -> list[Any]:
    return list(model.objects.order_by("pk").values_list("pk", flat=True)[:4])


def address(world: World, pattern: URLPattern, chance: random.Random) -> str:
    """An address of a route; mostly one that is there."""
    told = str(pattern.pattern)
    for name in pattern.pattern.converters:
        values = world.values_of(name)
        value = values[0] if chance.random() < 0.6 else chance.choice(values)
        for written in (f"<uuid:{name}>", f"<int:{name}>", f"<str:{name}>"):
            told = told.replace(written, value)
    return f"/{told}"


def discover(world: World, chance: random.Random, deep: int) -> None:
    """Fetch every page, in several places if `deep`, and what its links and forms lead to, so many times over."""
    for pattern in routes().values():
        for _ in range(1 + deep * len(pattern.pattern.converters)):
            _look(world, address(world, pattern, chance))
    for _ in range(deep):
        for form in list(world.forms.values()):
            _look(world, f"{form.action}?{urlencode(form.fields)}" if form.method == "GET" else form.action)


def _look(world: World, path: str) -> None:
    response = world.clients["own"].get(path)
    if response.status_code == 200 and "html" in response.headers.get("Content-Type", ""):
        world.learn(response.content.decode(), path.partition("?")[0])


def every_field(world: World, chance: random.Random) -> list[Ask]:
    """Every form × field × value, and the ways in which a field can be wrong as such."""
    asks = []
    for (name, method, _), form in world.forms.items():
        fields = chosen(form, chance)
        for one in form.names:
            values = VALUES if len(form.names) < MANY_FIELDS else chance.sample(VALUES, FEWER_VALUES)
            asks += [_ask(world, name, form, spoilt(fields, one, value), one, chance) for value in values]
            asks.append(_ask(world, name, form, dropped(fields, one), f"no {one}", chance))
            asks.append(_ask(world, name, form, doubled(fields, one, chance.choice(VALUES)), f"two {one}", chance))
        asks.append(_ask(world, name, form, crowded(fields, chance), f"{method} crowded", chance))
    return asks


def every_method(world: World, chance: random.Random) -> list[Ask]:
    """Every route × method, with nothing, and in every kind of content."""
    asks = []
    for name, pattern in routes().items():
        for method in METHODS:
            for kind in TYPES:
                whom = chance.choice((*world.clients, "own"))
                path = address(world, pattern, chance)
                asks.append(Ask(f"{name}, nothing", method, path, [("key", new_key())], kind=kind, as_whom=whom))
    return asks


def chosen(form: Form, chance: random.Random) -> Pairs:
    """The form as somebody fills it in: of what is offered for a field one, most of what can be ticked left alone."""
    offered: dict[str, list[str]] = {}
    for name, value in form.fields:
        offered.setdefault(name, []).append(value)
    return [
        (name, chance.choice(values)) for name, values in offered.items() if len(values) < 9 or chance.random() < 0.7
    ]


def at_random(world: World, chance: random.Random) -> Iterator[Ask]:
    """Forms with up to four things wrong, or none; sometimes sent to another address than theirs."""
    while True:
        (name, _, _), form = chance.choice(list(world.forms.items()))
        fields = chosen(form, chance)
        for _ in range(chance.choice((0, 0, 1, 2, 4))):
            one = chance.choice(form.names or ["key"])
            value = chance.choice([*VALUES, *world.ids, chance.choice(form.fields or [("", "")])[1]])
            how = chance.randrange(4)
            fields = (spoilt, doubled)[how](fields, one, value) if how < 2 else dropped(fields, one)
            fields = crowded(fields, chance) if how == 3 and chance.random() < 0.1 else fields
        yield _ask(world, name, form, fields, "at random", chance)


def _ask(world: World, name: str, form: Form, fields: Pairs, what: str, chance: random.Random) -> Ask:
    """With a key of its own and the position that stands, so that it is not refused for these alone; mostly."""
    path = form.action if chance.random() < 0.9 else address(world, routes()[name], chance)
    told = dict(form.fields)
    if form.method == "POST" and chance.random() < 0.9:
        made = {"key": FRESH, "position": NOW}
        fields = [(one, made.get(one, value) if value == told.get(one) else value) for one, value in fields]
    whom = "own" if chance.random() < 0.9 else chance.choice(list(world.clients))
    file = chance.choice(world.files) if form.files else None
    return Ask(f"{name}, {what}", form.method, path, fields, file, part=chance.random() < 0.5, as_whom=whom)


class Fuzzer:
    """Asks, and sees that what must hold holds."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.statuses: Counter[int] = Counter()
        self.asked: Counter[str] = Counter()
        self.written = 0
        self.wrong: list[str] = []
        self.seen: set[tuple[str, int]] = set()
        self.heads = _heads()
        self.fault = ""
        got_request_exception.connect(self._failed, weak=False, dispatch_uid="fuzzer")

    def _failed(self, **told: Any) -> None:
        trace = sys.exc_info()[2]
        while trace and trace.tb_next:
            trace = trace.tb_next
        place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
        self.fault = f"{sys.exc_info()[1]!r} at {place}"

    def ask(self, ask: Ask) -> None:
        response = self._send(replace(ask, fields=self._now(ask)))
        status = response.status_code
        self.statuses[status] += 1
        self.asked[ask.what.partition(",")[0]] += 1
        name = ask.what.partition(",")[0]
        if status >= 500 and not (status == 503 and name in MAY_BE_503):
            self._say(ask, f"{status} {self.fault}")
        heads = _heads()
        if heads != self.heads:
            self._changed(ask, status, heads)
            self.heads = heads
        elif status == 200 and (name, status) not in self.seen and "html" in response.headers.get("Content-Type", ""):
            self.seen.add((name, status))
            self.world.learn(response.content.decode(), ask.path)

    def _now(self, ask: Ask) -> Pairs:
        night = NIGHT.search(ask.path)
        position, *_ = self.heads.get(uuid.UUID(night[1]), (0,)) if night else (0,)
        made = {NOW: str(position), FRESH: new_key()}
        return [(name, made.get(value, value)) for name, value in ask.fields]

    def _send(self, ask: Ask) -> Any:
        """As one who has the right that he began with: who sends somebody's link has it from then on."""
        client = self.world.clients[ask.as_whom]
        client.cookies = SimpleCookie(self.world.cookies[ask.as_whom])
        headers = {"HX-Request": "true"} if ask.part else {}
        if ask.method == "GET":
            return client.get(f"{ask.path}?{_encoded(ask.fields)}", headers=headers)
        if ask.file is not None:
            data = {**dict(ask.fields), "file": SimpleUploadedFile("club.jsonl", ask.file)}
            return client.post(ask.path, {name: _sendable(value) for name, value in data.items()}, headers=headers)
        return client.generic(ask.method, ask.path, _encoded(ask.fields), content_type=ask.kind, headers=headers)

    def _changed(self, ask: Ask, status: int, heads: Heads) -> None:
        """Something was written: was it accepted, by whom may write, and is its night right?"""
        self.written += 1
        changed = [night for night in heads.keys() | self.heads.keys() if heads.get(night) != self.heads.get(night)]
        if ask.method in READING or status >= 400 or ask.as_whom in ("watch", "none"):
            self._say(ask, f"{status} and the log has changed")
        for night in Session.objects.filter(pk__in=changed):
            if (night.club_id == self.world.club.pk) != (ask.as_whom == "own"):
                self._say(ask, "the night of another club has changed")
            if fault := first_fault(night):
                self._say(ask, f"the night has a fault: {fault}")
            if any(sum(row.net.values()) for row in night.played()):
                self._say(ask, "a round does not sum up to zero")

    def _say(self, ask: Ask, what: str) -> None:
        fields = {name: value[:60] for name, value in ask.fields}
        sentence = f"{what}: {ask.what}: {ask.method} {ask.path[:200]} {fields!r:.600} as {ask.as_whom}"
        self.wrong.append(sentence.encode("utf-8", "backslashreplace").decode())


def _heads() -> Heads:
    """What every night has come to; any change of a log or of a sum shows in it."""
    with connection.cursor() as cursor:
        cursor.execute(*_told_of_nights())
        return {_as_id(pk): tuple(rest) for pk, *rest in cursor}


@cache
def _told_of_nights() -> tuple[str, Sequence[Any]]:
    """The statement, made once: it is asked after every request."""
    told = Session.objects.annotate(points=Sum("entries__points")).values_list("pk", "position", "head", "points")
    return told.query.sql_with_params()


def _as_id(told: str | uuid.UUID) -> uuid.UUID:
    """SQLite keeps an id as text."""
    return told if isinstance(told, uuid.UUID) else uuid.UUID(told)


def _encoded(fields: Pairs) -> str:
    return urlencode(fields, errors="surrogatepass")


def _sendable(value: Any) -> Any:
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value


def fuzz(bounds: Bounds, number: int = 0, of: int = 1, deep: int = 2) -> Outcome:
    """So many requests in this process, the `number`th of `of`: its share of every field, then at random."""
    world, chance = World(), bounds.chance("")
    discover(world, chance, deep)
    ordered = [*every_method(world, chance), *every_field(world, chance)]
    chance.shuffle(ordered)
    mine = ordered[number::of]
    drawn = at_random(world, bounds.chance(f"process {number}"))
    asks = chain(chain.from_iterable(zip(mine, drawn, strict=False)), drawn)
    fuzzer = Fuzzer(world)
    while fuzzer.statuses.total() < bounds.count and not bounds.over and len(fuzzer.wrong) < MOST_WRONG:
        with taken_back():
            for ask in islice(asks, min(EPOCH, bounds.count - fuzzer.statuses.total())):
                fuzzer.ask(ask)
        fuzzer.heads = _heads()
    done, left = fuzzer.statuses.total(), max(0, len(mine) - fuzzer.statuses.total() // 2)
    outcome = Outcome({"requests": done, "accepted writes": fuzzer.written, "of each field left": left}, fuzzer.wrong)
    outcome.figures |= {f"× {status}": number for status, number in sorted(fuzzer.statuses.items())}
    outcome.figures |= {f"routes not asked: {sorted(missed)}": len(missed)} if (missed := _missed(fuzzer)) else {}
    return outcome


def _missed(fuzzer: Fuzzer) -> set[str]:
    return routes().keys() - fuzzer.asked.keys() if fuzzer.statuses.total() > len(routes()) * 100 else set()
