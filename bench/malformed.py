"""Is every broken document settled as it says, or refused in a sentence that names place and fault?

    python bench/malformed.py --lines 100000 --seed 1

Breaks the worked examples at any place and in any way. Prints what became of them, and the first fault. Exit
status 1 if there is any.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from rounds.wording import LANGUAGES
from tests.answers import answers
from tests.spoiling import broken_line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    fates: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(asked.lines):
        rng = Random(f"{asked.seed}:{number}")  # noqa: S311 - no secret hangs on these lines
        line, answer = broken_line(rng)
        for answered in answers(line, answer, rng.choice(LANGUAGES)):
            fates[answered.fate] += 1
            wrong += [f"line {number}: {fault}" for fault in answered.faults]
    said = ", ".join(f"{count} {fate}" for fate, count in sorted(fates.items()))
    print(f"broken documents: {said}; faults: {len(wrong)}; seed {asked.seed}")
    if wrong:
        print(wrong[0])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
