"""What is written while a file is judged, and before it is taken in, is neither lost nor passed over."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.db import transaction

from rounds.book.audit import first_fault
from rounds.book.refusals import Busy
from rounds.clubs import own_link
from rounds.exports.archive import night_lines
from rounds.imports import taking
from rounds.imports.refusal import NotTakenIn
from rounds.models import AccessLink, Club, Event, Session
from tests.web.cast import START, concealed_kong, open_night, play_round, record
from tests.web.taken_home import everything, into, nowhere, out, whole

__all__ = ["nowhere", "whole"]


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """When the file has been judged, and just before the database is held, this happens; nothing is judged after it."""
    begin = transaction.atomic

    def atomic(*, durable: bool) -> object:
        act()
        monkeypatch.setattr(taking, "read_night", None)
        monkeypatch.setattr(taking, "read_club", None)
        return begin(durable=durable)

    monkeypatch.setattr(taking, "transaction", SimpleNamespace(atomic=atomic))


def test_taps_are_written_while_a_file_is_judged(
    whole: Club, nowhere: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    exported = out(whole)
    nowhere()
    own = own_link(START)
    other = open_night(Club.objects.create(name="别的"))
    meanwhile(monkeypatch, lambda: play_round(other))
    assert into(exported, own.club).nights == 2
    assert Event.objects.filter(session=other).count() == 4
    assert out(Club.objects.get(pk=whole.pk)) == exported


def test_what_was_written_since_a_file_was_judged_is_seen(
    night: Session, own: AccessLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = transaction.savepoint()
    play_round(night)
    exported = b"".join(night_lines(night))
    transaction.savepoint_rollback(start)
    going_on = Session.objects.get()
    before: list[list[int]] = []

    def tapped() -> None:
        record(going_on, concealed_kong("B"))
        before.append(everything())

    meanwhile(monkeypatch, tapped)
    with pytest.raises(NotTakenIn, match="other_history"):
        into(exported, own.club)
    assert [everything()] == before
    assert first_fault(Session.objects.get()) is None


def test_a_club_that_has_become_another_since_is_left_alone(
    whole: Club, nowhere: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    exported = out(whole)
    nowhere()
    club = own_link(START).club

    def gone() -> None:
        AccessLink.objects.all().delete()
        club.delete()

    empty = Club.objects.get(pk=club.pk)
    meanwhile(monkeypatch, gone)
    for _ in range(2):
        with pytest.raises(Busy):
            into(exported, empty)
    assert everything() == [0] * 10
