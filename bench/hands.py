"""How fast are hands valued, beside the package `mahjong` and the slow oracle of the tests?

    python bench/hands.py [--hands 20000] [--seed 1]

Complete hands with their fans beside `HandCalculator.estimate_hand_value`; hands of 13 with their waits and what each
is worth beside 27 tries of `Agari.is_agari`; both beside the oracle. All contenders get the same hands, each in the
form that it reads, made before the clock starts, in turns of a few, side by side. Every hand is seen once; a figure is
the median of all turns, in time of the processor. Then what the table costs. Exit status 1 if a bar is missed.
"""

import argparse
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from mahjong.agari import Agari
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld
from mahjong.tile import TilesConverter

from rounds.rules.hands import COMPLETE, ShownHand, hand_from_json, hand_to_json, readable
from rounds.rules.presets import presets
from rounds.rules.scoring import kinds_shown, wait_worths, win_worth
from rounds.rules.strict import Malformed
from rounds.rules.tiles import TILES
from tests.rules.hands_strategy import numbered_hand
from tests.rules.oracle_hands import hand_result

TURNS = 20
FASTER, TABLE_SECONDS, TABLE_BYTES = 8, 0.3, 10 << 20
RULES = presets()["chengdu_home"].rules
OPTIONS = RULES.to_json()

Way = Callable[[Any], object]


class Sample(NamedTuple):
    """The same hand in the form in which each contender reads it."""

    ours: tuple[ShownHand, tuple[Any, ...]]
    theirs: Any
    oracle: Mapping[str, object]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    met = [table_cost()]
    complete, waiting = mixed_hands(asked.hands, asked.seed)
    estimate, config = HandCalculator.estimate_hand_value, HandConfig(is_riichi=False, is_tsumo=True)
    met.append(
        race(
            f"{len(complete)} complete hands with their fans, seed {asked.seed}",
            [Sample((hand, kinds_shown(hand)), as_136(hand), hand_to_json(hand)) for hand in complete],
            "estimate_hand_value",
            lambda hand: estimate(*hand, config=config),
            lambda hand: win_worth(RULES, *hand),
        )
    )
    met.append(
        race(
            f"{len(waiting)} hands of 13, their waits with what each is worth, seed {asked.seed}",
            [Sample((hand, kinds_shown(hand)), concealed_136(hand), hand_to_json(hand)) for hand in waiting],
            "27 × is_agari",
            try_27,
            lambda hand: wait_worths(RULES, *hand),
        )
    )
    return 0 if all(met) else 1


def mixed_hands(number: int, seed: str) -> tuple[list[ShownHand], list[ShownHand]]:
    """Complete hands that win, and hands of 13: of these every second is a complete one without one of its tiles."""
    complete, waiting = [], []
    others: list[ShownHand] = []
    rng = Random(seed)  # noqa: S311 - no secret hangs on these hands
    for hand in readable_hands(seed):
        if hand.count != COMPLETE:
            others.append(hand)
        elif win_worth(RULES, hand, kinds_shown(hand)):
            complete.append(hand)
        if len(complete) >= number and len(others) >= number // 2:
            break
    for hand in complete[: number - number // 2]:
        left = list(hand.concealed)
        left.pop(rng.randrange(len(left)))
        waiting.append(ShownHand(tuple(left), hand.pungs, hand.kongs, hand.concealed_kongs))
    waiting += others[: number // 2]
    rng.shuffle(waiting)
    return complete[:number], waiting


def readable_hands(seed: str) -> Iterator[ShownHand]:
    """Hands of 13 and 14 of every kind, each with other tiles."""
    seen: set[object] = set()
    for number in count():
        try:
            hand = hand_from_json(numbered_hand(f"{seed}:{number}"))
        except Malformed:
            continue
        tiles = (tuple(sorted(hand.concealed)), hand.pungs, hand.kongs, hand.concealed_kongs)
        if hand.count in (COMPLETE - 1, COMPLETE) and tiles not in seen:
            seen.add(tiles)
            yield hand


def as_136(hand: ShownHand) -> tuple[list[int], int, list[Meld]]:
    """All tiles as numbers from 0 to 135, the one that won, and the melds."""
    left = {tile: [4 * TILES.index(tile) + copy for copy in range(3, -1, -1)] for tile in TILES}
    melds = []
    groups = (
        (hand.pungs, 3, Meld.PON, True),
        (hand.kongs, 4, Meld.KAN, True),
        (hand.concealed_kongs, 4, Meld.KAN, False),
    )
    for tiles, size, kind, opened in groups:
        for tile in tiles:
            melds.append(Meld(kind, [left[tile].pop(0) for _ in range(size)], opened))
    concealed = concealed_136(hand)
    return concealed + [tile for meld in melds for tile in meld.tiles], concealed[-1], melds


def concealed_136(hand: ShownHand) -> list[int]:
    """The concealed tiles as numbers from 0 to 135."""
    return [4 * TILES.index(tile) + hand.concealed[:i].count(tile) for i, tile in enumerate(hand.concealed)]


def try_27(tiles: list[int]) -> list[int]:
    """Every tile of which there is one left, added to the concealed ones."""
    counts, is_agari, found = TilesConverter.to_34_array(tiles), Agari.is_agari, []
    for kind in range(27):
        if counts[kind] < 4:
            counts[kind] += 1
            if is_agari(counts):
                found.append(kind)
            counts[kind] -= 1
    return found


def race(title: str, hands: Sequence[Sample], name: str, theirs: Way, ours: Way) -> bool:
    """Hands a second of each contender, and how many times ours is faster than the others."""
    size = len(hands) // TURNS
    took: dict[str, list[float]] = {"ours": [], name: [], "oracle": []}
    for start in range(0, size * TURNS, size):
        turn = hands[start : start + size]
        took[name].append(seconds(theirs, [hand.theirs for hand in turn]))
        took["ours"].append(seconds(ours, [hand.ours for hand in turn]))
        took["oracle"].append(seconds(lambda hand: hand_result(OPTIONS, hand), [hand.oracle for hand in turn]))
    print(f"{title}, medians of {TURNS} turns")
    ratio = {who: statistics.median(t / o for t, o in zip(took[who], took["ours"], strict=True)) for who in took}
    for who, times in took.items():
        print(f"  {who:22}{size / statistics.median(times):10,.0f} hands/s; ours is {ratio[who]:8.1f} ×")
    return bar(f"ours ≥ {FASTER} × {name}", ratio[name], ratio[name] >= FASTER)


def seconds(way: Way, items: Sequence[object]) -> float:
    started = time.process_time()
    for item in items:
        way(item)
    return time.process_time() - started


def table_cost() -> bool:
    """The table is built when the first hand is read: not before this."""
    fresh = readable.cache_info().currsize == 0
    started = time.process_time()
    readable()
    took = time.process_time() - started
    readable.cache_clear()
    tracemalloc.start()
    entries = len(readable())
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"table of {entries:,} entries: {took:.3f} s, {size / (1 << 20):.1f} MiB; built at import: {not fresh}")
    return bar("table ≤ 0.3 s, ≤ 10 MiB, at first use", took, fresh and took <= TABLE_SECONDS and size <= TABLE_BYTES)


def bar(name: str, figure: float, met: bool) -> bool:
    print(f"  bar: {name}: {figure:.3g}, {'met' if met else 'MISSED'}")
    return met


if __name__ == "__main__":
    sys.exit(main())
