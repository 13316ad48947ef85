"""What a start says of a database on PostgreSQL that it cannot use: one sentence, and never the password."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.outside import HERE, outside_tests
from tests.postgres.server import NAME, Server

SECRET = "Geheim123"  # noqa: S105


def started(place: Path, url: str) -> "subprocess.CompletedProcess[str]":
    """How the first step of a start ends, before anything listens."""
    words = ("-m", "xuezhan_site.prepare")
    environment = outside_tests(XUEZHAN_DATA=str(place), DATABASE_URL=url)
    return subprocess.run(
        [sys.executable, *words], cwd=HERE, env=environment, capture_output=True, text=True, check=False, timeout=60
    )


def refusal(place: Path, url: str) -> str:
    done = started(place, url)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert SECRET not in done.stderr
    return done.stderr


def test_a_database_that_is_not_there_is_named(postgres: Server, tmp_path: Path) -> None:
    said = refusal(tmp_path, postgres.url.replace(f"/{NAME}", "/nowhere"))
    assert "数据库打不开" in said
    assert "The database cannot be opened" in said
    assert '"nowhere" does not exist' in said


def test_a_server_that_does_not_answer_is_named(tmp_path: Path) -> None:
    assert "Connection refused" in refusal(tmp_path, f"postgres://somebody:{SECRET}@127.0.0.1:1/{NAME}")


def test_a_role_that_the_server_does_not_know_is_named(postgres: Server, tmp_path: Path) -> None:
    said = refusal(tmp_path, postgres.url.replace(f"{NAME}@", f"somebody:{SECRET}@"))
    assert 'role "somebody" does not exist' in said


@pytest.fixture
def fresh(postgres: Server) -> str:
    """The URL of another empty database."""
    postgres.psql("DROP DATABASE IF EXISTS fresh")
    postgres.psql(f"CREATE DATABASE fresh OWNER {NAME}")
    return postgres.url.removesuffix(NAME) + "fresh"


def test_a_database_of_a_newer_program_is_refused(fresh: str, tmp_path: Path) -> None:
    assert started(tmp_path, fresh).returncode == 0
    with psycopg.connect(fresh) as connection:
        connection.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('rounds', '9999_later', now())")
    said = refusal(tmp_path, fresh)
    assert "更新的程序" in said
    assert "9999_later" in said


def test_a_database_that_cannot_hold_every_script_is_refused(postgres: Server, tmp_path: Path) -> None:
    postgres.psql("DROP DATABASE IF EXISTS narrow")
    postgres.psql(
        f"CREATE DATABASE narrow OWNER {NAME} ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0"
    )
    said = refusal(tmp_path, postgres.url.removesuffix(NAME) + "narrow")
    assert "server_encoding" in said
    assert "SQL_ASCII" in said


def test_a_server_that_does_not_write_down_what_it_commits_is_refused(fresh: str, tmp_path: Path) -> None:
    with Server(durable=False) as careless:
        said = refusal(tmp_path, careless.url)
    assert "fsync" in said
    assert "only with on are records safe there" in said
