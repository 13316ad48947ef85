"""Backups by PostgreSQL's own programs: they find the database as Django does, and leave to the host what is his."""

from typing import Any

import pytest
from django.db import connection

from rounds.backups import postgres
from rounds.backups.faults import BackupFault
from rounds.backups.keeping import make_backup, restore
from rounds.clubs import own_link
from rounds.models import Session
from tests.web.cast import START, open_night, play_round
from tests.web.installation import installation, on_postgresql

__all__ = ["installation"]


TOLD = {
    "NAME": "xuezhan",
    "USER": "o'neil",
    "PASSWORD": "Geheim123",
    "HOST": "db.example",
    "PORT": 5433,
    "OPTIONS": {"sslmode": "verify-full", "sslrootcert": "/etc/my ca.pem", "sslpassword": "Geheim456", "pool": True},
}
"""What Django is told of a database elsewhere, reached by TLS."""


def test_the_programs_reach_the_database_by_the_same_tls_and_no_password_is_an_argument(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        for name, value in TOLD.items():
            patched.setitem(connection.settings_dict, name, value)
        _, place = postgres._place()
    assert "sslmode='verify-full' sslrootcert='/etc/my ca.pem'" in place
    assert r"user='o\'neil' host='db.example' port='5433'" in place
    assert "Geheim" not in place
    assert "pool" not in place


@on_postgresql
def test_an_extension_and_what_it_has_brought_stay_at_a_restore(installation: Any) -> None:
    play_round(open_night(own_link(START).club))
    with connection.cursor() as cursor:
        cursor.execute("CREATE EXTENSION citext")
        cursor.execute("CREATE FUNCTION twice(integer) RETURNS integer LANGUAGE sql AS 'SELECT $1 * 2'")
        cursor.execute("CREATE FUNCTION twice(text) RETURNS text LANGUAGE sql AS 'SELECT $1 || $1'")
        cursor.execute("CREATE VIEW nights AS SELECT id FROM rounds_session")
    try:
        for _ in range(2):
            restore(make_backup(START).path, START, lambda aside: None)
            assert Session.objects.count() == 1
        with connection.cursor() as cursor:
            cursor.execute("SELECT 'A'::citext = 'a', twice(2), twice('a')")
            assert cursor.fetchone() == (True, 4, "aa")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP VIEW nights")
            cursor.execute("DROP FUNCTION twice(integer), twice(text)")
            cursor.execute("DROP EXTENSION citext")


@on_postgresql
def test_what_is_said_of_a_failure_is_the_error_and_not_what_was_told_before_it(installation: Any) -> None:
    told = "DO $$ BEGIN RAISE NOTICE 'look here'; RAISE WARNING 'and here'; END $$; SELECT 1 / 0"
    with pytest.raises(BackupFault, match="division by zero"):
        postgres._run("not_restored", "psql", "--no-psqlrc", *postgres._place(), "--command", told)
