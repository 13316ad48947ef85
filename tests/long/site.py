"""The real server, as run.py starts it, on a data folder of its own; and what it has stored, read past it."""

import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parents[2]
START_WITHIN = 300
"""Seconds in which a server must answer, however busy the machine is."""


class Site:
    """A server on loopback. It is ended by its own process ids and by nothing else."""

    def __init__(self, folder: Path, database_url: str = "") -> None:
        self.folder = folder
        self.database_url = database_url
        self.port = free_port()
        self.server: subprocess.Popen[bytes] | None = None
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("XUEZHAN_", "DJANGO_"))}
        ours.pop("DATABASE_URL", None)
        self.environment = ours | {"XUEZHAN_DATA": str(folder)}
        if database_url:
            self.environment["DATABASE_URL"] = database_url

    @property
    def database_file(self) -> Path:
        return self.folder / "xuezhan.sqlite3"

    def start(self, before: Sequence[str] = ()) -> None:
        """Start the server and wait until it listens. `before`: a command that starts it."""
        command = [*before, sys.executable, "-m", "xuezhan_site.serve", "--host", "127.0.0.1", "--port", str(self.port)]
        env = self.environment | {"PYTHONUNBUFFERED": "1", "PYTHONFAULTHANDLER": "1"}
        with (self.folder / "server.log").open("ab") as log, (self.folder / "announced").open("wb") as announced:
            self.server = subprocess.Popen(command, cwd=HERE, env=env, stdout=announced, stderr=log)
        until = time.monotonic() + START_WITHIN
        while not self.listens():
            if self.server.poll() is not None:
                raise RuntimeError(f"the server does not start: {self.log()[-2000:]}")
            if time.monotonic() > until:
                self.server.send_signal(signal.SIGABRT)  # it says where it was
                self.server.wait()
                raise RuntimeError(f"the server does not listen after {START_WITHIN} s: {self.log()[-4000:]}")
            time.sleep(0.02)

    def listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def log(self) -> str:
        """What the server has said on stderr."""
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """SIGKILL for the server and its worker: as when the power goes, but for what the kernel has been given."""
        assert self.server is not None
        self.server.send_signal(signal.SIGSTOP)  # so that it makes no worker while they are counted
        workers = self.workers()
        self.server.kill()
        for worker in workers:
            _kill(worker)
        self.server.wait()
        until = time.monotonic() + 10
        while any(Path(f"/proc/{worker}").exists() for worker in workers) and time.monotonic() < until:
            time.sleep(0.005)

    def kill_worker(self) -> None:
        """SIGKILL for the worker alone, which the server replaces."""
        for worker in self.workers():
            _kill(worker)

    def workers(self) -> list[int]:
        assert self.server is not None
        pid = self.server.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def stop(self) -> None:
        """End the server as Ctrl-C does."""
        if self.server is None or self.server.poll() is not None:
            return
        self.server.send_signal(signal.SIGTERM)
        try:
            self.server.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()

    def manage(self, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """A command of manage.py on this installation."""
        command = [sys.executable, "manage.py", *words]
        env = self.environment | environment
        return subprocess.run(command, cwd=HERE, env=env, capture_output=True, text=True, check=False)

    def owner(self) -> str:
        """The secret that owns the club, as the server announces it."""
        found = re.search(r"/k/(\w+)/", (self.folder / "announced").read_text(encoding="utf-8"))
        assert found
        return found[1]

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        """What a SELECT finds in the database, past the server."""
        if self.database_url:
            import psycopg

            with psycopg.connect(self.database_url) as connection:
                return list(connection.execute(statement.encode()).fetchall())
        with closing(sqlite3.connect(f"file:{self.database_file}?mode=ro", uri=True, timeout=30)) as opened:
            return list(opened.execute(statement))

    def audit(self) -> list[str]:
        """What is wrong with what is stored: positions with gaps, and all that check_ledger finds."""
        wrong = [
            f"night {night}: {number} events, the last is {last}"
            for night, number, last in self.rows(
                "SELECT session_id, count(*), max(position) FROM rounds_event GROUP BY session_id"
            )
            if number != last
        ]
        checked = self.manage("check_ledger", "--language", "en")
        return wrong + ([checked.stdout + checked.stderr] if checked.returncode else [])


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def site(database_url: str = "", empty: Path | None = None) -> Iterator[Site]:
    """A server that runs, on a fresh data folder; ended and removed afterwards.

    `empty`: a SQLite database that is migrated already and has nothing in it, to begin with a copy of it.
    """
    with TemporaryDirectory(prefix="xuezhan-long-") as folder:
        made = Site(Path(folder), database_url)
        if empty:
            shutil.copy(empty, made.database_file)
        try:
            made.start()
            yield made
        finally:
            made.stop()
