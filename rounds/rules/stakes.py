"""输光为止 and 叫马: a loser pays no more than he brought; a bettor shares his seat's fortune (README: Leaving)."""

from collections.abc import Iterable, Mapping

from rounds.rules.apportion import apportion
from rounds.rules.events import POT
from rounds.rules.ledger import Entry, Reason, Why, balances
from rounds.rules.play import Play


def stake_entries(play: Play, stakes: Mapping[str, int]) -> list[Entry]:
    """输光为止 shū guāng wéi zhǐ: what those ahead give back so that nobody pays more than his stake.

    What comes in is shared among those ahead in proportion to what they won, ties in turn order from the dealer.
    """
    if not stakes:
        return []
    net = balances(play.entries, play.players)
    short = {player: -net[player] - stake for player, stake in stakes.items() if -net[player] > stake}
    if not short:
        return []
    order = [*_from_dealer(play), POT]
    ahead = [account for account in order if net.get(account, 0) > 0]
    won = [net[account] for account in ahead]
    gives = [all_of - part for all_of, part in zip(won, apportion(sum(won) - sum(short.values()), won), strict=True)]
    return list(_matched(dict(zip(ahead, gives, strict=True)), {p: short[p] for p in order if p in short}, stakes))


def _from_dealer(play: Play) -> list[str]:
    start = play.players.index(play.dealer) if play.dealer else 0
    return [*play.players[start:], *play.players[:start]]


def _matched(gives: dict[str, int], takes: dict[str, int], stakes: Mapping[str, int]) -> Iterable[Entry]:
    """Payments from those who give to those who take, both in order, each as large as possible."""
    for payer in gives:
        for payee in takes:
            points = min(gives[payer], takes[payee])
            if points:
                gives[payer] -= points
                takes[payee] -= points
                yield Entry(payer, payee, points, Reason.STAKES, None, why=Why(limit=stakes[payee]))


def side_bets(entries: Iterable[Entry], side_bettors: Mapping[str, str]) -> list[Entry]:
    """叫马 jiào mǎ: each entry, followed by its copies from the bettors on its payer and to those on its payee."""
    if not side_bettors:
        return list(entries)
    return [copy for entry in entries for copy in (entry, *_copies(entry, side_bettors))]


def _copies(entry: Entry, side_bettors: Mapping[str, str]) -> Iterable[Entry]:
    payers = [entry.payer, *(bettor for bettor, seat in side_bettors.items() if seat == entry.payer)]
    payees = [entry.payee, *(bettor for bettor, seat in side_bettors.items() if seat == entry.payee)]
    why = Why(source=entry.reason.value)
    for payer in payers:
        for payee in payees:
            if (payer, payee) != (entry.payer, entry.payee):
                yield Entry(payer, payee, entry.points, Reason.SIDE_BET, entry.event, entry.about, why)
