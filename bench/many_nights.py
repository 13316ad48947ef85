"""How long does each page of a club take that has played for years, beside one that has just begun?

    python bench/many_nights.py [--nights 2000] [--rounds 20] [--keep FOLDER]

Two clubs of demonstration are written into data folders of their own, one of so many nights over twelve years, one of
20, and every page is asked for in this process, as the server would answer it: the median of the server time, how much
of it was work of this process, the number of queries, and how many times the work of the small club it is. Exit status
1 when the median of a page is over the bar. On a machine that does other things as well only the work can be compared.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
sys.path.insert(0, str(HERE))

BAR = 100
"""Milliseconds: the median of the slowest page."""

SMALL = 20
"""Nights of the club that is compared with."""

YEARS = 12
TIMES, WARM_UP = 15, 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--nights", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--keep", type=Path, help="keep the clubs here, and use those that are there already")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.measure:
        print(json.dumps(measured()))
        return 0
    with _kept(asked.keep) as folder:
        large = club(folder / f"{asked.nights}-{asked.rounds}", asked.nights, asked.rounds)
        small = club(folder / f"{SMALL}-{asked.rounds}", SMALL, asked.rounds)
    return say(asked.nights, large, small)


@contextmanager
def _kept(folder: Path | None) -> Iterator[Path]:
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        yield folder
    else:
        with tempfile.TemporaryDirectory(prefix="xuezhan-bench-") as made:
            yield Path(made)


def club(folder: Path, nights: int, rounds: int) -> dict[str, Any]:
    """What each page of a club of so many nights takes, measured in a process of its own."""
    env = os.environ | {"XUEZHAN_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "xuezhan_site.settings"}
    env.pop("DATABASE_URL", None)
    env["XUEZHAN_HOSTS"] = "testserver"
    written = folder / "written"
    if not written.exists():
        folder.mkdir(parents=True, exist_ok=True)
        figures = ["--nights", str(nights), "--rounds", str(rounds), "--years", str(YEARS if nights > SMALL else 1)]
        start = time.monotonic()
        for command in (["migrate", "--verbosity", "0"], ["demo", *figures]):
            told = [sys.executable, "manage.py", *command]
            subprocess.run(told, cwd=HERE, env=env, check=True, stdout=subprocess.DEVNULL)
        print(f"{nights} nights written in {time.monotonic() - start:.0f} s", file=sys.stderr)
        written.touch()
    command = [sys.executable, str(Path(__file__)), "--measure"]
    told = subprocess.run(command, cwd=HERE, env=env, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def measured() -> dict[str, dict[str, float]]:
    """For each page the medians of time and work in milliseconds, its queries and its bytes."""
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test import Client

    from rounds.access import cookie_of
    from rounds.links import link_token
    from rounds.models import AccessLink

    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    link = AccessLink.objects.get(right="own")
    client = Client()
    client.cookies[cookie_of(link)] = link_token(link)
    found = {}
    for name, address in _addresses(link).items():
        asked: list[str] = []
        with connection.execute_wrapper(lambda run, sql, *rest, asked=asked: (asked.append(sql), run(sql, *rest))[1]):
            response = client.get(address)
        assert response.status_code == 200, (name, address, response.status_code)
        for _ in range(WARM_UP):
            client.get(address)
        times, busy = [], []
        for _ in range(TIMES):
            start, at_work = time.perf_counter(), time.process_time()
            client.get(address)
            times.append((time.perf_counter() - start) * 1000)
            busy.append((time.process_time() - at_work) * 1000)
        found[name] = {
            "median": statistics.median(times),
            "busy": statistics.median(busy),
            "queries": len(asked),
            "bytes": len(response.content),
        }
    return found


def _addresses(link: Any) -> dict[str, str]:
    """Every page that shows many nights, and those of one night."""
    from django.urls import reverse

    from rounds.models import PersonTally, Session

    nights = Session.objects.filter(club=link.club_id)
    newest, oldest = nights.order_by("-started_at")[0], nights.order_by("started_at")[0]
    person = PersonTally.objects.filter(club=link.club_id, person__name="张三")[0].person_id
    history, statistics_page, between = reverse("history"), reverse("statistics"), reverse("between")
    his = reverse("person", args=[person])
    middle = nights.order_by("started_at")[nights.count() // 2]
    place = f"{middle.date}~{middle.pk}"
    return {
        "home": reverse("home"),
        "history": history,
        "history, in the middle": f"{history}?before={place}",
        "history, back from there": f"{history}?after={place}",
        "history, a person's": f"{history}?who={person}",
        "history, by rules": f"{history}?rules=preset:chengdu_home",
        "history, two names": f"{history}?q=张三+Alice",
        "history, by month": f"{history}?span={oldest.date:%Y%m}",
        "history, nothing found": f"{history}?q=nobody",
        "ranking": statistics_page,
        "ranking by an average": f"{statistics_page}?by=won",
        "ranking of a year": f"{statistics_page}?span={newest.date.year}",
        "ranking by rules": f"{statistics_page}?rules=preset:chengdu_home",
        "totals over time": reverse("over_time"),
        "totals over time, a year's": f"{reverse('over_time')}?span={newest.date.year}",
        "who pays whom, patterns": between,
        "a person": his,
        "a person, of a year": f"{his}?span={newest.date.year}",
        "new night": reverse("new"),
        "table": reverse("table", args=[newest.pk]),
        "night": reverse("night", args=[oldest.pk]),
        "sheets": reverse("sheets", args=[oldest.pk]),
        "ledger": reverse("ledger", args=[oldest.pk]),
    }


def say(nights: int, large: dict[str, Any], small: dict[str, Any]) -> int:
    """Print a line for each page; 1 if one of them is over the bar."""
    print(
        f"{'milliseconds':26}{nights:>6} nights{'at work':>9}{SMALL:>5} nights{'at work':>9}{'ratio':>7}  queries    kB"
    )
    for name, one in large.items():
        other = small[name]
        print(
            f"{name:26}{one['median']:13.1f}{one['busy']:9.1f}{other['median']:12.1f}{other['busy']:9.1f}"
            f"{one['busy'] / other['busy']:7.1f}{one['queries']:>5} /{other['queries']:>2}{one['bytes'] / 1000:6.0f}"
        )
    slowest = max(large, key=lambda name: large[name]["median"])
    over = large[slowest]["median"] > BAR
    print(f"slowest: {slowest}, {large[slowest]['median']:.1f} ms; the bar is {BAR} ms{' and is missed' * over}")
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
