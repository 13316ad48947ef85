"""Explains a line of the log in whole sentences: who did what, what that was worth, who pays whom."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rounds.book.replay import RoundLog
from rounds.kept_kongs import kept_kongs
from rounds.rules.events import (
    CalledFans,
    CalledPattern,
    Fact,
    Hand,
    HandState,
    Kong,
    Leave,
    Transfer,
    WallOut,
    WallState,
    Win,
    WinBy,
    Winner,
)
from rounds.rules.ledger import Entry, Fans, Price, Reason
from rounds.rules.ruleset import KongKind, ReadyCheck, TransferShares
from rounds.rules.scoring import wait_worths
from rounds.rules.terms import Named
from rounds.rules.wall_out import ready_prices
from rounds.sentences import EXPLAINED, JOINED, PART, Sentence
from rounds.wording import Language, isolated, listed, say, say_fact, say_fans, say_steps, say_tiles, word


def explain(log: RoundLog, index: int, language: Language = None) -> tuple[str, ...]:
    """Why fact number `index` paid what it paid; nothing where it cannot have happened."""
    if any(problem.event == index for problem in log.settlement.problems):
        return ()
    teller = Teller(log.opening.names, language)
    entries = [entry for entry in log.settlement.entries if entry.event == index]
    first = [entry for entry in entries if entry.reason is not Reason.SIDE_BET]
    return (*_explained(teller, log, index, first), *_bets(teller, log, entries))


def _explained(teller: "Teller", log: RoundLog, index: int, entries: Sequence[Entry]) -> Iterator[str]:
    """What was paid among those who play."""
    match log.facts[index].fact:
        case Win() as win:
            yield from _win(teller, win, entries)
        case Kong() as kong:
            yield _kong(teller, kong, entries)
        case WallOut() as wall:
            yield from _wall_out(teller, log, wall, entries)
        case Leave(player):
            yield from _leave(teller, player, entries)
        case transfer:
            yield _transfer(teller, transfer)


def _bets(teller: "Teller", log: RoundLog, entries: Iterable[Entry]) -> Iterator[str]:
    """叫马: who bets on somebody that this has paid or cost something."""
    followed = {account for entry in entries if entry.reason is Reason.SIDE_BET for account in entry[:2]}
    for seat in log.players:
        bettors = [person for person, on in log.opening.bets.on.items() if on == seat and person in followed]
        if bettors:
            yield teller.say(EXPLAINED, "side_bet", bettors=teller.names(bettors), player=teller.name(seat))


@dataclass(frozen=True, slots=True)
class Teller:
    """Says things of one table in one language."""

    seats: Mapping[str, str]
    language: Language

    def name(self, seat: str) -> str:
        return isolated(self.seats.get(seat) or self.say(PART, "pot"))

    def names(self, seats: Iterable[str]) -> str:
        return listed(map(self.name, seats), self.language)

    def clauses(self, parts: Iterable[str]) -> str:
        return say(JOINED["clauses"], {}, self.language).join(parts)

    def say(self, table: Mapping[str, Sentence], key: str, **figures: object) -> str:
        return say(table[key], figures, self.language)

    def cost(self, times: int, base: int, extra: int = 0) -> str:
        """ "8×底1"; with what it comes to where that has to be reckoned."""
        points = times * base + extra
        key = "cost_extra" if extra else "cost" if base == 1 else "cost_sum"
        return self.say(PART, key, times=times, base=base, extra=extra, points=points)

    def cost_of(self, price: Price, extra: int = 0) -> str:
        return self.cost(price.multiplier, price.base, extra)

    def pay(self, payers: Sequence[str], cost: str) -> str:
        """ "张三、王五各付 2×底1"."""
        key = "pays" if len(payers) == 1 else "pay_each"
        return self.say(PART, key, payers=self.names(payers), cost=cost)

    def kong(self, entry: Entry) -> str:
        return word(KongKind(entry.why.kong), self.language)


def _win(teller: Teller, win: Win, entries: Sequence[Entry]) -> Iterator[str]:
    prices = {entry.payee: entry.why.price for entry in entries if entry.reason is Reason.WIN and entry.why.price}
    if win.by is WinBy.SELF_DRAW:
        yield _self_draw(teller, win, prices[win.winners[0].player], entries)
        return
    payer, winners = win.discarder or "", [winner.player for winner in win.winners]
    told = {"payer": teller.name(payer), "winners": teller.names(winners)}
    if len(winners) > 1:
        together = {2: "two_win", 3: "three_win"}[len(winners)] if win.by is WinBy.DISCARD else "rob_together"
        yield teller.say(EXPLAINED, together, **told)
    how = "robbed_kong" if win.by is WinBy.ROBBED_KONG else "discard_after_kong" if win.after_kong else "discard"
    for winner in winners:
        price = prices[winner]
        yield teller.say(
            EXPLAINED,
            how,
            winner=teller.name(winner),
            hand=say_steps(price, teller.language),
            multiplier=price.multiplier,
            payer=told["payer"],
            cost=teller.cost_of(price),
        )
    yield from _moved(teller, entries)


def _self_draw(teller: Teller, win: Win, price: Price, entries: Sequence[Entry]) -> str:
    payers = [entry.payer for entry in entries if entry.reason is Reason.WIN]
    extra = next((entry.points for entry in entries if entry.reason is Reason.SELF_DRAW), 0)
    return teller.say(
        EXPLAINED,
        "self_draw_after_kong" if win.after_kong else "self_draw",
        winner=teller.name(win.winners[0].player),
        hand=say_steps(price, teller.language),
        multiplier=price.multiplier,
        paid=teller.pay(payers, teller.cost_of(price, extra)),
    )


def _moved(teller: Teller, entries: Sequence[Entry]) -> Iterator[str]:
    """转移: the kong money that moved on with a win, or went back."""
    for entry in entries:
        if entry.reason is Reason.KONG_TRANSFER:
            shared = {"rule": word(TransferShares(entry.why.rule), teller.language)} if entry.why.rule else {}
            yield teller.say(
                EXPLAINED,
                "moved_on_shared" if shared else "moved_on",
                payer=teller.name(entry.payer),
                payee=teller.name(entry.payee),
                kong=teller.kong(entry),
                points=entry.points,
                **shared,
            )
    for payees, entry in _alike(entry for entry in entries if entry.reason is Reason.KONG_REFUND):
        yield teller.say(
            EXPLAINED,
            "moved_back" if len(payees) == 1 else "moved_back_each",
            payer=teller.name(entry.payer),
            payees=teller.names(payees),
            kong=teller.kong(entry),
            points=entry.points,
        )


def _alike(entries: Iterable[Entry]) -> Iterator[tuple[list[str], Entry]]:
    """Entries that differ in nothing but who gets them, told together."""
    groups: dict[object, tuple[list[str], Entry]] = {}
    for entry in entries:
        groups.setdefault((entry.payer, entry.points, entry.about), ([], entry))[0].append(entry.payee)
    yield from groups.values()


def _kong(teller: Teller, kong: Kong, entries: Sequence[Entry]) -> str:
    told = {"player": teller.name(kong.player), "kong": word(kong.kind, teller.language)}
    if kong.robbed or not entries:
        return teller.say(EXPLAINED, "kong_robbed" if kong.robbed else "kong_free", **told)
    paid = teller.clauses(_paid(teller, entries))
    if kong.feeder:
        return teller.say(EXPLAINED, "kong_fed", feeder=teller.name(kong.feeder), paid=paid, **told)
    return teller.say(EXPLAINED, "kong", paid=paid, **told)


def _paid(teller: Teller, entries: Iterable[Entry]) -> Iterator[str]:
    """Those who pay the same number of bases together."""
    payers: dict[tuple[int, int], list[str]] = {}
    for entry in entries:
        payers.setdefault((entry.why.times, entry.why.base), []).append(entry.payer)
    for (times, base), who in payers.items():
        yield teller.pay(who, teller.cost(times, base))


def _wall_out(teller: Teller, log: RoundLog, wall: WallOut, entries: Sequence[Entry]) -> Iterator[str]:
    yield teller.say(EXPLAINED, "wall_out", states=teller.clauses(_states(teller, log, wall)))
    for payees, entry in _alike(entry for entry in entries if entry.reason is Reason.FLOWER_PIG):
        yield teller.say(
            EXPLAINED,
            "flower_pig" if len(payees) == 1 else "flower_pig_each",
            payer=teller.name(entry.payer),
            payees=teller.names(payees),
            cost=teller.cost(entry.why.times, entry.why.base),
        )
    for entry in entries:
        told = {"payer": teller.name(entry.payer), "payee": teller.name(entry.payee)}
        if entry.reason is Reason.READY_CHECK and (price := entry.why.price):
            pig = wall.hands[entry.payer].state is WallState.FLOWER_PIG
            rule = word(ReadyCheck(entry.why.rule), teller.language)
            key = "ready_check_pig" if pig else "ready_check"
            yield teller.say(EXPLAINED, key, rule=rule, **_of_price(teller, price), **told)
        elif entry.reason is Reason.PRICE_DIFFERENCE and entry.why.price and entry.why.less:
            more, less = entry.why.price.multiplier, entry.why.less.multiplier
            yield teller.say(EXPLAINED, "price_difference", more=more, less=less, points=entry.points, **told)
    yield from _spared(teller, log, wall, entries)
    for payees, entry in _alike(entry for entry in entries if entry.reason is Reason.KONG_REFUND):
        yield teller.say(
            EXPLAINED,
            "refund" if len(payees) == 1 else "refund_each",
            payer=teller.name(entry.payer),
            payees=teller.names(payees),
            state=word(WallState(entry.why.rule), teller.language),
            kong=teller.kong(entry),
            points=entry.points,
        )
    for (why, player), kinds in kept_kongs(log, wall, entries).items():
        kongs = listed((word(kind, teller.language) for kind in kinds), teller.language)
        yield teller.say(EXPLAINED, why, payer=teller.name(player), kong=kongs)
    if not entries:
        yield teller.say(EXPLAINED, "nobody")


def _spared(teller: Teller, log: RoundLog, wall: WallOut, entries: Sequence[Entry]) -> Iterator[str]:
    """Who is not ready and pays nobody for it, where something else is paid."""
    states = {player: told.state for player, told in wall.hands.items()}
    spared = [player for player in log.players if states.get(player) is WallState.NOT_READY]
    checked = log.opening.rules.ready_check is not ReadyCheck.NONE
    if entries and spared and not (checked and WallState.READY in states.values()):
        yield teller.say(EXPLAINED, "no_ready" if checked else "no_ready_check", payers=teller.names(spared))


def _of_price(teller: Teller, price: Price) -> dict[str, object]:
    return {
        "hand": say_steps(price, teller.language),
        "multiplier": price.multiplier,
        "cost": teller.cost_of(price),
    }


def say_states(log: RoundLog, wall: WallOut, language: Language = None) -> str:
    """How everybody stood at the end of the wall: "赵六花猪，张三、李四没叫，王五下叫 2番"."""
    teller = Teller(log.opening.names, language)
    return teller.clauses(_states(teller, log, wall))


def _states(teller: Teller, log: RoundLog, wall: WallOut) -> Iterator[str]:
    for state, key in ((WallState.FLOWER_PIG, "is_pig"), (WallState.NOT_READY, "is_not_ready")):
        if found := [player for player in log.players if player in wall.hands and wall.hands[player].state is state]:
            yield teller.say(PART, key, players=teller.names(found))
    for player in log.players:
        told = wall.hands.get(player)
        if told and told.state is WallState.READY:
            yield _ready(teller, log, player, told)


def _ready(teller: Teller, log: RoundLog, player: str, told: HandState) -> str:
    """With the tile that a shown hand was valued with: nothing changes its worth once the wall is empty."""
    if isinstance(told.hand, CalledFans | CalledPattern):
        hand = say_hand(told.hand, told.bonuses, language=teller.language)
        return teller.say(PART, "is_ready", player=teller.name(player), hand=hand)
    price = ready_prices(log.settlement.play, {player: told})[player]
    play = log.settlement.play
    waits = list(wait_worths(play.rules, told.hand, play.kinds_of(player))) if told.hand else []
    key = "is_waiting_for_more" if len(waits) > 1 else "is_waiting"
    tiles = {"tile": say_tiles([price.wait], teller.language), "tiles": say_tiles(waits, teller.language)}
    return teller.say(PART, key, player=teller.name(player), hand=f"{price.paid_fans}番", **tiles)


def _leave(teller: Teller, player: str, entries: Sequence[Entry]) -> Iterator[str]:
    name = teller.name(player)
    fixed = [entry for entry in entries if entry.why.times]
    if not entries:
        yield teller.say(EXPLAINED, "leave_free", player=name)
    if fixed:
        cost = teller.cost(fixed[0].why.times, fixed[0].why.base)
        payees = teller.names(entry.payee for entry in fixed)
        key = "leave" if len(fixed) == 1 else "leave_each"
        yield teller.say(EXPLAINED, key, player=name, payees=payees, cost=cost)
    for entry in entries:
        told = {"player": name, "payee": teller.name(entry.payee)}
        if price := entry.why.price:
            yield teller.say(EXPLAINED, "leave_ready", **_of_price(teller, price), **told)
        elif entry.why.source:
            yield teller.say(EXPLAINED, "leave_forfeit", points=entry.points, **told)


def _transfer(teller: Teller, transfer: Transfer) -> str:
    key = "transfer_noted" if transfer.note else "transfer"
    return teller.say(
        EXPLAINED,
        key if len(transfer.payees) == 1 else f"{key}_each",
        payer=teller.name(transfer.payer),
        payees=teller.names(transfer.payees),
        points=transfer.points,
        note=isolated(transfer.note),
    )


def say_told(log: RoundLog, fact: Fact, language: Language = None) -> str:
    """All that a fact says, in a few words: "李四 胡 张三 点炮 2番"."""
    teller = Teller(log.opening.names, language)
    brief = say_fact(fact, {seat: teller.name(seat) for seat in log.players}, language)
    match fact:
        case Win(winners=(winner,)):
            return f"{brief} {_say_winner(winner, language)}"
        case Win(winners=winners):
            each = [f"{teller.name(winner.player)} {_say_winner(winner, language)}" for winner in winners]
            return teller.say(PART, "told", fact=brief, details=teller.clauses(each))
        case WallOut():
            return teller.say(PART, "told", fact=brief, details=teller.clauses(_told_states(teller, fact)))
        case Transfer():
            return _transfer(teller, fact)
    return brief


def _told_states(teller: Teller, wall: WallOut) -> Iterator[str]:
    """The states as they were told, though they may be impossible: what they were worth is not asked."""
    for player, told in wall.hands.items():
        hand = say_hand(told.hand, told.bonuses, language=teller.language) if told.hand else ""
        yield " ".join(filter(None, [teller.name(player), word(told.state, teller.language), hand]))


def _say_winner(winner: Winner, language: Language) -> str:
    return say_hand(winner.hand, (*winner.bonuses, *winner.luck), language=language)


def say_hand(hand: Hand, said: Sequence[Named] = (), language: Language = None) -> str:
    """A hand as it was told: "2番", "清一色 根×2 海底", or its tiles."""
    match hand:
        case CalledFans(fans):
            parts = [f"{fans}番"]
        case CalledPattern(pattern, roots):
            parts = [word(pattern, language), *([say_fans(Fans("root", 0, roots), language)] if roots else [])]
        case shown:
            parts = [say_tiles(shown.concealed, language)]
    return " ".join([*parts, *(word(one, language) for one in said)])
