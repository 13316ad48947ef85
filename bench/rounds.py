"""How fast are rounds settled and written by `manage.py settle`, and what does its start cost?

    python bench/rounds.py [--rounds 2000] [--documents 20000] [--seed 1]

Core and oracle settle the same random rounds in turns of a few, side by side, every round seen once; a figure is the
median of all turns, in time of the processor, so that others at work on the machine count for little. The command is
measured as a whole process on one core. Exit status 1 if a bar is missed.
"""

import argparse
import io
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.legal_rounds import legal_round
from rounds.jsonlines import read_documents, to_line
from rounds.rules.document import document_from_json
from rounds.settlements import settlement_of
from tests.rules.oracle import settle_document

HERE = Path(__file__).parents[1]
LONG, SHORT = 20, 5
"""Events of a round."""

TURNS, RUNS = 20, 9
FASTER_THAN_ORACLE, DOCUMENTS_A_SECOND = 2, 3_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=2_000)
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory(prefix="xuezhan-bench-") as folder:
        os.environ["XUEZHAN_DATA"] = folder
        met = (
            beside_the_oracle(asked.rounds, asked.seed),
            through_the_command(asked.documents, asked.seed, Path(folder)),
        )
    return 0 if all(met) else 1


def beside_the_oracle(count: int, seed: str) -> bool:
    """Rounds a second in the core, from facts, from a document and from text to text, and by the oracle."""
    documents = [legal_round(f"{seed}:{number}", LONG) for number in range(count)]
    ways: dict[str, tuple[Sequence[Any], Callable[[Any], object]]] = {
        "oracle": (documents, settle_document),
        "core, facts": ([document_from_json(document) for document in documents], lambda read: read.settle()),
        "core, document": (documents, lambda document: document_from_json(document).settle()),
        "core, line to line": ([json.dumps(document).encode() for document in documents], line_to_line),
    }
    size = max(1, count // TURNS)
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for start in range(0, count - size + 1, size):
        for name, (rounds, way) in ways.items():
            rates[name].append(size / seconds(way, rounds[start : start + size]))
    print(f"{count} rounds of {LONG} events, seed {seed}, medians of {len(rates['oracle'])} turns")
    ratios = {
        name: statistics.median(x / y for x, y in zip(r, rates["oracle"], strict=True)) for name, r in rates.items()
    }
    for name, found in rates.items():
        print(f"  {name:20}{statistics.median(found):10,.0f} rounds/s {ratios[name]:7.1f} × oracle")
    return bar("core, facts ≥ 2 × oracle", ratios["core, facts"], FASTER_THAN_ORACLE)


def line_to_line(line: bytes) -> bytes:
    (document,) = read_documents(io.BytesIO(line))
    return to_line(settlement_of(document, "zh-hans"))


def seconds(way: Callable[[Any], object], rounds: Sequence[Any]) -> float:
    """Of the processor, to go through these rounds."""
    start = time.process_time()
    for settled in rounds:
        way(settled)
    return time.process_time() - start


class Cost(NamedTuple):
    """What a process took, in seconds: by the clock, and of the processor."""

    wall: float
    cpu: float


def through_the_command(count: int, seed: str, folder: Path) -> bool:
    """Starts of Python, Django and the command with nothing to do, then documents a second through the command."""
    python, empty, file = sys.executable, folder / "empty.jsonl", folder / "rounds.jsonl"
    empty.touch()
    settle = [python, "manage.py", "settle"]
    starts = {
        "python -c pass": [python, "-c", "pass"],
        "import rounds.rules.document": [python, "-c", "import rounds.rules.document"],
        "manage.py version": [python, "manage.py", "version"],
        "manage.py settle, no input": [*settle, str(empty)],
    }
    print(f"start-up, medians of {RUNS}")
    costs = {name: medians([cost(command) for _ in range(RUNS)]) for name, command in starts.items()}
    for name, start in costs.items():
        print(f"  {name:30}{start.wall:8.3f} s wall {start.cpu:8.3f} s processor")
    with file.open("w", encoding="utf-8") as out:
        for number in range(count):
            out.write(json.dumps(legal_round(f"{seed}:{number}", SHORT), ensure_ascii=False) + "\n")
    runs = [cost([*settle, str(file)]) for _ in range(3)]
    whole = medians(runs)
    print(f"manage.py settle, {count} documents of {SHORT} events, one core, median of {len(runs)} runs")
    for what, start in (("with the start", Cost(0, 0)), ("without it", costs["manage.py settle, no input"])):
        wall, cpu = count / (whole.wall - start.wall), count / (whole.cpu - start.cpu)
        print(f"  {what:16}{wall:8,.0f} /s wall {cpu:8,.0f} /s processor")
    return bar("documents/s, with the start, processor", count / whole.cpu, DOCUMENTS_A_SECOND)


def cost(command: Sequence[str]) -> Cost:
    """Run a command to its end, its output thrown away."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(time.perf_counter() - start, cpu)


def medians(costs: Sequence[Cost]) -> Cost:
    return Cost(*(statistics.median(column) for column in zip(*costs, strict=True)))


def bar(what: str, reached: float, wanted: float) -> bool:
    met = reached >= wanted
    print(f"  {'met' if met else 'MISSED'}: {what}: {reached:,.1f}, bar {wanted:,}")
    return met


if __name__ == "__main__":
    sys.exit(main())
