"""番 fān: what a hand is worth under a rule set, step by step; of one shown as tiles, by its dearest reading."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from rounds.rules.events import CalledFans, CalledPattern, Hand
from rounds.rules.hands import COMPLETE, WAITING, Held, ShownHand, features, held, waits
from rounds.rules.ledger import Fans, Price
from rounds.rules.patterns import LUCK, Pattern, Rank
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import Bonus, DeadWait, KongKind, ReadyCheck, RuleSet


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

    `luck`: 天胡 or 地胡 where the table says so; it competes with what the tiles are (rules: Patterns).
    """
    if hand.count != COMPLETE or hand.is_pig(rules.void_suit):
        return None
    return _worth(rules, held(hand), _fixed(rules, hand, kongs), sum(pattern.needs for pattern in luck))


def wait_worths(rules: RuleSet, hand: ShownHand, kongs: Sequence[KongKind]) -> dict[str, Worth]:
    """听牌 tīng pái: each tile that a hand of 13 wins on, with the hand it makes; none: it is not ready."""
    if hand.count != WAITING or hand.is_pig(rules.void_suit):
        return {}
    fixed = _fixed(rules, hand, kongs)
    completed = waits(held(hand), melds_block=rules.dead_wait is DeadWait.OWN_TILES)
    worths = ((tile, _worth(rules, whole, fixed, 0)) for tile, whole in completed)
    return {tile: worth for tile, worth in worths if worth}


def kinds_shown(hand: ShownHand) -> tuple[KongKind, ...]:
    """The kinds of its kongs as far as tiles tell them: an open one counts as exposed."""
    return (KongKind.EXPOSED,) * len(hand.kongs) + (KongKind.CONCEALED,) * len(hand.concealed_kongs)


def shown_patterns(hand: ShownHand) -> tuple[Pattern, ...]:
    """All that a complete hand is, played at this table or not; by name. Nothing for one that is not complete."""
    found = features(held(hand)) if hand.count == COMPLETE else 0
    return tuple(sorted(p for p in Pattern if p not in LUCK and found & p.needs == p.needs))


class _Fixed(NamedTuple):
    """What a hand earns whatever completes it: fans of kongs, and 门清 mén qīng if it is."""

    kongs: int
    bonuses: tuple[Bonus, ...]


def _fixed(rules: RuleSet, hand: ShownHand, kongs: Sequence[KongKind]) -> _Fixed:
    kong_fans = sum([rules.kong_fans[kind] for kind in kongs])
    concealed = rules.bonus_fans[Bonus.CONCEALED_HAND] and not hand.pungs and not hand.kongs
    return _Fixed(kong_fans, (Bonus.CONCEALED_HAND,) if concealed else ())


def _worth(rules: RuleSet, hand: Held, fixed: _Fixed, luck: int) -> Worth | None:
    found = features(hand)
    rank = _dearest(rules, found)
    if rank is None:
        return None
    if luck:
        rank = _dearest(rules, found | luck) or rank
    fans, bonuses = fixed
    if rules.bonus_fans[Bonus.NO_TERMINALS] and not hand.has_terminals:
        bonuses = (*bonuses, Bonus.NO_TERMINALS)
    for bonus in bonuses:
        fans += rules.bonus_fans[bonus]
    roots = hand.roots - rank.absorbed
    return Worth(rank.pattern, roots, bonuses, rank.fans + rules.root_fans * roots + fans)


def _dearest(rules: RuleSet, found: int) -> Rank | None:
    for rank in rules.ranking:
        if found & rank.needs == rank.needs:
            return rank
    return None


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
        case ShownHand():
            worth = win_worth(rules, hand, kongs, luck)
            if worth is None:
                raise _no_win(rules, player, hand)
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
    by_kind = [step for kind in KongKind for step in _counted(kind.value, rules.kong_fans[kind], kongs.count(kind))]
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
    if hand.void_suit and hand.void_suit in hand.suits:
        return Impossible("void_suit_held", player=player, suit=hand.void_suit)
    return Impossible("three_suits", player=player)
