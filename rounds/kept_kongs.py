"""不退 bú tuì: the kongs that were paid and whose money does not go back when the wall is empty, and why."""

from collections.abc import Iterable, Sequence

from rounds.book.replay import RoundLog
from rounds.rules.events import WallOut, WallState
from rounds.rules.ledger import Entry, Reason
from rounds.rules.play import StandingKong
from rounds.rules.ruleset import KongKind

Kept = dict[tuple[str, str], list[KongKind]]
"""The kinds of the kongs that a player keeps for one reason, by the key of its sentence and the player."""

MOVES = (Reason.KONG_TRANSFER, Reason.KONG_REFUND)


def kept_kongs(log: RoundLog, wall: WallOut, entries: Sequence[Entry]) -> Kept:
    """Those of the players who were in play; `entries` are what the end of the wall came to."""
    given_back = {entry.about for entry in entries if entry.reason is Reason.KONG_REFUND}
    paid = {entry.event for entry in log.settlement.entries if entry.reason is Reason.KONG}
    kept: Kept = {}
    for kong in log.settlement.play.kongs:
        if kong.player in wall.hands and kong.event in paid - given_back:
            kinds = kept.setdefault((_why(log, wall, kong), kong.player), [])
            kinds += [kong.kind] * (kong.kind not in kinds)
    return kept


def _why(log: RoundLog, wall: WallOut, kong: StandingKong) -> str:
    """The key of the sentence that says it. Where nothing else keeps the money, all who paid it have left."""
    if wall.hands[kong.player].state is WallState.READY:
        return "kept_ready"
    if not log.opening.rules.kong_refund:
        return "kept_by_rule"
    moved = _moves(log.settlement.entries, kong)
    return "kept_left" if moved is None else "kept_moved" if moved is Reason.KONG_TRANSFER else "kept_returned"


def _moves(entries: Iterable[Entry], kong: StandingKong) -> Reason | None:
    """How the money of a kong has gone on or back before."""
    return next((entry.reason for entry in entries if entry.about == kong.event and entry.reason in MOVES), None)
