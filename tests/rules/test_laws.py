"""What holds for every round under every rule set, possible or not: laws of the settlement."""

import json
from collections import Counter, defaultdict
from dataclasses import fields, is_dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rounds.rules.document import document_from_json
from rounds.rules.events import Fact, fact_from_json, fact_to_json
from rounds.rules.ledger import Entry, why_from_json, why_to_json
from rounds.rules.ruleset import RuleSet
from rounds.rules.settle import Settlement, settle
from tests.rules.agreement import core_settlement
from tests.rules.facts_strategy import facts
from tests.rules.options_strategy import option_sets
from tests.rules.oracle_table import Json
from tests.rules.rounds_strategy import documents


def flow(entries: tuple[Entry, ...]) -> list[tuple[object, ...]]:
    """Who pays whom how much for what and where, in no order."""
    return sorted((e.payer, e.payee, e.points, e.reason.value, str(e.event), str(e.about)) for e in entries)


@given(documents())
def test_every_round_adds_up_to_nothing_with_the_pot(document: Json) -> None:
    assert sum(core_settlement(document).net.values()) == 0


@given(documents())
def test_every_entry_has_two_ends_and_moves_at_least_a_point(document: Json) -> None:
    for entry in core_settlement(document).entries:
        assert entry.points > 0
        assert entry.payer != entry.payee


@given(documents())
def test_the_entries_alone_make_the_net(document: Json) -> None:
    settled = core_settlement(document)
    total: Counter[str] = Counter(dict.fromkeys([*document["players"], *document.get("side_bettors", {})], 0))
    for entry in settled.entries:
        total[entry.payee] += entry.points
        total[entry.payer] -= entry.points
    assert dict(total) == settled.net


@given(documents())
def test_a_round_settled_twice_gives_the_same(document: Json) -> None:
    assert core_settlement(document) == core_settlement(json.loads(json.dumps(document)))


def renamed(value: Any, names: dict[str, str]) -> Any:
    """The document with other names wherever a name can stand."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


@given(documents(), st.permutations(["A", "B", "C", "D"]))
def test_other_names_for_the_seats_change_nothing_but_the_names(document: Json, letters: list[str]) -> None:
    names = dict(zip(document["players"], [f"{letter}'" for letter in letters], strict=False))
    settled, other = core_settlement(document), core_settlement(renamed(document, names))
    assert other.net == {names.get(player, player): points for player, points in settled.net.items()}
    assert other.ended == settled.ended
    assert other.next_dealer == names.get(settled.next_dealer or "", settled.next_dealer)
    assert [list(players) for players in other.winners] == renamed([list(p) for p in settled.winners], names)
    assert [(e.payer, e.payee, e.points, e.reason) for e in other.entries] == [
        (names.get(e.payer, e.payer), names.get(e.payee, e.payee), e.points, e.reason) for e in settled.entries
    ]


@given(documents(), st.integers(1, 3))
def test_it_does_not_matter_which_seat_the_list_of_players_starts_with(document: Json, turns: int) -> None:
    # Without a dealer the turn order that settles ties among stakes starts with the first player of the list.
    document["dealer"] = document.get("dealer", document["players"][0])
    players = document["players"]
    turned = {**document, "players": players[turns:] + players[:turns] if turns < len(players) else players}
    settled, other = core_settlement(document), core_settlement(turned)
    assert (other.net, other.ended, other.next_dealer) == (settled.net, settled.ended, settled.next_dealer)
    assert flow(other.entries) == flow(settled.entries)


@given(option_sets(), st.lists(facts(), max_size=8), st.sampled_from(("AB", "ABC", "ABCD")))
def test_no_log_whatever_is_refused_with_an_exception(options: Json, log: list[Fact], seats: str) -> None:
    settled = settle(RuleSet.from_json(options), seats, log, "A", {"B": 3}, {"E": "B"})
    assert sum(settled.net.values()) == 0
    assert all(0 <= problem.event < len(log) for problem in settled.problems)


def without_problems(document: Json, settled: Settlement) -> tuple[Json, list[int]]:
    wrong = {problem.event for problem in settled.problems}
    kept = [index for index in range(len(document["events"])) if index not in wrong]
    return {**document, "events": [document["events"][index] for index in kept]}, kept


@given(documents())
def test_an_impossible_fact_moves_nothing_and_the_others_settle_as_if_it_were_not_there(document: Json) -> None:
    settled = core_settlement(document)
    mended, kept = without_problems(document, settled)
    other = core_settlement(mended)
    assert other.problems == ()
    assert (other.net, other.ended, other.next_dealer) == (settled.net, settled.ended, settled.next_dealer)
    assert other.winners == settled.winners
    back: dict[int | None, int | None] = {None: None, **dict(enumerate(kept))}
    told = [(e.payer, e.payee, e.points, e.reason, back[e.event], back[e.about], e.why) for e in other.entries]
    assert told == [(e.payer, e.payee, e.points, e.reason, e.event, e.about, e.why) for e in settled.entries]


@given(documents())
def test_a_kongs_money_moves_on_or_back_at_most_once(document: Json) -> None:
    settled = core_settlement(document)
    paid: Counter[int | None] = Counter()
    moved: Counter[int | None] = Counter()
    moved_by: dict[int | None, set[int | None]] = defaultdict(set)
    for entry in settled.entries:
        if entry.reason == "kong":
            paid[entry.event] += entry.points
        if entry.reason in ("kong_transfer", "kong_refund"):
            moved[entry.about] += entry.points
            moved_by[entry.about].add(entry.event)
    to_each_in_full = document["rules"]["options"]["kong_transfer_shares"] == "each"
    assert all(len(events) == 1 for events in moved_by.values())
    for kong, points in moved.items():
        winners = document["events"][moved_by[kong].copy().pop()].get("winners", [])
        assert points <= paid[kong] * (len(winners) if to_each_in_full and winners else 1)


@given(documents())
def test_a_bettor_ends_with_exactly_the_result_of_his_seat(document: Json) -> None:
    net = core_settlement(document).net
    assert {bettor: net[bettor] for bettor in document.get("side_bettors", {})} == {
        bettor: net[seat] for bettor, seat in document.get("side_bettors", {}).items()
    }


@given(documents())
def test_nobody_loses_more_than_his_stake_and_nobody_ahead_falls_behind(document: Json) -> None:
    at_the_table = {key: value for key, value in document.items() if key != "side_bettors"}
    before = core_settlement({key: value for key, value in at_the_table.items() if key != "stakes"}).net
    after = core_settlement(at_the_table).net
    for player, points in after.items():
        if before[player] > 0:
            assert 0 <= points <= before[player]
        else:
            assert points == max(before[player], -document.get("stakes", {}).get(player, -before[player]))


@given(facts())
def test_a_fact_written_as_json_reads_back_as_itself(fact: Fact) -> None:
    assert fact_from_json(json.loads(json.dumps(fact_to_json(fact)))) == fact


@given(option_sets())
def test_a_rule_set_written_as_json_reads_back_as_itself(options: Json) -> None:
    rules = RuleSet.from_json(options)
    assert rules.to_json() == options
    assert RuleSet.from_json(json.loads(json.dumps(rules.to_json()))) == rules


@given(documents())
def test_the_reason_behind_an_entry_written_as_json_reads_back_as_itself(document: Json) -> None:
    for entry in core_settlement(document).entries:
        assert why_from_json(json.loads(json.dumps(why_to_json(entry.why)))) == entry.why


def parts(value: object) -> list[object]:
    """Everything that a value is made of, down to plain values."""
    if is_dataclass(value):
        return [part for field in fields(value) for part in parts(getattr(value, field.name))]
    if isinstance(value, dict):
        return [part for pair in value.items() for item in pair for part in parts(item)]
    if isinstance(value, list | tuple):
        return [part for item in value for part in parts(item)]
    return [value]


@given(documents())
def test_points_and_fans_are_whole_numbers_everywhere(document: Json) -> None:
    settled = core_settlement(document)
    assert {type(part) for part in parts(settled) if isinstance(part, int | float | complex)} <= {int, bool}
    assert not any(isinstance(part, bool) for part in settled.net.values())


@given(documents())
def test_the_figures_behind_an_entry_come_to_its_points(document: Json) -> None:
    options = document["rules"]["options"]
    for entry in core_settlement(document).entries:
        why = entry.why
        for price in (why.price, why.less):
            if price is not None:
                capped = price.fans if options["cap"] is None else min(price.fans, options["cap"])
                assert price.fans == sum(step.fans for step in price.steps)
                assert (price.paid_fans, price.base) == (capped, options["base"])
                assert price.multiplier == 2 ** (capped - options["plain_fans"])
        if entry.reason in ("win", "ready_check", "price_difference"):
            assert why.price is not None
        if why.price is not None:
            assert entry.points == why.price.points - (why.less.points if why.less else 0)
        elif entry.reason in ("kong", "self_draw", "flower_pig"):
            assert entry.points == why.base * why.times
            assert why.base == options["base"]


@given(documents())
def test_kong_money_says_which_kind_of_kong_it_is_from(document: Json) -> None:
    for entry in core_settlement(document).entries:
        if entry.reason in ("kong", "kong_transfer", "kong_refund"):
            kong = entry.event if entry.about is None else entry.about
            assert kong is not None
            assert entry.why.kong == document["events"][kong]["kind"]


@given(documents())
def test_a_settlement_leaves_its_document_as_it_was(document: Json) -> None:
    told = json.dumps(document)
    read = document_from_json(document)
    assert read.settle() == read.settle()
    assert json.dumps(document) == told
