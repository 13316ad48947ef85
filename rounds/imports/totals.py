"""旧账 jiù zhàng: plain totals of older nights from a table: a day, a name, points, a row each."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db import InterfaceError, OperationalError, transaction

from rounds.book.refusals import Busy
from rounds.book.seating import RESERVED
from rounds.cleaning import Unclean, as_seen, clean, whole_number
from rounds.exports.tables import FORMULA_STARTS
from rounds.imports.refusal import NotTakenIn
from rounds.imports.taking import Added
from rounds.imports.values import MAX_TOTAL
from rounds.models import Club, OldTotal, Person

MOST = 1 << 20
"""Bytes of a table: some thirty thousand rows."""

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
    """What `take_totals` would add; nothing is written. Raises `NotTakenIn`."""
    return _take(read_totals(content), club, write=False)


def take_totals(content: bytes, club: Club) -> Added:
    """Take the table in: all of it or nothing, and what is there already is left so. Raises `NotTakenIn`, and `Busy`.

    Somebody of the club with that name is meant, or one that looks the same, or else is new.
    """
    totals = read_totals(content)
    try:
        with transaction.atomic(durable=True):
            locked = Club.objects.select_for_update().filter(pk=club.pk).first()
            if locked is None:
                raise Busy  # it has just become that of another file
            return _take(totals, locked, write=True)
    except (OperationalError, InterfaceError) as fault:
        raise Busy from fault


def read_totals(content: bytes) -> list[Total]:
    """The rows of a CSV file in UTF-8 or GB18030, which Excel writes in China; with commas, semicolons or tabs."""
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
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    line = 1
    try:
        for cells in rows:
            row = [cell.strip() for cell in cells]
            if any(row):
                yield line, row
            line = rows.line_num + 1
    except csv.Error:
        raise NotTakenIn(line, "long_cell") from None


def _totals(rows: Iterator[tuple[int, list[str]]]) -> Iterator[Total]:
    order: Sequence[str] = ORDER
    started = False
    for line, row in rows:
        if not started and (named := [HEADINGS.get(cell.lower(), "") for cell in row]) and any(named):
            if any(named.count(column) != 1 for column in ORDER):
                raise NotTakenIn(line, "no_headings")
            order = named
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


def _take(totals: Sequence[Total], club: Club, *, write: bool) -> Added:
    people = _people(totals, club)
    wanted = {as_seen(one.name): one.name for one in reversed(totals)}
    new = {seen: Person(club=club, name=name) for seen, name in wanted.items() if seen not in people}
    stored = {(old.date, old.person_id): old.points for old in OldTotal.objects.filter(club=club)}
    rows = []
    for total in totals:
        person = people.get(as_seen(total.name))
        points = stored.get((total.day, person.pk)) if person else None
        if points is None:
            rows.append(total)
        elif points != total.points:
            raise NotTakenIn(total.line, "other_total", date=total.day.isoformat(), name=total.name, points=points)
    if write:
        Person.objects.bulk_create(new.values())
        people |= new
        OldTotal.objects.bulk_create(
            [OldTotal(club=club, date=row.day, person=people[as_seen(row.name)], points=row.points) for row in rows]
        )
    return Added(club=club.name, people=len(new), totals=len(rows), known_totals=len(totals) - len(rows))


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
