"""规矩 guī ju that are changed in the middle of a night: an event of its log, in force from the next round on."""

import json
from importlib import import_module

import pytest
from django.db import connection

from rounds import scorebook
from rounds.book.audit import Fault, first_fault
from rounds.book.chain import event_hash
from rounds.book.projection import rebuild
from rounds.book.reading import next_ruling, ruling_of
from rounds.book.refusals import KeyReused, NotNow, Stale
from rounds.book.replay import Opening
from rounds.book.ruling import Ruling
from rounds.models import Event, Session
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet, changed
from tests.web.cast import discard, new_key, next_round, play_round, record, rows, self_draw, set_rules, tap, undo

HOME = presets()["chengdu_home"].rules
OURS = Ruling(RuleSet.from_json(changed(HOME.to_json(), {"cap": 4, "base": 2})), "chengdu_home", "我们家的")


@pytest.fixture
def unguarded(night: Session) -> None:
    """Somebody who may do everything to the database has taken the triggers away."""
    connection.check_constraints()
    import_module("rounds.migrations.0002_append_only").lift(None, connection.schema_editor())


def bases(night: Session) -> list[int]:
    return [row.rules["base"] for row in night.played()]


def test_changed_rules_hold_from_the_next_round_on(night: Session) -> None:
    record(night, self_draw("A"))
    before = rows(night)
    set_rules(night, base=5)
    assert rows(night) == before
    record(night, self_draw("B"))
    record(night, self_draw("C"))
    next_round(night)
    record(night, self_draw("A"))
    assert bases(night) == [1, 5]
    assert night.played().get(number=2).net == {"A": 30, "B": -10, "C": -10, "D": -10}


def test_a_round_that_has_begun_keeps_its_rules_even_before_its_first_fact(night: Session) -> None:
    set_rules(night, base=5)
    record(night, discard("B", "A"))
    assert night.played().get().net["A"] == 1


def test_the_newest_change_counts_and_holds_on(night: Session) -> None:
    set_rules(night, base=5)
    set_rules(night, base=3)
    for _ in range(2):
        play_round(night)
        next_round(night)
    assert bases(night) == [1, 3, 3]


def test_the_event_says_the_rules_the_preset_and_the_name(night: Session) -> None:
    event = scorebook.set_rules(night, tap(1), OURS).event
    assert (event.kind, event.round, event.undoes) == (Event.Kind.SET_RULES, None, None)
    assert json.loads(event.data) == {"rules": OURS.rules.to_json(), "preset": "chengdu_home", "house": "我们家的"}


def test_a_round_shows_the_name_that_its_rules_have(night: Session) -> None:
    play_round(night)
    scorebook.set_rules(night, tap(4), OURS)
    next_round(night)
    first, second = night.played()
    assert (first.house, second.house) == ("", "我们家的")
    assert ruling_of(second) == OURS


def test_undo_takes_a_change_back(night: Session) -> None:
    record(night, self_draw("A"))
    set_rules(night, base=5)
    set_rules(night, base=3)
    for base in (5, 1):
        undo(night)
        night.refresh_from_db()
        assert next_ruling(night, night.played().get()).rules.base == base
    assert night.played().get().facts == 1
    undo(night)
    assert night.played().get().facts == 0


def test_a_round_that_is_taken_back_and_opened_again_has_the_changed_rules(night: Session) -> None:
    play_round(night)
    set_rules(night, base=5)
    next_round(night)
    undo(night)
    next_round(night)
    assert bases(night) == [1, 5]


def test_a_change_that_was_taken_back_leaves_the_next_round_as_it_was(night: Session) -> None:
    set_rules(night, base=5)
    undo(night)
    play_round(night)
    next_round(night)
    assert bases(night) == [1, 1]


def test_rules_that_hold_anyhow_are_no_change(night: Session) -> None:
    with pytest.raises(NotNow) as refusal:
        set_rules(night)
    assert refusal.value.code == "no_changes"
    set_rules(night, base=5)
    with pytest.raises(NotNow):
        set_rules(night, base=5)
    set_rules(night, base=1)
    assert next_ruling(night, night.played().get()).rules == HOME


def test_another_name_alone_is_a_change(night: Session) -> None:
    scorebook.set_rules(night, tap(1), Ruling(HOME, "chengdu_home", "我们家的"))
    night.refresh_from_db()
    assert next_ruling(night, night.played().get()).house == "我们家的"


def test_a_night_that_is_over_has_no_next_round(night: Session) -> None:
    scorebook.end_night(night, tap(1))
    night.refresh_from_db()
    with pytest.raises(NotNow) as refusal:
        set_rules(night, base=5)
    assert refusal.value.code == "night_ended"


def test_the_same_tap_twice_is_one_event_and_a_stale_one_none(night: Session) -> None:
    same = tap(1, new_key())
    assert [scorebook.set_rules(night, same, OURS).replayed for _ in range(2)] == [False, True]
    with pytest.raises(KeyReused):
        scorebook.set_rules(night, same, Ruling(HOME, "chengdu_home"))
    with pytest.raises(Stale):
        scorebook.set_rules(night, tap(1), Ruling(HOME, "chengdu_home"))
    assert night.log().count() == 2


def test_the_check_of_the_ledger_knows_changed_rules(night: Session) -> None:
    play_round(night)
    set_rules(night, base=5)
    next_round(night)
    undo(night)
    undo(night)
    set_rules(night, base=2)
    next_round(night)
    night.refresh_from_db()
    assert first_fault(night) is None
    before = rows(night)
    rebuild(night)
    assert rows(night) == before


@pytest.mark.parametrize("data", ["{}", '{"preset":"x","rules":{"base":1}}', '{"preset":"x","rules":5}'])
def test_changed_rules_that_nobody_can_have_written_are_found(night: Session, unguarded: None, data: str) -> None:
    event = set_rules(night, base=5).event
    event.data = data
    event.hash = event_hash(event)
    event.save()
    Session.objects.update(head=event.hash)
    night.refresh_from_db()
    assert first_fault(night) == Fault(1, "not_replayable")


def test_a_log_from_before_rules_had_names_is_read_and_verified(night: Session, unguarded: None) -> None:
    event = night.log().get()
    event.data = event.data.replace('"house":"",', "")
    event.hash = event_hash(event)
    event.save()
    Session.objects.update(head=event.hash)
    night.refresh_from_db()
    assert first_fault(night) is None
    assert Opening.from_json(json.loads(event.data)).ruling == Ruling(HOME, "chengdu_home")
    rebuild(night)
    record(night, self_draw("A"))
    assert night.played().get().net["A"] == 6
