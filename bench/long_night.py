"""A night of many rounds on a server of its own, as run.py serves it: for what is measured from outside.

    python -m bench.long_night ROUNDS

writes the night into the data folder (XUEZHAN_DATA) and prints where it is and what its scorer's cookie says, as JSON.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parents[1]
STARTED_WITHIN = 60
"""Seconds: the first start collects and compresses the static files."""


LAN_NAME = "table.lan"
"""What a phone may call the server by that reaches it over plain http."""


@dataclass(frozen=True, slots=True)
class Served:
    """The address of the night's table, and the name and value of the cookie by which its scorer is known."""

    site: str
    path: str
    cookie: tuple[str, str]

    @property
    def address(self) -> str:
        return self.site + self.path


@contextmanager
def served(rounds: int) -> Iterator[Served]:
    """The table of a night with so many rounds, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="xuezhan-bench-") as folder:
        env = os.environ | {"XUEZHAN_DATA": folder, "DJANGO_SETTINGS_MODULE": "xuezhan_site.settings"}
        env["XUEZHAN_HOSTS"] = f"127.0.0.1,{LAN_NAME}"
        env.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", "bench.long_night", str(rounds)]
        told = json.loads(subprocess.run(command, cwd=HERE, env=env, check=True, capture_output=True, text=True).stdout)
        port = free_port()
        site = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "xuezhan_site.serve", "--host", "127.0.0.1", "--port", str(port)]
        server = subprocess.Popen(command, cwd=HERE, env=env, stdout=subprocess.DEVNULL)
        try:
            _wait_for(site, server)
            yield Served(site, told["path"], (told["cookie"], told["secret"]))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(site: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + STARTED_WITHIN
    while True:
        try:
            urllib.request.urlopen(site, timeout=5).close()  # noqa: S310 - our own server
            return
        except OSError as fault:
            if server.poll() is not None or time.monotonic() > until:
                raise RuntimeError("the server did not start") from fault
            time.sleep(0.1)


def write(rounds: int) -> None:
    """Write the night, and print how to get in."""
    import django

    django.setup()
    from django.urls import reverse
    from django.utils import timezone

    from rounds.access import cookie_of
    from rounds.clubs import own_link
    from rounds.links import link_token
    from tests.web.long_night import long_night
    from xuezhan_site.database import migrate

    migrate()
    link = own_link(timezone.now())
    night = long_night(link.club, rounds)
    path = reverse("table", args=[night.pk])
    print(json.dumps({"path": path, "cookie": cookie_of(link), "secret": link_token(link)}))


if __name__ == "__main__":
    write(int(sys.argv[1]))
