"""The state of a round between two facts."""

import pytest

from rounds.rules.events import Fact, Hand
from rounds.rules.play import StandingKong
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import KongKind
from tests.rules.at_the_table import NOT_READY, discard, kong, leave, paid, play_of, self_draw, transfer, wall_out
from tests.rules.test_hands import hand

SIX, FED = kong("B", tile="5m"), kong("B", "exposed", "C")


def test_players_are_in_play_until_they_win_or_leave() -> None:
    play = play_of(discard("A", B=0), leave("D"))
    assert play.in_play == ["A", "C"]
    assert play.won == {"B"}
    assert play.left == {"D"}


def test_who_comes_next_is_a_matter_of_the_seats() -> None:
    play = play_of(discard("A", B=0))
    assert play.after("C") == ["D", "A", "B"]
    assert play.after("A") == ["B", "C", "D"]
    assert play.after("D") == ["A", "B", "C"]
    assert play.others("C") == ["D", "A"]
    assert play.others("B") == ["C", "D", "A"]
    assert play_of(leave("D")).others("C") == ["A", "B"]


def test_kongs_that_stand_are_kept_with_their_tile_and_feeder() -> None:
    play = play_of(SIX, kong("A", "promoted", robbed=True), FED, kong("A"))
    assert play.kongs_of("B") == [
        StandingKong(0, "B", KongKind.CONCEALED, None, "5m"),
        StandingKong(2, "B", KongKind.EXPOSED, "C", None),
    ]
    assert play.kinds_of("B") == [KongKind.CONCEALED, KongKind.EXPOSED]
    assert play.kinds_of("C") == []
    assert play.kong_at(3).player == "A"
    assert play.kong_at(0).tile == "5m"


def test_what_a_kong_was_paid_is_known_and_whether_it_has_moved() -> None:
    play = play_of(kong("B"), FED, transfer("C", "B"), discard("B", after_kong=True, A=0))
    first, second = play.kongs_of("B")
    assert paid(play.paid_for(first)) == ["C→B 2 kong", "D→B 2 kong", "A→B 2 kong"]
    assert paid(play.paid_for(second)) == ["C→B 2 kong"]
    assert not play.has_moved(first)
    assert play.has_moved(second)


def test_the_tiles_of_kongs_are_kept_those_of_a_robbed_one_too() -> None:
    play = play_of(SIX, kong("A"), kong("A", "promoted", tile="9s", robbed=True))
    assert play.tiles == {"5m", "9s"}


def test_the_first_discarder_is_that_of_the_first_win_alone() -> None:
    assert play_of(discard("D", C=0), discard("A", B=0)).first_discarder == "D"
    assert play_of(self_draw("C"), discard("A", B=0)).first_discarder is None


@pytest.mark.parametrize(
    ("player", "code"), [("E", "unknown_player"), (None, "unknown_player"), ("B", "has_won"), ("D", "has_left")]
)
def test_who_is_not_in_play_is_refused_with_the_reason(player: str | None, code: str) -> None:
    play = play_of(discard("A", B=0), leave("D"))
    with pytest.raises(Impossible) as fault:
        play.need_in_play(player)
    assert (fault.value.code, fault.value.figures) == (code, {"player": player})
    assert play.need_in_play("C") == "C"


MADE: tuple[Fact, ...] = (kong("B", tile="5p"), kong("B", "promoted", tile="6p"), kong("B", "exposed", "C"), kong("A"))


@pytest.mark.parametrize(
    "shown",
    [hand("11m", "2m", "6p7p", "5p"), hand("11m", "2m", "7p6p", "5p"), hand("11m", "", "9m6p", "5p")],
)
def test_a_shown_hand_has_the_kongs_that_its_owner_made(shown: Hand) -> None:
    play_of(*MADE).need_same_kongs("B", shown)


@pytest.mark.parametrize(
    ("shown", "code", "figures"),
    [
        (hand("11m", "2m", "6p", "5p"), "kongs_differ", {"made": 2, "shown": 1}),
        (hand("11m", "2m", "6p7p8p", "5p"), "kongs_differ", {"made": 2, "shown": 3}),
        (hand("11m", "2m", "6p7p"), "concealed_kongs_differ", {"made": 1, "shown": 0}),
        (hand("11m", "2m", "6p7p", "5p9p"), "concealed_kongs_differ", {"made": 1, "shown": 2}),
        (hand("11m", "2m", "8p7p", "5p"), "kong_not_shown", {"tile": "6p"}),
        (hand("11m", "2m", "6p7p", "9p"), "kong_not_shown", {"tile": "5p"}),
        (hand("11m", "2m", "5p7p", "6p"), "kong_not_shown", {"tile": "6p"}),
    ],
)
def test_a_shown_hand_with_other_kongs_is_refused(shown: Hand, code: str, figures: dict[str, object]) -> None:
    with pytest.raises(Impossible) as fault:
        play_of(*MADE).need_same_kongs("B", shown)
    assert (fault.value.code, fault.value.figures) == (code, {"player": "B", **figures})


def test_a_called_hand_is_not_asked_for_its_kongs() -> None:
    play = play_of(*MADE)
    play.need_same_kongs("B", None)
    play.need_same_kongs("B", discard("A", B=1).winners[0].hand)


def test_facts_that_are_no_kong_win_or_leaving_change_nobodys_state() -> None:
    play = play_of(transfer("A", "B", points=3))
    assert (play.in_play, play.kongs, play.winners, play.ended) == (["A", "B", "C", "D"], [], [], None)
    assert paid(play.entries) == ["A→B 3 transfer"]
    over = play_of(wall_out(A=NOT_READY, B=NOT_READY, C=NOT_READY, D=NOT_READY))
    assert over.in_play == ["A", "B", "C", "D"]
