"""The only writer: each tap once, on the state it was made on, whole or not at all."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError

from rounds import scorebook
from rounds.book import taps
from rounds.book.audit import first_fault
from rounds.book.refusals import Busy, KeyReused, Stale
from rounds.book.replay import RoundLog
from rounds.book.taps import Answer, Tap
from rounds.models import Entry, Event, Person, Session
from rounds.money import Money
from rounds.rules.log import Amend, Record
from rounds.scorebook import nights
from tests.web.cast import (
    START,
    discard,
    next_round,
    open_night,
    play_round,
    record,
    rows,
    self_draw,
    tap,
    undo,
)

MaxQueries = Callable[[int], Any]


def test_a_tap_is_written_down_and_settled(night: Session) -> None:
    answer = record(night, self_draw("A", fans=1))
    assert (answer.event.position, answer.event.kind, answer.event.round, answer.replayed) == (2, "change", 1, False)
    assert json.loads(answer.event.data) == {
        "changes": [{"record": {"type": "win", "by": "self_draw", "winners": [{"player": "A", "fans": 1}]}}]
    }
    row = night.played().get()
    assert (row.net, row.facts, row.last_at) == ({"A": 9, "B": -3, "C": -3, "D": -3}, 1, answer.event.at)
    assert {entry.position for entry in night.ledger()} == {2}


def test_a_second_tap_with_the_same_key_gives_the_same_event(night: Session) -> None:
    same = tap(1)
    first = scorebook.change(night, same, 1, [Record(self_draw("A"))])
    second = scorebook.change(night, same, 1, [Record(self_draw("A"))])
    assert (second.event, second.replayed) == (first.event, True)
    assert night.log().count() == 2


def test_a_key_is_known_long_after(night: Session) -> None:
    same = tap(1)
    first = scorebook.change(night, same, 1, [Record(self_draw("A"))])
    for player in "BC":
        record(night, self_draw(player))
    next_round(night)
    assert scorebook.change(night, same, 1, [Record(self_draw("A"))]).event == first.event


def test_a_tap_that_means_another_thing_by_now_is_known_by_what_it_asked(night: Session) -> None:
    """也胡: who wins too is written into the last win, which then says something else."""
    record(night, discard("D", "A"))
    same, told = tap(2), {"cell": "also:B:0"}

    def also(log: RoundLog) -> list[Amend]:
        assert log.facts[-1].fact == discard("D", "A")
        return [Amend(discard("D", "A", "B"), log.facts[-1].id)]

    first = scorebook.change_as_asked(night, same, None, told, also)
    second = scorebook.change_as_asked(night, same, None, told, also)
    assert (second.event, second.replayed) == (first.event, True)
    with pytest.raises(KeyReused):
        scorebook.change_as_asked(night, same, None, {"cell": "also:C:0"}, also)


@pytest.mark.parametrize(
    "other",
    [
        lambda night, same: scorebook.change(night, same, 1, [Record(self_draw("B"))]),
        lambda night, same: scorebook.change(night, same, 2, [Record(self_draw("A"))]),
        lambda night, same: scorebook.change(night, Tap(same.key, 2, None, same.at), 1, [Record(self_draw("A"))]),
        lambda night, same: scorebook.undo(night, same),
        lambda night, same: scorebook.open_round(night, same),
        lambda night, same: scorebook.end_night(night, same),
        lambda night, same: scorebook.change(open_night(night.club), same, 1, [Record(self_draw("A"))]),
    ],
)
def test_a_key_comes_with_one_request_only(night: Session, other: Callable[[Session, Tap], Answer]) -> None:
    same = tap(1)
    scorebook.change(night, same, 1, [Record(self_draw("A"))])
    with pytest.raises(KeyReused):
        other(night, same)
    assert night.log().count() == 2


def test_a_tap_on_a_state_that_is_gone_is_stale(night: Session) -> None:
    record(night, self_draw("A"))
    for expected in (0, 1, 3):
        with pytest.raises(Stale):
            scorebook.change(night, tap(expected), 1, [Record(self_draw("B"))])
    assert night.log().count() == 2


def test_an_event_says_by_which_link_it_was_written(night: Session, score: Any) -> None:
    event = scorebook.change(night, tap(1, link=score), 1, [Record(self_draw("A"))]).event
    event.refresh_from_db()
    assert (event.by, event.right) == (score, "score")


def test_two_requests_with_one_new_key_at_once_give_one_event(night: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    same = tap(0)
    first = open_night(night.club, with_tap=same)
    looked_up = taps.known_event
    answers = iter([lambda *_: None, looked_up])
    monkeypatch.setattr(nights, "known_event", lambda *asked: next(answers)(*asked))
    assert open_night(night.club, with_tap=same) == first
    assert Session.objects.count() == 2


@pytest.mark.parametrize("failure", [OperationalError("database is locked"), InterfaceError("connection closed")])
def test_a_database_that_does_not_confirm_is_busy_and_keeps_nothing(
    night: Session, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    same = tap(1)
    with monkeypatch.context() as patch:
        patch.setattr(Event, "save", raising(failure))
        with pytest.raises(Busy):
            scorebook.change(night, same, 1, [Record(self_draw("A"))])
    assert night.log().count() == 1
    assert not scorebook.change(night, same, 1, [Record(self_draw("A"))]).replayed


def test_a_failure_half_way_leaves_nothing(night: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows(night)
    with monkeypatch.context() as patch:
        patch.setattr(type(Entry.objects), "bulk_create", raising(RuntimeError("half way")))
        with pytest.raises(RuntimeError):
            record(night, self_draw("A"))
        with pytest.raises(RuntimeError):
            open_night(night.club, {"A": "Alice", "B": "Bob"})
    night.refresh_from_db()
    assert (night.position, night.log().count(), rows(night)) == (1, 1, before)
    assert (Session.objects.count(), Person.objects.count()) == (1, 4)


def raising(failure: Exception) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise failure

    return fail


def test_a_change_takes_fifteen_queries_and_a_transaction(
    night: Session, django_assert_num_queries: MaxQueries
) -> None:
    """A few more where something happens for the first time in the night, which is not counted there yet."""
    for _ in range(2):
        play_round(night)
        next_round(night)
    night.refresh_from_db()
    with django_assert_num_queries(15 + 2):
        scorebook.change(night, tap(night.position), 3, [Record(self_draw("A", fans=1))])


def test_what_is_said_of_a_whole_night_takes_as_many_queries_as_of_one_round(
    night: Session, django_assert_max_num_queries: MaxQueries
) -> None:
    for _ in range(9):
        play_round(night)
        next_round(night)
    night.refresh_from_db()
    with django_assert_max_num_queries(19 + 2):
        scorebook.set_money(night, tap(night.position), Money("CNY", 50), None, whole_night=True)
    night.refresh_from_db()
    assert first_fault(night) is None
    with django_assert_max_num_queries(18 + 2):
        undo(night)
    night.refresh_from_db()
    assert first_fault(night) is None


@pytest.mark.parametrize(
    ("act", "count"),
    [
        (lambda night, same: scorebook.open_round(night, same), 9),
        (lambda night, same: scorebook.undo(night, same), 20),
        (lambda night, same: scorebook.end_night(night, same), 5),
    ],
)
def test_other_writes_take_a_few_queries(
    night: Session,
    django_assert_max_num_queries: MaxQueries,
    act: Callable[[Session, Tap], Answer],
    count: int,
) -> None:
    play_round(night)
    with django_assert_max_num_queries(count + 2):
        act(night, tap(4))


def test_a_replay_takes_two_queries(night: Session, django_assert_num_queries: MaxQueries) -> None:
    same = tap(1)
    scorebook.change(night, same, 1, [Record(self_draw("A"))])
    with django_assert_num_queries(2 + 2):
        scorebook.change(night, same, 1, [Record(self_draw("A"))])


def test_a_key_is_long_enough_to_be_unique() -> None:
    for key in ("", "a" * 21, "a" * 65, "a" * 21 + "/", "a" * 21 + "一"):
        with pytest.raises(ValueError, match="a key is"):
            Tap(key, 0, None, START)
