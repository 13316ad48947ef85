"""战绩 zhàn jì: the sums of a night, kept beside its rounds and moved by what each of them adds."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Manager

from rounds.book.refusals import NotNow
from rounds.models import Entry, PairTally, PatternTally, PersonTally, Round, Session
from rounds.money import money_from_json
from rounds.rules.tallies import Count, Tally

Row = PersonTally | PatternTally | PairTally
Key = tuple[str | None, ...]
Sums = dict[tuple[type[Row], Key], Counter[str]]
"""The numbers of each row, by its table and by what tells it from the others there."""


@dataclass(frozen=True, slots=True)
class Table:
    """The columns that tell rows of a night apart, and those that add up: some of them may be less than 0."""

    key: tuple[str, ...]
    signed: tuple[str, ...]
    sums: tuple[str, ...]

    @property
    def numbers(self) -> tuple[str, ...]:
        return (*self.signed, *self.sums)


TABLES: Mapping[type[Row], Table] = {
    PersonTally: Table(
        ("person_id", "preset", "house", "currency"),
        signed=("points", "bet_points", "amount"),
        sums=tuple(count.value for count in Count),
    ),
    PatternTally: Table(("person_id", "preset", "house", "pattern"), signed=(), sums=("count",)),
    PairTally: Table(("payer_id", "payee_id", "preset", "house"), signed=(), sums=("points",)),
}


MAX_SUM = 10**12
"""So many points, and so much money in the smallest unit, at most does somebody win or lose in a night, or one give
another: the sums of nine million such nights are still counted by every database."""

_BOUND = ("points", "bet_points", "amount")


def month_of(day: date) -> int:
    """202611 for a day of November 2026."""
    return day.year * 100 + day.month


def counts_to_json(tallies: Mapping[str, Tally]) -> dict[str, dict[str, int]]:
    """What is kept of a round in `Round.counts`."""
    return {
        account: {count.value: number for count, number in told.counts.items()} for account, told in tallies.items()
    }


def patterns_to_json(tallies: Mapping[str, Tally]) -> dict[str, str]:
    """What is kept of a round in `Round.patterns`."""
    return {account: told.pattern for account, told in tallies.items() if told.pattern}


def sums_of(row: Round, entries: Iterable[Entry]) -> Sums:
    """What a round with these entries adds; nothing as long as nobody has counted it."""
    sums: Sums = {}
    if row.counts is None:
        return sums
    worth = money_from_json(row.money)
    currency, per_point = (worth.currency, worth.per_point) if worth else ("", 0)
    for account, counts in row.counts.items():
        points = row.net[account]
        told = Counter({"points": points, "amount": points * per_point, **counts})
        told["bet_points"] = 0 if account in row.seats else points
        person = row.seats.get(account, account)
        _add(sums, PersonTally, (person, row.preset, row.house, currency), told)
    for account, pattern in (row.patterns or {}).items():
        _add(sums, PatternTally, (row.seats[account], row.preset, row.house, pattern), Counter(count=1))
    for entry in entries:
        key = (_text(entry.payer_id), _text(entry.payee_id), row.preset, row.house)
        _add(sums, PairTally, key, Counter(points=entry.points))
    return sums


def _add(sums: Sums, table: type[Row], key: Key, told: Counter[str]) -> None:
    sums.setdefault((table, key), Counter()).update(told)


def all_of(parts: Iterable[Sums]) -> Sums:
    """The sums of several rounds together."""
    sums: Sums = {}
    for part in parts:
        for (table, key), told in part.items():
            _add(sums, table, key, told)
    return sums


def rows_of(session: Session, day: date, sums: Sums) -> list[Row]:
    """The rows of a night of this date with these sums, not saved, each in its place among them."""
    return in_order(_row(session, day, table, key, told) for (table, key), told in sums.items() if any(told.values()))


def _row(session: Session, day: date, table: type[Row], key: Key, told: Counter[str]) -> Row:
    columns = dict(zip(TABLES[table].key, key, strict=True))
    numbers = {name: told[name] for name in TABLES[table].numbers}
    return table(club_id=session.club_id, session=session, month=month_of(day), **columns, **numbers)


def in_order(rows: Iterable[Row]) -> list[Row]:
    """As two lists of the same rows are laid side by side."""
    return sorted(rows, key=lambda row: (type(row).__name__, *map(str, _key(row))))


def _key(row: Row) -> Key:
    return tuple(_text(getattr(row, name)) for name in TABLES[type(row)].key)


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _all(table: type[Row]) -> "Manager[Any]":
    return table._default_manager


def stored_rows(session: Session) -> list[Row]:
    """The rows of a night as they are stored (three queries)."""
    return in_order(row for table in TABLES for row in _all(table).filter(session=session))


def move(session: Session, before: Sums, after: Sums) -> None:
    """Keep what a round adds now in the place of what it added before: by the difference, however long the night is."""
    changed = {table: dict(_difference(before, after, table)) for table in TABLES}
    if not all(_moved(session, table, told) for table, told in changed.items() if told):
        write_anew(session)


def _difference(before: Sums, after: Sums, table: type[Row]) -> Iterator[tuple[Key, Counter[str]]]:
    for its, key in {**before, **after}:
        if its is table:
            told = Counter(after.get((table, key), {}))
            told.subtract(before.get((table, key), {}))
            if any(told.values()):
                yield key, told


def _moved(session: Session, table: type[Row], changed: Mapping[Key, Counter[str]]) -> bool:
    """Add to the rows of one table. False where less than nothing would be left: they were not what they should be."""
    kept = [row for row in _all(table).filter(session=session) if _key(row) in changed]
    sums: Sums = {(table, key): Counter(told) for key, told in changed.items()}
    for row in kept:
        _add(sums, table, _key(row), Counter({name: getattr(row, name) for name in TABLES[table].numbers}))
    rows = rows_of(session, session.date, sums)
    _refuse_beyond(rows, {_key(row): row for row in kept})
    if any(getattr(row, name) < 0 for row in rows for name in TABLES[table].sums):
        return False
    known = {_key(row): row.pk for row in kept}
    for row in rows:
        row.pk = known.pop(_key(row), None)
    if known:
        _all(table).filter(pk__in=list(known.values())).delete()
    _all(table).bulk_create([row for row in rows if row.pk is None])
    _all(table).bulk_create(
        [row for row in rows if row.pk],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=TABLES[table].numbers,
    )
    return True


def _refuse_beyond(rows: Iterable[Row], kept: Mapping[Key, Row]) -> None:
    """Raises `NotNow` where a sum passes the bound, but not where it was beyond it already and comes nearer."""
    beyond = {
        name
        for row in rows
        for name in _BOUND
        if abs(getattr(row, name, 0)) > max(MAX_SUM, abs(getattr(kept.get(_key(row)), name, 0)))
    }
    if beyond:
        raise NotNow("too_much_money") if beyond == {"amount"} else NotNow("too_many_points")


def within_bounds(rows: Iterable[Row]) -> bool:
    """Can these be added to those of many other nights?"""
    return all(abs(getattr(row, name, 0)) <= MAX_SUM for row in rows for name in _BOUND)


def write_anew(session: Session) -> None:
    """Keep what the rounds of the night that are stored come to, whatever was kept before (eight queries)."""
    entries: dict[int, list[Entry]] = {}
    for entry in session.ledger():
        entries.setdefault(entry.round_id, []).append(entry)
    sums = all_of(sums_of(row, entries.get(row.pk, ())) for row in session.played())
    forget_rows(session)
    save_rows(rows_of(session, session.date, sums))


def forget_rows(session: Session) -> None:
    """Keep none of the night (three queries)."""
    for table in TABLES:
        _all(table).filter(session=session).delete()


def save_rows(rows: Sequence[Row]) -> None:
    """Keep these, of nights of which none are kept (three queries, more for thousands)."""
    for table in TABLES:
        _all(table).bulk_create(row for row in rows if isinstance(row, table))
