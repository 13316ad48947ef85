"""How many random hands given as tiles do the core and the slow oracle value alike?

Every hand is valued under every preset, and under a rule set of random options.

    python bench/hand_agreement.py --hands 100000 --seed 1

Prints the count for each preset and the seed, and the first hand on which they differ as one JSON line. Exit status 1
if any differs.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.rules.hand_agreement import hand_disagreement
from tests.rules.hands_strategy import numbered_told
from tests.rules.options_strategy import random_options
from tests.rules.oracle_table import PRESETS

RANDOM = "random options"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    alike = Counter(dict.fromkeys([*PRESETS, RANDOM], 0))
    first = None
    for number in range(asked.hands):
        # A hand is made from the seed and its own number, so that one hand can be made again by itself.
        told = numbered_told(f"{asked.seed}:{number}")
        options = random_options(Random(f"{asked.seed}:{number}"))  # noqa: S311 - no secret hangs on these rules
        for name in alike:
            rules = {"preset": "chengdu_home", "options": options} if name == RANDOM else {"preset": name}
            found = hand_disagreement(rules, told)
            alike[name] += found is None
            first = first or found
    for name, count in alike.items():
        print(f"hands that core and oracle value alike: {count} of {asked.hands}, {name}, seed {asked.seed}")
    if first:
        print(json.dumps(first, ensure_ascii=False))
    return 1 if first else 0


if __name__ == "__main__":
    sys.exit(main())
