"""What a change would do, shown before it is kept."""

from collections.abc import Callable
from typing import Any

import pytest

from rounds.book.previews import preview
from rounds.book.reading import seat_totals
from rounds.book.refusals import NotNow
from rounds.models import Event, Session
from rounds.rules.log import Amend, Change, Insert, Record, Retract
from tests.web.cast import change, concealed_kong, discard, next_round, play_round, record, self_draw


@pytest.mark.parametrize(
    "asked",
    [
        Amend(discard("D", "A", fans=3), 2),
        Insert(concealed_kong("D"), 2),
        Retract(4),
    ],
)
def test_a_preview_shows_the_totals_that_the_change_will_give(night: Session, asked: Change) -> None:
    play_round(night)
    next_round(night)
    record(night, concealed_kong("B"))
    shown = preview(night, 1, [asked])
    rounds = list(night.played())
    assert shown.before == seat_totals(rounds, rounds[0].seats)
    change(night, asked, number=1)
    assert shown.after == seat_totals(night.played(), rounds[0].seats) != shown.before
    assert (shown.own, shown.problems) == (None, ())


def test_a_preview_writes_nothing(night: Session) -> None:
    record(night, self_draw("A"))
    preview(night, 1, [Amend(self_draw("B"), 2)])
    assert Event.objects.count() == 2
    assert night.played().get().net["A"] == 6


def test_a_preview_tells_a_fact_that_cannot_have_happened(night: Session) -> None:
    record(night, self_draw("A"))
    night.refresh_from_db()
    shown = preview(night, 1, [Record(self_draw("A"))])
    assert shown.own is not None
    assert (shown.own.event, shown.own.code) == (1, "has_won")
    assert shown.after == shown.before


def test_a_preview_names_the_facts_that_become_impossible_and_no_others(night: Session) -> None:
    for player in "AB":
        record(night, self_draw(player))
    night.refresh_from_db()
    shown = preview(night, 1, [Amend(self_draw("B"), 2)])
    assert shown.own is None
    assert [(number, problem.event, problem.code) for number, _, problem in shown.problems] == [(1, 1, "has_won")]
    change(night, Amend(self_draw("B"), 2))
    night.refresh_from_db()
    assert preview(night, 1, [Insert(concealed_kong("C"), 2)]).problems == ()


def test_a_preview_refuses_what_the_scorebook_refuses(night: Session) -> None:
    for number, asked, code in ((1, Retract(9), "no_such_event"), (2, Retract(9), "no_such_round")):
        with pytest.raises(NotNow) as refusal:
            preview(night, number, [asked])
        assert refusal.value.code == code


def test_a_preview_takes_two_queries(night: Session, django_assert_num_queries: Callable[[int], Any]) -> None:
    record(night, self_draw("A"))
    night.refresh_from_db()
    with django_assert_num_queries(2):
        preview(night, 1, [Retract(2)])
