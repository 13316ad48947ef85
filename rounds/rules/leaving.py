"""离开 lí kāi: somebody gets up before the round is over (README: Leaving)."""

from rounds.rules.events import Leave
from rounds.rules.ledger import Entry, Reason, Why
from rounds.rules.play import Play
from rounds.rules.problems import Impossible
from rounds.rules.wall_out import ready_prices


def judge_leave(play: Play, event: int, leave: Leave) -> list[Entry]:
    """What leaving costs; raises `Impossible`."""
    player = leave.player
    play.need_player(player)
    if player in play.left:
        raise Impossible("has_left", player=player)
    for other in leave.hands or {}:
        if play.need_in_play(other) == player:
            raise Impossible("own_state", player=player)
    if player in play.won:
        if leave.hands:
            raise Impossible("hands_not_asked", player=player)
        return _forfeit(play, event, player)
    return _pay(play, event, leave)


def _pay(play: Play, event: int, leave: Leave) -> list[Entry]:
    """Each other player in play gets `leave.pays`, a ready one his hand if that is more."""
    rules = play.rules
    times = rules.times(rules.leave.pays)
    ready = ready_prices(play, leave.hands or {})
    entries = []
    for other in play.others(leave.player):
        fixed = times * rules.base
        hand = ready.get(other)
        if hand and hand.points > fixed:
            entries.append(Entry(leave.player, other, hand.points, Reason.LEAVE, event, why=Why(price=hand)))
        elif fixed:
            why = Why(base=rules.base, times=times)
            entries.append(Entry(leave.player, other, fixed, Reason.LEAVE, event, why=why))
    return entries


def _forfeit(play: Play, event: int, player: str) -> list[Entry]:
    """One who has won keeps what he won, unless the table says that it goes back to who paid it."""
    if not play.rules.leave.winner_forfeits:
        return []
    won = [entry for entry in play.entries if entry.payee == player and entry.reason in (Reason.WIN, Reason.SELF_DRAW)]
    return [
        Entry(player, entry.payer, entry.points, Reason.LEAVE, event, why=Why(source=entry.reason.value))
        for entry in won
    ]
