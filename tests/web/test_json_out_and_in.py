"""What is taken home as JSON is taken in again: the same bytes, the same sums, whole or not at all."""

import json
import random
import uuid
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.chain import FIRST, canonical, digest, event_hash
from rounds.book.taps import Tap
from rounds.clubs import own_link
from rounds.demo.club import Plan
from rounds.demo.writing import write_club
from rounds.exports.archive import club_lines, night_lines
from rounds.imports.refusal import NotTakenIn, say_refusal
from rounds.imports.taking import BY_COMMAND, Added, look_into, take
from rounds.imports.values import read_moment
from rounds.links import link_token
from rounds.models import AccessLink, Club, Entry, Event, HouseRules, OldTotal, Payment, Person, Right, Round, Session
from rounds.rules.presets import presets
from rounds.rules.strict import Malformed
from rounds.settlements import settlement_of
from rounds.signs import Sign
from tests.web.cast import START, browser, concealed_kong, new_key, open_night, play_round, record, rows, tap
from tests.web.rich_night import rich_night

Json = dict[str, Any]
SIGN = next(iter(Sign)).value

NAMES = {"A": "=1+1", "B": "<b>&\"'{{x}}</b>", "C": "\u0623\u062d\u0645\u062f", "D": "👩‍👩‍👧 a,b"}


def out(club: Club) -> bytes:
    return b"".join(club_lines(club))


def into(content: bytes, club: Club | None = None) -> Added:
    return take(BytesIO(content), club, BY_COMMAND)


def refusal(content: bytes, club: Club | None = None) -> NotTakenIn:
    """Why a file is not taken in; nothing is written by it."""
    before = everything()
    with pytest.raises(NotTakenIn) as dry:
        look_into(BytesIO(content), club, BY_COMMAND)
    with pytest.raises(NotTakenIn) as refused:
        into(content, club)
    assert everything() == before
    if dry.value.code != "malformed":
        assert say_refusal(dry.value) == say_refusal(refused.value)
    return refused.value


def everything() -> list[int]:
    """How much there is in all tables that a file could add to."""
    tables = (Club, Person, Session, Event, Round, Entry, Payment, HouseRules, OldTotal, AccessLink)
    return [table.objects.count() for table in tables]


@pytest.fixture
def nowhere(db: None) -> Callable[[], None]:
    """Everything that the test has written so far, and the club, is gone when this is called."""
    start = transaction.savepoint()
    return lambda: transaction.savepoint_rollback(start)


@pytest.fixture
def whole(nowhere: Callable[[], None], own: AccessLink) -> Club:
    """A club with all that a club can have: a rich night, one that goes on, rules of its own, plain totals."""
    club = own.club
    rich_night(club, own)
    later = Tap(new_key(), 0, None, START + timedelta(days=1))
    going_on = open_night(club, NAMES, with_tap=later)
    record(going_on, concealed_kong("B"))
    HouseRules.objects.create(club=club, name="周末", preset="huanle", rules=presets()["huanle"].rules.to_json())
    person = Person.objects.filter(club=club).order_by("name")[0]
    Person.objects.filter(pk=person.pk).update(sign=SIGN, hidden=True)
    OldTotal.objects.create(club=club, date="2020-02-03", person=person, points=-12)
    return club


def test_out_in_and_out_again_gives_the_same_bytes_and_the_same_sums(whole: Club, nowhere: Callable[[], None]) -> None:
    exported = out(whole)
    nights = list(Session.objects.order_by("pk"))
    before = [rows(night) for night in nights]
    nowhere()
    assert everything() == [0] * 10
    added = into(exported)
    assert (added.nights, added.events, added.houses, added.totals) == (2, Event.objects.count(), 1, 1)
    assert out(Club.objects.get()) == exported
    assert [rows(night) for night in Session.objects.order_by("pk")] == before
    assert [first_fault(night) for night in Session.objects.all()] == [None, None]
    assert Person.objects.get(hidden=True).sign == SIGN


def test_the_demonstration_comes_back_as_it_was(nowhere: Callable[[], None]) -> None:
    exported = out(write_club(Plan(nights=6, rounds=6)))
    nowhere()
    assert into(exported).nights == 6
    assert out(Club.objects.get()) == exported


def test_a_night_by_itself_comes_back_as_it_was(whole: Club, nowhere: Callable[[], None]) -> None:
    night = Session.objects.order_by("started_at")[0]
    exported = b"".join(night_lines(night))
    assert exported in out(whole)
    nowhere()
    assert into(exported).nights == 1
    assert b"".join(night_lines(Session.objects.get())) == exported


def test_the_second_time_nothing_changes(whole: Club) -> None:
    exported = out(whole)
    before = everything()
    for _ in range(2):
        added = into(exported, whole)
        assert added.nothing
        assert added.known == 2
    assert everything() == before
    assert out(whole) == exported


def test_looking_writes_nothing(whole: Club, nowhere: Callable[[], None]) -> None:
    exported = out(whole)
    nowhere()
    looked = look_into(BytesIO(exported), None, BY_COMMAND)
    assert everything() == [0] * 10
    assert looked == into(exported)


def test_a_table_with_nothing_on_it_becomes_the_one_of_the_file(whole: Club, nowhere: Callable[[], None]) -> None:
    exported, club = out(whole), whole.pk
    nowhere()
    link = own_link(START)
    into(exported, link.club)
    assert Club.objects.get().pk == club
    assert own_link(START) == link
    home = browser(link).get("/")
    assert home.status_code == 200
    assert "张三" in home.content.decode()


def test_another_table_with_people_on_it_is_left_alone(whole: Club, nowhere: Callable[[], None]) -> None:
    exported = out(whole)
    nowhere()
    other = own_link(START).club
    Person.objects.create(club=other, name="别人")
    assert refusal(exported, other).code == "other_club"
    assert into(exported).nights == 2
    assert set(Club.objects.all()) == {other, whole}


def test_links_come_back_without_their_secrets(whole: Club, own: AccessLink, nowhere: Callable[[], None]) -> None:
    exported = out(whole)
    links = {link.pk: link_token(link) for link in AccessLink.objects.all()}
    nonces = list(AccessLink.objects.values_list("nonce", flat=True))
    assert not any(nonce.encode() in exported for nonce in nonces)
    assert not any(secret.encode() in exported for secret in links.values())
    nowhere()
    into(exported)
    named = AccessLink.objects.filter(pk__in=links)
    assert {link.right for link in named} == {"own", "score"}
    for link in named:
        assert link.revoked_at
        for secret in (links[link.pk], link_token(link)):
            assert browser().get(f"/k/{secret}/").status_code in (404, 410)
    assert not AccessLink.objects.filter(revoked_at=None).exclude(right=Right.WATCH.word).exists()


# A night that has grown


def test_a_night_that_has_grown_since_stays_as_it_is_here(whole: Club) -> None:
    exported = out(whole)
    night = Session.objects.get(ended_at=None)
    play_round(night, "B")
    before = everything()
    assert into(exported, whole).known == 2
    assert everything() == before


def test_a_night_that_has_grown_in_the_file_grows_here(whole: Club) -> None:
    night = Session.objects.get(ended_at=None)
    before = transaction.savepoint()
    play_round(night, "B")
    scorebook.end_night(night, tap(_position(night)))
    grown = out(whole)
    transaction.savepoint_rollback(before)
    added = into(grown, whole)
    assert (added.nights, added.grown, added.events) == (0, 1, 4)
    assert out(whole) == grown
    assert first_fault(Session.objects.get(pk=night.pk)) is None


def test_a_night_that_went_on_otherwise_is_refused_with_the_place(whole: Club) -> None:
    night = Session.objects.get(ended_at=None)
    before = transaction.savepoint()
    record(night, concealed_kong("C"))
    other = out(whole)
    transaction.savepoint_rollback(before)
    night = Session.objects.get(pk=night.pk)
    record(night, concealed_kong("D"))
    refused = refusal(other, whole)
    assert (refused.code, refused.figures["position"]) == ("other_history", 3)
    assert say_refusal(refused) == "第3行：2026-11-30 这一场，从第3条记录起，和这里存的不一样"


def _position(night: Session) -> int:
    night.refresh_from_db()
    return night.position


# What is refused


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


def night_of(club: Club) -> Json:
    """The rich night."""
    read: Json = json.loads(b"".join(night_lines(Session.objects.filter(club=club).order_by("started_at")[0])))
    return read


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
    ("events.1.right", "watch", "changed"),
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
    ("events.1.undoes", 900, "not_replayable"),
    ("events.3.round", 900, "not_replayable"),
    ("events.3.data.changes.0", {"retract": 99}, "not_replayable"),
    ("events.2.kind", "open_night", "malformed"),
    ("events.0.data.dealer", "B", "not_what_follows"),
    ("events.0.data.date", "2026-01-01", "not_replayable"),
    ("events.0.data.date", "9999-12-31", "malformed"),
    ("events.0.round", None, "not_replayable"),
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
    assert refusal(forged(forgery)).code == "not_replayable"


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


def test_who_and_what_is_known_stays_as_it_is_here(whole: Club) -> None:
    exported = out(whole)
    Person.objects.filter(name="张三").update(name="张三丰")
    HouseRules.objects.update(preset="chengdu_home")
    assert into(exported, whole).nothing
    assert Person.objects.filter(name="张三丰").exists()
    assert HouseRules.objects.get().preset == "chengdu_home"


# The form


def test_the_rounds_of_a_file_can_be_settled_by_themselves(whole: Club) -> None:
    for told in night_of(whole)["rounds"]:
        settled = settlement_of(told["document"], "en")
        assert "error" not in settled
        for key, value in told["document"]["expected"].items():
            assert settled[key] == value


def test_a_file_is_lines_of_canonical_json(whole: Club) -> None:
    lines = out(whole).decode().splitlines()
    assert len(lines) == 3
    for line in lines:
        assert canonical(json.loads(line)) == line


def test_the_number_of_queries_does_not_grow_with_the_club(whole: Club) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            out(whole)
        counts.append(len(queries))
        play_round(open_night(whole))
    assert counts == [5, 5]


# The commands


def run(name: str, *arguments: str) -> str:
    said = StringIO()
    call_command(name, *arguments, stdout=said)
    return said.getvalue()


def test_the_commands_write_a_file_and_take_it_in(whole: Club, nowhere: Callable[[], None], tmp_path: Path) -> None:
    club, night = tmp_path / "club.jsonl", tmp_path / "night.json"
    session = Session.objects.order_by("started_at")[0]
    run("export_club", str(club))
    run("export_night", str(session.pk), str(night))
    assert club.read_bytes() == out(whole)
    assert night.read_bytes() == b"".join(night_lines(session))
    with pytest.raises(CommandError, match="File exists"):
        run("export_club", str(club))
    nowhere()
    assert run("import_json", str(club), "--dry-run").endswith("。\n只是看看，什么都没写。\n")
    assert everything() == [0] * 10
    assert run("import_json", str(night)).startswith("新的1场，")
    assert run("import_json", str(club)).startswith("新的1场，")
    assert run("import_json", str(club)) == "没有新的：都已经有了。\n"
    assert run("import_json", str(club), "--language", "en").isascii()


def test_the_commands_say_in_one_sentence_what_is_wrong(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no such club"):
        run("export_club")
    with pytest.raises(CommandError, match="There is no night"):
        run("export_night", "00000000-0000-0000-0000-000000000000")
    with pytest.raises(CommandError, match="No such file"):
        run("import_json", str(tmp_path / "nothing"))
    (tmp_path / "foreign").write_bytes(b"{}")
    with pytest.raises(CommandError, match="第1行：这不是血战记分导出的文件"):
        run("import_json", str(tmp_path / "foreign"))
    Club.objects.create(name="甲")
    Club.objects.create(name="乙")
    with pytest.raises(CommandError, match="--club"):
        run("export_club")
