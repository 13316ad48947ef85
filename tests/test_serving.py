"""The server: its port, the files it collects, its start and its end."""

import io
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import connection
from rcssmin import cssmin

from tests.outside import HERE, outside_tests
from xuezhan_site import prepare, serve


@pytest.mark.skipif(sys.platform == "win32", reason="about a bound of POSIX")
def test_more_files_may_be_open_than_a_shell_gives(tmp_path: Path) -> None:
    script = """if True:
        import resource
        from xuezhan_site import serve
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))
        serve.allow_open_files()
        print(*resource.getrlimit(resource.RLIMIT_NOFILE))
    """
    environment = outside_tests(XUEZHAN_DATA=str(tmp_path))
    said = subprocess.check_output([sys.executable, "-c", script], cwd=HERE, env=environment, text=True)
    now, most = map(int, said.split())
    assert now == (serve.OPEN_FILES if most < 0 else min(serve.OPEN_FILES, most))


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
