"""A night from its opening to its end, and the sums it comes to."""

from datetime import date, timedelta
from typing import Any

import pytest

from rounds import scorebook
from rounds.book.reading import seat_totals
from rounds.book.refusals import KeyReused, NotNow
from rounds.book.ruling import Ruling
from rounds.book.taps import Tap
from rounds.models import Person, Session
from rounds.money import Money, money_from_json
from rounds.rules.log import Amend
from rounds.rules.presets import presets
from tests.web.cast import (
    NAMES,
    START,
    change,
    concealed_kong,
    new_key,
    next_round,
    nobody_ready,
    open_night,
    penalty,
    play_round,
    record,
    self_draw,
    tap,
)


def test_a_night_opens_with_its_first_round_and_a_link_to_watch(night: Session) -> None:
    first = night.played().get()
    assert (first.number, first.opened, first.dealer, first.names) == (1, 1, "A", NAMES)
    assert (first.net, first.ended, first.facts) == ({"A": 0, "B": 0, "C": 0, "D": 0}, "", 0)
    assert [link.right for link in night.links.all()] == ["watch"]
    assert (night.position, night.round_count, night.ended_at) == (1, 1, None)


def test_the_date_is_the_local_one_where_the_night_started_and_stays(night: Session) -> None:
    late = Tap(new_key(), 0, None, START.replace(hour=17))
    by = Ruling(presets()["chengdu_home"].rules, "chengdu_home")
    later = scorebook.open_night(night.club, late, NAMES, "A", by, "Asia/Shanghai")
    assert (night.date, later.date) == (date(2026, 11, 29), date(2026, 11, 30))


def test_a_round_pins_every_option_and_the_worth_of_a_point(own: Any) -> None:
    night = open_night(own.club, preset="sbr_2025", money=Money("CNY", 50))
    row = night.played().get()
    assert row.rules == presets()["sbr_2025"].rules.to_json()
    assert (row.preset, row.money) == ("sbr_2025", {"currency": "CNY", "per_point": 50})


def test_a_person_of_that_name_is_meant_and_others_are_new(night: Session) -> None:
    again = open_night(night.club, {"A": "赵六", "B": "Alice"})
    first, second = night.played().get(), again.played().get()
    assert second.seats["A"] == first.seats["D"]
    assert Person.objects.count() == 5


def test_opening_a_night_twice_with_one_key_gives_one_night(club: Any) -> None:
    same = tap(0)
    later = Tap(same.key, 0, None, same.at + timedelta(days=1))
    assert open_night(club, with_tap=same) == open_night(club, with_tap=later)
    assert Session.objects.count() == 1


def test_the_key_of_a_night_opens_no_other_night(club: Any) -> None:
    same = tap(0)
    open_night(club, with_tap=same)
    with pytest.raises(KeyReused):
        open_night(club, dealer="B", with_tap=same)


@pytest.mark.parametrize(
    ("names", "dealer", "code"),
    [
        ({"A": "张三"}, "A", "seats"),
        ({"A": "张三", "C": "李四"}, "A", "seats"),
        ({**NAMES, "E": "Alice"}, "A", "seats"),
        ({"A": "张三", "B": "张三"}, "A", "same_names"),
        ({"A": "张三", "B": "李四"}, "C", "dealer_needed"),
    ],
)
def test_a_night_needs_two_to_four_different_people_one_of_them_dealer(
    club: Any, names: dict[str, str], dealer: str, code: str
) -> None:
    with pytest.raises(NotNow) as refusal:
        open_night(club, names, dealer=dealer)
    assert refusal.value.code == code
    assert not Session.objects.exists()


def test_the_next_round_has_the_same_people_and_rules_and_the_dealer_of_the_rules(night: Session) -> None:
    play_round(night, "C")
    next_round(night)
    first, second = night.played()
    assert (second.number, second.dealer, second.opened) == (2, "C", 5)
    for name in ("seats", "names", "rules", "preset", "money"):
        assert getattr(first, name) == getattr(second, name)


def test_the_next_round_waits_for_the_end_of_this_one(night: Session) -> None:
    record(night, self_draw("A"))
    with pytest.raises(NotNow) as refusal:
        next_round(night)
    assert refusal.value.code == "round_running"


def test_a_dealer_may_be_named_only_where_the_rules_do_not_say(night: Session) -> None:
    play_round(night, "C")
    with pytest.raises(NotNow) as refusal:
        next_round(night, dealer="B")
    assert (refusal.value.code, refusal.value.figures) == ("dealer_settled", {"dealer": "C"})
    next_round(night, dealer="C")


def test_with_dice_the_table_says_who_deals(own: Any) -> None:
    rules = type(presets()["chengdu_home"].rules).from_json(
        {**presets()["chengdu_home"].rules.to_json(), "next_dealer": "dice"}
    )
    night = scorebook.open_night(own.club, tap(0), NAMES, "A", Ruling(rules, "own"), "Asia/Shanghai")
    record(night, nobody_ready(*"ABCD"))
    for dealer in (None, "E"):
        with pytest.raises(NotNow) as refusal:
            next_round(night, dealer)
        assert refusal.value.code == "dealer_needed"
    next_round(night, "D")
    assert night.played().get(number=2).dealer == "D"


def test_no_round_is_opened_in_a_night_that_has_ended(night: Session) -> None:
    play_round(night)
    scorebook.end_night(night, tap(4))
    with pytest.raises(NotNow) as refusal:
        next_round(night)
    assert refusal.value.code == "night_ended"


def test_a_night_ends_with_a_round_running_and_ends_once(night: Session) -> None:
    ended = scorebook.end_night(night, tap(1))
    assert ended.session.ended_at == ended.event.at
    with pytest.raises(NotNow) as refusal:
        scorebook.end_night(night, tap(2))
    assert refusal.value.code == "night_ended"


def test_a_night_is_reopened_only_when_it_has_ended(night: Session) -> None:
    with pytest.raises(NotNow) as refusal:
        scorebook.reopen_night(night, tap(1))
    assert refusal.value.code == "night_running"


def test_a_night_with_problems_does_not_end(night: Session) -> None:
    play_round(night)
    next_round(night)
    change(night, Amend(self_draw("B"), 2), number=1)
    night.refresh_from_db()
    with pytest.raises(NotNow) as refusal:
        scorebook.end_night(night, tap(night.position))
    assert (refusal.value.code, refusal.value.figures) == ("problems_stand", {"round": 1, "event": 1})


def test_the_totals_of_a_night_are_the_sums_of_its_rounds(night: Session) -> None:
    record(night, penalty("A", "pot", points=7))
    play_round(night, "A")
    next_round(night)
    record(night, concealed_kong("B"))
    rounds = list(night.played())
    nets = [row.net for row in rounds]
    sums = {seat: nets[0][seat] + nets[1][seat] for seat in NAMES}
    assert seat_totals(rounds, rounds[0].seats) == sums
    assert sum(sums.values()) == -7


def test_a_payment_to_the_pot_has_nobody_at_its_end(night: Session) -> None:
    record(night, penalty("A", "pot", points=7))
    entry = night.ledger().get()
    assert (str(entry.payer_id), entry.payee, entry.points) == (night.played().get().seats["A"], None, 7)


@pytest.mark.parametrize("told", [{}, {"currency": "CNY"}, {"currency": 1, "per_point": 50}, {"per_point": "50"}])
def test_what_is_no_worth_of_a_point_is_not_read_as_one(told: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="worth"):
        money_from_json(told)
