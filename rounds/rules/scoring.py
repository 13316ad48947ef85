"""番 fān: what a hand is worth under a rule set, step by step; of one shown as tiles, by its dearest reading."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from rounds.rules.events import CalledFans, CalledPattern, Hand
from rounds.rules.hands import (
    COMPLETE,
    WAITING,
    Melds,
    ShownHand,
    as_sets,
    counted,
    features,
    has_terminals,
    holds,
    roots,
    waits,
)
from rounds.rules.ledger import Fans, Price
from rounds.rules.patterns import LUCK, Pattern
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import Bonus, DeadWait, KongKind, ReadyCheck, RuleSet

_KINDS = tuple(KongKind)
_CONCEALED_HAND, _NO_TERMINALS = Bonus.CONCEALED_HAND, Bonus.NO_TERMINALS


class Worth(NamedTuple):
    """What a shown hand is, read as dear as this table plays it.

    `roots`: those counted beside the pattern; `bonuses`: what its tiles earn here; `fans`: all of it with the kongs,
    before the cap.
    """

    pattern: Pattern
    roots: int
    bonuses: tuple[Bonus, ...]
    fans: int


def win_worth(rules: RuleSet, hand: ShownHand, kongs: Sequence[KongKind], luck: Sequence[Pattern] = ()) -> Worth | None:
    """A complete hand with its owner's `kongs`; None for one that is no win at this table.

    `luck`: 天胡 or 地胡 where the table says so; it competes with what the tiles are (README: Fans).
    """
    concealed, melds = counted(hand)
    if len(hand.concealed) + 3 * melds.number != COMPLETE or _holds_void(rules, hand, concealed, melds):
        return None
    said = sum(pattern.needs for pattern in luck) if luck else 0
    found = features(concealed, melds, as_sets(concealed))
    return _worth(rules, found, concealed, melds, *_fixed(rules, hand, kongs), said)


def wait_worths(rules: RuleSet, hand: ShownHand, kongs: Sequence[KongKind]) -> dict[str, Worth]:
    """听牌 tīng pái: each tile that a hand of 13 wins on, with the hand it makes; none: it is not ready."""
    concealed, melds = counted(hand)
    if len(hand.concealed) + 3 * melds.number != WAITING or _holds_void(rules, hand, concealed, melds):
        return {}
    found = waits(concealed, melds, melds_block=rules.dead_wait is DeadWait.OWN_TILES)
    if not found:
        return {}
    fans, bonuses = _fixed(rules, hand, kongs)
    worths = {}
    for tile, (whole, sets) in found.items():
        if worth := _worth(rules, features(whole, melds, sets), whole, melds, fans, bonuses):
            worths[tile] = worth
    return worths


def kinds_shown(hand: ShownHand) -> tuple[KongKind, ...]:
    """The kinds of its kongs as far as tiles tell them: an open one counts as exposed."""
    return (KongKind.EXPOSED,) * len(hand.kongs) + (KongKind.CONCEALED,) * len(hand.concealed_kongs)


def shown_patterns(hand: ShownHand) -> tuple[Pattern, ...]:
    """All that a complete hand is, played at this table or not; by name. Nothing for one that is not complete."""
    concealed, melds = counted(hand)
    found = features(concealed, melds, as_sets(concealed)) if hand.count == COMPLETE else 0
    return tuple(sorted(p for p in Pattern if p not in LUCK and found & p.needs == p.needs))


def _holds_void(rules: RuleSet, hand: ShownHand, concealed: int, melds: Melds) -> bool:
    """定缺 dìng quē: is there still a tile of the suit that its owner declared void?"""
    return rules.void_suit and hand.void_suit is not None and holds(concealed, melds, hand.void_suit)


def _fixed(rules: RuleSet, hand: ShownHand, kongs: Sequence[KongKind]) -> tuple[int, tuple[Bonus, ...]]:
    """What a hand earns whatever completes it: fans of kongs and of 门清 mén qīng, and the bonus if it is one."""
    fans = sum([rules.kong_fans[kind] for kind in kongs]) if kongs else 0
    own = rules.bonus_fans[_CONCEALED_HAND]
    return (fans + own, (_CONCEALED_HAND,)) if own and not (hand.pungs or hand.kongs) else (fans, ())


def _worth(
    rules: RuleSet, found: int, concealed: int, melds: Melds, fans: int, bonuses: tuple[Bonus, ...], luck: int = 0
) -> Worth | None:
    """The worth of a hand with the features `found`, on top of the `fans` that it earns whatever it is."""
    rank = rules.dearest[found]
    if rank is None:
        return None
    if luck:
        rank = rules.dearest[found | luck] or rank
    own = rules.bonus_fans[_NO_TERMINALS]
    if own and not has_terminals(concealed, melds):
        bonuses, fans = (*bonuses, _NO_TERMINALS), fans + own
    beside = roots(concealed, melds) - rank.absorbed
    return Worth(rank.pattern, beside, bonuses, rank.fans + rules.root_fans * beside + fans)


def price(
    rules: RuleSet,
    player: str,
    hand: Hand,
    kongs: Sequence[KongKind],
    extra: Sequence[Fans],
    luck: Sequence[Pattern] = (),
) -> Price:
    """The price of `player`'s won hand with his own standing `kongs` and the fans in `extra` (README: Fans).

    Raises `Impossible` for a hand that this table does not play or that cannot be.
    """
    match hand:
        case CalledFans(fans):
            if fans < rules.plain_fans:
                raise Impossible("fans_below_plain", player=player, fans=fans, plain=rules.plain_fans)
            steps = [Fans("called", fans)]
        case CalledPattern(pattern, roots):
            if pattern not in rules.patterns:
                raise Impossible("pattern_not_played", player=player, pattern=pattern)
            if pattern.pairs and kongs:
                raise Impossible("pairs_with_kong", player=player, pattern=pattern)
            steps = _steps(rules, pattern, roots, kongs, ())
        case shown:
            worth = win_worth(rules, shown, kongs, luck)
            if worth is None:
                raise _no_win(rules, player, shown)
            steps = _steps(rules, worth.pattern, worth.roots, kongs, worth.bonuses)
    return _priced(rules, [*steps, *(step for step in extra if step.fans)])


def ready_price(rules: RuleSet, player: str, hand: Hand, kongs: Sequence[KongKind], extra: Sequence[Fans]) -> Price:
    """查叫 chá jiào: the price of a ready hand; of a shown one with its best wait, or its worst (README: Wall out).

    Raises `Impossible` for a hand that is not ready, with what it is.
    """
    if not isinstance(hand, ShownHand):
        return price(rules, player, hand, kongs, extra)
    worths = wait_worths(rules, hand, kongs)
    if not worths:
        raise _not_ready(rules, player, hand)
    choose = min if rules.ready_check is ReadyCheck.WORST else max
    tile = choose(worths, key=lambda tile: worths[tile].fans)
    worth = worths[tile]
    steps = _steps(rules, worth.pattern, worth.roots, kongs, worth.bonuses)
    return replace(_priced(rules, steps), wait=tile)


def bonus_fans(rules: RuleSet, bonuses: Iterable[Bonus]) -> list[Fans]:
    """加番 jiā fān: what each bonus earns at this table; 0 where it is not played."""
    return [Fans(bonus.value, rules.bonus_fans[bonus]) for bonus in bonuses]


def _priced(rules: RuleSet, steps: Sequence[Fans]) -> Price:
    fans = sum([step.fans for step in steps])
    return Price(tuple(steps), fans, rules.paid_fans(fans), rules.multiplier(fans), rules.base)


def _steps(
    rules: RuleSet, pattern: Pattern, roots: int, kongs: Sequence[KongKind], bonuses: Sequence[Bonus]
) -> list[Fans]:
    own = Fans(pattern.value, rules.patterns[pattern])
    kinds = [kind for kind in _KINDS if kind in kongs]
    by_kind = [step for kind in kinds for step in _counted(kind.value, rules.kong_fans[kind], kongs.count(kind))]
    return [own, *_counted("root", rules.root_fans, roots), *by_kind, *bonus_fans(rules, bonuses)]


def _counted(what: str, fans: int, count: int) -> list[Fans]:
    return [Fans(what, fans * count, count)] if fans and count else []


def _no_win(rules: RuleSet, player: str, hand: ShownHand) -> Impossible:
    """Why a shown hand is no win."""
    if hand.count != COMPLETE:
        return Impossible("not_14_tiles", player=player, count=hand.count)
    if pig := _pig(rules, player, hand):
        return pig
    if patterns := shown_patterns(hand):
        return Impossible("pattern_not_played", player=player, pattern=patterns[0])
    return Impossible("not_complete", player=player)


def _not_ready(rules: RuleSet, player: str, hand: ShownHand) -> Impossible:
    """What a shown hand is that is not ready."""
    if hand.count != WAITING:
        return Impossible("not_13_tiles", player=player, count=hand.count)
    return _pig(rules, player, hand) or Impossible("not_ready", player=player)


def _pig(rules: RuleSet, player: str, hand: ShownHand) -> Impossible | None:
    if not hand.is_pig(rules.void_suit):
        return None
    if rules.void_suit and hand.void_suit:  # one of the three, if it holds three
        return Impossible("void_suit_held", player=player, suit=hand.void_suit)
    return Impossible("three_suits", player=player)
