"""念出来 niàn chū lái: what the phone says when something was recorded, so that a slip is heard at once."""

from collections.abc import Mapping, Sequence

from django.utils.translation import get_language

from rounds.book.replay import RoundLog
from rounds.rules.events import POT, CalledPattern, Fact, Kong, Leave, Transfer, WallOut, Win, WinBy
from rounds.rules.ledger import Entry, Price, Reason, balances
from rounds.rules.terms import Named
from rounds.sentences.aloud import ALOUD
from rounds.wording import clauses, listed, say, word

Names = Mapping[str, str]


def sample() -> str:
    """What the switch itself says when it is turned on."""
    return _say("sample")


def undone() -> str:
    """The newest thing that was done is that something was taken back."""
    return _say("undone")


def aloud(log: RoundLog, index: int, how: str = "") -> str:
    """Fact number `index` of a round; `how` is "corrected" or "added" where it was not simply recorded."""
    fact, names = log.facts[index].fact, log.opening.names
    entries = [entry for entry in log.settlement.entries if entry.event == index]
    said = _fact(fact, entries, names, log.players)
    if any(problem.event == index for problem in log.settlement.problems):
        said = _say("impossible", fact=said)
    return _say(how, fact=said) if how else said


def _fact(fact: Fact, entries: Sequence[Entry], names: Names, players: Sequence[str]) -> str:
    match fact:
        case Win():
            return _win(fact, entries, names)
        case Kong(player, kind, feeder, _, robbed):
            form = "lost_kong" if robbed else "fed_kong" if feeder else "kong"
            return _say(form, player=names[player], kong=_word(kind), feeder=names.get(feeder or "", ""))
        case WallOut():
            return _say("wall_out", sums=_sums(entries, names, players))
        case Leave(player):
            return _say("leave", player=names[player], sums=_sums(entries, names, players))
        case Transfer(payer, payees, points):
            return _say("transfer", payer=names[payer], payees=_payees(payees, names, players), points=points)


def _win(win: Win, entries: Sequence[Entry], names: Names) -> str:
    form = {
        (WinBy.SELF_DRAW, True): "after_kong",
        (WinBy.DISCARD, True): "discard_after_kong",
    }.get((win.by, win.after_kong), win.by.value)
    return _say(
        form,
        winners=listed(names[winner.player] for winner in win.winners),
        discarder=names.get(win.discarder or "", ""),
        worth=_worth(win, entries, names),
    )


def _worth(win: Win, entries: Sequence[Entry], names: Names) -> str:
    """The hand, if it was called by name, and the fans that are paid; by winner where they differ."""
    prices = {entry.payee: entry.why.price for entry in entries if entry.reason is Reason.WIN}
    worths = {winner.player: _hand(winner.hand, prices.get(winner.player)) for winner in win.winners}
    if len(set(worths.values())) == 1:
        return next(iter(worths.values()))
    return clauses(_say("own_worth", winner=names[player], worth=worth) for player, worth in worths.items())


def _hand(hand: object, price: Price | None) -> str:
    called = [_word(hand.pattern)] if isinstance(hand, CalledPattern) else []
    return clauses([*called, *([_fans(price.paid_fans)] if price else [])])


def _fans(count: int) -> str:
    return _say("fans_two" if count == 2 else "fans", count=count)


def _sums(entries: Sequence[Entry], names: Names, players: Sequence[str]) -> str:
    net = balances(entries, players)
    told = [
        _say("plus" if net[player] > 0 else "minus", player=names[player], points=abs(net[player]))
        for player in players
        if net[player]
    ]
    return clauses(told) if told else _say("even")


def _payees(payees: Sequence[str], names: Names, players: Sequence[str]) -> str:
    if len(payees) > 1 and len(payees) == len(players) - 1 and POT not in payees:
        return _say("everybody")
    return listed(names.get(payee, _say("pot")) for payee in payees)


def _word(member: Named) -> str:
    """A word of the game; in English by its gloss alone, for a voice that reads no 汉字."""
    return member.term.english if get_language() == "en" else word(member)


def _say(form: str, **figures: object) -> str:
    return say(ALOUD[form], figures)
