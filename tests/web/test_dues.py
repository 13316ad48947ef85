"""What was brought, what the table costs, what is owed and what was paid."""

from collections.abc import Callable

import pytest

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.projection import rebuild
from rounds.book.reading import load_round, standing_payments
from rounds.book.refusals import NotNow
from rounds.book.seating import Seating
from rounds.book.taps import Answer, Tap
from rounds.models import Club, Session
from rounds.money import Money
from rounds.rules.events import POT
from rounds.rules.log import Amend
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee
from tests.web.cast import NAMES, change, discard, next_round, play_round, record, self_draw, tap, undo
from tests.web.evening import by_name, ids, newest, now, owed, sound, start, won


def test_nobody_loses_more_than_he_brought_and_can_bring_more(club: Club) -> None:
    session = start(club, stakes={"D": 5, "C": 100})
    play_round(session)
    assert won(session)["赵六"] == -5
    next_round(session)
    assert newest(session).stakes == {"C": 97, "D": 0}
    scorebook.buy_in(now(session), tap(session.position), ids(session)["赵六"], 20)
    play_round(session)
    assert won(session)["赵六"] == -5, "not before the next round"
    next_round(session)
    assert newest(session).stakes["D"] == 20
    sound(session)


def test_bringing_more_can_be_taken_back(club: Club) -> None:
    session = start(club, stakes={"D": 5})
    play_round(session)
    scorebook.buy_in(now(session), tap(session.position), ids(session)["赵六"], 20)
    undo(session)
    next_round(session)
    assert newest(session).stakes == {"D": 0}
    with pytest.raises(NotNow, match="no_such_person"):
        scorebook.buy_in(now(session), tap(session.position), str(session.pk), 20)


FEE = TableFee(10, FeePer.ROUND, FeeFrom.ALL)


def test_the_table_costs_each_player_and_not_the_round_that_runs(club: Club) -> None:
    session = start(club, fee=FEE)
    assert owed(session).left == dict.fromkeys(newest(session).seats.values(), 0)
    play_round(session)
    next_round(session)
    found = owed(session)
    assert by_name(session, found.fee) == {"张三": -10, "李四": -10, "王五": -10, "赵六": -10, POT: 40}
    assert by_name(session, found.left) == {"张三": -1, "李四": -7, "王五": -13, "赵六": -19, POT: 40}
    sound(session)


def test_a_fee_for_the_night_is_that_of_the_newest_round(club: Club) -> None:
    session = start(club, money=Money("CNY", 50))
    play_round(session)
    scorebook.set_money(
        now(session),
        tap(session.position),
        Money("CNY", 100),
        TableFee(4000, FeePer.NIGHT, FeeFrom.BIGGEST_WINNER),
        whole_night=False,
    )
    assert owed(session).fee == {}
    next_round(session)
    found = owed(session)
    assert found.currency == "CNY"
    assert by_name(session, found.won) == {"张三": 450, "李四": 150, "王五": -150, "赵六": -450}
    assert by_name(session, found.fee) == {"张三": -4000, POT: 4000}
    play_round(session)
    assert by_name(session, owed(session).won) == {"张三": 1350, "李四": 450, "王五": -450, "赵六": -1350}
    sound(session)


def test_a_worth_that_was_forgotten_can_hold_for_the_whole_night(night: Session) -> None:
    for _ in range(2):
        play_round(night)
        next_round(night)
    scorebook.set_money(now(night), tap(night.position), Money("CNY", 50), FEE, whole_night=True)
    assert by_name(night, owed(night).won) == {"张三": 900, "李四": 300, "王五": -300, "赵六": -900}
    play_round(night)
    next_round(night)
    assert newest(night).money == {"currency": "CNY", "per_point": 50}
    sound(night)
    for _ in range(5):
        undo(night)
    assert owed(night).currency == ""
    sound(night)
    with pytest.raises(NotNow, match="no_changes"):
        scorebook.set_money(now(night), tap(night.position), None, None, whole_night=True)


def pay(session: Session, payer: str, payee: str, amount: int) -> int:
    people = {**ids(session), POT: POT}
    return scorebook.pay(now(session), tap(session.position), people[payer], people[payee], amount).event.position


def test_what_is_paid_is_owed_no_more_whole_or_in_parts(night: Session) -> None:
    play_round(night)
    pay(night, "赵六", "张三", 9)
    pay(night, "王五", "李四", 2)
    assert by_name(night, owed(night).left) == {"张三": 0, "李四": 1, "王五": -1, "赵六": 0}
    pay(night, "王五", "李四", 1)
    assert set(owed(night).left.values()) == {0}
    sound(night)
    undo(night)
    assert by_name(night, owed(night).left)["王五"] == -1
    sound(night)


def test_a_late_correction_leaves_payments_alone_and_shows_as_a_difference(night: Session) -> None:
    play_round(night)
    pay(night, "赵六", "张三", 9)
    pay(night, "王五", "李四", 3)
    last = load_round(night, 1).facts[-1]
    change(night, Amend(discard("D", "C", fans=1), last.id))
    assert [payment.amount for payment in standing_payments(night)] == [9, 3]
    assert by_name(night, owed(night).left) == {"张三": 0, "李四": 0, "王五": -1, "赵六": 1}
    sound(night)


def test_a_payment_that_was_not_made_after_all_is_owed_again(night: Session) -> None:
    play_round(night)
    first = pay(night, "赵六", "张三", 9)
    pay(night, "王五", "李四", 3)
    scorebook.unpay(now(night), tap(night.position), first)
    assert by_name(night, owed(night).left) == {"张三": 9, "李四": 0, "王五": 0, "赵六": -9}
    assert [payment.undone for payment in night.paid()] == [now(night).position, None]
    sound(night)
    with pytest.raises(NotNow, match="no_such_payment"):
        scorebook.unpay(now(night), tap(night.position), first)
    undo(night)
    assert set(owed(night).left.values()) == {0}
    sound(night)


def test_the_pot_can_be_paid_and_pay(club: Club) -> None:
    session = start(club, fee=FEE)
    play_round(session)
    pay(session, "赵六", POT, 19)
    pay(session, POT, "张三", 3)
    assert by_name(session, owed(session).left) == {"张三": -4, "李四": -7, "王五": -13, "赵六": 0, POT: 24}
    sound(session)


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "code"),
    [
        ("张三", "张三", 5, "same_person"),
        ("张三", "李四", 0, "nothing_paid"),
        ("张三", "李四", -5, "nothing_paid"),
        ("张三", "李四", 2**53 + 1, "too_many_points"),
    ],
)
def test_what_cannot_have_been_paid_is_refused(night: Session, payer: str, payee: str, amount: int, code: str) -> None:
    with pytest.raises(NotNow, match=code):
        pay(night, payer, payee, amount)


def test_a_stranger_cannot_pay_and_nobody_while_something_stands_in_red(night: Session) -> None:
    with pytest.raises(NotNow, match="no_such_person"):
        scorebook.pay(now(night), tap(night.position), str(night.pk), POT, 5)
    first = record(night, self_draw("A")).event.position
    record(night, self_draw("B"))
    change(night, Amend(self_draw("B"), first))
    with pytest.raises(NotNow, match="problems_stand"):
        pay(night, "张三", "李四", 5)


def test_what_has_been_paid_in_one_currency_keeps_the_night_in_it(club: Club) -> None:
    session = start(club, money=Money("CNY", 50))
    play_round(session)
    with pytest.raises(NotNow, match="other_currency"):
        scorebook.set_money(now(session), tap(session.position), Money("USD", 5), None, whole_night=False)
    pay(session, "赵六", "张三", 450)
    with pytest.raises(NotNow, match="paid_otherwise"):
        scorebook.set_money(now(session), tap(session.position), None, None, whole_night=True)
    scorebook.set_money(now(session), tap(session.position), Money("CNY", 100), None, whole_night=True)
    assert by_name(session, owed(session).left)["赵六"] == -450
    sound(session)


def test_the_same_tap_twice_is_one_event_of_each_kind(club: Club) -> None:
    session = start(club, "Alice", stakes={"A": 50})
    play_round(session)
    people = ids(session)
    writes: list[Callable[[Tap], Answer]] = [
        lambda t: scorebook.set_company(session, t, Seating({**NAMES, "D": "Alice"}, ("赵六",))),
        lambda t: scorebook.set_bets(session, t, 1, {"Alice": "A"}),
        lambda t: scorebook.reseat(session, t, 1, 1, {"张三": "李四", "李四": "张三"}),
        lambda t: scorebook.set_money(session, t, None, FEE, whole_night=True),
        lambda t: scorebook.buy_in(session, t, people["张三"], 5),
        lambda t: scorebook.count_down(session, t, 1),
        lambda t: scorebook.pay(session, t, people["张三"], people["李四"], 5),
    ]
    for write in writes:
        once = tap(now(session).position)
        first, again = write(once), write(once)
        assert (first.replayed, again.replayed) == (False, True)
        assert first.event == again.event
    sound(session)
    for _ in writes:
        undo(session)
        sound(session)


def test_what_is_stored_of_payments_can_be_rebuilt(night: Session) -> None:
    play_round(night)
    first = pay(night, "赵六", "张三", 9)
    pay(night, "王五", "李四", 2)
    scorebook.unpay(now(night), tap(night.position), first)
    before = list(night.paid().values())
    night.paid().filter(position=first).update(undone=None)
    fault = first_fault(now(night))
    assert fault is not None
    assert (fault.position, fault.code) == (first, "projection")
    rebuild(night)
    sound(night)
    kept = [{name: value for name, value in row.items() if name != "id"} for row in night.paid().values()]
    assert kept == [{name: value for name, value in row.items() if name != "id"} for row in before]
