"""Laws of the tallies: they are the sums of the ledgers, whatever was corrected, undone, reseated or bet on."""

from collections import Counter
from collections.abc import Callable, Mapping

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rounds import scorebook
from rounds.book.audit import Fault, first_fault
from rounds.book.projection import rebuild
from rounds.book.reading import totals
from rounds.book.refusals import Refused
from rounds.book.tallying import TABLES, month_of, stored_rows
from rounds.book.taps import Answer
from rounds.models import Club, PairTally, PatternTally, PersonTally, Round, Session
from rounds.money import Money
from rounds.rules.events import POT
from rounds.rules.tallies import Count
from tests.web.cast import (
    concealed_kong,
    discard,
    next_round,
    nobody_ready,
    open_night,
    penalty,
    record,
    self_draw,
    tap,
    undo,
)
from tests.web.kept import kept
from tests.web.test_log_laws import acts as table_acts

Act = Callable[[Session], Answer]

WORTH = Money("CNY", 50)


def seat_anew(first: int, last: int, names: Mapping[str, str]) -> Act:
    return lambda night: scorebook.reseat(night, tap(night.position), first, last, names)


def bet(number: int, on: Mapping[str, str]) -> Act:
    return lambda night: scorebook.set_bets(night, tap(night.position), number, on)


def worth(money: Money | None, whole: bool) -> Act:
    return lambda night: scorebook.set_money(night, tap(night.position), money, None, whole_night=whole)


numbers = st.integers(1, 2)
acts: st.SearchStrategy[Act] = st.one_of(
    table_acts,
    table_acts,
    st.builds(seat_anew, numbers, numbers, st.sampled_from([{"张三": "李四", "李四": "张三"}, {"王五": "Alice"}])),
    st.builds(bet, numbers, st.dictionaries(st.sampled_from(["Bob", "Carol"]), st.sampled_from("AB"), max_size=2)),
    st.builds(worth, st.sampled_from([None, WORTH]), st.booleans()),
)


def sums(session: Session) -> tuple[dict[str, int], Counter[str], dict[str, int]]:
    """What the ledger of the night, the tallies of people and those of pairs say that everybody has, but for 0."""
    ledger = {person: points for person, points in totals(session.played()).items() if points}
    people: Counter[str] = Counter()
    for row in PersonTally.objects.filter(session=session):
        people[str(row.person_id)] += row.points
    pairs: Counter[str] = Counter()
    for pair in PairTally.objects.filter(session=session):
        pairs[str(pair.payee_id or POT)] += pair.points
        pairs[str(pair.payer_id or POT)] -= pair.points
    return ledger, people, {person: points for person, points in pairs.items() if points}


def money(session: Session) -> dict[str, int]:
    """What the rounds of the night come to in money, worked out anew."""
    found: Counter[str] = Counter()
    for row in session.played():
        per_point = row.money["per_point"] if row.money else 0
        for seat, points in row.net.items():
            if seat != POT:
                found[row.seats.get(seat, seat)] += points * per_point
    return {person: amount for person, amount in found.items() if amount}


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(played=st.lists(acts, max_size=12))
def test_tallies_are_the_sums_of_the_ledger_whatever_happens_to_it(club: Club, played: list[Act]) -> None:
    night = open_night(club, {"A": "张三", "B": "李四", "C": "王五"})
    for act in played:
        try:
            night = act(night).session
        except Refused:
            night.refresh_from_db()
    ledger, people, pairs = sums(night)
    assert pairs == ledger
    assert {person: points for person, points in people.items() if points} == {
        person: points for person, points in ledger.items() if person != POT
    }
    amounts: Counter[str] = Counter()
    for row in PersonTally.objects.filter(session=night):
        amounts[str(row.person_id)] += row.amount
        assert row.ahead + row.behind <= row.rounds + row.bets
        assert row.won == row.self_draws + row.discards + row.robbed
        assert row.rounds or row.bets
    assert {person: amount for person, amount in amounts.items() if amount} == money(night)
    assert sum(row.count for row in PatternTally.objects.filter(session=night)) == sum(
        row.won for row in PersonTally.objects.filter(session=night)
    )
    assert first_fault(night) is None
    before = values(night)
    rebuild(night)
    assert values(night) == before


def values(session: Session) -> list[dict[str, object]]:
    """The tallies of a night but for the ids that the database gave them."""
    return [{k: v for k, v in vars(row).items() if k not in ("_state", "id")} for row in stored_rows(session)]


def tally(session: Session, name: str) -> PersonTally:
    return PersonTally.objects.get(session=session, person__name=name)


@pytest.fixture
@kept
def played(club: Club) -> Session:
    night = open_night(club, money=WORTH)
    record(night, concealed_kong("A"))
    record(night, discard("A", "B", "C", fans=2))
    record(night, nobody_ready("A", "D"))
    next_round(night)
    record(night, self_draw("A", fans=1))
    night.refresh_from_db()
    return night


def test_a_night_is_counted_for_each_person(played: Session) -> None:
    row = tally(played, "张三")
    assert (row.points, row.amount, row.currency, row.rounds) == (-8 + 9, 50, "CNY", 2)
    assert (row.won, row.first, row.self_draws, row.fans) == (1, 1, 1, 1)
    assert (row.dealt_in, row.dealing, row.concealed, row.refunded, row.not_ready, row.walls) == (1, 1, 1, 1, 1, 1)
    assert (row.month, row.preset, row.house) == (202611, "chengdu_home", "")
    assert month_of(played.date) == 202611


def test_what_is_counted_has_a_column_of_that_name() -> None:
    assert set(TABLES[PersonTally].sums) == {count.value for count in Count}
    for table, columns in TABLES.items():
        assert {*columns.key, *columns.numbers} <= {field.attname for field in table._meta.concrete_fields}


def test_a_round_in_which_nothing_happened_leaves_no_row(club: Club) -> None:
    night = open_night(club)
    assert values(night) == []
    record(night, self_draw("A"))
    assert len(values(night)) == 4 + 1 + 3
    scorebook.undo(night, tap(2))
    assert values(night) == []


def test_an_opening_that_is_undone_takes_its_round_out(played: Session) -> None:
    before = {row.person_id: row.rounds for row in PersonTally.objects.filter(session=played)}
    for _ in range(2):
        scorebook.undo(Session.objects.get(), tap(Session.objects.get().position))
    assert {row.person_id: row.rounds + 1 for row in PersonTally.objects.filter(session=played)} == before
    assert first_fault(Session.objects.get()) is None


SPOILT: list[Callable[[], object]] = [
    lambda: PersonTally.objects.update(points=1),
    lambda: PersonTally.objects.update(month=202612),
    lambda: PersonTally.objects.filter(person__name="张三").delete(),
    lambda: PatternTally.objects.update(pattern="plain"),
    lambda: PairTally.objects.update(points=1),
    lambda: PairTally.objects.all().delete(),
    lambda: PatternTally.objects.create(**one_more(PatternTally.objects.all()[0])),
]


def one_more(row: PatternTally) -> dict[str, object]:
    told = {field.attname: getattr(row, field.attname) for field in PatternTally._meta.concrete_fields}
    return told | {"id": None, "pattern": "seven_pairs"}


@pytest.mark.parametrize("spoil", SPOILT)
def test_spoilt_tallies_are_found_and_repaired(played: Session, spoil: Callable[[], object]) -> None:
    before = values(played)
    spoil()
    assert values(played) != before
    assert first_fault(played) == Fault(1, "tallies")
    call_command("check_ledger", "--repair", verbosity=0)
    assert values(played) == before


def test_tallies_that_were_lost_do_not_stop_who_scores(played: Session) -> None:
    before = values(played)
    for table in TABLES:
        table._default_manager.all().delete()
    undo(played)
    assert first_fault(Session.objects.get()) is None
    record(played, self_draw("A", fans=1))
    assert values(played) == before


def test_rounds_of_earlier_versions_are_counted_when_the_database_is_brought_up_to_date(played: Session) -> None:
    before = values(played)
    Round.objects.update(counts=None, patterns=None)
    Round.objects.filter(number=1).update(counts={})
    for table in TABLES:
        table._default_manager.all().delete()
    call_command("migrate", verbosity=0)
    assert values(played) == before
    assert not Round.objects.filter(counts__isnull=True).exists()


def test_a_night_whose_log_is_spoilt_is_left_as_it_is(played: Session) -> None:
    Round.objects.update(counts=None)
    Session.objects.update(position=99)
    call_command("migrate", verbosity=0)
    assert Round.objects.filter(counts__isnull=True).count() == 2


def test_how_much_is_asked_for_a_tap_does_not_grow_with_the_night(played: Session) -> None:
    asked = []
    for _ in range(2):
        for _ in range(3):
            record(played, self_draw("B"))
            record(played, self_draw("C"))
            next_round(played)
            record(played, self_draw("A"))
        with CaptureQueriesContext(connection) as queries:
            record(played, penalty("D", "A"))
        asked.append(len(queries))
        undo(played)
    assert asked[0] == asked[1]
