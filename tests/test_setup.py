"""What the project runs on: the data folder, SQLite, the log, the vendored files."""

import hashlib
import logging
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from tests.outside import HERE, outside_tests
from xuezhan_site import data, sqlite
from xuezhan_site.masking import MaskingFormatter

# the data folder


def test_the_data_folder_is_open_to_its_owner_alone(tmp_path: Path) -> None:
    data.prepare(tmp_path / "a" / "data")
    assert stat.S_IMODE((tmp_path / "a" / "data").stat().st_mode) == 0o700
    assert list((tmp_path / "a" / "data").iterdir()) == []


def test_the_secret_key_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    key = data.secret_key(tmp_path)
    assert re.fullmatch("[0-9a-f]{64}", key)
    assert data.secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="about the modes of files, which are POSIX's")
def test_whatever_is_written_is_open_to_its_owner_alone_however_the_shell_is_set(tmp_path: Path) -> None:
    write = f"import pathlib, xuezhan_site.settings; pathlib.Path({str(tmp_path / 'written')!r}).touch()"
    environment = outside_tests(XUEZHAN_DATA=str(tmp_path))
    subprocess.run([sys.executable, "-c", write], cwd=HERE, env=environment, check=True, umask=0o022)
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


def test_what_an_earlier_version_has_left_open_is_closed_at_a_start(tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    open_to_all = [tmp_path / "xuezhan.sqlite3", tmp_path / "checked.json", tmp_path / "backups" / "one.sqlite3"]
    for file in open_to_all:
        file.touch()
        file.chmod(0o644)
    data.seal(tmp_path)
    assert [stat.S_IMODE(file.stat().st_mode) for file in open_to_all] == [0o600] * 3


def test_starts_at_the_same_moment_share_one_secret_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(data.secret_key, [tmp_path] * 32))) == 1


def test_a_secret_key_cut_short_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    for spoilt in (b"abc", b"", bytes(range(150, 250))):
        (tmp_path / "secret_key").write_bytes(spoilt)
        with pytest.raises(ValueError, match="cut short or damaged"):
            data.secret_key(tmp_path)


def test_a_relative_data_folder_counts_from_the_project_wherever_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XUEZHAN_DATA", "somewhere")
    assert data.folder() == HERE / "somewhere"


# SQLite


@pytest.mark.parametrize(
    ("version", "mode"),
    [
        ((3, 40, 1), "delete"),
        ((3, 44, 5), "delete"),
        ((3, 44, 6), "wal"),
        ((3, 45, 0), "delete"),
        ((3, 50, 6), "delete"),
        ((3, 50, 7), "wal"),
        ((3, 51, 0), "delete"),
        ((3, 51, 2), "delete"),
        ((3, 51, 3), "wal"),
        ((4, 0, 0), "wal"),
    ],
)
def test_wal_is_used_only_where_its_reset_is_mended(version: tuple[int, int, int], mode: str) -> None:
    assert sqlite.journal_mode(version) == mode


@pytest.fixture
def sqlite_file(tmp_path: Path, db: None) -> Iterator[DatabaseWrapper]:
    template = connections["default"].settings_dict
    wrapper = DatabaseWrapper(
        {
            **template,
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": tmp_path / "x.sqlite3",
            "OPTIONS": sqlite.options(),
            "CONN_MAX_AGE": 0,
            "CONN_HEALTH_CHECKS": False,
        },
        "other",
    )
    yield wrapper
    wrapper.close()


def test_every_sqlite_connection_syncs_fully_and_waits_three_seconds(sqlite_file: DatabaseWrapper) -> None:
    found = {}
    sqlite_file.connect()
    for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
        found[pragma] = sqlite_file.connection.execute(f"PRAGMA {pragma}").fetchone()[0]
    assert found == {
        "journal_mode": sqlite.journal_mode(),
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 3000,
    }


def test_a_sqlite_connection_that_would_lose_a_commit_is_refused(sqlite_file: DatabaseWrapper) -> None:
    sqlite_file.settings_dict["OPTIONS"]["init_command"] = "PRAGMA synchronous=OFF"
    with pytest.raises(ImproperlyConfigured, match="synchronous"):
        sqlite_file.connect()


# logging and profiles


def test_the_secret_of_a_link_is_masked_wherever_the_log_has_it() -> None:
    record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "at %s", ("/k/AAAABBBB/?next=/k/CCCC",), None)
    try:
        raise ValueError("from http://localhost/k/DDDD/x")
    except ValueError:
        record.exc_info = sys.exc_info()
    line = MaskingFormatter().format(record)
    assert line.startswith("at /k/…/?next=/k/…\n")
    assert "http://localhost/k/…/x" in line
    assert not re.search("AAAA|CCCC|DDDD", line.replace('"/k/AAAABBBB', ""))


def test_a_request_for_another_host_is_one_line_of_the_log() -> None:
    record = logging.LogRecord("django.security.DisallowedHost", logging.ERROR, "", 1, "Invalid host", (), None)
    try:
        raise ValueError
    except ValueError:
        record.exc_info = sys.exc_info()
    assert MaskingFormatter().format(record) == "Invalid host"


def test_the_https_profile_passes_every_check_for_a_public_site(tmp_path: Path) -> None:
    environment = outside_tests(XUEZHAN_DATA=str(tmp_path), XUEZHAN_HTTPS="on", XUEZHAN_HOSTS="mahjong.example")
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# files made elsewhere


def test_the_vendored_files_are_those_whose_sums_are_written_down() -> None:
    folder = HERE / "static" / "vendor"
    written = dict(
        re.findall(r"^\| `([^`]+)` .*`([0-9a-f]{64})` \|$", (folder / "README.md").read_text(), re.MULTILINE)
    )
    found = {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if file.name != "README.md"
    }
    assert found == written
