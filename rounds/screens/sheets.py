"""详细结算, 个人结算 jié suàn: both sheets of a round or a night in words; each number leads to its entries."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.book.replay import RoundLog
from rounds.models import Round
from rounds.rules.events import POT, WallState, WinBy
from rounds.rules.ledger import Entry, Price
from rounds.rules.sheets import Column, Outcome, Sums, Tally, detailed, outcomes, personal
from rounds.screens.ledger import Filter
from rounds.screens.table import RANKS
from rounds.screens.totals import accounts_in, pot_name
from rounds.wording import say_fans, word

NOTHING = "–"

Words = tuple[str, ...]
"""What a cell says, line by line."""


@dataclass(frozen=True, slots=True)
class Number:
    """Points in a cell, and the filter of the ledger ("?player=…") that shows the entries they come from."""

    points: int
    query: str


@dataclass(frozen=True, slots=True)
class Said:
    """A row of words."""

    label: str
    cells: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """A row of numbers."""

    label: str
    cells: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Detailed:
    """详细结算: a column for each of `names`."""

    names: tuple[str, ...]
    said: tuple[Said, ...]
    points: tuple[Points, ...]
    total: Points


@dataclass(frozen=True, slots=True)
class Choice:
    """Somebody whose personal sheet can be asked for, as `who`."""

    who: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Personal:
    """个人结算 of the one who is chosen: a row for each other, a column for each of `columns` and one for the sum."""

    choices: tuple[Choice, ...]
    columns: tuple[str, ...]
    rows: tuple[Points, ...]
    total: Points


@dataclass(frozen=True, slots=True)
class Book:
    """What both sheets are made of: entries between accounts (a person's id, or "pot"), and what those are called.

    `number` is that of the round, None for a night; `asked_by` gives the `who` of an account.
    """

    entries: Sequence[Entry]
    names: Mapping[str, str]
    asked_by: Mapping[str, str]
    number: int | None = None

    def query(self, player: str, column: Column | None = None, other: str = "") -> str:
        return Filter(player, column, self.number, other).query.rstrip("&")


def book_of_round(row: Round, log: RoundLog) -> Book:
    """The book of one round, in which players are asked for by the letters of their seats, and who bets by the id."""
    names = {person: log.opening.names[at] for at, person in log.opening.accounts.items()}
    if POT in log.settlement.net:
        names[POT] = pot_name()
    asked_by = {person: at for at, person in log.opening.accounts.items()}
    return Book(tuple(_by_person(log)), names, asked_by, row.number)


def book_of_night(rows: Sequence[Round], logs: Mapping[int, RoundLog]) -> Book:
    """The book of a whole night, in which people are asked for by their ids."""
    names = accounts_in(rows)
    entries = tuple(entry for log in logs.values() for entry in _by_person(log))
    return Book(entries, names, {person: person for person in names if person != POT})


def _by_person(log: RoundLog) -> Iterable[Entry]:
    """The entries of a round from person to person."""
    person = {**log.opening.accounts, POT: POT}
    for entry in log.settlement.entries:
        yield entry._replace(payer=person[entry.payer], payee=person[entry.payee])


def detailed_of_round(book: Book, log: RoundLog) -> Detailed:
    """What everybody held and how it came about, then the points."""
    found = outcomes([standing.fact for standing in log.facts], log.settlement)
    by_person = {person: found[seat] for seat, person in log.opening.seats.items()}
    said = {_("胡序"): _say_rank, _("牌型"): _say_pattern, _("加番"): _say_more, _("总番"): _say_total}
    return _detailed(
        book,
        tuple(
            Said(label, tuple(say(by_person[person]) if person in by_person else () for person in book.names))
            for label, say in said.items()
        ),
    )


def detailed_of_night(book: Book, logs: Mapping[int, RoundLog]) -> Detailed:
    """How often everybody won, dealt in and so on, then the points."""
    tallies = _tallies(logs.values())
    counts: dict[str, Callable[[Tally], int]] = {
        _("局数"): lambda tally: tally.rounds,
        _("胡"): lambda tally: tally.won,
        _("先胡"): lambda tally: tally.first,
        _("自摸"): lambda tally: tally.self_draws,
        _("点炮"): lambda tally: tally.dealt_in,
        _("开杠"): lambda tally: tally.kongs,
        _("没叫"): lambda tally: tally.not_ready,
        _("花猪"): lambda tally: tally.pigs,
    }
    rows = [
        Said(label, tuple((str(count(tallies[person])),) if person in tallies else () for person in book.names))
        for label, count in counts.items()
    ]
    best = (tallies[person].best if person in tallies else None for person in book.names)
    return _detailed(book, (*rows, Said(_("最大"), tuple(_say_best(price) for price in best))))


def _tallies(logs: Iterable[RoundLog]) -> dict[str, Tally]:
    """How often, by the person's id. A round in which nothing has happened yet has not been played."""
    tallies: dict[str, Tally] = {}
    for log in logs:
        found = outcomes([standing.fact for standing in log.facts], log.settlement)
        for seat, person in log.opening.seats.items():
            tally = tallies.get(person, Tally())
            tallies[person] = tally.and_then(found[seat]) if log.facts else tally
    return tallies


def _detailed(book: Book, said: tuple[Said, ...]) -> Detailed:
    sheet = detailed(book.entries, list(book.names))
    return Detailed(
        names=tuple(book.names.values()),
        said=said,
        points=tuple(
            Points(
                word(column),
                tuple(Number(sheet[account][column], book.query(account, column)) for account in book.names),
            )
            for column in Column
        ),
        total=Points(
            _("合计"),
            tuple(Number(sum(sheet[account].values()), book.query(account)) for account in book.names),
        ),
    )


def personal_of(book: Book, asked: str) -> Personal:
    """The personal sheet of whom `who` asks for, or of the first; raises `LookupError`."""
    people = {asked_by: person for person, asked_by in book.asked_by.items()}
    who = people[asked or next(iter(people))]
    sheet = personal(book.entries, who, list(book.names))
    rows = tuple(Points(book.names[other], _against(book, who, other, sums)) for other, sums in sheet.items())
    total = {column: sum(sums[column] for sums in sheet.values()) for column in Column}
    return Personal(
        choices=tuple(Choice(key, book.names[person], person == who) for key, person in people.items()),
        columns=tuple(word(column) for column in Column),
        rows=rows,
        total=Points(_("合计"), _against(book, who, "", total)),
    )


def _against(book: Book, who: str, other: str, sums: Sums) -> tuple[Number, ...]:
    """The numbers of a row, and their sum behind them."""
    cells = (Number(points, book.query(who, column, other)) for column, points in sums.items())
    return (*cells, Number(sum(sums.values()), book.query(who, None, other)))


def _say_rank(one: Outcome) -> Words:
    if one.by is None:
        return (_("走了"),) if one.left else (NOTHING,)
    how = _("胡") if one.by is WinBy.DISCARD else word(one.by)
    return (RANKS[one.rank - 1] + how,)


def _say_pattern(one: Outcome) -> Words:
    if one.price is None:
        return (word(one.state),) if one.state else (NOTHING,)
    first = one.price.steps[0]
    fans = _("{fans}番").format(fans=first.fans)
    waits = (_("听牌"),) if one.state is WallState.READY else ()
    if first.what == "called":
        return (*(waits or (_("报番"),)), fans)
    return (*waits, say_fans(first), fans)


def _say_more(one: Outcome) -> Words:
    steps = one.price.steps[1:] if one.price else ()
    return tuple(f"{say_fans(step)}+{step.fans}" for step in steps if step.fans) or (NOTHING,)


def _say_total(one: Outcome) -> Words:
    return _say_fans(one.price) if one.price else (NOTHING,)


def _say_fans(price: Price) -> Words:
    total = _("{fans}番×{times}").format(fans=price.paid_fans, times=price.multiplier)
    return (total, _("封顶")) if price.paid_fans < price.fans else (total,)


def _say_best(price: Price | None) -> Words:
    if price is None:
        return (NOTHING,)
    first = price.steps[0]
    what = () if first.what == "called" else (say_fans(first),)
    return (*what, *_say_fans(price))
