"""Tiny rounds of 甲, 乙, 丙 and 丁 (A to D), who sit in turn order, 甲 deals; and numbers out of what they come to."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from rounds.rules.events import POT, CalledFans, Fact, Hand, HandState, Kong, WallOut, WallState, Win, WinBy, Winner
from rounds.rules.ledger import Entry, Price, Reason
from rounds.rules.ruleset import Bonus, KongKind, RuleSet
from rounds.rules.settle import Settlement, settle
from rounds.screens.totals import pot_name
from rounds.wording import listed

A, B, C, D = PLAYERS = tuple("ABCD")
NOT_READY, PIG = WallState.NOT_READY, WallState.FLOWER_PIG


def settled(rules: RuleSet, *facts: Fact) -> Settlement:
    return settle(rules, PLAYERS, facts, A)


def discard(hand: Hand, *bonuses: Bonus, after_kong: bool = False, winners: Sequence[str] = (A,)) -> Win:
    """乙 deals into a hand of 甲's."""
    told = tuple(Winner(winner, hand, bonuses) for winner in winners)
    return Win(WinBy.DISCARD, told, B, after_kong=after_kong)


def self_draw(hand: Hand, *, after_kong: bool = False) -> Win:
    return Win(WinBy.SELF_DRAW, (Winner(A, hand),), after_kong=after_kong)


def kong(player: str, kind: KongKind) -> Kong:
    return Kong(player, kind, (B if player != B else A) if kind is KongKind.EXPOSED else None)


def wall_out(hands: Mapping[str, Hand | WallState]) -> WallOut:
    """The end of the wall: a hand is ready with it."""
    return WallOut(
        {
            player: HandState(hand) if isinstance(hand, WallState) else HandState(WallState.READY, hand)
            for player, hand in hands.items()
        }
    )


def called(rules: RuleSet, more: int = 0) -> CalledFans:
    """A hand so many fans above a plain one."""
    return CalledFans(rules.plain_fans + more)


def because(result: Settlement, *reasons: Reason) -> list[Entry]:
    return [entry for entry in result.entries if entry.reason in reasons]


def total(entries: Iterable[Entry]) -> int:
    return sum(entry.points for entry in entries)


def price_of(result: Settlement) -> Price | None:
    """The price of the first win; None if it cannot have happened at this table."""
    return next((entry.why.price for entry in because(result, Reason.WIN)), None)


def say_price(price: Price | None) -> str:
    """ "4番按3番付，底1×8 = 8"."""
    if price is None:
        return _("胡不了")
    fans = _("{fans}番").format(fans=price.fans)
    if price.paid_fans < price.fans:
        fans = _("{fans}番按{paid}番付").format(fans=price.fans, paid=price.paid_fans)
    return _("{fans}，{sum}").format(fans=fans, sum=say_product(price))


def say_product(price: Price) -> str:
    return _("底{base}×{times} = {points}").format(base=price.base, times=price.multiplier, points=price.points)


def say_payees(entries: Sequence[Entry]) -> str:
    """ "甲8、丙8": who gets how much."""
    seats = [*PLAYERS, POT]
    in_turn = sorted(entries, key=lambda entry: seats.index(entry.payee))
    return listed(_("{name}{points}").format(name=say_seat(entry.payee), points=entry.points) for entry in in_turn)


def say_seat(seat: str) -> str:
    """What a player of these rounds is called, or the pot."""
    return {A: _("甲"), B: _("乙"), C: _("丙"), D: _("丁"), POT: pot_name()}[seat]


def by_payer(entries: Sequence[Entry]) -> dict[str, list[int]]:
    """What each payer gives, entry by entry."""
    paid: dict[str, list[int]] = {}
    for entry in entries:
        paid.setdefault(entry.payer, []).append(entry.points)
    return paid


def say_sum(points: Sequence[int]) -> str:
    """ "4+1 = 5", or "4" alone."""
    return f"{'+'.join(map(str, points))} = {sum(points)}" if len(points) > 1 else f"{sum(points)}"


def say_times(result: Settlement) -> str:
    price = price_of(result)
    return _("×{times} = {points}").format(times=price.multiplier, points=price.points) if price else ""
