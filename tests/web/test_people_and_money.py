"""Who sits, waits and bets in the rounds of a night; what is owed and what was paid."""

from collections.abc import Callable, Mapping

import pytest

from rounds import scorebook
from rounds.book.audit import first_fault
from rounds.book.dues import Dues, dues
from rounds.book.projection import rebuild
from rounds.book.reading import load_round, people_of, standing_payments, totals
from rounds.book.refusals import NotNow
from rounds.book.ruling import Ruling
from rounds.book.seating import NewNight, Seating
from rounds.book.taps import Answer, Tap
from rounds.models import Club, Person, Round, Session
from rounds.money import Money
from rounds.rules.events import POT
from rounds.rules.log import Amend
from rounds.rules.presets import presets
from rounds.rules.rotation import Rotation
from rounds.rules.table_fee import FeeFrom, FeePer, TableFee
from tests.web.cast import NAMES, change, discard, next_round, play_round, record, self_draw, tap, undo

RULES = Ruling(presets()["chengdu_home"].rules, "chengdu_home")


def start(club: Club, *resting: str, rotation: Rotation = Rotation.STAY, **more: object) -> Session:
    new = NewNight(Seating(NAMES, resting, rotation), "A", RULES, "Asia/Shanghai", **more)  # type: ignore[arg-type]
    return scorebook.open_night_as_asked(club, tap(0), new.to_json(), lambda: new)


def now(session: Session) -> Session:
    session.refresh_from_db()
    return session


def newest(session: Session) -> Round:
    return session.played().get(number=now(session).round_count)


def sitting(session: Session) -> Mapping[str, str]:
    """Who sits where in the newest round, by name."""
    row = newest(session)
    return {seat: row.names[seat] for seat in row.seats}


def owed(session: Session) -> Dues:
    return dues(list(session.played()), standing_payments(session))


def by_name(session: Session, sums: Mapping[str, int]) -> dict[str, int]:
    names = {**people_of(session), POT: POT}
    return {names[account]: points for account, points in sums.items()}


def ids(session: Session) -> dict[str, str]:
    return {name: person for person, name in people_of(session).items()}


def sound(session: Session) -> None:
    """What is stored is what the log says."""
    assert first_fault(now(session)) is None


def set_company(session: Session, names: Mapping[str, str], *resting: str, rotation: Rotation = Rotation.STAY) -> None:
    seating = Seating(names, resting, rotation)
    scorebook.set_company(now(session), tap(session.position), seating)


@pytest.mark.parametrize(
    ("rotation", "seats"),
    [
        (Rotation.STAY, {}),
        (Rotation.WINNER, {"A": "Alice"}),
        (Rotation.LOSER, {"D": "Alice"}),
        (Rotation.TURN, {"A": "Alice"}),
    ],
)
def test_who_has_waited_longest_takes_the_seat_that_the_rotation_frees(
    club: Club, rotation: Rotation, seats: Mapping[str, str]
) -> None:
    session = start(club, "Alice", "Bob", rotation=rotation)
    play_round(session)
    next_round(session, "A")
    assert sitting(session) == {**NAMES, **seats}
    gone = [NAMES[seat] for seat in seats]
    assert [newest(session).names[person] for person in newest(session).resting] == [
        *["Alice"][len(gone) :],
        "Bob",
        *gone,
    ]
    sound(session)


def test_each_seat_is_free_in_its_turn(club: Club) -> None:
    session = start(club, "Alice", rotation=Rotation.TURN)
    for _ in range(5):
        play_round(session)
        next_round(session, "A")
    assert sitting(session) == {"A": "赵六", "B": "张三", "C": "李四", "D": "王五"}
    sound(session)


def test_the_table_says_who_deals_where_the_people_at_it_have_changed(club: Club) -> None:
    session = start(club, "Alice", rotation=Rotation.LOSER)
    play_round(session)
    with pytest.raises(NotNow, match="dealer_needed"):
        next_round(session)
    next_round(session, "D")
    assert newest(session).dealer == "D"
    assert sitting(session)["D"] == "Alice"
    sound(session)


def test_who_was_to_deal_does_so_wherever_he_sits_where_the_same_people_go_on(night: Session) -> None:
    play_round(night)
    set_company(night, {"A": "李四", "B": "张三", "C": "王五", "D": "赵六"}, "Alice")
    next_round(night)
    assert newest(night).dealer == "B"
    sound(night)


@pytest.mark.parametrize("over", [False, True], ids=["while it ran", "when it was over"])
def test_the_rotation_frees_a_seat_after_the_round_in_which_it_was_told(night: Session, over: bool) -> None:
    """Of who keeps his seat; told after the round, who sits where is all said."""
    if over:
        play_round(night)
    set_company(night, NAMES, "Alice", rotation=Rotation.LOSER)
    if not over:
        play_round(night)
    next_round(night, None if over else "A")
    assert sitting(night)["D"] == ("赵六" if over else "Alice")
    sound(night)


def test_people_come_and_go_between_rounds_and_points_are_theirs(night: Session) -> None:
    play_round(night)
    set_company(night, {"A": "李四", "B": "张三", "C": "Alice"}, "王五")
    assert sitting(night) == NAMES, "not before the next round"
    next_round(night, "B")
    assert sitting(night) == {"A": "李四", "B": "张三", "C": "Alice"}
    record(night, self_draw("C"))
    sums = by_name(night, totals(night.played()))
    assert sums == {"张三": 7, "李四": 1, "王五": -3, "赵六": -9, "Alice": 4}
    assert [load_round(night, n).opening.dealer for n in (1, 2)] == ["A", "B"]
    sound(night)


def test_a_seat_that_is_no_longer_there_does_not_deal(night: Session) -> None:
    play_round(night)
    set_company(night, {"A": "张三", "B": "李四", "C": "王五"})
    with pytest.raises(NotNow, match="dealer_needed"):
        next_round(night, "D")
    next_round(night, "C")
    assert newest(night).dealer == "C"
    sound(night)


def test_changing_seats_can_be_taken_back_and_asked_for_again(night: Session) -> None:
    play_round(night)
    changed = {**NAMES, "D": "Alice"}
    set_company(night, changed)
    with pytest.raises(NotNow, match="no_changes"):
        set_company(night, changed)
    undo(night)
    with pytest.raises(NotNow, match="no_changes"):
        set_company(night, NAMES)
    next_round(night)
    assert sitting(night) == NAMES
    sound(night)


@pytest.mark.parametrize(
    ("names", "resting", "code"),
    [
        ({"A": "甲"}, (), "seats"),
        ({"A": "甲", "C": "乙"}, (), "seats"),
        ({"A": "甲", "B": "乙"}, ("乙",), "same_names"),
        ({"A": "甲", "B": "台费"}, (), "reserved_name"),
        ({"A": "甲", "B": "乙"}, tuple("丙丁戊己庚辛壬癸子丑寅"), "too_many_people"),
    ],
)
def test_nobody_can_be_seated_so(night: Session, names: Mapping[str, str], resting: tuple[str, ...], code: str) -> None:
    with pytest.raises(NotNow, match=code):
        set_company(night, names, *resting)


def test_who_has_another_name_by_now_has_it_from_the_next_round_on(night: Session) -> None:
    play_round(night)
    Person.objects.filter(name="李四").update(name="李老四")
    next_round(night)
    assert sitting(night)["B"] == "李老四"
    assert night.played().get(number=1).names["B"] == "李四"
    assert by_name(night, totals(night.played()))["李老四"] == 3
    sound(night)


def test_a_wrong_seating_of_several_rounds_is_mended_in_one_step(night: Session) -> None:
    for _ in range(3):
        play_round(night)
        next_round(night)
    before = by_name(night, totals(night.played()))
    scorebook.reseat(now(night), tap(night.position), 2, 3, {"张三": "赵六", "赵六": "张三"})
    once = dict(zip(NAMES.values(), [9, 3, -3, -9], strict=True))
    assert before == {name: 3 * points for name, points in once.items()}
    assert by_name(night, totals(night.played())) == {"张三": -9, "李四": 9, "王五": -9, "赵六": 9}
    assert load_round(night, 2).opening.names["A"] == "赵六"
    sound(night)
    undo(night)
    assert by_name(night, totals(night.played())) == before
    sound(night)


def test_somebody_who_was_never_entered_can_have_sat_there(night: Session) -> None:
    play_round(night)
    scorebook.reseat(now(night), tap(night.position), 1, 1, {"赵六": "Alice"})
    assert by_name(night, totals(night.played())) == {"张三": 9, "李四": 3, "王五": -3, "Alice": -9}
    next_round(night)
    assert sitting(night)["D"] == "Alice"
    sound(night)


@pytest.mark.parametrize(
    ("first", "last", "names", "code"),
    [
        (1, 2, {"张三": "李四", "李四": "张三"}, "no_such_round"),
        (2, 1, {"张三": "李四", "李四": "张三"}, "no_such_round"),
        (1, 1, {"张三": "李四"}, "same_names"),
        (1, 1, {"张三": "张三"}, "no_changes"),
        (1, 1, {"Alice": "张三"}, "no_such_person"),
        (1, 1, {"张三": "台费"}, "reserved_name"),
    ],
)
def test_what_cannot_be_a_seating_is_refused(
    night: Session, first: int, last: int, names: Mapping[str, str], code: str
) -> None:
    with pytest.raises(NotNow, match=code):
        scorebook.reseat(now(night), tap(night.position), first, last, names)


def test_who_bets_in_a_round_cannot_have_played_in_it(night: Session) -> None:
    scorebook.set_bets(now(night), tap(night.position), 1, {"Alice": "A"})
    with pytest.raises(NotNow, match="bettor_plays"):
        scorebook.reseat(now(night), tap(night.position), 1, 1, {"赵六": "Alice"})


def test_who_bets_on_a_seat_ends_the_round_with_its_sum(club: Club) -> None:
    session = start(club, "Alice")
    scorebook.set_bets(now(session), tap(session.position), 1, {"Alice": "A", "Bob": "D"})
    play_round(session)
    sums = by_name(session, totals(session.played()))
    assert sums["Alice"] == sums["张三"]
    assert sums["Bob"] == sums["赵六"]
    assert sum(sums.values()) == 0
    sound(session)
    next_round(session)
    assert newest(session).bets == {}, "a bet is for one round"
    undo(session)
    scorebook.set_bets(now(session), tap(session.position), 1, {"Alice": "B"})
    sums = by_name(session, totals(session.played()))
    assert (sums["Alice"], "Bob" in sums) == (sums["李四"], False)
    undo(session)
    sums = by_name(session, totals(session.played()))
    assert sums["Bob"] == sums["赵六"] < 0
    sound(session)


@pytest.mark.parametrize(
    ("on", "code"),
    [
        ({"张三": "B"}, "bettor_plays"),
        ({"Alice": "E"}, "no_such_seat"),
        ({"台费": "A"}, "reserved_name"),
        ({}, "no_changes"),
    ],
)
def test_what_cannot_be_a_bet_is_refused(night: Session, on: Mapping[str, str], code: str) -> None:
    with pytest.raises(NotNow, match=code):
        scorebook.set_bets(now(night), tap(night.position), 1, on)


def test_nobody_loses_more_than_he_brought_and_can_bring_more(club: Club) -> None:
    session = start(club, stakes={"D": 5, "C": 100})
    play_round(session)
    assert by_name(session, totals(session.played()))["赵六"] == -5
    next_round(session)
    assert newest(session).stakes == {"C": 97, "D": 0}
    scorebook.buy_in(now(session), tap(session.position), ids(session)["赵六"], 20)
    play_round(session)
    assert by_name(session, totals(session.played()))["赵六"] == -5, "not before the next round"
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


def test_counting_down_names_the_last_round_and_can_be_taken_back(night: Session) -> None:
    scorebook.count_down(now(night), tap(night.position), 2)
    assert now(night).last_round == 2, "the round that runs is one of them"
    play_round(night)
    scorebook.count_down(now(night), tap(night.position), 4)
    assert now(night).last_round == 5
    sound(night)
    undo(night)
    assert now(night).last_round == 2
    scorebook.count_down(now(night), tap(night.position), None)
    assert now(night).last_round is None
    sound(night)
    with pytest.raises(NotNow, match="no_changes"):
        scorebook.count_down(now(night), tap(night.position), None)
    with pytest.raises(NotNow, match="countdown"):
        scorebook.count_down(now(night), tap(night.position), 0)


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
