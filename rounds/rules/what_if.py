"""换规矩 huàn guī ju: the facts of a round settled again by other rules than those they were told under."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from rounds.rules.events import CalledFans, CalledPattern, Fact, Hand, HandState, Leave, WallOut, Win
from rounds.rules.ledger import Entry
from rounds.rules.ruleset import RuleSet
from rounds.rules.settle import Settlement, settle


def settle_by(
    other: RuleSet,
    rules: RuleSet,
    players: Sequence[str],
    facts: Sequence[Fact],
    dealer: str | None = None,
    stakes: Mapping[str, int] | None = None,
    side_bettors: Mapping[str, str] | None = None,
) -> Settlement:
    """What the facts of a round that was played by `rules` come to by `other` rules.

    Total, as `settle` is: what cannot have happened by the other rules (a pattern that is not played there, a fact
    after an end that came sooner) becomes a problem and moves no points.
    """
    return settle(other, players, [retold(fact, rules, other) for fact in facts], dealer, stakes, side_bettors)


def retold(fact: Fact, rules: RuleSet, other: RuleSet) -> Fact:
    """The fact as a table that plays by `other` would have told it, where it was told at one that plays by `rules`.

    报番 bào fān: a called number is on the scale of the rules in force; where a plain hand has a fan more, so has every
    hand. The roots of a called 龙七对 lóng qī duì are told without the one that is absorbed. A shown hand and all
    else is the same everywhere.
    """
    match fact:
        case Win():
            winners = tuple(replace(winner, hand=_hand(winner.hand, rules, other)) for winner in fact.winners)
            return replace(fact, winners=winners)
        case WallOut(hands):
            return WallOut(_states(hands, rules, other))
        case Leave(player, hands) if hands:
            return Leave(player, _states(hands, rules, other))
        case _:
            return fact


def _states(hands: Mapping[str, HandState], rules: RuleSet, other: RuleSet) -> dict[str, HandState]:
    return {
        player: told if told.hand is None else replace(told, hand=_hand(told.hand, rules, other))
        for player, told in hands.items()
    }


def _hand(hand: Hand, rules: RuleSet, other: RuleSet) -> Hand:
    match hand:
        case CalledFans(fans):
            return CalledFans(fans + other.plain_fans - rules.plain_fans)
        case CalledPattern(pattern, roots) if pattern.dragon:
            told = roots + rules.dragon_absorbs_root - other.dragon_absorbs_root
            return CalledPattern(pattern, max(told, 0))
        case _:
            return hand


@dataclass(frozen=True, slots=True)
class Change:
    """One payment as it was and as it would be; None where it is none."""

    was: Entry | None
    would_be: Entry | None

    @property
    def either(self) -> Entry:
        """The payment as it was or, if it was none, as it would be: payer, payee and reason are the same in both."""
        entry = self.was or self.would_be
        assert entry is not None, "made by `changes` of one or two"
        return entry


def changes(was: Settlement, would_be: Settlement) -> list[Change]:
    """The payments that differ in points between two settlements of the same facts, in the order of the facts."""
    found: dict[tuple[object, ...], tuple[list[Entry], list[Entry]]] = {}
    for side, settlement in enumerate((was, would_be)):
        for entry in settlement.entries:
            found.setdefault(_place(entry), ([], []))[side].append(entry)
    pairs = [Change(*pair) for both in found.values() for pair in zip_longest(*both)]
    differing = [pair for pair in pairs if _points(pair.was) != _points(pair.would_be)]
    return sorted(differing, key=lambda change: (change.either.event is None, change.either.event or 0))


def _place(entry: Entry) -> tuple[object, ...]:
    return entry.event, entry.payer, entry.payee, entry.reason, entry.about


def _points(entry: Entry | None) -> int:
    return entry.points if entry else 0
