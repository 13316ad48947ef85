"""The demonstration: what it writes in one go is what the scorebook writes line by line."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import QuerySet

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.dues import Dues, dues
from rounds.book.reading import next_opening, read_log, standing_payments
from rounds.book.replay import Opening
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.book.taps import Tap
from rounds.demo import writing
from rounds.demo.club import SKILL, Plan, meeting
from rounds.demo.writing import write_club
from rounds.models import Club, Entry, Event, Payment, Person, Round, Session
from rounds.rules.ledger import Reason
from rounds.rules.log import Change
from rounds.scorebook.nights import open_night_as_asked

SMALL = Plan(nights=3, rounds=5)


class Scorebook:
    """A night of the demonstration, written by the scorebook."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.opened: Session | None = None

    @property
    def session(self) -> Session:
        assert self.opened is not None
        self.opened.refresh_from_db()
        return self.opened

    @property
    def position(self) -> int:
        return self.session.position if self.opened else 0

    def _newest(self) -> Round:
        return self.session.played().order_by("-number")[0]

    def opening(self) -> Opening:
        return read_log(self.session, self._newest()).opening

    def coming(self) -> Opening:
        return next_opening(self.session, self._newest())

    def dues(self) -> Dues:
        return dues(list(self.session.played()), standing_payments(self.session))

    def open_night(self, tap: Tap, new: NewNight) -> None:
        self.opened = open_night_as_asked(self.club, tap, new.to_json(), lambda: new)

    def open_round(self, tap: Tap, dealer: str | None) -> None:
        scorebook.open_round(self.session, tap, dealer)

    def change(self, tap: Tap, changes: Sequence[Change]) -> None:
        scorebook.change(self.session, tap, self.session.round_count, changes)

    def undo(self, tap: Tap) -> None:
        scorebook.undo(self.session, tap)

    def set_rules(self, tap: Tap, ruling: Ruling) -> None:
        scorebook.set_rules(self.session, tap, ruling)

    def set_company(self, tap: Tap, seating: Seating) -> None:
        scorebook.set_company(self.session, tap, seating)

    def set_bets(self, tap: Tap, on: Mapping[str, str]) -> None:
        scorebook.set_bets(self.session, tap, self.session.round_count, on)

    def count_down(self, tap: Tap, rounds: int) -> None:
        scorebook.count_down(self.session, tap, rounds)

    def end_night(self, tap: Tap) -> None:
        scorebook.end_night(self.session, tap)

    def pay(self, tap: Tap, payer: str, payee: str, amount: int) -> None:
        scorebook.pay(self.session, tap, payer, payee, amount)

    def unpay(self, tap: Tap, payment: int) -> None:
        scorebook.unpay(self.session, tap, payment)


def told(rows: QuerySet[Any]) -> list[dict[str, object]]:
    """What rows say, without the ids that the database gave them."""
    return [{name: value for name, value in row.items() if name not in ("id", "round_id")} for row in rows.values()]


def everything(session: Session) -> list[object]:
    session.refresh_from_db()
    columns = {field.attname: getattr(session, field.attname) for field in session._meta.concrete_fields}
    return [columns, *map(told, (session.log(), session.played(), session.ledger(), session.paid()))]


@pytest.fixture
def coming(monkeypatch: pytest.MonkeyPatch) -> list[uuid.UUID]:
    """The ids that the next nights get."""
    ids: list[uuid.UUID] = []
    monkeypatch.setattr(Session._meta.get_field("id"), "_get_default", lambda: ids.pop())
    return ids


@pytest.mark.parametrize("seed", range(3))
def test_a_night_is_what_the_scorebook_would_have_written(db: None, coming: list[uuid.UUID], seed: int) -> None:
    plan = replace(SMALL, seed=seed)
    before = transaction.savepoint()
    write_club(plan)
    drafted = [everything(night) for night in Session.objects.order_by("started_at")]
    transaction.savepoint_rollback(before)

    club = write_club(replace(plan, nights=0))
    for number in range(plan.nights):
        luck = writing.luck(plan, number)
        arranged = meeting(plan, number, luck)
        coming.append(writing.draw_id(luck))
        writing.hold(arranged, luck, Scorebook(club), club.links.get(right="own"))
    assert [everything(night) for night in Session.objects.order_by("started_at")] == drafted


def test_the_ledgers_are_right_and_have_everything_in_them(db: None) -> None:
    write_club(Plan(nights=30, rounds=12))
    assert [night for night in Session.objects.all() if first_fault(night)] == []
    assert Session.objects.filter(ended_at=None).count() == 1
    assert Round.objects.exclude(problems=0).count() == 0
    assert set(Event.Kind) - set(Event.objects.values_list("kind", flat=True)) == NOT_SHOWN
    assert set(Reason) - set(Entry.objects.values_list("reason", flat=True)) == {Reason.LEAVE, Reason.STAKES}
    assert {len(row.seats) for row in Round.objects.all()} == {2, 3, 4}
    assert {bool(row.resting) for row in Round.objects.all()} == {True, False}
    assert set(Round.objects.values_list("ended", flat=True)) == {"", "wins", "wall_out"}
    assert Payment.objects.filter(undone=None).exists()
    assert Payment.objects.exclude(undone=None).exists()
    assert len(set(Round.objects.values_list("preset", flat=True))) >= 5
    assert Round.objects.exclude(house="").exists()
    assert Event.objects.filter(data__contains='"amend"').exists()
    assert Event.objects.filter(data__contains='"insert"').exists()
    assert Event.objects.filter(data__contains='"retract"').exists()


NOT_SHOWN = {"buy_in", "reseat", "set_money", "reopen_night"}
"""What a first look can do without."""


def test_the_same_seed_gives_the_same_club(db: None) -> None:
    before = transaction.savepoint()
    write_club(SMALL)
    heads = list(Session.objects.order_by("started_at").values_list("head", flat=True))
    transaction.savepoint_rollback(before)
    write_club(SMALL)
    assert list(Session.objects.order_by("started_at").values_list("head", flat=True)) == heads
    transaction.savepoint_rollback(before)
    write_club(replace(SMALL, seed=2))
    assert not set(Session.objects.values_list("head", flat=True)) & set(heads)


def test_nobody_has_played_in_the_time_to_come(db: None) -> None:
    write_club(SMALL)
    assert Event.objects.order_by("-at")[0].at < SMALL.until


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_writes_as_many_nights_as_it_is_asked_for(db: None) -> None:
    assert run("--nights", "3", "--rounds", "4", "--until", "2026-01-05") == "3 nights are written.\n"
    assert Session.objects.count() == 3
    assert set(Person.objects.values_list("name", flat=True)) == set(SKILL)
    assert str(Session.objects.order_by("-started_at")[0].date) == "2026-01-04"


def test_the_command_leaves_a_club_that_is_there_alone(night: Session) -> None:
    with pytest.raises(CommandError, match="an empty one"):
        run()
    assert Session.objects.get() == night
    assert run("--if-empty") == ""
    assert Session.objects.get() == night


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--nights", "-1"), "--nights is from 1 to 10000, not -1."),
        (("--nights", "0"), "--nights is from 1 to 10000, not 0."),
        (("--rounds", "1000000"), "--rounds is from 1 to 200, not 1000000."),
        (("--years", "5000"), "--years is from 1 to 25, not 5000."),
        (("--years", "-5"), "--years is from 1 to 25, not -5."),
        (("--until", "0001-01-01"), "--until is in a year from 2000 to 2100, not 1."),
        (("--until", "9999-12-31"), "--until is in a year from 2000 to 2100, not 9999."),
    ],
)
def test_figures_that_make_no_club_are_refused_in_one_sentence(db: None, arguments: tuple[str, str], said: str) -> None:
    with pytest.raises(CommandError) as refused:
        run(*arguments)
    assert str(refused.value) == said
    assert not Club.objects.exists()


@pytest.mark.parametrize("until", ["2000-01-01", "2100-12-31T23:59:59+14:00"])
def test_the_furthest_figures_make_a_club(db: None, until: str) -> None:
    assert run("--nights", "1", "--rounds", "1", "--years", "25", "--until", until) == "1 nights are written.\n"
