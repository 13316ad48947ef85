"""Files that were cut, changed, forged or made elsewhere are refused whole, in one sentence."""

import json
import random
import uuid
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.db import transaction
from django.utils.translation import override

from rounds.book.chain import FIRST, canonical, digest, event_hash
from rounds.imports.refusal import NotTakenIn, say_refusal
from rounds.imports.taking import look_into
from rounds.imports.values import read_moment
from rounds.models import Club, Event, OldTotal, Person, Session
from rounds.rules.strict import Malformed
from tests.web.cast import START
from tests.web.taken_home import Json, night_of, nowhere, out, refusal, whole

__all__ = ["nowhere", "whole"]


def test_no_byte_of_a_file_can_be_changed(whole: Club, nowhere: Callable[[], None]) -> None:
    exported = out(whole)
    nowhere()
    rng = random.Random(7)  # noqa: S311
    for place in [*rng.sample(range(len(exported)), 60), 0, len(exported) - 2]:
        other = exported[:place] + bytes([exported[place] ^ 1 << rng.randrange(7)]) + exported[place + 1 :]
        assert refusal(other).code


def test_half_a_file_is_refused(whole: Club, nowhere: Callable[[], None]) -> None:
    exported = out(whole)
    lines = exported.splitlines(keepends=True)
    nowhere()
    for cut in (1, 100, len(lines[0]) - 1, len(lines[0]) + 5, len(exported) - 3):
        assert refusal(exported[:cut]).code in ("malformed", "half")
    for count in (1, 2):
        refused = refusal(b"".join(lines[:count]))
        assert say_refusal(refused) == f"文件不全：该有2场，只有{count - 1}场"
    assert refusal(exported + lines[-1]).code == "more"
    assert refusal(lines[1] + lines[1]).code == "more"
    assert refusal(lines[0] + lines[2] + lines[1]).code == "other_night"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "这不是血战记分导出的文件"),
        (b"\n", "这不是血战记分导出的文件"),
        (b"[]", "第1行：这不是血战记分导出的文件"),
        (b"{}", "第1行：这不是血战记分导出的文件"),
        (b'{"format": "xuezhan-round/1"}', "第1行：这不是血战记分导出的文件"),
        (b'{"format": ["xuezhan-club/1"]}', "第1行：这不是血战记分导出的文件"),
        (b'{"format": "xuezhan-club/1"}', "第1行：这一行被改过"),
        (b'{"format": "xuezhan-club/1", "a": NaN}', "第1行：这一行里的 NaN 不是数"),
        (b'{"format": "xuezhan-club/1", "a": 1e999}', "第1行：这一行被改过"),
        (b'{"format": "xuezhan-club/1", "a": "\\ud800"}', "第1行：这一行被改过"),
        (b'{"format": "xuezhan-club/1", "format": 1}', "第1行：这一行里 format 写了两次"),
        (b'{"a":' + b"[" * 100_000, "第1行：这一行 套得太深了"),
        (b"\xff\xfe{}", "第1行：这一行不是 UTF-8 文字"),
        ("日期,谁,分".encode("gb18030"), "第1行：这一行不是 UTF-8 文字"),
        (b"PK\x03\x04", None),
    ],
)
def test_a_foreign_file_is_refused_in_one_sentence(db: None, content: bytes, said: str | None) -> None:
    refused = say_refusal(refusal(content))
    assert said in (None, refused)
    assert "\n" not in refused
    with override("en"):
        assert say_refusal(refusal(content)).isascii()


def test_a_file_that_is_too_large_is_refused_before_it_is_read(db: None) -> None:
    with pytest.raises(NotTakenIn, match="too_large"):
        look_into(BytesIO(b" " * (1 << 20) + b'\n{"format": "xuezhan-club/1"}'), None, 1)


def signed(document: Json) -> bytes:
    """The document with the digest that it needs."""
    rest = {key: value for key, value in document.items() if key != "digest"}
    return canonical({**rest, "digest": digest(rest)}).encode() + b"\n"


def put(document: Json, path: str, value: object) -> Json:
    """The document with another value at a path such as events.3.kind."""
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    at: Any = document
    for key in way:
        at = at[key]
    at[last] = value
    return document


FORGED: tuple[tuple[str, object, str], ...] = (
    ("rounds.0.document.expected.net.A", 9, "not_what_follows"),
    ("rounds.0.names.A", "李鬼", "not_what_follows"),
    ("totals", {}, "not_what_follows"),
    ("dues.left", {}, "not_what_follows"),
    ("payments.0.amount", 1, "not_what_follows"),
    ("date", "2026-11-30", "not_what_follows"),
    ("ended_at", None, "not_what_follows"),
    ("rounds.0.facts.0.stands", 1, "not_what_follows"),
    ("events.1.at", "2026-11-29T12:31:00.000001Z", "changed"),
    ("events.1.position", 3, "changed"),
    ("events.0.previous", "1" * 64, "changed"),
    ("events.2.hash", "1" * 64, "changed"),
    ("events.1.key", "A" * 22, "changed"),
    ("events.1.key", "short", "malformed"),
    ("events.1.by", None, "malformed"),
    ("events.1.right", "watch", "malformed"),
    ("events.1.right", "all", "malformed"),
    ("events.1.data", {}, "malformed"),
    ("events.0.data.zone", "Moon/Base", "malformed"),
    ("events.0.data.date", "2026-11-31", "malformed"),
    ("events.0.data.money.per_point", True, "malformed"),
    ("events.0.data.seats.A", "pot", "malformed"),
    ("events.0.data.names.A", "a\u202eb", "malformed"),
    ("events.0.data.rules.cap", -1, "malformed"),
    ("events.0.kind", "open_sesame", "malformed"),
    ("events.0.round", 0, "malformed"),
    ("events.0.at", "2026-11-29T12:30:00Z", "malformed"),
    ("events", [], "changed"),
    ("people", [], "person_missing"),
    ("people.0.name", " x", "malformed"),
    ("people.0.name", "台费", "malformed"),
    ("people.0.name", "台費", "malformed"),
    ("people.0.sign", "unicorn", "malformed"),
    ("people.0.hidden", 0, "malformed"),
    ("people.0.id", "1", "malformed"),
    ("club", "00000000-0000-0000-0000-000000000000", "changed"),
    ("surprise", 1, "malformed"),
)


def test_who_changes_a_night_and_signs_it_anew_is_refused_all_the_same(whole: Club) -> None:
    night = canonical(night_of(whole))
    for path, value, code in FORGED:
        refused = refusal(signed(put(json.loads(night), path, value)), whole)
        assert refused.code == code, path
        assert say_refusal(refused).startswith("第1行：")


def forged(document: Json) -> bytes:
    """The night with the whole chain made anew, as nobody could who does not know how."""
    previous = FIRST
    for told in document["events"]:
        by, at = told["by"], read_moment(told["at"], "at")
        event = Event(
            **{name: told[name] for name in ("position", "key", "request", "kind", "round", "undoes", "right")},
            club_id=uuid.UUID(document["club"]),
            session_id=uuid.UUID(document["session"]),
            data=canonical(told["data"]),
            by_id=by and uuid.UUID(by),
            at=at,
            previous=previous,
        )
        told["previous"], told["hash"] = previous, event_hash(event)
        previous = told["hash"]
    return signed(document)


UNTOLD: tuple[tuple[str, object, str], ...] = (
    ("events.1.undoes", 900, "misfit"),
    ("events.3.round", 900, "misfit"),
    ("events.3.data.changes.0", {"retract": 99}, "misfit"),
    ("events.2.kind", "open_night", "malformed"),
    ("events.0.data.dealer", "B", "not_what_follows"),
    ("events.0.data.date", "2026-01-01", "misfit"),
    ("events.0.data.date", "9999-12-31", "malformed"),
    ("events.0.round", None, "misfit"),
)


def of_kind(night: str, kind: str) -> int:
    """Where the first event of this kind is."""
    return next(index for index, told in enumerate(json.loads(night)["events"]) if told["kind"] == kind)


UNHEARD: tuple[tuple[str, str, object], ...] = (
    ("change", "data.changes.0", {"record": {"type": "kong", "player": "E", "kind": "concealed"}}),
    ("change", "data.changes.0", {"record": {"type": "leave", "player": "pot1"}}),
    ("change", "round", None),
    ("set_bets", "round", None),
    ("reseat", "data.rounds", [900]),
    ("set_money", "data.rounds", [900]),
    ("buy_in", "data.person", str(uuid.UUID(int=7))),
    ("pay", "data.payer", str(uuid.UUID(int=7))),
    ("unpay", "data.payment", 1),
    ("undo", "undoes", 1),
)
"""Each kind of event, and something that it names though nothing before has told of it."""


@pytest.mark.parametrize(("kind", "path", "value"), UNHEARD)
def test_what_a_forged_event_names_must_be_there(
    whole: Club, nowhere: Callable[[], None], kind: str, path: str, value: object
) -> None:
    night = canonical(night_of(whole))
    nowhere()
    forgery = put(json.loads(night), f"events.{of_kind(night, kind)}.{path}", value)
    assert refusal(forged(forgery)).code == "misfit"


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00.000000Z", "1969-12-31T23:59:59.999999Z"])
@pytest.mark.parametrize("index", [0, -1])
def test_moments_of_no_clock_are_refused(whole: Club, nowhere: Callable[[], None], at: str, index: int) -> None:
    night = json.loads(canonical(night_of(whole)))
    nowhere()
    night["events"][index]["at"] = at
    assert refusal(signed(night)).code == "malformed"


@pytest.mark.parametrize(
    "at", ["1969-12-31T23:59:59.999999Z", "2200-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z"]
)
def test_moments_that_no_zone_may_have_are_malformed(at: str) -> None:
    with pytest.raises(Malformed):
        read_moment(at, "at")


def test_a_chain_that_was_forged_whole_must_still_tell_a_night(whole: Club, nowhere: Callable[[], None]) -> None:
    night = canonical(night_of(whole))
    nowhere()
    for path, value, code in UNTOLD:
        assert refusal(forged(put(json.loads(night), path, value))).code == code, path


def test_ids_of_another_club_are_refused(whole: Club, nowhere: Callable[[], None]) -> None:
    exported = out(whole)
    person = Person.objects.order_by("pk")[0].pk
    nowhere()
    other = Club.objects.create(name="别的")
    before = transaction.savepoint()
    Person.objects.create(pk=person, club=other, name="别人")
    assert refusal(exported).code == "elsewhere"
    transaction.savepoint_rollback(before)
    night = json.loads(exported.splitlines()[1])["session"]
    fields = {"position": 1, "head": "", "round_count": 1, "zone": "UTC", "date": "2026-01-01", "started_at": START}
    Session.objects.create(pk=night, club=other, **fields)
    assert refusal(exported).code == "elsewhere"


def test_plain_totals_that_differ_are_refused(whole: Club) -> None:
    exported = out(whole)
    OldTotal.objects.update(points=3)
    assert say_refusal(refusal(exported, whole)).endswith("这里已经记着3分")
