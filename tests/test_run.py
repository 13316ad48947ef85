"""run.py and the locks: what is installed when, and which tests are run."""

import ast
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import run
from tests.outside import HERE
from xuezhan_site import data


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


def test_the_python_inside_is_told_that_another_installs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    with pytest.raises(SystemExit, match="2"):
        run.install(run.LOCK, tmp_path)
    assert "python3 run.py" in capsys.readouterr().err


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
