"""结算 jié suàn: the facts of a round in order → who pays whom, what cannot have happened, who deals next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rounds.rules.events import Fact
from rounds.rules.judge import judge
from rounds.rules.ledger import Entry, balances
from rounds.rules.play import Ended, Play
from rounds.rules.problems import Impossible, Problem
from rounds.rules.ruleset import NextDealer, RuleSet
from rounds.rules.stakes import side_bets, stake_entries


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a round comes to. `net` adds up to 0; `winners` are grouped by event; `play` is the state it ends in."""

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    net: Mapping[str, int]
    winners: tuple[tuple[str, ...], ...]
    ended: Ended | None
    next_dealer: str | None
    play: Play


def settle(
    rules: RuleSet,
    players: Sequence[str],
    facts: Sequence[Fact],
    dealer: str | None = None,
    stakes: Mapping[str, int] | None = None,
    side_bettors: Mapping[str, str] | None = None,
) -> Settlement:
    """Settle a round (README: Kongs to Next dealer). Total: an impossible fact becomes a problem and moves no points.

    `players` in turn order; `stakes`: points that a player brought; `side_bettors`: bettor → the seat he is on.
    """
    play, problems = played(rules, players, facts, dealer)
    bets = side_bettors or {}
    entries = side_bets(play.entries, bets)
    entries += side_bets(stake_entries(play, stakes or {}), bets)
    return Settlement(
        entries=tuple(entries),
        problems=tuple(problems),
        net=balances(entries, [*players, *bets]),
        winners=tuple(play.winners),
        ended=play.ended,
        next_dealer=next_dealer(play),
        play=play,
    )


def played(
    rules: RuleSet, players: Sequence[str], facts: Sequence[Fact], dealer: str | None = None
) -> tuple[Play, list[Problem]]:
    """The state of a round after `facts`, and the problems met on the way."""
    play = Play(rules, tuple(players), dealer)
    problems = []
    for event, fact in enumerate(facts):
        try:
            play.accept(event, fact, judge(play, event, fact))
        except Impossible as fault:
            problems.append(Problem(event, fault.code, fault.figures))
    return play, problems


def next_dealer(play: Play) -> str | None:
    """下庄 xià zhuāng: who deals next if the round ends now (README: Next dealer); None: the table is asked."""
    if play.rules.next_dealer is NextDealer.DICE:
        return None
    if not play.winners:
        return play.dealer
    first = play.winners[0]
    by_discarder = play.rules.next_dealer is NextDealer.DISCARDER or len(first) > 1
    return play.first_discarder if by_discarder and play.first_discarder else first[0]
