"""A fresh database for a long run that needs no server: migrated, in this process alone, removed afterwards."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from tests.collecting import collect_seldom


@contextmanager
def database(url: str = "") -> Iterator[None]:
    """Set Django up as for the tests, on a database of its own; on PostgreSQL beside the one that `url` names."""
    import django

    os.environ.pop("DATABASE_URL", None)
    if url:
        os.environ["DATABASE_URL"] = url
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    logging.disable(logging.ERROR)  # what is refused is what is looked for, and is no news
    if url:
        connection.settings_dict["TEST"]["NAME"] = f"test_long_{os.getpid()}"
    usual = str(connection.settings_dict["NAME"])
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    collect_seldom()
    try:
        yield
    finally:
        connection.creation.destroy_test_db(usual, verbosity=0)


@contextmanager
def taken_back() -> Iterator[None]:
    """What happens in here is taken back at the end, after the constraints that wait for a commit were asked."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # as Django's TestCase says it: durable transactions may be inside
    with block:
        yield
        connection.check_constraints()
        transaction.set_rollback(True)
