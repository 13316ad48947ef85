"""What the project runs by: run.py, the data folder, SQLite, the server, the vendored files."""

import ast
import hashlib
import io
import itertools
import logging
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from rcssmin import cssmin

import run
from xuezhan_site import data, prepare, serve, sqlite
from xuezhan_site.masking import MaskingFormatter

HERE = Path(__file__).resolve().parent.parent


# run.py and the lock


def pins(lock: str) -> set[str]:
    return set(re.findall(r"^([a-z0-9.-]+==\S+)", (HERE / lock).read_text(), re.MULTILINE))


def test_each_lock_holds_every_pin_of_those_below_it() -> None:
    plain, postgres, dev = pins("requirements.txt"), pins("requirements-postgresql.txt"), pins("requirements-dev.txt")
    assert plain < postgres < dev
    assert {pin.partition("==")[0] for pin in postgres - plain} >= {"psycopg", "psycopg-binary"}
    assert not any(pin.startswith("psycopg") for pin in plain)


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-postgresql.txt", "requirements-dev.txt"])
def test_every_pin_has_hashes_and_no_lock_names_a_host(lock: str) -> None:
    text = (HERE / lock).read_text()
    entries = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert "index" not in text


def test_run_py_can_be_read_by_an_older_python_that_it_then_refuses() -> None:
    ast.parse((HERE / "run.py").read_text(encoding="utf-8"), feature_version=(3, 7))


def test_a_word_that_run_py_does_not_know_is_named_in_one_sentence() -> None:
    done = subprocess.run([sys.executable, "run.py", "tset"], cwd=HERE, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "“tset”" in done.stderr


def test_the_demonstration_has_a_data_folder_of_its_own_and_never_the_players_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XUEZHAN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("DATABASE_URL", "postgres://localhost/ours")
    monkeypatch.setattr(run, "install", lambda lock: None)
    started: list[str] = []
    monkeypatch.setattr(run, "become", lambda *words: started.extend(words))
    run.main(["demo", "--port", "81"])
    assert started == ["-m", "xuezhan_site.serve", "--demo", "--port", "81"]
    assert data.folder() == tmp_path / "data-demo"
    assert (tmp_path / "data-demo" / "secret_key").exists()
    assert not (tmp_path / "data").exists()
    assert "DATABASE_URL" not in os.environ


def test_a_python_without_pip_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="2"):
        run.install(run.LOCK, tmp_path)
    assert "no pip" in capsys.readouterr().err


def test_nothing_is_installed_when_the_stamp_tells_of_this_python_and_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / run.PROGRAMS).mkdir()
    (tmp_path / run.PROGRAMS / f"python{run.PROGRAM}").touch()
    monkeypatch.setattr("subprocess.call", lambda *command: pytest.fail(f"started {command}"))
    state = f"{run.VERSION} {hashlib.sha256(run.LOCK.read_bytes()).hexdigest()}"
    (tmp_path / "requirements.txt.installed").write_text(state)
    run.install(run.LOCK, tmp_path)


@pytest.mark.parametrize(
    ("url", "lock"),
    [
        (None, run.LOCK),
        ("sqlite:////somewhere/xuezhan.sqlite3", run.LOCK),
        ("postgres://user@host/xuezhan", run.POSTGRES_LOCK),
        ("postgresql://user@host/xuezhan", run.POSTGRES_LOCK),
    ],
)
@pytest.mark.parametrize("words", [[], ["manage", "check"]])
def test_the_driver_of_postgresql_is_installed_where_the_database_asks_for_it(
    monkeypatch: pytest.MonkeyPatch, url: str | None, lock: Path, words: list[str]
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    if url:
        monkeypatch.setenv("DATABASE_URL", url)
    installed: list[Path] = []
    monkeypatch.setattr(run, "install", installed.append)
    monkeypatch.setattr(run, "prepare_data", lambda: None)
    monkeypatch.setattr(run, "become", lambda *words: 0)
    run.main(words)
    assert installed == [lock]


def test_what_a_lock_holds_is_not_installed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / run.PROGRAMS).mkdir()
    (tmp_path / run.PROGRAMS / f"python{run.PROGRAM}").touch()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: "there")
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr("subprocess.call", lambda command: started.append(tuple(command)))
    run.install(run.POSTGRES_LOCK, tmp_path)
    assert str(run.POSTGRES_LOCK) in started[-1]
    count = len(started)
    run.install(run.LOCK, tmp_path)
    run.install(run.POSTGRES_LOCK, tmp_path)
    assert len(started) == count
    run.install(run.DEV_LOCK, tmp_path)
    assert str(run.DEV_LOCK) in started[-1]


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XUEZHAN_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(SystemExit, match=f"写不进去.* {tmp_path}/file/data cannot be written"):
        run.prepare_data()


def test_ci_without_chromium_fails_and_anybody_else_is_told_what_was_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[tuple[str, ...]] = []

    def python(*arguments: str) -> int:
        started.append(arguments)
        return 0

    monkeypatch.setattr(run, "python", python)
    monkeypatch.setenv("CHROMIUM", "no-such-browser")
    monkeypatch.delenv("CI", raising=False)
    assert run.test(["tests/web"]) == 0
    assert started == [("-m", "pytest", "tests/web", "--ignore=tests/browser")]
    assert "Not run: tests/browser" in capsys.readouterr().out
    monkeypatch.setenv("CI", "true")
    with pytest.raises(SystemExit, match="2"):
        run.test([])
    assert len(started) == 1


def test_all_tests_run_on_every_processor_and_chosen_ones_on_one(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, ...]] = []

    def python(*arguments: str) -> int:
        started.append(arguments)
        return 0

    monkeypatch.setattr(run, "python", python)
    monkeypatch.setenv("CHROMIUM", sys.executable)
    run.test([])
    run.test(["-k", "fans"])
    assert started == [("-m", "pytest", *run.ON_EVERY_PROCESSOR), ("-m", "pytest", "-k", "fans")]


def test_ci_without_postgresql_fails_and_anybody_else_is_told_what_was_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "python", lambda *arguments: pytest.fail(f"started {arguments}"))
    monkeypatch.setattr(run, "install", lambda lock: None)
    monkeypatch.setattr("tests.postgres.server.programs", lambda: None)
    monkeypatch.delenv("CI", raising=False)
    assert run.main(["test", "--postgres"]) == 0
    assert "Not run: the tests on PostgreSQL" in capsys.readouterr().out
    monkeypatch.setenv("CI", "true")
    with pytest.raises(SystemExit, match="2"):
        run.main(["test", "--postgres"])


def test_what_runs_after_the_tests_on_postgresql_knows_nothing_of_their_server(monkeypatch: pytest.MonkeyPatch) -> None:
    class Thrown:
        url = "postgres://xuezhan@nowhere/xuezhan"

        def __init__(self, *, durable: bool) -> None:
            assert not durable

        def __enter__(self) -> "Thrown":
            return self

        def __exit__(self, *_: object) -> None:
            pass

    seen: list[tuple[str | None, tuple[str, ...]]] = []

    def python(*arguments: str, **environment: str) -> int:
        seen.append((environment.get("DATABASE_URL"), arguments))
        return 3

    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setattr(run, "python", python)
    monkeypatch.setattr("tests.postgres.server.programs", lambda: Path("/"))
    monkeypatch.setattr("tests.postgres.server.Server", Thrown)
    assert run.test_on_postgres(["-k", "fans"]) == 3
    assert run.test_on_postgres([]) == 3
    assert "DATABASE_URL" not in os.environ
    assert [url for url, _ in seen] == [Thrown.url] * 2
    assert seen[0][1] == ("-m", "pytest", "-k", "fans")
    assert {"tests", "--ignore=tests/browser", "-n"} <= set(seen[1][1])


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


def outside_tests(**variables: str) -> dict[str, str]:
    """The environment of a process that is no test, with these variables: on SQLite, if they say nothing else."""
    ours = {"DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE", "XUEZHAN_DATA", "DATABASE_URL"}
    return {name: value for name, value in os.environ.items() if name not in ours} | variables


def test_the_https_profile_passes_every_check_for_a_public_site(tmp_path: Path) -> None:
    environment = outside_tests(XUEZHAN_DATA=str(tmp_path), XUEZHAN_HTTPS="on", XUEZHAN_HOSTS="mahjong.example")
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# serving


def test_a_port_in_use_is_named_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match="2"):
            serve.main(["--host", "127.0.0.1", "--port", str(port)])
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"port {port}" in said


@pytest.mark.parametrize("port", ["0", "65536", "-1", "８０００", "http"])
def test_a_port_that_is_none_is_refused_in_one_sentence(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        serve.main([f"--port={port}"])
    assert capsys.readouterr().err == "run.py: argument --port: a port is a number from 1 to 65535.\n"


def test_the_owner_gets_an_address_and_a_code_to_take_from_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def owner_link(command: str, stdout: io.StringIO) -> None:
        stdout.write("/k/SECRET/\n")

    monkeypatch.setattr(serve, "call_command", owner_link)
    serve.announce("http://192.0.2.7:8000", 8000)
    said = capsys.readouterr().out
    assert "http://localhost:8000/\n" in said
    assert "http://192.0.2.7:8000/\n" in said
    assert "http://192.0.2.7:8000/k/SECRET/\n" in said
    assert said.count("█") > 100


def test_static_files_are_collected_again_only_when_they_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(prepare, "call_command", lambda command, **options: calls.append(command))
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "a.css").write_text("a")
    prepare.collect()
    prepare.collect()
    assert calls == ["collectstatic"]
    (tmp_path / "source" / "a.css").write_text("b")
    prepare.collect()
    assert calls == ["collectstatic"] * 2


@pytest.mark.django_db
def test_a_database_that_is_up_to_date_is_not_migrated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert connection.introspection.table_names() != []
    from xuezhan_site import database

    monkeypatch.setattr(database, "call_command", lambda command, **options: pytest.fail(command))
    database.migrate()


def test_serving_starts_in_an_empty_folder_answers_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "xuezhan_site.serve", "--host", "127.0.0.1", "--port", str(port)]
    environment = outside_tests(XUEZHAN_DATA=str(tmp_path / "data"), PYTHONUNBUFFERED="1")
    with subprocess.Popen(
        command, cwd=HERE, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as server:
        assert server.stdout is not None
        said = "".join(itertools.takewhile(lambda line: "owner's key" not in line, server.stdout))
        owner = re.search(rf"http://127\.0\.0\.1:{port}/k/\S+", said)
        answer = asked(f"http://127.0.0.1:{port}/static/app.css", server)
        page = asked(owner.group(), server) if owner else b""
        os.killpg(server.pid, signal.SIGINT)  # as a terminal does: to every process of the group
    assert server.returncode == 0
    assert answer.decode() == cssmin((HERE / "static" / "app.css").read_text())
    assert b"<!doctype html>" in page


def test_a_worker_ends_when_its_server_was_killed(tmp_path: Path) -> None:
    script = "import multiprocessing as m, os, signal, sys; from xuezhan_site import serve; " + (
        "serve.LAST_ANSWERS = 0.2; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "w = m.get_context('fork').Process(target=serve._end_with_parent); w.start(); "
        "print(w.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, cwd=HERE, stdout=subprocess.PIPE, env=outside_tests(XUEZHAN_DATA=str(tmp_path))) as (
        server
    ):
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        assert server.stdout.read() == b"", "the worker has closed it, by ending"
    assert server.returncode == -signal.SIGKILL
    assert worker != server.pid


def asked(address: str, server: subprocess.Popen[str]) -> bytes:
    """The answer of a server that may only just be starting, as long as it runs."""
    while server.poll() is None:
        try:
            with urllib.request.urlopen(address) as response:  # noqa: S310 (an address of our own)
                return bytes(response.read())
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError):
                raise
    raise AssertionError(f"the server ended with {server.returncode}")


def test_a_worker_does_not_hear_of_the_terminals_ctrl_c(tmp_path: Path) -> None:
    script = "import os; from xuezhan_site import serve; serve.in_worker(''); print(os.getpgrp() == os.getpid())"
    environment = outside_tests(XUEZHAN_DATA=str(tmp_path))
    said = subprocess.check_output([sys.executable, "-c", script], cwd=HERE, env=environment, text=True)
    assert said == "True\n"


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
