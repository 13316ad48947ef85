"""换规矩算一遍 huàn guī ju suàn yí biàn: what a night, or one round of it, would come to by other rules, beside what it
came to. Nothing is written down."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _

from rounds.book.reading import read_logs, ruling_of
from rounds.book.replay import RoundLog
from rounds.house_rules import Offer
from rounds.models import Round, Session
from rounds.rules.events import POT, CalledFans, Fact, Leave, WallOut, Win
from rounds.rules.ledger import Entry
from rounds.rules.ruleset import RuleSet
from rounds.rules.settle import Settlement
from rounds.rules.what_if import Change, changes, settle_by
from rounds.screens.house import SEPARATOR, heading, house_name
from rounds.screens.night import say_ended
from rounds.screens.totals import accounts_in, pot_name
from rounds.wording import say_fact, say_problem, say_why


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be settled again, the night or one round of it, by which rules; `keeps_base`: but for the base.

    `offer` is None while none is chosen.
    """

    offer: Offer | None = None
    number: int | None = None
    keeps_base: bool = False


@dataclass(frozen=True, slots=True)
class Both:
    """Points as they were and as they would be."""

    was: int
    would_be: int

    @property
    def difference(self) -> int:
        return self.would_be - self.was


@dataclass(frozen=True, slots=True)
class Column:
    """One person of the night, or the pot, and what all rounds shown come to."""

    name: str
    sum: Both


@dataclass(frozen=True, slots=True)
class Row:
    """One round: how it ended, and a cell for each column, None for who was not at the table.

    `unfinished`: by the other rules it would have gone on.
    """

    number: int
    ended: str
    unfinished: bool
    cells: tuple[Both | None, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: what each payer gives, and why."""

    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment that differs, from each of `payers` to each of `payees`. A side is None where nothing is paid."""

    payers: tuple[str, ...]
    payees: tuple[str, ...]
    was: Side | None
    would_be: Side | None

    @property
    def many(self) -> bool:
        """Is it made more than once, so that each time has to be said?"""
        return len(self.payers) * len(self.payees) > 1


@dataclass(frozen=True, slots=True)
class Line:
    """A fact of the round and the payments for it that differ; `index` is None for what no fact causes."""

    index: int | None
    fact: str
    payments: tuple[Payment, ...]


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fact that cannot have happened by the other rules, and why not."""

    number: int
    index: int
    fact: str
    sentence: str


@dataclass(frozen=True, slots=True)
class WhatIf:
    """All that the page shows. `rows` has the newest round first and is empty for one round, `lines` for a night."""

    was: str
    would_be: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    lines: tuple[Line, ...]
    troubles: tuple[Trouble, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """One round settled twice."""

    row: Round
    log: RoundLog
    rules: RuleSet
    would_be: Settlement

    @property
    def was(self) -> Settlement:
        return self.log.settlement

    @property
    def names(self) -> dict[str, str]:
        """Of the seats, of those who bet, and of the pot."""
        return {**self.log.opening.names, POT: pot_name()}

    def of(self, person: str) -> Both | None:
        """What a person, by id, has of this round; None for who was not there."""
        at = next((at for at, its in self.log.opening.accounts.items() if its == person), POT)
        if at == POT and person != POT:
            return None
        return Both(self.was.net.get(at, 0), self.would_be.net.get(at, 0))


def what_if(session: Session, rows: Sequence[Round], asked: Asked) -> WhatIf | None:
    """The rounds that are asked for, of all `rows` of the session, settled again (one query); None: by no rules yet."""
    if asked.offer is None:
        return None
    wanted = [row for row in rows if asked.number in (None, row.number)]
    logs = read_logs(session, wanted)
    again = [_again(row, logs[row.number], asked.offer.ruling.rules, asked.keeps_base) for row in wanted]
    people = _people(again)
    over = session.ended_at is not None
    return WhatIf(
        was=_say_rules(again),
        would_be=asked.offer.name + SEPARATOR + heading(again[0].rules),
        columns=tuple(Column(name, _sum(again, person)) for person, name in people.items()),
        rows=() if asked.number else tuple(_row(one, list(people), over=over) for one in reversed(again)),
        lines=tuple(_lines(again[0])) if asked.number else (),
        troubles=tuple(trouble for one in again for trouble in _troubles(one)),
        notes=tuple(_notes(again)),
    )


def _again(row: Round, log: RoundLog, other: RuleSet, keeps_base: bool) -> Again:
    opening, facts = log.opening, [standing.fact for standing in log.facts]
    if keeps_base:
        other = replace(other, base=opening.rules.base)
    by_other = settle_by(other, opening.rules, log.players, facts, opening.dealer, opening.stakes, opening.bets.on)
    return Again(row, log, other, by_other)


def _people(again: Sequence[Again]) -> dict[str, str]:
    """The names of everybody at these tables by id; the pot only if it takes part."""
    names = accounts_in([one.row for one in again])
    paid = any(POT in one.would_be.net for one in again)
    return {**names, POT: pot_name()} if paid else names


def _sum(again: Sequence[Again], person: str) -> Both:
    cells = [cell for one in again if (cell := one.of(person))]
    return Both(sum(cell.was for cell in cells), sum(cell.would_be for cell in cells))


def _say_rules(again: Sequence[Again]) -> str:
    """By what these rounds were played, in one line."""
    said = {house_name(ruling_of(one.row)) + SEPARATOR + heading(one.log.opening.rules) for one in again}
    return said.pop() if len(said) == 1 else _("各局有各局的规矩")


def _row(one: Again, people: Sequence[str], *, over: bool) -> Row:
    unfinished = one.was.ended is not None and one.would_be.ended is None
    return Row(one.row.number, say_ended(one.row.ended, over=over), unfinished, tuple(map(one.of, people)))


def _troubles(one: Again) -> Iterable[Trouble]:
    """What cannot have happened by the other rules. Of what could not by its own either, the sentence is from there."""
    names = one.names
    own = {problem.event: problem for problem in one.was.problems}
    for problem in one.would_be.problems:
        fact = say_fact(one.log.facts[problem.event].fact, names)
        sentence = say_problem(own.get(problem.event, problem), names)
        yield Trouble(one.row.number, problem.event, fact, sentence)


def _lines(one: Again) -> Iterable[Line]:
    """The facts for which other payments would be made, in order."""
    for index, differing in groupby(changes(one.was, one.would_be), key=lambda change: change.either.event):
        fact = "" if index is None else say_fact(one.log.facts[index].fact, one.names)
        yield Line(index, fact, tuple(_payments(one.names, differing)))


def _payments(names: Mapping[str, str], differing: Iterable[Change]) -> Iterable[Payment]:
    alike: dict[tuple[int | None, Side | None, Side | None], dict[str, list[str]]] = {}
    for change in differing:
        both = change.either.about, _side(change.was), _side(change.would_be)
        alike.setdefault(both, {}).setdefault(change.either.payee, []).append(change.either.payer)
    for (_about, was, would_be), payers_of in alike.items():
        payees_of: dict[tuple[str, ...], list[str]] = {}
        for payee, payers in payers_of.items():
            payees_of.setdefault(tuple(payers), []).append(payee)
        for together, payees in payees_of.items():
            yield Payment(_named(names, together), _named(names, payees), was, would_be)


def _named(names: Mapping[str, str], seats: Iterable[str]) -> tuple[str, ...]:
    return tuple(names[seat] for seat in seats)


def _side(entry: Entry | None) -> Side | None:
    return Side(entry.points, say_why(entry.reason, entry.why)) if entry else None


def _notes(again: Sequence[Again]) -> Iterable[str]:
    """How called numbers were read."""
    called = [one for one in again if any(_calls_fans(standing.fact) for standing in one.log.facts)]
    if not called:
        return
    yield _("只报了番数的牌，照报的番数算；报了牌型、摆了牌的，番数按这套规矩重新算。")
    shifts = {one.rules.plain_fans - one.log.opening.rules.plain_fans for one in called}
    if 1 in shifts:
        yield _("这套规矩平胡就算1番，原来算0番：报的番数都加1番，没封顶的倍数不变。")
    if -1 in shifts:
        yield _("这套规矩平胡算0番，原来就算1番：报的番数都减1番，没封顶的倍数不变。")


def _calls_fans(fact: Fact) -> bool:
    match fact:
        case Win(winners=winners):
            return any(isinstance(winner.hand, CalledFans) for winner in winners)
        case WallOut(hands) | Leave(hands=hands):
            return any(isinstance(told.hand, CalledFans) for told in (hands or {}).values())
        case _:
            return False
