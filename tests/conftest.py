import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from django.core.management.commands import flush
from django.db import connection, connections
from hypothesis import HealthCheck, settings

from tests.collecting import collect_seldom
from tests.web.kept import everything_written

# `HYPOTHESIS_PROFILE=long python3 run.py test` for the long runs. No test of ours depends on a clock: no deadlines, and
# a machine that is busy may take long to draw.
timeless = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("short", timeless, max_examples=50)
settings.register_profile("long", timeless, max_examples=5_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))


def pytest_collection_finish() -> None:
    collect_seldom()


@pytest.fixture(autouse=True, scope="session")
def events_may_be_flushed() -> Iterator[None]:
    """Between tests that commit, Django empties the tables: there, and only there, the triggers step aside.

    Nothing has been migrated then, and there is nothing to count anew.
    """
    append_only = import_module("rounds.migrations.0002_append_only")
    flush_tables = flush.Command.handle

    def handle(command: flush.Command, **options: Any) -> str | None:
        connection = connections[options["database"]]
        with connection.schema_editor() as editor:
            append_only.lift(None, editor)
        try:
            return flush_tables(command, **options | {"inhibit_post_migrate": True})
        finally:
            with connection.schema_editor() as editor:
                append_only.stand(None, editor)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush.Command, "handle", handle)
        yield


@pytest.fixture(autouse=True)
def changed_code_writes(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that changes the code or the settings writes everything itself, and nothing of it is kept for others."""
    asks_for = signature(request.function).parameters if request.function else {}
    with everything_written() if {"monkeypatch", "settings"} & {*asks_for} else nullcontext():
        yield


@pytest.fixture(autouse=True)
def nobody_has_seen_anything() -> Iterator[None]:
    """What was made for those who watch is kept for as long as a server runs: here, for a test."""
    yield
    if polling := sys.modules.get("rounds.views.polling"):
        polling.watched.cache.clear()


@pytest.fixture(scope="session")
def empty_database(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """A SQLite database that is migrated and has nothing in it: a server begins with a copy of it in half the time.

    None where the tests that were chosen need no database, or run on another: then a server makes its own.
    """
    if connection.vendor != "sqlite" or not Path(connection.settings_dict["NAME"]).exists():
        return None
    return Path(shutil.copy(connection.settings_dict["NAME"], tmp_path_factory.mktemp("empty") / "empty.sqlite3"))
