"""An installation of its own: the database of the test, in a data folder that may be spoilt."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import connection

from rounds.backups.sqlite import copy

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="about the file of a SQLite database")
"""On PostgreSQL there is no such file: its server keeps its own."""
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="about the programs and SQL of PostgreSQL")


def database_file() -> Path:
    """The file of the database, on SQLite."""
    return Path(connection.settings_dict["NAME"])


def execute(path: Path, *statements: str) -> None:
    """Somebody who may do everything does this to a file."""
    with closing(sqlite3.connect(path)) as opened, opened:
        for statement in statements:
            opened.execute(statement)


@pytest.fixture
def installation(tmp_path: Path, settings: LazySettings, transactional_db: None) -> Iterator[Path]:
    """The data folder. On SQLite the database lies in it; PostgreSQL has its one database for tests."""
    settings.DATA_DIR = tmp_path
    if connection.vendor != "sqlite":
        yield tmp_path
        return
    usual = connection.settings_dict["NAME"]
    connection.close()
    copy(Path(usual), tmp_path / "xuezhan.sqlite3")
    connection.settings_dict["NAME"] = tmp_path / "xuezhan.sqlite3"
    yield tmp_path
    connection.close()
    connection.settings_dict["NAME"] = usual
