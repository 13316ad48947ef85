"""How many random rounds do the core and the slow oracle settle alike?

    python bench/oracle_agreement.py --rounds 20000 --seed 1

Prints the count and the seed, and the first round on which they differ as one JSON line. Exit status 1 if any differs.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.rules.agreement import disagreement
from tests.rules.rounds_strategy import numbered


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    # A round is made from the seed and its own number, so that one round can be made again by itself.
    found = (disagreement(numbered(f"{asked.seed}:{number}")) for number in range(asked.rounds))
    differing = [difference for difference in found if difference is not None]
    alike = asked.rounds - len(differing)
    print(f"rounds that core and oracle settle alike: {alike} of {asked.rounds}, seed {asked.seed}")
    if differing:
        print(json.dumps(differing[0], ensure_ascii=False))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
