"""How many mutants of the core do its unit and case tests kill?

    python bench/mutants.py [--again] [MODULE ...]

A mutant is the core with one small thing changed; mutmut makes them in `mutants/`, as pyproject.toml says, and runs the
tests that reach each, one at a time: an hour or more for all. What was tested before and has not changed since is not
tested again, unless its MODULE (`judge`, `options.kinds`) is named, or with --again if it survived; delete `mutants/`
to begin anew. Prints a line for each file, and the survivors that bench/survivors.md does not explain. A mutant that
ran out of time or that no test reaches is not counted as killed. Exit status 1 below nine in ten, or for a survivor
that is not explained.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

HERE = Path(__file__).parents[1]
MUTANTS = HERE / "mutants"
CORE = "rounds/rules"
EXPLAINED = HERE / "bench" / "survivors.md"
BAR = 0.9

KILLED, SURVIVED, UNREACHED, NOT_YET = (1, 3), (0,), (5, 33), (None,)
"""What mutmut writes down: the exit status of pytest and codes of its own; all others are time-outs."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("modules", nargs="*")
    asked = parser.parse_args()
    names = [f"rounds.rules.{module}.*" for module in asked.modules]
    if asked.again:
        names = [mutant for results in by_file().values() for mutant, status in results.items() if status in SURVIVED]
    mutmut("run", "--max-children", "1", *names)
    return told(by_file())


def mutmut(*words: str) -> str:
    """Run mutmut; what `show` says is given back, everything else goes to the terminal."""
    program = str(Path(sys.executable).with_name("mutmut"))
    kept = subprocess.PIPE if words[0] == "show" else None
    return subprocess.run([program, *words], cwd=HERE, stdout=kept, text=True, check=True).stdout or ""


def by_file() -> dict[str, Mapping[str, int | None]]:
    """The mutants of each file of the core, each with what mutmut wrote down about it."""
    results = {}
    for path in sorted((MUTANTS / CORE).rglob("*.meta")):
        name = path.relative_to(MUTANTS / CORE).as_posix().removesuffix(".meta")
        if found := json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]:
            results[name] = found
    return results


def told(results: Mapping[str, Mapping[str, int | None]]) -> int:
    """Print what was found; 0 if it is good enough."""
    print(
        f"\n{'file':24}{'mutants':>8}{'killed':>8}{'survived':>9}{'time-out':>9}{'unreached':>10}{'not yet':>8}  score"
    )
    for name, found in results.items():
        print(line(name, Counter(found.values())))
    everything = Counter(status for found in results.values() for status in found.values())
    print(line("all", everything))
    unexplained = list(without_a_reason(results))
    for mutant, difference in unexplained:
        print(f"\nnot explained in bench/survivors.md: {mutant}\n{difference}")
    return 1 if unexplained or score(everything) < BAR else 0


def line(name: str, found: Counter[int | None]) -> str:
    killed, survived, unreached, not_yet = (
        sum(found[status] for status in group) for group in (KILLED, SURVIVED, UNREACHED, NOT_YET)
    )
    late = found.total() - killed - survived - unreached - not_yet
    counts = f"{found.total():8}{killed:8}{survived:9}{late:9}{unreached:10}{not_yet:8}"
    return f"{name:24}{counts}  {score(found):.1%}"


def score(found: Counter[int | None]) -> float:
    """Killed ones among all that were tested."""
    tested = found.total() - found[None]
    return sum(found[status] for status in KILLED) / tested if tested else 0.0


def without_a_reason(results: Mapping[str, Mapping[str, int | None]]) -> Iterator[tuple[str, str]]:
    """Mutants that were not killed and whose changed lines do not stand in the list of survivors, with these lines."""
    explained = {row.strip() for row in EXPLAINED.read_text(encoding="utf-8").splitlines()}
    for found in results.values():
        for mutant, status in found.items():
            if status not in (*KILLED, *NOT_YET):
                rows = [row for row in mutmut("show", mutant).splitlines() if row[:1] in ("+", "-")]
                changed = [f"{row[0]} {row[1:].strip()}" for row in rows if not row.startswith(("+++", "---"))]
                if not explained.issuperset(changed):
                    yield mutant, "\n".join(changed)


if __name__ == "__main__":
    sys.exit(main())
