"""Databases of every version so far: brought up to date with everything in them, and played on."""

from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.urls import reverse

from rounds.backups.shelf import BEFORE, kept
from rounds.book.audit import first_fault
from rounds.exports.archive import club_lines
from rounds.imports.taking import BY_COMMAND, look_into
from rounds.links import new_link
from rounds.models import Club, Event, Right, Session
from tests.released.loading import load
from tests.released.make import COMMITS, path_of
from tests.web.cast import START, browser, next_round, record, self_draw
from tests.web.installation import installation
from xuezhan_site import database

__all__ = ["installation"]

MOVED = """
SELECT entry.session_id, round.number, entry."index", payer.name, payee.name, entry.points, entry.reason, entry.fact,
  entry.position, entry.about
FROM rounds_entry entry JOIN rounds_round round ON round.id = entry.round_id
LEFT JOIN rounds_person payer ON payer.id = entry.payer_id LEFT JOIN rounds_person payee ON payee.id = entry.payee_id
ORDER BY entry.session_id, round.number, entry."index"
"""
TOLD = "SELECT session_id, position, kind, data, hash FROM rounds_event ORDER BY session_id, position"


def rows(statement: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


@pytest.fixture(params=COMMITS)
def released(request: pytest.FixtureRequest, installation: Path) -> Iterator[str]:
    load(request.param, installation)
    for one in kept():
        one.path.unlink()
    yield request.param
    database.migrate()  # whatever the test has come to: PostgreSQL has one database for all


def test_every_line_and_every_point_of_it_are_kept_and_it_is_played_on(released: str) -> None:
    moved, told = rows(MOVED), rows(TOLD)
    assert len(moved) > 20
    database.migrate()
    assert (rows(MOVED), rows(TOLD)) == (moved, told)
    checked = StringIO()
    call_command("check_ledger", stdout=checked)
    assert checked.getvalue() == f"查了 {Session.objects.count()} 场，都对。\n"
    exported = b"".join(club_lines(Club.objects.get()))
    assert look_into(BytesIO(exported), None, BY_COMMAND).known == Session.objects.count()  # today's rules let it in
    assert [one.at for one in kept(BEFORE)] == ([released] if released != migrations()[-1] else [])
    pages_are_shown()
    going_on = Session.objects.get(ended_at=None)
    before = going_on.position
    record(going_on, self_draw("A", fans=2))
    next_round(going_on, "B")
    assert Event.objects.filter(session=going_on).count() == before + 2
    assert first_fault(Session.objects.get(pk=going_on.pk)) is None


def pages_are_shown() -> None:
    own = new_link(Club.objects.get(), Right.OWN, None, START)  # the old links are of a secret that is not here
    own.save()
    client = browser(own)
    for page in ("home", "history", "statistics", "people", "safe"):
        assert client.get(reverse(page)).status_code == 200, page
    for night in Session.objects.all():
        for page in ("table", "night", "ledger", "settle", "files"):
            assert client.get(reverse(page, args=[night.pk])).status_code == 200, page


def migrations() -> list[str]:
    return sorted(name for app, name in MigrationLoader(None).disk_migrations if app == "rounds")


def test_every_earlier_state_of_the_migrations_has_its_database() -> None:
    """0001 and 0002 came together. For a new migration: `COMMITS` in tests/released/make.py."""
    assert list(COMMITS) in (migrations()[1:-1], migrations()[1:])
    assert all(path_of(name).exists() for name in COMMITS)
