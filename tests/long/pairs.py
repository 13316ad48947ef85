"""Two phones tap at the same moment on the same state of a night, over HTTP at a real server.

Of every pair one tap must be written and the other answered with 409 and the fresh state, whatever the two are: wins,
kongs, an undo and another undo, the next round, the end. Every tenth pair is followed by twenty copies of one tap at
once, of which one event comes. --count is of pairs.
"""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

from tests.long.bounds import Bounds, Outcome, command
from tests.long.phone import Answer, Lost, Phone, new_key
from tests.long.site import Site, site

Tap = tuple[str, dict[str, str]]

WIN: Tap = ("record", {"seat": "B", "cell": "self_draw:1"})
OTHER_WIN: Tap = ("record", {"seat": "C", "cell": "discard:D:2"})
KONG: Tap = ("record", {"seat": "D", "cell": "kong:concealed"})
FEE: Tap = ("record", {"seat": "A", "cell": "transfer", "to-B": "1", "points": "7"})
UNDO: Tap = ("undo", {})
END: Tap = ("end", {})

PAIRS = ((UNDO, UNDO), (WIN, WIN), (WIN, OTHER_WIN), (KONG, WIN), (WIN, UNDO), (UNDO, END), (END, END), (KONG, FEE))
COPIES = 20
TENTH = 10


class Pairs:
    """A night for each pair, with one kong that can be undone, and phones enough for all copies."""

    def __init__(self, server: Site) -> None:
        own = server.owner()
        self.phones = [Phone(server.port, own) for _ in range(COPIES)]
        self.statuses: Counter[int] = Counter()
        self.wrong: list[str] = []

    def night(self) -> str:
        path = self.answer(self.phones[0], "/new/", {}, new_key()).location
        self.answer(self.phones[0], f"{path}record/", {**KONG[1], "position": "1"}, new_key())
        return path

    def answer(self, phone: Phone, path: str, fields: dict[str, str], key: str) -> Answer:
        """503 and no answer are no answers: the same again."""
        while True:
            try:
                answer = phone.open_night(key) if path == "/new/" else phone.post(path, {**fields, "key": key})
            except Lost:
                continue
            self.statuses[answer.status] += 1
            if answer.status != 503:
                return answer

    def at_once(self, path: str, taps: list[tuple[Tap, str]], position: int) -> list[Answer]:
        """All taps at the same moment, each with its key, each from a phone of its own."""
        barrier = threading.Barrier(len(taps))

        def send(phone: Phone, tap: Tap, key: str) -> Answer:
            barrier.wait()
            return self.answer(phone, f"{path}{tap[0]}/", {**tap[1], "position": str(position)}, key)

        with ThreadPoolExecutor(len(taps)) as pool:
            sent = [pool.submit(send, phone, *tap) for phone, tap in zip(self.phones, taps, strict=False)]
            return [one.result() for one in sent]

    def pair(self, one: Tap, other: Tap) -> None:
        path = self.night()
        answers = self.at_once(path, [(one, new_key()), (other, new_key())], 2)
        told = sorted(answer.status for answer in answers)
        saved = self.phones[0].get(path).saved
        if told != [302, 409] or saved != 3:
            self.wrong.append(f"{one[0]} and {other[0]}: {told}, the log is at {saved}: {path}")
        if any(answer.status == 409 and "<form" not in answer.body for answer in answers):
            self.wrong.append(f"{one[0]} and {other[0]}: 409 without the fresh state: {path}")

    def copies(self, chance: Random) -> None:
        path, key = self.night(), new_key()
        answers = self.at_once(path, [(chance.choice((WIN, KONG, UNDO)), key)] * COPIES, 2)
        told, saved = {answer.status for answer in answers}, self.phones[0].get(path).saved
        if told != {302} or saved != 3:
            self.wrong.append(f"{COPIES} copies of one tap: {told}, the log is at {saved}: {path}")


def run(bounds: Bounds) -> Outcome:
    """The long run, on a server of its own."""
    with site(bounds.database_url) as server:
        return run_on(server, bounds).audited(server.audit)


def run_on(server: Site, bounds: Bounds) -> Outcome:
    """So many pairs at this server; what is stored is yet to be audited."""
    pairs, chance, done = Pairs(server), bounds.chance(), Counter[str]()
    while done["pairs"] < bounds.count and not bounds.over:
        pairs.pair(*PAIRS[done["pairs"] % len(PAIRS)])
        done["pairs"] += 1
        if done["pairs"] % TENTH == 0:
            pairs.copies(chance)
            done[f"times {COPIES} copies"] += 1
    for phone in pairs.phones:
        phone.close()
    figures: dict[str, object] = {**done, **{f"× {status}": n for status, n in sorted(pairs.statuses.items())}}
    return Outcome(figures, pairs.wrong)


if __name__ == "__main__":
    command(__doc__, run, count=300, seconds=1800)
