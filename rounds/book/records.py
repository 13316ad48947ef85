"""战绩 zhàn jì: sums over many nights, read from the tallies in a few queries, however many nights there are."""

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from django.db.models import Count as Number
from django.db.models import Model, Q, QuerySet, Sum

from rounds.book.tallying import TABLES, month_of
from rounds.models import OldTotal, PairTally, PatternTally, Person, PersonTally, Session, Spelt
from rounds.rules.events import POT
from rounds.rules.tallies import Count

T = TypeVar("T", bound=Model)


@dataclass(frozen=True, slots=True)
class Scope:
    """Which nights of a club are looked at: all, or those of a year (`span` is 2026) or of a month (202611); of them
    what was played by the rules of this preset, or by those that the club calls so (`rules`: preset, house)."""

    club: uuid.UUID
    span: int = 0
    rules: tuple[str, str] | None = None

    @property
    def _months(self) -> tuple[int, int]:
        """The first of its months, and the first after them."""
        if self.span < 10**4:
            return self.span * 100 + 1, self.span * 100 + 101
        return self.span, self.span + (89 if self.span % 100 == 12 else 1)

    def of(self, tallies: QuerySet[T]) -> QuerySet[T]:
        """Those rows of a table of tallies."""
        rows = self.by_rules(tallies.filter(club=self.club))
        if self.span:
            first, after = self._months
            rows = rows.filter(month__gte=first, month__lt=after)
        return rows

    def by_rules(self, tallies: QuerySet[T]) -> QuerySet[T]:
        """Those rows whose rules are these, of whatever night."""
        if not self.rules:
            return tallies
        preset, house = self.rules
        return tallies.filter(house=house) if house else tallies.filter(preset=preset, house="")

    def dates(self) -> Q:
        """The days of its months, for a column `date`."""
        if not self.span:
            return Q()
        first, after = (date(*divmod(month, 100), 1) for month in self._months)
        return Q(date__gte=first, date__lt=after)

    def old(self) -> QuerySet[OldTotal]:
        """The plain totals of those days; of them no rules are known."""
        return OldTotal.objects.none() if self.rules else OldTotal.objects.filter(self.dates(), club=self.club)


@dataclass(slots=True)
class Record:
    """What somebody's nights come to. `counts` are his rounds', as far as pages show them; the others also have the
    plain totals of older nights, of which there are `old`. `money` is by the currency."""

    person: str
    name: str
    counts: Counter[str] = field(default_factory=Counter)
    nights: int = 0
    old: int = 0
    points: int = 0
    money: dict[str, int] = field(default_factory=dict)

    def __getitem__(self, count: Count) -> int:
        return self.counts[count.value]

    @property
    def played_points(self) -> int:
        """What he won or lost in the rounds in which he sat at the table."""
        return self.counts["points"] - self.counts["bet_points"]


def records(scope: Scope, names: Mapping[str, str], person: uuid.UUID | None = None) -> list[Record]:
    """The record of everybody who has one, or of that person (three queries)."""
    found: dict[str, Record] = {}
    tallies = _his(scope.of(PersonTally.objects.all()), person).order_by()
    for row in _sums(tallies):
        one = _record(found, names, row.pop("person"))
        currency = row.pop("currency")
        told = {name[4:]: value for name, value in row.items()}
        one.counts.update(told)
        one.points += told["points"]
        if currency:
            one.money[currency] = told["amount"]
    for who, nights in _nights(tallies):
        found[str(who)].nights = nights
    for who, points, days in _his(scope.old(), person).values_list("person").annotate(Sum("points"), Number("pk")):
        one = _record(found, names, who)
        one.points, one.nights, one.old = one.points + points, one.nights + days, days
    return list(found.values())


def nights_by_person(scope: Scope) -> dict[str, int]:
    """In how many nights everybody was there, older ones too (two queries)."""
    nights = Counter({str(person): number for person, number in _nights(scope.of(PersonTally.objects.order_by()))})
    for person, days in scope.old().values_list("person").annotate(Number("pk")):
        nights[str(person)] += days
    return dict(nights)


def _nights(tallies: QuerySet[PersonTally]) -> Iterable[tuple[uuid.UUID, int]]:
    return tallies.values_list("person").annotate(Number("session", distinct=True))


NOT_SHOWN = {Count.AHEAD, Count.BEHIND, Count.DISCARDS, Count.ROBBED, Count.DEALT_IN, Count.BETS}
SUMMED = tuple(name for name in TABLES[PersonTally].numbers if name not in NOT_SHOWN)
"""The columns of which a record has the sums: no more than pages show, for each takes its time over all nights."""


def _sums(rows: QuerySet[PersonTally]) -> Iterable[Any]:
    """By person and currency; the names of the sums have four letters before that of the column."""
    sums = {f"sum_{name}": Sum(name) for name in SUMMED}
    return rows.values("person", "currency").annotate(**sums).order_by("person", "currency")


def _his(rows: QuerySet[T], person: uuid.UUID | None) -> QuerySet[T]:
    return rows.filter(person=person) if person else rows


def _record(found: dict[str, Record], names: Mapping[str, str], person: object) -> Record:
    return found.setdefault(str(person), Record(str(person), names[str(person)]))


def names_of(club: uuid.UUID) -> dict[str, str]:
    """What everybody of a club is called now, by the id (one query)."""
    people = Person.objects.filter(club=club).order_by(Spelt("name"), "pk").values_list("pk", "name")
    return {str(person): name for person, name in people}


def given(scope: Scope, person: uuid.UUID | None = None) -> dict[tuple[str, str], int]:
    """How much each gave each other, by payer and payee (one query); only what that person gave or got."""
    rows = scope.of(PairTally.objects.all())
    if person:
        rows = rows.filter(Q(payer=person) | Q(payee=person))
    sums = rows.values_list("payer", "payee").annotate(Sum("points")).order_by()
    return {(str(payer or POT), str(payee or POT)): points for payer, payee, points in sums}


def won_from(pairs: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    """What each has won from each other, less what he gave him: the same the other way round with the other sign."""
    net: Counter[tuple[str, str]] = Counter()
    for (payer, payee), points in pairs.items():
        net[payee, payer] += points
        net[payer, payee] -= points
    return dict(net)


def patterns(scope: Scope, person: uuid.UUID | None = None) -> dict[str, int]:
    """How often was won by each pattern, the most often first (one query)."""
    rows = _his(scope.of(PatternTally.objects.all()), person)
    return dict(rows.values_list("pattern").annotate(number=Sum("count")).order_by("-number", Spelt("pattern")))


@dataclass(frozen=True, slots=True)
class Extreme:
    """What somebody won or lost in one night."""

    person: str
    session: uuid.UUID
    date: date
    points: int


def extremes(scope: Scope, person: uuid.UUID | None = None) -> tuple[Extreme, ...]:
    """The best night that anybody had and the worst, or that this person had; none, or both (three queries)."""
    rows = _his(scope.of(PersonTally.objects.all()), person).values_list("person", "session")
    nights = rows.annotate(sum=Sum("points"))
    found = [one for order in ("-sum", "sum") if (one := nights.order_by(order, "person", "session").first())]
    dates = dict(Session.objects.filter(pk__in=[one[1] for one in found]).values_list("pk", "date"))
    return tuple(Extreme(str(who), session, dates[session], points) for who, session, points in found)


@dataclass(frozen=True, slots=True)
class Won:
    """What somebody won or lost in one step of time: a year (2026), a month (202611), or a day (20261129)."""

    step: int
    person: str
    points: int


MANY_DAYS, MANY_MONTHS = 60, 36
"""So many at most are looked at one by one; what goes on for longer, by months, and for longer still, by years."""


def course(scope: Scope, people: Sequence[str]) -> list[Won]:
    """What these people won or lost in each step of time, in order, older nights too (four queries)."""
    ids = [uuid.UUID(person) for person in people]
    tallies, old = scope.of(PersonTally.objects.filter(person__in=ids)).order_by(), scope.old().filter(person__in=ids)
    days = set(tallies.values_list("session__date", flat=True).distinct()[: MANY_DAYS + 1])
    days |= set(old.values_list("date", flat=True).distinct()[: MANY_DAYS + 1])
    by_day = len(days) <= MANY_DAYS
    sums: Counter[tuple[int, str]] = Counter()
    told = tallies.values_list("session__date" if by_day else "month", "person").annotate(Sum("points"))
    for when, person, points in [*told, *old.values_list("date", "person", "points")]:
        sums[_step(when, by_day=by_day), str(person)] += points
    if not by_day and len({step for step, _ in sums}) > MANY_MONTHS:
        sums = _by_year(sums)
    return [Won(step, person, points) for (step, person), points in sorted(sums.items())]


def _step(when: date | int, *, by_day: bool) -> int:
    if isinstance(when, int):
        return when
    return month_of(when) * 100 + when.day if by_day else month_of(when)


def _by_year(sums: Mapping[tuple[int, str], int]) -> Counter[tuple[int, str]]:
    years: Counter[tuple[int, str]] = Counter()
    for (month, person), points in sums.items():
        years[month // 100, person] += points
    return years


def choices(club: uuid.UUID) -> tuple[list[int], list[tuple[str, str]]]:
    """The months in which a club played, the newest first, and the rules it played by (three queries)."""
    tallies = PersonTally.objects.filter(club=club).order_by()
    months = set(tallies.values_list("month", flat=True).distinct())
    months |= set(map(month_of, OldTotal.objects.filter(club=club).values_list("date", flat=True).distinct()))
    rules = (
        tallies.values_list("preset", "house")
        .annotate(number=Number("*"))
        .order_by("-number", Spelt("preset"), Spelt("house"))
    )
    named = dict.fromkeys(("" if house else preset, house) for preset, house, _ in rules)
    return sorted(months, reverse=True), list(named)
