"""The server that these tests run on: to be thrown away, and gone with who started it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests.outside import HERE
from tests.postgres.server import Server

STARTED = """
import time
from tests.postgres.server import Server
with Server(durable=False) as server:
    print(server.pid, server.folder, flush=True)
    time.sleep(60)
"""


def ask(server: Server, statement: str) -> object:
    with psycopg.connect(server.url) as connection:
        row = connection.execute(statement).fetchone()
    assert row
    return row[0]


def test_what_was_committed_outlives_a_postmaster_that_is_killed() -> None:
    with Server() as server:
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE kept (what text)")
            connection.execute("INSERT INTO kept VALUES ('胡')")
        first = server.pid
        server.kill()
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(server.url)
        server.start()
        assert server.pid != first
        assert ask(server, "SELECT what FROM kept") == "胡"
        assert ask(server, "SHOW fsync") == "on"
    assert not server.folder.exists()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_it_is_gone_when_who_started_it_is(how: signal.Signals) -> None:
    command = [sys.executable, "-c", STARTED]
    with subprocess.Popen(command, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        assert started.stdout
        pid, folder = started.stdout.readline().split()
        started.send_signal(how)
        started.wait(60)
    until = time.monotonic() + 60
    while Path(folder).exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not Path(folder).exists()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)
