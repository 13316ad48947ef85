"""战绩 zhàn jì: what the nights of a club come to for everybody, kept as sums. All of it follows from the rounds.

A row stands for one night and one set of rules, so that months, years, rules and people are sums of few rows.
"""

from django.db import models
from django.db.models import F, Q

from rounds.models.clubs import NAME_LENGTH, PRESET_LENGTH, Club, Person
from rounds.models.nights import Session


class OfNight(models.Model):
    """What all rows of a night say of it: `month` is 202611 for November 2026, by the night's own date; `preset` and
    `house` name the rules as the rounds do."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="+", db_index=False)
    month = models.PositiveIntegerField()
    preset = models.CharField(max_length=PRESET_LENGTH)
    house = models.CharField(max_length=NAME_LENGTH, blank=True)

    class Meta:
        abstract = True


class PersonTally(OfNight):
    """What somebody won or lost in a night, and how often what happened (`rounds.rules.tallies.Count`).

    `points` are all of his, `bet_points` those of them that he won or lost by betting on a seat. `amount`: the points
    of the rounds in which a point was worth something, in the smallest unit of `currency`, which is "" for the others.
    There is a row where he played or bet at all.
    """

    person = models.ForeignKey(Person, models.PROTECT, related_name="+", db_index=False)
    currency = models.CharField(max_length=3, blank=True)
    points = models.BigIntegerField(default=0)
    bet_points = models.BigIntegerField(default=0)
    amount = models.BigIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    ahead = models.PositiveIntegerField(default=0)
    behind = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    first = models.PositiveIntegerField(default=0)
    self_draws = models.PositiveIntegerField(default=0)
    discards = models.PositiveIntegerField(default=0)
    robbed = models.PositiveIntegerField(default=0)
    fans = models.PositiveIntegerField(default=0)
    dealt_in = models.PositiveIntegerField(default=0)
    dealing = models.PositiveIntegerField(default=0)
    concealed = models.PositiveIntegerField(default=0)
    promoted = models.PositiveIntegerField(default=0)
    postponed = models.PositiveIntegerField(default=0)
    exposed = models.PositiveIntegerField(default=0)
    moved = models.PositiveIntegerField(default=0)
    refunded = models.PositiveIntegerField(default=0)
    walls = models.PositiveIntegerField(default=0)
    not_ready = models.PositiveIntegerField(default=0)
    pigs = models.PositiveIntegerField(default=0)
    bets = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["session", "person", "preset", "house", "currency"], name="person_is_tallied_once"
            ),
        )
        indexes = (
            # With all that sums by month, by night and by rules ask for, so that no row has to be looked up.
            models.Index(fields=["club", "month", "person", "points"], name="person_tally_by_month"),
            models.Index(
                fields=["club", "person", "session", "month", "preset", "house", "points"],
                name="person_tally_by_person",
            ),
            models.Index(fields=["club", "preset", "house"], name="person_tally_by_rules"),
        )

    def __str__(self) -> str:
        return f"{self.person_id} {self.points}"


class PatternTally(OfNight):
    """How often somebody won by a pattern in a night; "called": a number of fans was told, and no pattern."""

    person = models.ForeignKey(Person, models.PROTECT, related_name="+", db_index=False)
    pattern = models.CharField(max_length=32)
    count = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["session", "person", "preset", "house", "pattern"], name="pattern_is_tallied_once"
            ),
        )
        indexes = (
            models.Index(fields=["club", "month", "pattern", "count"], name="pattern_tally_by_month"),
            models.Index(fields=["club", "pattern", "count"], name="pattern_tally_by_pattern"),
            models.Index(fields=["club", "person", "pattern", "count"], name="pattern_tally_by_person"),
        )

    def __str__(self) -> str:
        return f"{self.pattern} {self.count}"


class PairTally(OfNight):
    """Who gave whom how much in a night: all points of the entries from `payer` to `payee`; nobody is the pot."""

    payer = models.ForeignKey(Person, models.PROTECT, null=True, related_name="+", db_index=False)
    payee = models.ForeignKey(Person, models.PROTECT, null=True, related_name="+", db_index=False)
    points = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["session", "payer", "payee", "preset", "house"], name="pair_is_tallied_once"
            ),
            models.CheckConstraint(condition=Q(points__gt=0), name="pair_moves_points"),
            models.CheckConstraint(
                condition=~Q(payer=F("payee")) & (Q(payer__isnull=False) | Q(payee__isnull=False)),
                name="pair_has_two_ends",
            ),
        )
        indexes = (
            models.Index(fields=["club", "month", "payer", "payee", "points"], name="pair_tally_by_month"),
            models.Index(fields=["club", "payer", "payee", "points"], name="pair_tally_by_pair"),
        )

    def __str__(self) -> str:
        return f"{self.points}"


MAX_TOTAL = 10**9
"""So many points at most did somebody win or lose on such a day: sums over all of them stay such as every database
counts."""


class OldTotal(models.Model):
    """旧账 jiù zhàng: what somebody won or lost on a day before the club kept its nights here; no rounds are known."""

    id = models.BigAutoField(primary_key=True)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    date = models.DateField()
    person = models.ForeignKey(Person, models.PROTECT, related_name="+", db_index=False)
    points = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["club", "date", "person"], name="old_totals_are_unique"),
            models.CheckConstraint(
                condition=Q(points__gte=-MAX_TOTAL, points__lte=MAX_TOTAL), name="old_total_is_bounded"
            ),
        )
        indexes = (models.Index(fields=["person", "date"], name="old_total_by_person"),)

    def __str__(self) -> str:
        return f"{self.date} {self.points}"
