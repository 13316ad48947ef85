"""One fact against the state of the round: is it possible, and what does it cost whom? Changes nothing."""

from collections.abc import Iterable, Sequence

from rounds.rules.apportion import apportion
from rounds.rules.events import POT, Fact, Kong, Leave, Transfer, WallOut, Win, WinBy, Winner
from rounds.rules.leaving import judge_leave
from rounds.rules.ledger import Entry, Fans, Price, Reason, Why
from rounds.rules.play import Play, StandingKong
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import (
    Bonus,
    FedKongWin,
    KongKind,
    KongTransfer,
    SelfDraw,
    TransferAfter,
    TransferShares,
)
from rounds.rules.scoring import bonus_fans, price
from rounds.rules.wall_out import judge_wall_out

MAX_KONGS = 4
ADDED_LATER = (KongKind.PROMOTED, KongKind.POSTPONED)
"""Kongs made of a pung and a fourth tile: the ones that can be robbed, and that 转雨 speaks of."""


def judge(play: Play, event: int, fact: Fact) -> list[Entry]:
    """The entries that `fact`, as number `event` of the round, causes; raises `Impossible`."""
    if play.ended and not isinstance(fact, Transfer):
        raise Impossible("round_over", ended=play.ended)
    match fact:
        case Kong():
            return _judge_kong(play, event, fact)
        case Win():
            return _judge_win(play, event, fact)
        case WallOut():
            return judge_wall_out(play, event, fact)
        case Leave():
            return judge_leave(play, event, fact)
        case transfer:
            return _judge_transfer(play, event, transfer)


def _judge_kong(play: Play, event: int, kong: Kong) -> list[Entry]:
    player = play.need_in_play(kong.player)
    _check_feeder(play, kong)
    if kong.robbed and kong.kind not in ADDED_LATER:
        raise Impossible("not_robbable", player=player, kind=kong.kind)
    if len(play.kongs_of(player)) >= MAX_KONGS:
        raise Impossible("five_kongs", player=player)
    if kong.tile in play.tiles:
        raise Impossible("tile_konged", player=player, tile=kong.tile)
    return [] if kong.robbed else list(_kong_pay(play, event, kong))


def _check_feeder(play: Play, kong: Kong) -> None:
    if kong.kind is not KongKind.EXPOSED:
        if kong.feeder is not None:
            raise Impossible("feeder_not_asked", player=kong.player, kind=kong.kind)
        return
    if kong.feeder is None:
        raise Impossible("feeder_missing", player=kong.player)
    if kong.feeder == kong.player:
        raise Impossible("feeds_himself", player=kong.player)
    play.need_in_play(kong.feeder)


def _kong_pay(play: Play, event: int, kong: Kong) -> Iterable[Entry]:
    """杠钱 gàng qián: each payer pays at once (README: Kongs)."""
    pay, base, kind = play.rules.kong_pay, play.rules.base, kong.kind.value
    usual = pay.exposed_others if kong.kind is KongKind.EXPOSED else getattr(pay, kind)
    why = {times: Why(kong=kind, base=base, times=times) for times in (pay.exposed, usual)}
    for payer in play.others(kong.player):
        times = pay.exposed if payer == kong.feeder else usual
        if times:
            yield Entry(payer, kong.player, times * base, Reason.KONG, event, why=why[times])


def _judge_win(play: Play, event: int, win: Win) -> list[Entry]:
    _check_winners(play, win)
    _check_discarder(play, win)
    newest = _kong_before(play, win)
    feeder = _feeder_who_pays(play, win, newest)
    prices = {winner.player: _price(play, win, winner, newest, feeder) for winner in win.winners}
    if win.by is WinBy.SELF_DRAW:
        winner = win.winners[0].player
        return _self_draw_pay(play, event, winner, prices[winner], feeder)
    assert win.discarder is not None, "checked above"
    entries = [
        Entry(win.discarder, winner, cost.points, Reason.WIN, event, why=Why(price=cost))
        for winner, cost in prices.items()
    ]
    return entries + (_moved_money(play, event, win, newest) if newest else [])


def _check_winners(play: Play, win: Win) -> None:
    if not win.winners:
        raise Impossible("no_winner")
    if win.by is WinBy.SELF_DRAW and len(win.winners) > 1:
        raise Impossible("self_draw_of_two", player=win.winners[1].player)
    seen: set[str] = set()
    for winner in win.winners:
        if play.need_in_play(winner.player) in seen:
            raise Impossible("wins_twice", player=winner.player)
        seen.add(winner.player)


def _check_discarder(play: Play, win: Win) -> None:
    if win.by is WinBy.SELF_DRAW:
        if win.discarder is not None:
            raise Impossible("discarder_not_asked", player=win.winners[0].player)
        return
    if win.discarder is None:
        raise Impossible("discarder_missing", player=win.winners[0].player)
    if any(winner.player == win.discarder for winner in win.winners):
        raise Impossible("wins_own_discard", player=win.discarder)
    play.need_in_play(win.discarder)


def _kong_before(play: Play, win: Win) -> StandingKong | None:
    """The newest kong of who won by 杠上花 or dealt into 杠上炮; None when the win did not come after a kong."""
    if not win.after_kong:
        return None
    if win.by is WinBy.ROBBED_KONG:
        raise Impossible("after_kong_and_robbed", player=win.winners[0].player)
    konger = win.winners[0].player if win.by is WinBy.SELF_DRAW else win.discarder
    assert konger is not None, "checked by _check_discarder"
    kongs = play.kongs_of(konger)
    if not kongs:
        raise Impossible("no_kong_before", player=konger)
    return kongs[-1]


def _feeder_who_pays(play: Play, win: Win, newest: StandingKong | None) -> str | None:
    """点杠花 diǎn gàng huā: who alone pays a self-draw after an exposed kong, if so played and he is in play."""
    if newest is None or win.by is not WinBy.SELF_DRAW or play.rules.fed_kong_win is FedKongWin.SELF_DRAW:
        return None
    return newest.feeder if newest.feeder in play.in_play else None


def _price(play: Play, win: Win, winner: Winner, newest: StandingKong | None, feeder: str | None) -> Price:
    rules = play.rules
    extra = bonus_fans(rules, winner.bonuses)
    if win.by is WinBy.ROBBED_KONG:
        extra += bonus_fans(rules, [Bonus.ROBBING_KONG])
    elif win.by is WinBy.DISCARD and newest:
        extra += bonus_fans(rules, [Bonus.SHOOT_AFTER_KONG])
    elif newest:
        extra.append(Fans("after_kong", rules.win_after_kong_fans[newest.kind]))
    if win.by is WinBy.SELF_DRAW and rules.self_draw is SelfDraw.ADD_FAN and feeder is None:
        extra.append(Fans("add_fan", 1))
    play.need_same_kongs(winner.player, winner.hand)
    return price(rules, winner.player, winner.hand, play.kinds_of(winner.player), extra, winner.luck)


def _self_draw_pay(play: Play, event: int, winner: str, cost: Price, feeder: str | None) -> list[Entry]:
    base = play.rules.base
    payers = play.others(winner) if feeder is None else [feeder]
    why = Why(price=cost)
    entries = [Entry(payer, winner, cost.points, Reason.WIN, event, why=why) for payer in payers]
    if play.rules.self_draw is SelfDraw.ADD_BASE and feeder is None:
        why = Why(base=base, times=1)
        entries += [Entry(payer, winner, base, Reason.SELF_DRAW, event, why=why) for payer in payers]
    return entries


def _moved_money(play: Play, event: int, win: Win, newest: StandingKong) -> list[Entry]:
    """呼叫转移 hū jiào zhuǎn yí: kong money moves on to who wins on the konger's next discard, or goes back."""
    rules = play.rules
    if rules.kong_transfer is KongTransfer.NONE:
        return []
    if rules.kong_transfer_after is TransferAfter.PROMOTED and newest.kind not in ADDED_LATER:
        return []
    kongs = play.kongs_of(newest.player) if rules.kong_transfer is KongTransfer.ALL else [newest]
    move = _money_back if rules.kong_transfer is KongTransfer.RETURN else _money_on
    return [
        entry
        for kong in kongs
        if not play.has_moved(kong)
        for entry in move(play, event, kong, [winner.player for winner in win.winners])
    ]


def _money_back(play: Play, event: int, kong: StandingKong, _winners: Sequence[str]) -> list[Entry]:
    """A kong's income, back to all who paid it."""
    why = Why(kong=kong.kind.value, rule=KongTransfer.RETURN.value)
    return [
        Entry(kong.player, paid.payer, paid.points, Reason.KONG_REFUND, event, kong.event, why)
        for paid in play.paid_for(kong)
    ]


def _money_on(play: Play, event: int, kong: StandingKong, winners: Sequence[str]) -> list[Entry]:
    """A kong's income, on to the winners, as the table shares it among several."""
    rules = play.rules
    income = sum(paid.points for paid in play.paid_for(kong))
    in_turn = [player for player in play.after(kong.player) if player in winners]
    rule = rules.kong_transfer_shares if len(in_turn) > 1 else TransferShares.EACH
    shares = {
        TransferShares.EACH: [income] * len(in_turn),
        TransferShares.SPLIT: apportion(income, [1] * len(in_turn)),
        TransferShares.NEAREST: [income],
        TransferShares.NONE: [],
    }[rule]
    why = Why(kong=kong.kind.value, rule=rules.kong_transfer_shares.value if len(in_turn) > 1 else "")
    return [
        Entry(kong.player, winner, points, Reason.KONG_TRANSFER, event, kong.event, why)
        for winner, points in zip(in_turn, shares, strict=False)
        if points
    ]


def _judge_transfer(play: Play, event: int, transfer: Transfer) -> list[Entry]:
    play.need_player(transfer.payer)
    if not transfer.payees:
        raise Impossible("no_payee", player=transfer.payer)
    for i, payee in enumerate(transfer.payees):
        if payee != POT:
            play.need_player(payee)
        if payee == transfer.payer:
            raise Impossible("pays_himself", player=payee)
        if payee in transfer.payees[:i]:
            raise Impossible("paid_twice", player=payee)
    why = Why(note=transfer.note)
    return [Entry(transfer.payer, payee, transfer.points, Reason.TRANSFER, event, why=why) for payee in transfer.payees]
