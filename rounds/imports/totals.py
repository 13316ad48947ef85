"""旧账 jiù zhàng: plain totals of older nights from a table: a day, a name, points, a row each."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db import InterfaceError, OperationalError, transaction

from rounds.book.refusals import Busy
from rounds.book.seating import RESERVED
from rounds.cleaning import Unclean, as_seen, clean, whole_number
from rounds.exports.tables import FORMULA_STARTS
from rounds.imports.refusal import NotTakenIn
from rounds.imports.taking import Added, Replaced
from rounds.models import MAX_TOTAL, Club, OldTotal, Person

MOST = 1 << 20
"""Bytes of a table: some thirty thousand rows."""

WORKBOOK = b"PK\x03\x04"
"""What XLSX begins with, as everything that is zipped."""

HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(("日期", "日子", "date", "day"), "date"),
    **dict.fromkeys(("名字", "人", "玩家", "姓名", "player", "name"), "name"),
    **dict.fromkeys(("分", "分数", "分數", "总分", "總分", "输赢", "輸贏", "points", "score", "total"), "points"),
}
ORDER = ("date", "name", "points")
"""The columns of a table without headings."""

EARLIEST = date(1900, 1, 1)
"""No night of anybody's is older; the newest may be of tomorrow, for it may be that already where it was played."""

_DAY = re.compile(r"([0-9]{4})[-/.年]([0-9]{1,2})[-/.月]([0-9]{1,2})日?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Total:
    """A row of the table, and the line on which it stands."""

    line: int
    day: date
    name: str
    points: int


def look_into_totals(content: bytes, club: Club) -> Added:
    """What `take_totals` would add, and what would be replaced; nothing is written. Raises `NotTakenIn`."""
    return _take(read_totals(content), club, None)


def take_totals(content: bytes, club: Club, replacing: str = "") -> Added:
    """Take the table in: all of it or nothing, and what is there already is left so. Raises `NotTakenIn`, and `Busy`.

    Somebody of the club with that name is meant, or one that looks the same, or else is new. Other points than those
    that are kept are refused, unless `replacing` is the mark (`Added.mark`) of just these replacements, which were
    looked at.
    """
    totals = read_totals(content)
    try:
        with transaction.atomic(durable=True):
            locked = Club.objects.select_for_update().filter(pk=club.pk).first()
            if locked is None:
                raise Busy  # it has just become that of another file
            return _take(totals, locked, replacing)
    except (OperationalError, InterfaceError) as fault:
        raise Busy from fault


def read_totals(content: bytes) -> list[Total]:
    """The rows of a CSV file in UTF-8 or GB18030, which Excel writes in China; with commas, semicolons or tabs."""
    if content.startswith(WORKBOOK):
        raise NotTakenIn(0, "workbook")
    if len(content) > MOST:
        raise NotTakenIn(0, "too_large", most=MOST >> 20)
    text = _text(content)
    first = next((line for line in text.splitlines() if line.strip()), "")
    totals = list(_totals(_rows(text, max(",;\t", key=first.count))))
    if not totals:
        raise NotTakenIn(0, "no_totals")
    seen: set[tuple[date, str]] = set()
    for total in totals:
        if (key := (total.day, as_seen(total.name))) in seen:
            raise NotTakenIn(total.line, "total_twice", name=total.name)
        seen.add(key)
    return totals


def _text(content: bytes) -> str:
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise NotTakenIn(0, "no_text")


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not empty with the line that it begins on: a cell in quotes may go over several."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in rows:
            row = [cell.strip() for cell in cells]
            if any(row):
                yield line, row
            line = rows.line_num + 1
    except csv.Error as fault:  # strict: also a quote that nothing closes, which would swallow the rows below it
        raise NotTakenIn(line, "long_cell" if "limit" in str(fault) else "open_quote") from None


def _totals(rows: Iterator[tuple[int, list[str]]]) -> Iterator[Total]:
    order: Sequence[str] = ORDER
    started = False
    for line, row in rows:
        if not started and (named := [HEADINGS.get(cell.lower(), "") for cell in row]) and any(named):
            if any(named.count(column) != 1 for column in ORDER):
                raise NotTakenIn(line, "no_headings")
            order = named
        elif len(row) > len(order):  # 1,234 without quotes would be 1
            raise NotTakenIn(line, "more_cells", most=len(order))
        else:
            yield _total(line, dict(zip(order, row, strict=False)))
        started = True


def _total(line: int, row: Mapping[str, str]) -> Total:
    day = _day(line, row.get("date", ""))
    name = row.get("name", "")
    try:
        name = clean(name[1:] if name[:1] == "'" and name[1:].startswith(FORMULA_STARTS) else name)
    except Unclean:
        raise NotTakenIn(line, "no_name") from None
    if as_seen(name) in RESERVED:
        raise NotTakenIn(line, "reserved", name=name)
    try:
        points = whole_number(row.get("points", "").replace("\u2212", "-"), -MAX_TOTAL, MAX_TOTAL)
    except Unclean:
        raise NotTakenIn(line, "no_points") from None
    return Total(line, day, name, points)


def _day(line: int, text: str) -> date:
    told = _DAY.fullmatch(text)
    try:
        day = date(*map(int, told.groups())) if told else None
    except ValueError:
        day = None
    if day is None:
        raise NotTakenIn(line, "no_day")
    if not EARLIEST <= day <= datetime.now(UTC).date() + timedelta(days=1):
        raise NotTakenIn(line, "far_day", year=EARLIEST.year)
    return day


def _take(totals: Sequence[Total], club: Club, replacing: str | None) -> Added:
    """Work out what a table adds; and write it, where `replacing` is the mark of what it replaces."""
    people = _people(totals, club)
    wanted = {as_seen(one.name): one.name for one in reversed(totals)}
    new = {seen: Person(club=club, name=name) for seen, name in wanted.items() if seen not in people}
    people |= new
    days = {total.day: 0 for total in totals}
    stored = {(old.date, old.person_id): old for old in OldTotal.objects.filter(club=club) if old.date in days}
    added = Added(club=club.name, people=len(new), known_totals=len(totals))
    rows: list[OldTotal] = []
    for total in totals:
        row = stored.setdefault((total.day, people[as_seen(total.name)].pk), _row(total, club, people))
        if row.points != total.points:
            added.replaced.append(Replaced(total.line, total.day.isoformat(), total.name, row.points, total.points))
            row.points = total.points
        elif row.pk:
            continue
        rows.append(row)
    added.totals = sum(row.pk is None for row in rows)
    added.known_totals -= len(rows)
    for row in stored.values():
        days[row.date] += row.points
    added.uneven = {day.isoformat(): points for day, points in sorted(days.items()) if points}
    if replacing is not None:
        _write(added, replacing, new.values(), rows)
    return added


def _row(total: Total, club: Club, people: Mapping[str, Person]) -> OldTotal:
    return OldTotal(club=club, date=total.day, person=people[as_seen(total.name)], points=total.points)


def _write(added: Added, replacing: str, people: Iterable[Person], rows: Sequence[OldTotal]) -> None:
    if added.replaced and added.mark != replacing:
        one = added.replaced[0]
        raise NotTakenIn(one.line, "other_total", date=one.day, name=one.name, points=one.before)
    Person.objects.bulk_create(people)
    changed = [row for row in rows if row.pk is not None]
    OldTotal.objects.bulk_create([row for row in rows if row.pk is None])
    OldTotal.objects.bulk_update(changed, ["points"])


def _people(totals: Sequence[Total], club: Club) -> dict[str, Person]:
    """The people of the club by name as it is seen; a name that two of them have says nobody."""
    people: dict[str, Person] = {}
    wanted = {as_seen(total.name): total.line for total in reversed(totals)}
    for person in Person.objects.filter(club=club):
        if (seen := as_seen(person.name)) not in wanted:
            continue
        if seen in people:
            raise NotTakenIn(wanted[seen], "two_of_a_name", name=person.name)
        people[seen] = person
    return people
