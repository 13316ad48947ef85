"""A night as it is stored, and the links that open it. `Event` is the truth and only grows; `Round`, `Entry`, `Payment`
and some columns of `Session` follow from it."""

import uuid
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import models
from django.db.models import F, Q

from rounds.models.clubs import NAME_LENGTH, PRESET_LENGTH, Club, Person, Right


class Session(models.Model):
    """一场 yì chǎng: one night. All columns but `id` and `club` follow from its events.

    `position` and `head` are those of its newest event, `round_count` is the number of its newest round, `last_round`
    that of the last that is to be played, where 倒计时 has begun. `date` is the local date of its start in `zone`; a
    night runs past midnight.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="sessions", db_index=False)
    position = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    round_count = models.PositiveIntegerField()
    zone = models.CharField(max_length=64)
    date = models.DateField()
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    last_round = models.PositiveIntegerField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=["club", "-started_at"], name="session_by_start"),
            models.Index(fields=["club", "-date", "-started_at", "-id"], name="session_by_date"),
        )

    def __str__(self) -> str:
        return f"{self.date} {self.id}"

    @property
    def clock(self) -> ZoneInfo:
        """The zone in which its times are told; UTC where this machine does not know it, as from a newer list."""
        try:
            return ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")

    def log(self) -> "models.QuerySet[Event]":
        """Its events in order."""
        return Event.objects.filter(club=self.club_id, session=self).order_by("position")

    def played(self) -> "models.QuerySet[Round]":
        """Its rounds in order."""
        return Round.objects.filter(club=self.club_id, session=self).order_by("number")

    def ledger(self) -> "models.QuerySet[Entry]":
        """Its entries in order: by round, and in each as they were settled."""
        return Entry.objects.filter(club=self.club_id, session=self).order_by("round__number", "index")

    def paid(self) -> "models.QuerySet[Payment]":
        """All its payments in order, those too that were not made after all."""
        return Payment.objects.filter(club=self.club_id, session=self).order_by("position", "index")


class AccessLink(models.Model):
    """A secret address that gives a right: to the whole club, or to one session.

    The secret is made from `nonce` and the site's secret key (`rounds.links`), so that its page can show it again;
    the table alone gives it away to nobody.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="links", db_index=False)
    session = models.ForeignKey(Session, models.PROTECT, null=True, related_name="links")
    right = models.CharField(max_length=5, choices=[(right.word, right.word) for right in Right])
    nonce = models.CharField(max_length=32)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(right="own", session=None) | Q(right__in=["score", "watch"], session__isnull=False),
                name="link_owns_a_club_or_opens_a_session",
            ),
        )

    def __str__(self) -> str:
        return f"{self.right} {self.id}"

    @property
    def level(self) -> Right:
        return Right[self.right.upper()]


class Unbooked(models.Model):
    """未入账 wèi rù zhàng: what a phone had not sent yet when its link to score was revoked, in its own words.

    Moves no points and becomes no event by itself: who scores now reads it, and has `seen_at` set. `key` is that of the
    tap, so that the same one is told once.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="+", db_index=False)
    key = models.CharField(max_length=64)
    says = models.TextField()
    by = models.ForeignKey(AccessLink, models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["session", "key"], name="unbooked_keys_are_unique"),)

    def __str__(self) -> str:
        return self.says


class Event(models.Model):
    """One line of a session's log. Append only: the database refuses to change or delete it.

    `key` was made by the client before it sent the tap, `request` is the digest of what it asked. `round` is the
    position of the event that opened the round concerned. `data` is canonical JSON. `hash` covers every column
    above it and so, through `previous`, every event before this one (`rounds.book.chain`).
    """

    class Kind(models.TextChoices):
        OPEN_NIGHT = "open_night"
        OPEN_ROUND = "open_round"
        CHANGE = "change"
        UNDO = "undo"
        END_NIGHT = "end_night"
        REOPEN_NIGHT = "reopen_night"
        SET_RULES = "set_rules"
        SET_COMPANY = "set_company"
        SET_BETS = "set_bets"
        RESEAT = "reseat"
        SET_MONEY = "set_money"
        BUY_IN = "buy_in"
        COUNT_DOWN = "count_down"
        PAY = "pay"
        UNPAY = "unpay"

    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="events", db_index=False)
    position = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    request = models.CharField(max_length=64)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    round = models.PositiveIntegerField(null=True)
    undoes = models.PositiveIntegerField(null=True)
    data = models.TextField()
    by = models.ForeignKey(AccessLink, models.PROTECT, null=True, related_name="+", db_index=False)
    right = models.CharField(max_length=5, blank=True)
    at = models.DateTimeField()
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["session", "position"], name="event_positions_are_unique"),
            models.UniqueConstraint(fields=["club", "key"], name="event_keys_are_unique"),
            models.UniqueConstraint(fields=["session", "undoes"], name="event_is_undone_once"),
            models.CheckConstraint(condition=Q(position__gte=1), name="event_positions_start_at_one"),
            models.CheckConstraint(
                condition=Q(undoes=None) | Q(undoes__lt=F("position")), name="event_undoes_the_past"
            ),
        )
        indexes = (models.Index(fields=["session", "round", "position"], name="event_by_round"),)

    def __str__(self) -> str:
        return f"{self.position} {self.kind}"


class Round(models.Model):
    """一局 yì jú: what the events of one round come to. Rebuilt from them whenever one is added.

    `opened` is the position of the event that opened it, `touched` are those of the events of the night that say
    otherwise of its people or money, and stand. `seats` names the person at each seat (A, B, …, in turn order),
    `resting` those who wait for one, as `rotation` and `turn` say, `bets` those who bet on one; `names` what all were
    called then, by the seat, or by the id of who has none. `stakes` are the points that some have left to lose.
    `rules` began as `preset`; `house` is the club's own name of them, if they have one. `net` is what each seat, who
    bets (by the id), and the pot if it took part have won or lost. `ended` is empty while the round runs, `next_dealer`
    when the table has to say who deals. `counts` (`rounds.rules.tallies`) and `patterns`, with which they won, are by
    the seat or the id too; None in rounds of earlier versions, until `rounds.book.tallying` has counted them.
    """

    id = models.BigAutoField(primary_key=True)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField()
    opened = models.PositiveIntegerField()
    rules = models.JSONField()
    preset = models.CharField(max_length=PRESET_LENGTH)
    house = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    seats = models.JSONField()
    names = models.JSONField()
    resting = models.JSONField(default=list)
    rotation = models.CharField(max_length=8, default="stay")
    turn = models.CharField(max_length=1, default="A")
    bets = models.JSONField(default=dict)
    stakes = models.JSONField(default=dict)
    touched = models.JSONField(default=list)
    dealer = models.CharField(max_length=1)
    money = models.JSONField(null=True)
    fee = models.JSONField(null=True)
    net = models.JSONField()
    counts = models.JSONField(null=True)
    patterns = models.JSONField(null=True)
    ended = models.CharField(max_length=16, blank=True)
    next_dealer = models.CharField(max_length=1, blank=True)
    problems = models.PositiveIntegerField()
    facts = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="round_numbers_are_unique"),
            models.UniqueConstraint(fields=["session", "opened"], name="round_is_opened_once"),
        )

    def __str__(self) -> str:
        return f"{self.session_id} {self.number}"


class Entry(models.Model):
    """分录 fēn lù: `payer` gives `payee` `points`; nobody (null) stands for the pot.

    `fact` is the index, among the facts of the round that stand, of the one that caused it, `position` that fact's id
    in the log, `about` the index of the kong whose money moves again; `index` orders the entries of a round.
    """

    id = models.BigAutoField(primary_key=True)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="entries")
    round = models.ForeignKey(Round, models.DO_NOTHING, related_name="entries", db_index=False)
    index = models.PositiveIntegerField()
    payer = models.ForeignKey(Person, models.PROTECT, null=True, related_name="+", db_index=False)
    payee = models.ForeignKey(Person, models.PROTECT, null=True, related_name="+", db_index=False)
    points = models.BigIntegerField()
    reason = models.CharField(max_length=16)
    fact = models.PositiveIntegerField(null=True)
    position = models.PositiveIntegerField(null=True)
    about = models.PositiveIntegerField(null=True)
    why = models.JSONField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["round", "index"], name="entry_order_is_unique"),
            models.CheckConstraint(condition=Q(points__gt=0), name="entry_moves_points"),
            models.CheckConstraint(
                condition=~Q(payer=F("payee")) & (Q(payer__isnull=False) | Q(payee__isnull=False)),
                name="entry_has_two_ends",
            ),
        )

    def __str__(self) -> str:
        return f"{self.points} {self.reason}"


class Payment(models.Model):
    """付钱 fù qián: `payer` has given `payee` `amount` of the currency's smallest unit, or points where it is "".

    Nobody (null) stands for the pot. `position` is that of the event that says so, `index` the place among all that it
    says was paid, `undone` the position of the one that says it was not so. Follows from the events; the money itself
    is never worked out anew.
    """

    id = models.BigAutoField(primary_key=True)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="payments", db_index=False)
    position = models.PositiveIntegerField()
    index = models.PositiveIntegerField(default=0)
    payer = models.ForeignKey(Person, models.PROTECT, null=True, related_name="+", db_index=False)
    payee = models.ForeignKey(Person, models.PROTECT, null=True, related_name="+", db_index=False)
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=3, blank=True)
    undone = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["session", "position", "index"], name="payment_is_told_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_moves_money"),
            models.CheckConstraint(
                condition=~Q(payer=F("payee")) & (Q(payer__isnull=False) | Q(payee__isnull=False)),
                name="payment_has_two_ends",
            ),
        )

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"
