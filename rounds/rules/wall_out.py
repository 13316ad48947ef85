"""流局 liú jú: what is paid when the wall is empty and at least two have not won (README: Wall out)."""

from collections.abc import Iterable, Mapping

from rounds.rules.events import POT, HandState, WallOut, WallState
from rounds.rules.ledger import Entry, Price, Reason, Why
from rounds.rules.play import Play
from rounds.rules.problems import Impossible
from rounds.rules.ruleset import PigPaidTo, ReadyCheck
from rounds.rules.scoring import bonus_fans, ready_price


def judge_wall_out(play: Play, event: int, wall: WallOut) -> list[Entry]:
    """查花猪, 查叫, 补差价, 退税, in this order; raises `Impossible`."""
    for player in wall.hands:
        play.need_in_play(player)
    for player in play.in_play:
        if player not in wall.hands:
            raise Impossible("state_missing", player=player)
    hands = {player: wall.hands[player] for player in play.in_play}
    ready = ready_prices(play, hands)
    return [
        *_pigs_pay(play, event, hands),
        *_ready_check(play, event, hands, ready),
        *_differences(play, event, ready),
        *_refunds(play, event, hands),
    ]


def ready_prices(play: Play, hands: Mapping[str, HandState]) -> dict[str, Price]:
    """What each ready player's hand is worth: no luck and no self-draw extra, but the cap (README: Wall out)."""
    prices = {}
    for player, told in hands.items():
        if told.state is WallState.READY:
            if told.hand is None:
                raise Impossible("hand_missing", player=player)
            extra = bonus_fans(play.rules, told.bonuses)
            play.need_same_kongs(player, told.hand)
            prices[player] = ready_price(play.rules, player, told.hand, play.kinds_of(player), extra)
    return prices


def _in_state(hands: Mapping[str, HandState], state: WallState) -> list[str]:
    return [player for player, told in hands.items() if told.state is state]


def _pigs_pay(play: Play, event: int, hands: Mapping[str, HandState]) -> Iterable[Entry]:
    """查花猪 chá huā zhū."""
    rules, pigs = play.rules, _in_state(hands, WallState.FLOWER_PIG)
    times = 0 if rules.flower_pig_pays is None else rules.times(rules.flower_pig_pays)
    if not times:
        return
    circle = {
        PigPaidTo.ALL: [player for player in play.players if player not in play.left],
        PigPaidTo.IN_PLAY: play.in_play,
        PigPaidTo.POT: [POT],
    }[rules.flower_pig_paid_to]
    why = Why(base=rules.base, times=times, rule=rules.flower_pig_paid_to.value)
    for pig in pigs:
        for payee in circle:
            if payee not in pigs:
                yield Entry(pig, payee, times * rules.base, Reason.FLOWER_PIG, event, why=why)


def _ready_check(play: Play, event: int, hands: Mapping[str, HandState], ready: Mapping[str, Price]) -> Iterable[Entry]:
    """查叫 chá jiào."""
    rules = play.rules
    if rules.ready_check is ReadyCheck.NONE:
        return
    payers = _in_state(hands, WallState.NOT_READY)
    if rules.flower_pig_pays is None or rules.flower_pig_ready_check:
        payers += _in_state(hands, WallState.FLOWER_PIG)
    for payer in payers:
        for payee, cost in ready.items():
            why = Why(price=cost, rule=rules.ready_check.value)
            yield Entry(payer, payee, cost.points, Reason.READY_CHECK, event, why=why)


def _differences(play: Play, event: int, ready: Mapping[str, Price]) -> Iterable[Entry]:
    """补差价 bǔ chā jià."""
    if not play.rules.price_difference:
        return
    for payer, less in ready.items():
        for payee, more in ready.items():
            if less.points < more.points:
                why = Why(price=more, less=less)
                yield Entry(payer, payee, more.points - less.points, Reason.PRICE_DIFFERENCE, event, why=why)


def _refunds(play: Play, event: int, hands: Mapping[str, HandState]) -> Iterable[Entry]:
    """退税 tuì shuì: kong money of who is not ready goes back to those who paid it, and have not left."""
    rules = play.rules
    if not rules.kong_refund:
        return
    for kong in play.kongs:
        if kong.player not in hands or hands[kong.player].state is WallState.READY or play.has_moved(kong):
            continue
        why = Why(kong=kong.kind.value, rule=hands[kong.player].state.value)
        for paid in play.paid_for(kong):
            if paid.payer not in play.left or rules.leave.refund_to_leaver:
                yield Entry(kong.player, paid.payer, paid.points, Reason.KONG_REFUND, event, kong.event, why)
