"""What is promised of every write, whatever it is: its key, its state, and what the answer says of the database."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import DataError, InterfaceError, OperationalError, ProgrammingError, connection
from django.test import Client
from django.urls import reverse

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.chain import FIRST, event_hash
from rounds.book.taps import Tap
from rounds.models import AccessLink, Club, Event, Session
from rounds.rules.log import Record
from tests.web.cast import NAMES, browser, new_key, next_round, open_night, play_round, record, self_draw, tap
from tests.web.routes import OF_A_NIGHT, ROUTES, address

OF_THE_LOG = (
    *("record", "undo", "next_round", "correct", "insert", "void", "end", "reopen", "pay", "unpay", "leave"),
    *("money", "buy_in", "sit", "count_down", "mend_seats", "bets", "house"),
)
"""The forms of a night that write to its log."""

OTHERWISE_ONCE = {
    "unbooked": "has a key; it tells of taps that are in no log",
    "unbooked_seen": "what was seen is seen",
    "place": "a cookie of this phone",
    "me": "a cookie of this phone",
    "new_watch": "the link that is to be replaced is named",
    "hand_over": "the link that scores so far is named",
    "take_back": "the link that scores so far is named",
}
"""The others, and what keeps them from being done twice."""

FIELDS = {
    "record": {"seat": "A", "cell": "self_draw:1"},
    "correct": {"seat": "B", "cell": "self_draw:2"},
    "insert": {"seat": "B", "cell": "self_draw:2"},
    "unpay": {"payment": "2"},
    "pay": {"payer": "pot", "payee": "pot", "amount": "1"},
    "mend_seats": {"first": "1", "last": "1", "who-0": "张三", "true-0": "Alice"},
    "sit": {f"who-{place}": name for place, name in enumerate(NAMES.values())},
    "money": {"do": "next", "per-point": "1", "currency": "CNY"},
    "bets": {"who-0": "Alice", "on-0": "A"},
    "house": {"do": "use"},
}

DRAW = FIELDS["record"]


@pytest.fixture
def scorer(score: AccessLink) -> Client:
    client = browser(score)
    client.raise_request_exception = False
    return client


def test_every_form_of_a_night_is_in_one_of_the_two_lists() -> None:
    assert {*OF_THE_LOG, *OTHERWISE_ONCE} == {name for name in OF_A_NIGHT if "POST" in ROUTES[name]}
    assert not {*OF_THE_LOG} & {*OTHERWISE_ONCE}


@pytest.mark.parametrize("name", OF_THE_LOG)
def test_without_a_key_or_a_position_nothing_is_written(scorer: Client, night: Session, name: str) -> None:
    record(night, self_draw("A"))
    whole = {"key": new_key(), "position": "2", **FIELDS.get(name, {})}
    for spoilt in ({"key": ""}, {"key": "short"}, {"position": ""}, {"position": "٢"}, {"position": "1_0"}):
        answer = scorer.post(address(name, night), {**whole, **spoilt})
        assert answer.status_code in (400, 422), (name, spoilt)
    assert Event.objects.count() == 2


def test_the_same_key_with_other_content_is_refused_however_old(scorer: Client, night: Session) -> None:
    told = {"key": new_key(), "position": 1, **DRAW}
    page = reverse("record", args=[night.pk])
    assert scorer.post(page, told).status_code == 302
    for player in "BC":
        record(night, self_draw(player))
    for _ in range(3):
        next_round(night)
        play_round(night)
    for other in ({"seat": "B"}, {"cell": "self_draw:2"}, {"position": 2}):
        assert scorer.post(page, {**told, **other}).status_code == 422, other
    assert scorer.post(reverse("undo", args=[night.pk]), told).status_code == 422
    assert scorer.post(page, told).status_code == 302, "the same content: the same answer"
    assert night.log().filter(key=told["key"]).count() == 1


def test_positions_have_no_gap_and_each_event_carries_the_one_before_and_the_club(club: Club, night: Session) -> None:
    other = open_night(club)
    for session in (night, other, night):
        record(session, self_draw("A" if session.round_count else "B") if session.position == 1 else self_draw("B"))
        with pytest.raises(Exception, match="has_won"):
            record(session, self_draw("A"))  # a refusal takes no position
    for session in (night, other):
        previous = FIRST
        for position, event in enumerate(session.log(), 1):
            assert (event.position, event.previous, event.club_id) == (position, previous, club.pk)
            assert event.hash == event_hash(event)
            event.club_id = session.pk
            assert event.hash != event_hash(event)
            previous = event.hash


# What the answer says of the database


def raising(fault: Exception) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise fault

    return fail


@pytest.mark.parametrize("fault", [OperationalError("database is locked"), InterfaceError("connection is closed")])
def test_a_database_that_does_not_confirm_is_503_and_the_same_tap_settles_it(
    scorer: Client, night: Session, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    told = {"key": new_key(), "position": 1, **DRAW}
    page = reverse("record", args=[night.pk])
    with monkeypatch.context() as broken:
        broken.setattr(Session, "save", raising(fault))
        answer = scorer.post(page, told)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
    assert Event.objects.count() == 1
    assert scorer.post(page, told).status_code == 302
    assert Event.objects.count() == 2


@pytest.mark.parametrize("fault", [DataError("out of range"), ProgrammingError("no such column")])
def test_any_other_error_of_the_database_is_a_bug_that_is_logged_and_never_a_success(
    scorer: Client,
    night: Session,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: Exception,
) -> None:
    told = {"key": new_key(), "position": 1, **DRAW}
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr(Session, "save", raising(fault))
        logging.getLogger("django").addHandler(caplog.handler)
        answer = scorer.post(reverse("record", args=[night.pk]), told)
        logging.getLogger("django").removeHandler(caplog.handler)
    assert answer.status_code == 500
    assert any(line.exc_info and line.exc_info[0] is type(fault) for line in caplog.records)
    assert (Event.objects.count(), first_fault(Session.objects.get(pk=night.pk))) == (1, None)


def test_no_request_is_a_transaction_and_nothing_is_answered_from_a_cache(settings: LazySettings) -> None:
    assert connection.settings_dict["ATOMIC_REQUESTS"] is False
    assert not any("cache" in name.lower() for name in settings.MIDDLEWARE)


# The date of a night


def test_a_night_past_midnight_keeps_its_date_and_its_zone(own: AccessLink, club: Club, settings: LazySettings) -> None:
    """From eleven in Chengdu to one in the morning; then the site is moved to another zone."""
    late = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
    night = open_night(club, with_tap=Tap(new_key(), 0, None, late))
    after = Tap(new_key(), 1, None, datetime(2026, 11, 30, 17, 0, tzinfo=UTC))
    scorebook.change(night, after, 1, [Record(self_draw("A"))])
    settings.TIME_ZONE = "America/New_York"
    scorebook.change(night, tap(2), 1, [Record(self_draw("B"))])
    night.refresh_from_db()
    assert (night.date.isoformat(), night.zone) == ("2026-11-30", "Asia/Shanghai")
    events = browser(own).get(reverse("events_csv", args=[night.pk])).getvalue().decode()
    assert "2026-11-30 23:00" in events
    assert "2026-12-01 01:00" in events
    assert [event.at for event in night.log()][:2] == [late, after.at]
    assert [event.position for event in night.log()] == [1, 2, 3], "by position: the last was told by a clock gone back"
    assert first_fault(night) is None
