"""Backups while six writers write over HTTP at a real server; afterwards each of them is brought back.

--count is of backups. Each must be made while the writers go on, be brought back by `manage.py restore`, pass
check_ledger, and have every event that was acknowledged before it was begun.
"""

import threading
import time
from pathlib import Path

from tests.long.bounds import Bounds, Outcome, command
from tests.long.kill_loop import WRITERS, Table, Told, Writer
from tests.long.phone import Phone
from tests.long.site import Site, site


def run(bounds: Bounds) -> Outcome:
    """The long run, on a server of its own."""
    with site(bounds.database_url) as server:
        return run_on(server, bounds)


def run_on(server: Site, bounds: Bounds) -> Outcome:
    """So many backups, then bring back each; afterwards the server is not running, and has what was in the last."""
    told, wrong = Told(), list[str]()
    made = _make(server, bounds, told, wrong)
    server.stop()
    for number, (file, known) in enumerate(made):
        wrong += [f"backup {number}: {sentence}" for sentence in _brought_back(server, file, known)]
    during = len(told.written) - len(made[0][1]) if made else 0
    figures: dict[str, object] = {"backups brought back": len(made), "events written while they were made": during}
    return Outcome(figures, [*told.wrong, *wrong])


def _make(server: Site, bounds: Bounds, told: Told, wrong: list[str]) -> list[tuple[Path, set[str]]]:
    """The backups, each with the keys of what had been acknowledged when it was begun."""
    own, ended = server.owner(), threading.Event()
    writers = [
        Writer(Phone(server.port, own), Table(), told, bounds.chance(f"writer {one}"), ended) for one in range(WRITERS)
    ]
    threads = [threading.Thread(target=writer.run) for writer in writers]
    for thread in threads:
        thread.start()
    made: list[tuple[Path, set[str]]] = []
    try:
        while len(made) < bounds.count and not bounds.over:
            time.sleep(0.2)
            known = set(told.written)
            done = server.manage("backup", "--keep", str(bounds.count + 1))
            if done.returncode:
                wrong.append(f"no backup: {done.stderr}")
                break
            made.append((Path(done.stdout.splitlines()[0]), known))
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    return made


def _brought_back(server: Site, file: Path, known: set[str]) -> list[str]:
    """What is wrong with a backup that was brought back."""
    done = server.manage("restore", str(file))
    if done.returncode:
        return [f"not brought back: {done.stderr}"]
    there = {str(key) for (key,) in server.rows("SELECT key FROM rounds_event")}
    lost = [f"{len(known - there)} events were acknowledged before it was begun, and are not in it"]
    return [*(lost if known - there else []), *server.audit()]


if __name__ == "__main__":
    command(__doc__, run, count=20, seconds=3600)
