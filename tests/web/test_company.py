"""Who sits, waits and bets in the rounds of a night, and how many rounds are left."""

from collections.abc import Mapping

import pytest

from rounds import scorebook
from rounds.book.reading import load_round
from rounds.book.refusals import NotNow
from rounds.models import Club, Person, Session
from rounds.rules.rotation import Rotation
from tests.web.cast import NAMES, next_round, play_round, record, self_draw, tap, undo
from tests.web.evening import newest, now, set_company, sitting, sound, start, won


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
    sums = won(night)
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
    assert won(night)["李老四"] == 3
    sound(night)


def test_a_wrong_seating_of_several_rounds_is_mended_in_one_step(night: Session) -> None:
    for _ in range(3):
        play_round(night)
        next_round(night)
    before = won(night)
    scorebook.reseat(now(night), tap(night.position), 2, 3, {"张三": "赵六", "赵六": "张三"})
    once = dict(zip(NAMES.values(), [9, 3, -3, -9], strict=True))
    assert before == {name: 3 * points for name, points in once.items()}
    assert won(night) == {"张三": -9, "李四": 9, "王五": -9, "赵六": 9}
    assert load_round(night, 2).opening.names["A"] == "赵六"
    sound(night)
    undo(night)
    assert won(night) == before
    sound(night)


def test_somebody_who_was_never_entered_can_have_sat_there(night: Session) -> None:
    play_round(night)
    scorebook.reseat(now(night), tap(night.position), 1, 1, {"赵六": "Alice"})
    assert won(night) == {"张三": 9, "李四": 3, "王五": -3, "Alice": -9}
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
    sums = won(session)
    assert sums["Alice"] == sums["张三"]
    assert sums["Bob"] == sums["赵六"]
    assert sum(sums.values()) == 0
    sound(session)
    next_round(session)
    assert newest(session).bets == {}, "a bet is for one round"
    undo(session)
    scorebook.set_bets(now(session), tap(session.position), 1, {"Alice": "B"})
    sums = won(session)
    assert (sums["Alice"], "Bob" in sums) == (sums["李四"], False)
    undo(session)
    sums = won(session)
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
