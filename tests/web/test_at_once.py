"""Two phones at once: of two taps on the same state one is written, and the other is told so."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.refusals import Refused
from rounds.book.taps import Answer, Tap
from rounds.models import Club, Event, Session
from rounds.rules.log import Record
from tests.web.cast import NAMES, concealed_kong, open_night, play_round, record, self_draw, tap

pytestmark = pytest.mark.django_db(transaction=True)

Act = Callable[[Session, Tap], Answer]


def both(*acts: Callable[[], Any]) -> list[Any]:
    """Do these at the same moment, each on a connection of its own: what each gave, or was refused with."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return act()
        except Refused as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def kong(night: Session, same: Tap) -> Answer:
    return scorebook.change(night, same, 1, [Record(concealed_kong("D"))])


def win(night: Session, same: Tap) -> Answer:
    return scorebook.change(night, same, 1, [Record(self_draw("B"))])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (win, win),
        (kong, win),
        (win, scorebook.undo),
        (scorebook.undo, scorebook.undo),
        (scorebook.end_night, scorebook.end_night),
        (scorebook.undo, scorebook.end_night),
    ],
)
def test_of_two_taps_on_one_state_one_is_written_and_one_is_stale(night: Session, one: Act, other: Act) -> None:
    record(night, self_draw("A"))
    gave = both(lambda: one(night, tap(2)), lambda: other(night, tap(2)))
    assert sorted(answer if answer == "stale" else "written" for answer in gave) == ["stale", "written"]
    night.refresh_from_db()
    assert (night.position, first_fault(night)) == (3, None)


def test_the_next_round_is_opened_once(night: Session) -> None:
    play_round(night)
    gave = both(*[lambda: scorebook.open_round(night, tap(4))] * 2)
    assert gave.count("stale") == 1
    assert night.played().count() == 2


def test_twenty_copies_of_one_tap_give_one_event(night: Session) -> None:
    same = tap(1)
    answers = both(*[lambda: win(night, same)] * 20)
    assert len({answer.event.pk for answer in answers}) == 1
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 19
    assert night.log().count() == 2


def test_two_copies_of_the_tap_that_opens_a_night_open_one(club: Club) -> None:
    same = tap(0)
    first, second = both(*[lambda: open_night(club, NAMES, with_tap=same)] * 2)
    assert first == second
    assert Event.objects.count() == 1


def test_one_key_for_two_nights_at_once_is_written_in_one(club: Club) -> None:
    nights, same = [open_night(club), open_night(club)], tap(1)
    gave = both(*[lambda night=night: win(night, same) for night in nights])
    assert gave.count("key_reused") == 1
    assert Event.objects.filter(key=same.key).count() == 1
