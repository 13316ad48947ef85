"""Round documents, xuezhan-round/1: one round with its rules as JSON, and its settlement, xuezhan-settlement/1."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rounds.rules.events import Fact, fact_from_json, read_bonuses
from rounds.rules.hands import COMPLETE, WAITING, ShownHand, hand_from_json
from rounds.rules.patterns import LUCK, Pattern
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet, changed
from rounds.rules.settle import Settlement, settle
from rounds.rules.strict import MAX_POINTS, Malformed, read_int, read_list, read_map, read_name, read_object

FORMAT = "xuezhan-round/1"
SETTLEMENT_FORMAT = "xuezhan-settlement/1"
MAX_BETTORS = 40
MAX_COPIES = 100_000
"""Each entry is copied from each bettor on its payer to each on its payee: so many events times bettors squared."""

LET_THROUGH = ("id", "source", "expected")
"""Keys of worked examples, which a document may carry and nobody reads."""


@dataclass(frozen=True, slots=True)
class Document:
    """One round: who sat in turn order, by which rules, what happened."""

    rules: RuleSet
    players: tuple[str, ...]
    events: tuple[Fact, ...]
    dealer: str | None
    stakes: Mapping[str, int]
    side_bettors: Mapping[str, str]

    def settle(self) -> Settlement:
        return settle(self.rules, self.players, self.events, self.dealer, self.stakes, self.side_bettors)


def document_from_json(value: object) -> Document:
    """Read a round document; raises `Malformed` with the place of the fault."""
    optional = ("dealer", "stakes", "side_bettors", *LET_THROUGH)
    told = read_object(value, "document", ("format", "rules", "players", "events"), optional)
    if told["format"] != FORMAT:
        raise Malformed("format", "not_one_of", known=(FORMAT,), value=told["format"])
    players = _players(told["players"])
    events = read_list(told["events"], "events")
    bettors = _side_bettors(told.get("side_bettors", {}), players)
    if len(events) * (1 + len(bettors)) ** 2 > MAX_COPIES:
        raise Malformed("side_bettors", "round_too_long", events=len(events), count=len(bettors))
    return Document(
        rules=rules_from_json(told["rules"]),
        players=players,
        events=tuple(fact_from_json(event, f"events[{i}]") for i, event in enumerate(events)),
        dealer=_seat(told["dealer"], "dealer", players) if "dealer" in told else None,
        stakes=_stakes(told.get("stakes", {}), players),
        side_bettors=bettors,
    )


@dataclass(frozen=True, slots=True)
class HandDocument:
    """One shown hand of 13 or 14 tiles, and the rules to read it by; `luck`: 天胡 or 地胡 said with a complete one."""

    rules: RuleSet
    hand: ShownHand
    luck: tuple[Pattern, ...]


def hand_document_from_json(value: object) -> HandDocument:
    """Read {"rules": …, "hand": …}, perhaps with "bonuses"; raises `Malformed` with the place of the fault."""
    told = read_object(value, "document", ("rules", "hand"), ("bonuses", *LET_THROUGH))
    rules, hand = rules_from_json(told["rules"]), hand_from_json(told["hand"])
    if hand.count not in (WAITING, COMPLETE):
        raise Malformed("hand", "not_13_or_14", count=hand.count)
    luck = read_bonuses(told.get("bonuses", []), "bonuses", LUCK if hand.count == COMPLETE else ())
    return HandDocument(rules, hand, luck)


def rules_from_json(value: object, place: str = "rules") -> RuleSet:
    """A preset's name, or {"preset": name, "options": changes}; raises `Malformed`."""
    if isinstance(value, str):
        value = {"preset": value}
    told = read_object(value, place, ("preset",), ("options",))
    name = told["preset"]
    if not isinstance(name, str) or name not in presets():
        raise Malformed(f"{place}.preset", "not_one_of", known=tuple(presets()), value=name)
    try:
        # The rules of most documents in a file are the same, and reading them costs more than settling a round.
        return _rules(name, json.dumps(told.get("options", {})), place)
    except RecursionError:
        raise Malformed(f"{place}.options", "too_deep") from None


@lru_cache(maxsize=256)
def _rules(preset: str, options: str, place: str) -> RuleSet:
    rules, changes = presets()[preset].rules, json.loads(options)
    if read_map(changes, f"{place}.options"):
        rules = RuleSet.from_json(changed(rules.to_json(), changes, f"{place}.options"), f"{place}.options")
    return rules


def _players(value: object) -> tuple[str, ...]:
    players = tuple(read_name(name, f"players[{i}]") for i, name in enumerate(read_list(value, "players")))
    if not 2 <= len(players) <= 4:
        raise Malformed("players", "not_two_to_four", count=len(players))
    for i, name in enumerate(players):
        if name in players[:i]:
            raise Malformed(f"players[{i}]", "twice", value=name)
    return players


def _seat(value: object, place: str, players: tuple[str, ...]) -> str:
    name = read_name(value, place)
    if name not in players:
        raise Malformed(place, "no_such_player", value=name)
    return name


def _stakes(value: object, players: tuple[str, ...]) -> dict[str, int]:
    return {
        _seat(name, f"stakes.{name}", players): read_int(points, f"stakes.{name}", 0, MAX_POINTS)
        for name, points in read_map(value, "stakes").items()
    }


def _side_bettors(value: object, players: tuple[str, ...]) -> dict[str, str]:
    bettors = {}
    if len(told := read_map(value, "side_bettors")) > MAX_BETTORS:
        raise Malformed("side_bettors", "too_many_bettors", most=MAX_BETTORS, count=len(told))
    for name, seat in told.items():
        if read_name(name, "side_bettors") in players:
            raise Malformed(f"side_bettors.{name}", "bettor_plays", value=name)
        bettors[name] = _seat(seat, f"side_bettors.{name}", players)
    return bettors
