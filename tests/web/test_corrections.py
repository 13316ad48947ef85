"""更正 gēng zhèng and 撤销 chè xiāo: what may be changed, and what changes with it."""

from typing import Any

import pytest

from rounds import scorebook
from rounds.book.reading import load_round
from rounds.book.refusals import Impossible, NotNow, Stale
from rounds.book.ruling import Ruling
from rounds.models import Session
from rounds.rules.events import CalledFans, Kong, Win, WinBy, Winner
from rounds.rules.log import Amend, Insert, Record, Retract
from rounds.rules.presets import presets
from rounds.rules.ruleset import KongKind, RuleSet
from rounds.rules.settle import settle
from tests.web.cast import (
    NAMES,
    change,
    concealed_kong,
    discard,
    next_round,
    open_night,
    penalty,
    play_round,
    record,
    rows,
    self_draw,
    tap,
    undo,
)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ([], "no_changes"),
        ([Record(self_draw("A")), Record(self_draw("B"))], "two_facts"),
        ([Amend(self_draw("A"), 7)], "no_such_event"),
        ([Retract(1)], "no_such_event"),
        ([Insert(self_draw("A"), 2)], "no_such_event"),
    ],
)
def test_changes_that_cannot_be_laid_over_the_round_are_refused(night: Session, changes: Any, code: str) -> None:
    with pytest.raises(NotNow) as refusal:
        scorebook.change(night, tap(1), 1, changes)
    assert refusal.value.code == code
    assert night.log().count() == 1


def test_a_fact_that_cannot_have_happened_is_refused(night: Session) -> None:
    record(night, self_draw("A"))
    for impossible in (Record(self_draw("A")), Amend(self_draw("E"), 2), Insert(discard("E", "B"), before=2)):
        with pytest.raises(Impossible):
            change(night, impossible)
    assert night.log().count() == 2


def test_facts_that_a_correction_makes_impossible_stand_as_problems(night: Session) -> None:
    record(night, self_draw("A"))
    record(night, self_draw("B"))
    change(night, Amend(self_draw("B"), 2))
    row = night.played().get()
    assert (row.problems, row.facts) == (1, 2)
    change(night, Amend(self_draw("A"), 3))
    assert night.played().get().problems == 0


def test_a_payment_too_large_to_be_counted_everywhere_is_refused(own: Any) -> None:
    night = open_night(own.club, preset="single_player")
    rules = {**presets()["single_player"].rules.to_json(), "base": 10**6}
    huge = scorebook.open_night(
        own.club, tap(0), NAMES, "A", Ruling(RuleSet.from_json(rules), "sbr_2025"), "Asia/Shanghai"
    )
    with pytest.raises(NotNow) as refusal:
        record(huge, Win(WinBy.SELF_DRAW, (Winner("A", CalledFans(40)),)))
    assert refusal.value.code == "too_many_points"
    assert night.position == 1


def test_a_round_that_is_not_there_takes_no_changes(night: Session) -> None:
    with pytest.raises(NotNow) as refusal:
        change(night, Record(self_draw("A")), number=2)
    assert refusal.value.code == "no_such_round"


def test_only_the_newest_round_of_a_night_that_is_on_is_recorded_into(night: Session) -> None:
    play_round(night)
    next_round(night)
    with pytest.raises(NotNow) as refusal:
        change(night, Record(penalty("A", "B")), number=1)
    assert refusal.value.code == "round_over"
    night.refresh_from_db()
    scorebook.end_night(night, tap(night.position))
    with pytest.raises(NotNow) as refusal:
        record(night, self_draw("A"))
    assert refusal.value.code == "night_ended"


def test_a_correction_of_an_old_round_rewrites_that_round_alone(night: Session) -> None:
    for first in "ABC":
        play_round(night, first)
        if first != "C":
            next_round(night)
    one, two, three = rows(night)
    corrected = night.played().get(number=2)
    fact = load_round(night, 2).facts[0].id
    change(night, Amend(discard("D", "B", fans=3), fact), number=2)
    after = rows(night)
    assert (after[0], after[2]) == (one, three)
    assert after[1] != two
    log = load_round(night, 2)
    facts = [discard("D", "B", fans=3), *(fact.fact for fact in log.facts[1:])]
    fresh = settle(log.opening.rules, log.players, facts, log.opening.dealer)
    assert night.played().get(number=2).net == fresh.net
    assert [entry.points for entry in night.ledger().filter(round=corrected)] == [e.points for e in fresh.entries]


def test_a_correction_never_changes_who_deals_a_round_that_has_begun(night: Session) -> None:
    play_round(night, "B")
    next_round(night)
    change(night, Amend(self_draw("C"), 2), Amend(self_draw("B"), 4), number=1)
    first, second = night.played()
    assert (first.next_dealer, second.dealer) == ("C", "B")


def test_an_old_round_can_be_corrected_when_the_night_has_ended(night: Session) -> None:
    play_round(night)
    night.refresh_from_db()
    scorebook.end_night(night, tap(night.position))
    change(night, Retract(4), number=1)
    change(night, Insert(concealed_kong("D"), before=2), number=1)
    assert night.played().get().facts == 3


def test_two_changes_in_one_step_stand_and_fall_together(night: Session) -> None:
    record(night, Kong("C", KongKind.PROMOTED))
    robbed = Kong("C", KongKind.PROMOTED, robbed=True)
    change(night, Amend(robbed, 2), Record(Win(WinBy.ROBBED_KONG, (Winner("B", CalledFans(0)),), "C")))
    assert night.played().get().net == {"A": 0, "B": 2, "C": -2, "D": 0}
    undo(night)
    assert night.played().get().net == {"A": -1, "B": -1, "C": 3, "D": -1}


def test_undo_takes_back_whatever_came_last(night: Session) -> None:
    record(night, self_draw("A"))
    states = [rows(night)]
    for step in (
        lambda: change(night, Amend(self_draw("B"), 2)),
        lambda: change(night, Retract(2)),
        lambda: play_round(night),
        lambda: next_round(night),
        lambda: record(night, concealed_kong("C")),
    ):
        step()
        states.append(rows(night))
    for taken, count in ((-2, 1), (-3, 1), (-4, 3), (-5, 1), (-6, 1)):
        for _ in range(count):
            undo(night)
        assert without_times(rows(night)) == without_times(states[taken])


def without_times(told: list[list[dict[str, object]]]) -> list[list[dict[str, object]]]:
    return [[{k: v for k, v in row.items() if k != "last_at"} for row in round_] for round_ in told]


def test_the_opening_of_a_night_is_not_undone(night: Session) -> None:
    record(night, self_draw("A"))
    undo(night)
    with pytest.raises(NotNow) as refusal:
        undo(night)
    assert refusal.value.code == "nothing_to_undo"


def test_of_two_undos_made_on_the_same_state_one_wins(night: Session) -> None:
    record(night, self_draw("A"))
    record(night, self_draw("B"))
    scorebook.undo(night, tap(3))
    with pytest.raises(Stale):
        scorebook.undo(night, tap(3))
    assert night.played().get().facts == 1


def test_undoing_the_end_and_the_reopening_of_a_night_gives_the_state_before(night: Session) -> None:
    ended = scorebook.end_night(night, tap(1))
    scorebook.reopen_night(night, tap(2))
    assert undo(night).session.ended_at == ended.event.at
    assert undo(night).session.ended_at is None
    with pytest.raises(NotNow):
        undo(night)
