"""Who pays whom for a win, for how many fans; and wins that cannot have been."""

from dataclasses import replace

import pytest

from rounds.rules.events import CalledFans, Fact, Hand, Win, WinBy, Winner
from rounds.rules.ledger import Entry, Fans, Price, Reason, Why
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import Bonus, RuleSet
from tests.rules.at_the_table import discard, entries_of, kong, leave, paid, refusal, robbed, rules, self_draw
from tests.rules.test_hands import hand

FIVE = rules(base=5)
BONUSES = {"shoot_after_kong": 1, "robbing_kong": 2, "under_the_sea": 1, "last_chance": 0}
AFTER_KONG = {"exposed": 1, "promoted": 2, "postponed": 3, "concealed": 0}
TABLE = rules(bonus_fans=BONUSES, win_after_kong_fans=AFTER_KONG)
FED = rules(fed_kong_win="feeder")


def steps(fact: Fact, *before: Fact, table: RuleSet = TABLE) -> list[tuple[str, int]]:
    """The steps of the first price that a fact asks."""
    price = entries_of(fact, *before, table=table)[0].why.price
    assert price is not None
    return [(step.what, step.fans) for step in price.steps]


def test_a_self_draw_is_paid_by_everybody_in_play_with_a_base_more_beside_it() -> None:
    assert paid(entries_of(self_draw("B", 2), table=FIVE)) == [
        *("C→B 20 win", "D→B 20 win", "A→B 20 win"),
        *("C→B 5 self_draw", "D→B 5 self_draw", "A→B 5 self_draw"),
    ]
    assert paid(entries_of(self_draw("B"), discard("B", D=0), leave("C"))) == ["A→B 1 win", "A→B 1 self_draw"]


def test_the_base_more_is_outside_the_cap_and_a_fan_more_inside_it() -> None:
    assert paid(entries_of(self_draw("B", 3), leave("A"), leave("C"))) == ["D→B 8 win", "D→B 1 self_draw"]
    one_fan = rules(self_draw="add_fan")
    assert paid(entries_of(self_draw("B", 2), leave("A"), leave("C"), table=one_fan)) == ["D→B 8 win"]
    assert paid(entries_of(self_draw("B", 3), leave("A"), leave("C"), table=one_fan)) == ["D→B 8 win"]
    assert steps(self_draw("B", 1), table=one_fan) == [("called", 1), ("add_fan", 1)]
    nothing = rules(self_draw="none")
    assert paid(entries_of(self_draw("B", 2), leave("A"), leave("C"), table=nothing)) == ["D→B 4 win"]
    assert steps(discard("A", B=1), table=one_fan) == [("called", 1)]


def test_the_entries_of_a_self_draw_say_the_price_and_the_base() -> None:
    entries = entries_of(self_draw("B", 2), kong("A"), leave("A"), leave("C"), table=FIVE)
    price = Price((Fans("called", 2),), 2, 2, 4, 5)
    assert entries == [
        Entry("D", "B", 20, Reason.WIN, 3, None, Why(price=price)),
        Entry("D", "B", 5, Reason.SELF_DRAW, 3, None, Why(base=5, times=1)),
    ]


def test_a_discard_is_paid_by_who_threw_it_to_each_winner_for_his_own_hand() -> None:
    entries = entries_of(discard("C", B=2, A=1), kong("A"), table=FIVE)
    assert paid(entries) == ["C→B 20 win", "C→A 10 win"]
    assert entries[1] == Entry("C", "A", 10, Reason.WIN, 1, None, Why(price=Price((Fans("called", 1),), 1, 1, 2, 5)))


def test_a_robbed_kong_is_paid_by_who_made_it_for_the_fans_of_robbing() -> None:
    assert paid(entries_of(robbed("C", B=1, D=0), table=TABLE)) == ["C→B 8 win", "C→D 4 win"]
    assert steps(robbed("C", B=1)) == [("called", 1), ("robbing_kong", 2)]


def test_a_discard_after_a_kong_earns_a_fan_whatever_kong_it_was() -> None:
    for kind in ("promoted", "postponed", "concealed"):
        assert steps(discard("A", after_kong=True, B=1), kong("A", kind)) == [("called", 1), ("shoot_after_kong", 1)]
    assert steps(discard("A", B=1), kong("A")) == [("called", 1)]


def test_a_self_draw_after_a_kong_earns_the_fans_of_the_newest_kong() -> None:
    kongs = (kong("B", "postponed"), kong("A", "promoted"), kong("B", "promoted"), kong("C", "postponed"))
    after = self_draw("B", 1, after_kong=True)
    assert steps(after, *kongs) == [("called", 1), ("after_kong", 2)]
    assert steps(after, *kongs[:2]) == [("called", 1), ("after_kong", 3)]
    assert steps(after, kong("B", "concealed")) == [("called", 1)]
    assert steps(self_draw("B", 1), *kongs) == [("called", 1)]


def test_bonuses_that_the_table_says_are_added_before_those_of_the_event() -> None:
    lucky = Winner("B", CalledFans(1), (Bonus.UNDER_THE_SEA, Bonus.LAST_CHANCE))
    own = [("called", 1), ("under_the_sea", 1)]
    assert steps(Win(WinBy.DISCARD, (lucky,), "A")) == own
    assert steps(Win(WinBy.ROBBED_KONG, (lucky,), "A")) == [*own, ("robbing_kong", 2)]
    assert steps(Win(WinBy.DISCARD, (lucky,), "A", after_kong=True), kong("A")) == [*own, ("shoot_after_kong", 1)]
    assert steps(Win(WinBy.SELF_DRAW, (lucky,), after_kong=True), kong("B", "promoted")) == [*own, ("after_kong", 2)]


def test_the_winners_own_kongs_add_fans_to_a_pattern_and_none_to_a_number() -> None:
    before = (kong("B", "promoted"), kong("A"), kong("B"))
    assert steps(discard("C", B="all_triplets"), *before) == [("all_triplets", 1), ("promoted", 1), ("concealed", 1)]
    assert steps(discard("C", B=1), *before) == [("called", 1)]


def test_luck_said_beside_tiles_competes_with_them() -> None:
    pairs = Winner("B", hand("1122335577m1199p"), luck=(Pattern.HEAVENLY,))
    assert steps(Win(WinBy.SELF_DRAW, (pairs,))) == [("heavenly", 5)]


EXPOSED = kong("B", "exposed", "C")
BLOOM = self_draw("B", 1, after_kong=True)


def test_the_feeder_alone_pays_a_self_draw_after_an_exposed_kong_where_it_is_so_played() -> None:
    assert paid(entries_of(BLOOM, EXPOSED, table=FED)) == ["C→B 4 win"]
    with_fan = rules(fed_kong_win="feeder", self_draw="add_fan")
    assert paid(entries_of(BLOOM, EXPOSED, table=with_fan)) == ["C→B 4 win"]
    assert steps(BLOOM, EXPOSED, table=with_fan) == [("called", 1), ("after_kong", 1)]


@pytest.mark.parametrize(
    ("fact", "before", "table", "payers"),
    [
        (BLOOM, (EXPOSED,), rules(), "CDA"),
        (BLOOM, (EXPOSED, kong("B", "promoted")), FED, "CDA"),
        (replace(BLOOM, after_kong=False), (EXPOSED,), FED, "CDA"),
        (BLOOM, (EXPOSED, discard("D", C=0)), FED, "DA"),
        (BLOOM, (EXPOSED, leave("C")), FED, "DA"),
    ],
)
def test_otherwise_all_in_play_pay_it_as_any_self_draw(
    fact: Fact, before: tuple[Fact, ...], table: RuleSet, payers: str
) -> None:
    entries = entries_of(fact, *before, table=table)
    for reason in (Reason.WIN, Reason.SELF_DRAW):
        assert [entry.payer for entry in entries if entry.reason is reason] == [*payers]


NOBODY = Win(WinBy.DISCARD, (), "A")
TWO = (Winner("A", CalledFans(0)), Winner("B", CalledFans(0)))


@pytest.mark.parametrize(
    ("fact", "before", "code", "player"),
    [
        (NOBODY, (), "no_winner", None),
        (Win(WinBy.SELF_DRAW, TWO), (), "self_draw_of_two", "B"),
        (Win(WinBy.DISCARD, (*TWO, TWO[0]), "C"), (), "wins_twice", "A"),
        (discard("A", E=0), (), "unknown_player", "E"),
        (discard("A", B=0), (discard("A", B=0),), "has_won", "B"),
        (discard("A", B=0), (leave("B"),), "has_left", "B"),
        (Win(WinBy.SELF_DRAW, TWO[:1], "C"), (), "discarder_not_asked", "A"),
        (Win(WinBy.DISCARD, TWO[1:]), (), "discarder_missing", "B"),
        (Win(WinBy.ROBBED_KONG, TWO[1:]), (), "discarder_missing", "B"),
        (discard("B", A=0, B=0), (), "wins_own_discard", "B"),
        (discard("E", B=0), (), "unknown_player", "E"),
        (discard("A", B=0), (discard("C", A=0),), "has_won", "A"),
        (robbed("A", B=0), (leave("A"),), "has_left", "A"),
        (replace(robbed("A", B=0), after_kong=True), (kong("A"),), "after_kong_and_robbed", "B"),
        (self_draw("B", after_kong=True), (kong("A"),), "no_kong_before", "B"),
        (discard("A", after_kong=True, B=0), (kong("B"),), "no_kong_before", "A"),
    ],
)
def test_a_win_that_cannot_be_is_refused(fact: Fact, before: tuple[Fact, ...], code: str, player: str | None) -> None:
    assert refusal(fact, *before) == (code, {"player": player} if player else {})


@pytest.mark.parametrize(
    ("told", "code", "figures"),
    [
        (0, "fans_below_plain", {"player": "B", "fans": 0, "plain": 1}),
        ("generals", "pattern_not_played", {"player": "B", "pattern": Pattern.GENERALS}),
        ("dragon_seven_pairs", "pairs_with_kong", {"player": "B", "pattern": Pattern.DRAGON_SEVEN_PAIRS}),
        (hand("123456789m11155p"), "concealed_kongs_differ", {"player": "B", "made": 1, "shown": 0}),
    ],
)
def test_a_hand_that_its_winner_cannot_have_is_refused(told: int | str | Hand, code: str, figures: object) -> None:
    table = rules(plain_fans=1, patterns={"plain": 1, "dragon_seven_pairs": 4})
    assert refusal(discard("A", B=told), kong("B"), table=table) == (code, figures)
