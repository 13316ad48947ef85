"""A club, the tenant that everything else belongs to: its people, and the rules it has named."""

import uuid
from enum import IntEnum

from django.db import models

NAME_LENGTH = 400
"""Code points of a cleaned name; its 40 characters as people count them may have several each."""

PRESET_LENGTH = 64


class Right(IntEnum):
    """What a link allows; each right includes the ones below it."""

    WATCH = 1
    SCORE = 2
    OWN = 3

    @property
    def word(self) -> str:
        """The right as it is stored: `watch`, `score`, `own`."""
        return self.name.lower()


class Club(models.Model):
    """People who play together: the tenant that everything else belongs to."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """Somebody who plays. Known by the id; names may be equal, and may change.

    `sign`: a colour or an animal to be told by at a glance (`rounds.signs`), "" for none. `hidden`: gone; what was
    played stays, and the name is no longer offered.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="people", db_index=False)
    name = models.CharField(max_length=NAME_LENGTH)
    sign = models.CharField(max_length=16, blank=True, default="")
    hidden = models.BooleanField(default=False)

    class Meta:
        indexes = (models.Index(fields=["club", "name"], name="person_by_name"),)

    def __str__(self) -> str:
        return self.name


class HouseRules(models.Model):
    """自家规矩 zì jiā guī ju: a rule set that a club plays by and has given a name; it began as a preset.

    Rounds have their rules pinned: to change or remove a set touches none that has begun.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    name = models.CharField(max_length=NAME_LENGTH)
    preset = models.CharField(max_length=PRESET_LENGTH)
    rules = models.JSONField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["club", "name"], name="house_rules_names_are_unique"),)

    def __str__(self) -> str:
        return self.name
