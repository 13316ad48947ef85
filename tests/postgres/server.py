"""A PostgreSQL server to throw away, from the newest that is installed (Debian: apt install postgresql).

Standard library only: `run.py test --postgres` starts one before it runs pytest. By itself:

    with Server(durable=True) as server:
        server.url      # of an empty database, whose owner is no superuser: DATABASE_URL
        server.kill()   # as a crash does: SIGKILL for the postmaster, and nothing else
        server.start()  # again, on what is on the disk

It listens on a socket in a folder of its own, open to nobody else. It ends with the `with`; where that is cut off, also
by a SIGKILL, a keeper beside it ends it as soon as this process is gone, and takes the folder away.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

INSTALLED = Path("/usr/lib/postgresql")
"""Where Debian keeps each version's programs, outside of PATH."""

NAME = "xuezhan"
"""The database, and the role that owns it: it may make databases, and nothing else, as that of a careful host."""

LONGEST = 60
"""Seconds that a start or an end may take."""

UNSAFE = ("-c", "fsync=off", "-c", "full_page_writes=off")
"""For tests of everything but durability: what was committed survives the server, but no power cut."""


def programs() -> Path | None:
    """The folder of the newest PostgreSQL's programs; None where no server is installed."""
    if os.name != "posix":
        return None
    versions = [path for path in INSTALLED.glob("*/bin") if (path / "initdb").exists()]
    if versions:
        return max(versions, key=lambda path: [int(number) for number in re.findall(r"\d+", path.parent.name)])
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


class Server:
    """Made, it is a new cluster with an empty database; started and ended as often as is needed."""

    def __init__(self, *, durable: bool = True) -> None:
        found = programs()
        if found is None:
            raise FileNotFoundError("PostgreSQL is not installed (Debian: apt install postgresql).")
        self.bin, self.durable = found, durable
        self.folder = Path(tempfile.mkdtemp(prefix="xuezhan-pg-"))
        self.user = _ordinary_user()
        if self.user:
            shutil.chown(self.folder, *self.user)
        self._keeper = subprocess.Popen(
            [sys.executable, __file__, str(self.folder)], stdin=subprocess.PIPE, start_new_session=True
        )
        self._postmaster: subprocess.Popen[bytes] | None = None
        try:
            self._make()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def url(self) -> str:
        """DATABASE_URL, as the app and `psql` understand it."""
        return f"postgres://{NAME}@{quote(str(self.folder), safe='')}/{NAME}"

    @property
    def pid(self) -> int:
        """Of the postmaster."""
        assert self._postmaster, "the server is not running"
        return self._postmaster.pid

    def start(self) -> None:
        """Start it, and wait until it lets somebody in: after a crash when it has read its log, and not before."""
        until = time.monotonic() + LONGEST
        while time.monotonic() < until:
            if self._postmaster is None or self._postmaster.poll() is not None:
                # Also again: right after a crash those who served a connection may still be on their way out.
                self._postmaster = self._launch()
            if self._runs("pg_isready", "--quiet", "--host", str(self.folder)) == 0:
                return
            time.sleep(0.05)
        raise TimeoutError(f"PostgreSQL does not start:\n{self.log()}")

    def kill(self) -> None:
        """SIGKILL for the postmaster: no goodbye to anybody, nothing written down that was not."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as an administrator does: everybody is cut off, everything written down."""
        self._end(signal.SIGINT)

    def close(self) -> None:
        """End it for good, and take everything of it away."""
        try:
            if self._postmaster:
                self._end(signal.SIGQUIT)
        finally:
            self._keeper.communicate()

    def log(self) -> str:
        """What it has said lately."""
        file = self.folder / "log"
        return file.read_text(errors="replace")[-4000:] if file.exists() else ""

    def psql(self, statement: str, database: str = "postgres") -> None:
        """As its superuser. Raises `CalledProcessError` where it fails."""
        command = ("psql", "--no-psqlrc", "--quiet", "--host", str(self.folder), "--dbname", database)
        if self._runs(*command, "--command", statement):
            raise subprocess.CalledProcessError(1, ["psql", statement], stderr=self.log())

    def _make(self) -> None:
        # A collation unlike that of code points, with which nothing must be sorted that another database sorts too.
        words = ("--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=zh")
        if self._runs("initdb", "-D", "data", "-U", "postgres", "--auth=trust", "--no-sync", *words):
            raise OSError(f"initdb fails:\n{self.log()}")
        self.start()
        self.psql(f"CREATE ROLE {NAME} LOGIN CREATEDB")
        self.psql(f"CREATE DATABASE {NAME} OWNER {NAME}")

    def _launch(self) -> "subprocess.Popen[bytes]":
        words = ("-D", "data", "-k", str(self.folder), "-c", "listen_addresses=", "-c", "lc_messages=C")
        return self._popen("postgres", *words, *(() if self.durable else UNSAFE))

    def _end(self, how: signal.Signals) -> None:
        assert self._postmaster, "the server is not running"
        with suppress(ProcessLookupError):
            self._postmaster.send_signal(how)
        self._postmaster.wait(LONGEST)
        self._postmaster = None

    def _runs(self, program: str, *arguments: str) -> int:
        user = () if program == "initdb" else ("--username", "postgres")
        return self._popen(program, *user, *arguments).wait(LONGEST)

    def _popen(self, program: str, *arguments: str) -> "subprocess.Popen[bytes]":
        """One of its programs, in its folder, away from the terminal's Ctrl-C."""
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [str(self.bin / program), *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"},
                user=self.user[0] if self.user else None,
                group=self.user[1] if self.user else None,
                extra_groups=[] if self.user else None,
            )


def _ordinary_user() -> tuple[int, int] | None:
    """The user and group that it runs as: PostgreSQL refuses to be run by root. None: as we are."""
    if os.geteuid():
        return None
    import pwd  # not everywhere; where it is missing nobody is root

    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            found = pwd.getpwnam(name)
            return found.pw_uid, found.pw_gid
    raise OSError("PostgreSQL does not run as root, and there is no user “postgres” or “nobody”.")


def keep(folder: Path) -> None:
    """Wait until who has started us is done, or gone; then nothing of the server is left."""
    sys.stdin.read()
    with suppress(OSError, ValueError, IndexError):  # no such file: it has ended
        pid = int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        os.kill(pid, signal.SIGQUIT)
        until = time.monotonic() + LONGEST
        while time.monotonic() < until:
            os.kill(pid, 0)
            time.sleep(0.05)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
