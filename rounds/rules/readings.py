"""拆牌 chāi pái: how a complete hand falls into sets and a pair, or into pairs. To show it, not to pay for it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rounds.rules.hands import COMPLETE, Feature, ShownHand
from rounds.rules.patterns import Pattern
from rounds.rules.tiles import TILES

Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the concealed tiles: sets and the `pair`; or seven pairs, all of them in `sets`."""

    sets: tuple[Group, ...]
    pair: Group | None = None

    @property
    def groups(self) -> tuple[Group, ...]:
        """All its parts, the pair last."""
        return self.sets if self.pair is None else (*self.sets, self.pair)


def readings(hand: ShownHand) -> tuple[Reading, ...]:
    """Every reading of a hand of 14 tiles, those as sets first; none of a hand that is not complete."""
    if hand.count != COMPLETE:
        return ()
    counts = Counter(hand.concealed)
    found = [
        Reading(sets, (tile, tile))
        for tile in TILES
        if counts[tile] >= 2
        for sets in _sets(counts - Counter({tile: 2}))
    ]
    if not hand.melds and all(number % 2 == 0 for number in counts.values()):
        found.append(Reading(tuple((tile, tile) for tile in TILES for _ in range(counts[tile] // 2))))
    return tuple(found)


def reading_as(hand: ShownHand, pattern: Pattern) -> Reading | None:
    """A reading in which the hand is of this pattern; any for a pattern that hangs on no reading (清一色)."""
    return next((reading for reading in readings(hand) if _shows(reading, pattern)), None)


def _shows(reading: Reading, pattern: Pattern) -> bool:
    if pattern.pairs or reading.pair is None:
        return reading.pair is None and not pattern.needs & _OF_SETS
    if pattern.needs & (Feature.TRIPLETS | Feature.GENERALS):
        return all(len(set(group)) == 1 for group in reading.sets)
    if pattern.needs & Feature.TERMINALS:
        return all("1" in "".join(group) or "9" in "".join(group) for group in reading.groups)
    return True


_OF_SETS = Feature.SETS | Feature.TRIPLETS | Feature.TERMINALS | Feature.GENERALS


def _sets(counts: Counter[str]) -> Iterator[tuple[Group, ...]]:
    """Every way to make sets of all these tiles: the first of them begins a triplet or a run."""
    first = next((tile for tile in TILES if counts[tile]), None)
    if first is None:
        yield ()
        return
    i = TILES.index(first)
    for group in ((first,) * 3, TILES[i : i + 3]):
        needed = Counter(group)
        if {tile[1] for tile in group} == {first[1]} and len(group) == 3 and needed <= counts:
            for others in _sets(counts - needed):
                yield (group, *others)
