"""删掉一个俱乐部 shān diào yí gè jù lè bù: everything that is stored of a club, its logs too, in one transaction.

The one door through the triggers that keep events from being changed or deleted: they are gone inside the transaction,
in which nobody else can write, and stand again when it ends, however it ends.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from django.db import connection, models, transaction

from rounds.models import (
    AccessLink,
    Club,
    Entry,
    Event,
    HouseRules,
    OldTotal,
    PairTally,
    PatternTally,
    Payment,
    Person,
    PersonTally,
    Round,
    Session,
    Unbooked,
)

OF_A_CLUB: tuple[type[models.Model], ...] = (
    *(PersonTally, PatternTally, PairTally, OldTotal),
    *(Entry, Payment, Round, Unbooked, Event, AccessLink, Session),
    *(HouseRules, Person),
)
"""All that belongs to a club, what points at others before those."""

append_only: Any = import_module("rounds.migrations.0002_append_only")


def erase(club: Club) -> dict[str, int]:
    """Delete the club and everything of it; how many rows of each table that were."""
    with transaction.atomic(durable=True):
        Club.objects.select_for_update().get(pk=club.pk)
        with _door():
            gone = {table.__name__: _all(table).filter(club=club.pk).delete()[0] for table in OF_A_CLUB}
            club.delete()
            connection.check_constraints()  # before the triggers, which PostgreSQL makes on a table at rest alone
    return gone


@contextmanager
def _door() -> Iterator[None]:
    """Step aside, and stand again. Both are part of the transaction: where it fails they have never been away."""
    editor = connection.schema_editor(atomic=False)
    append_only.lift(None, editor)
    yield
    append_only.stand(None, editor)


def _all(table: type[models.Model]) -> "models.QuerySet[Any]":
    return table._base_manager.order_by()
