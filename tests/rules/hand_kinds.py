"""The kinds of hands that random ones are made of: each puts a hand together from the sets that are still to be had.

Nothing is thrown away and drawn again, so that every `Random` comes to an end, whatever it draws.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

SUITS = "mps"
TILES = [f"{number}{suit}" for suit in SUITS for number in range(1, 10)]
MELDS = ("pungs", "kongs", "concealed_kongs")

Group = list[str]


@dataclass
class Table:
    """The tiles that nobody holds yet, and the hand that is being put together."""

    rng: Random
    suits: list[str]
    """The suits in the order in which the hand takes to them."""
    kinds_of_melds: tuple[str, ...] = ("pungs", *MELDS)
    concealed: Group = field(default_factory=list)
    melds: dict[str, Group] = field(default_factory=lambda: {kind: [] for kind in MELDS})
    left: Counter[str] = field(default_factory=lambda: Counter(4 * TILES))
    imagined: str = ""
    """A tile that the hand holds five times, for as long as the winning tile is in it."""

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def tiles(self, *counts: int) -> Group:
        """All tiles of one of so many suits."""
        suits = self.suits[: self.rng.choice(counts)]
        return [tile for tile in TILES if tile[1] in suits]

    def lacking(self) -> int:
        """How many tiles a complete hand still lacks."""
        return 14 - len(self.concealed) - 3 * sum(map(len, self.melds.values()))

    def to_be_had(self, groups: list[Group]) -> list[Group]:
        room = self.lacking()
        return [g for g in groups if len(g) <= room and all(self.left[tile] >= g.count(tile) for tile in g)]

    def take(self, groups: list[Group]) -> None:
        """One of the groups that are to be had, if any is."""
        if fit := self.to_be_had(groups):
            group = self.rng.choice(fit)
            self.left -= Counter(group)
            self.concealed += group

    def lay_down(self, kind: str, tiles: Group) -> None:
        """A meld of one of these tiles, if one is to be had."""
        copies = 3 if kind == "pungs" else 4
        fit = [tile for tile in tiles if self.left[tile] >= copies]
        if fit and self.lacking() > 3:
            tile = self.rng.choice(fit)
            self.left[tile] -= copies
            self.melds[kind].append(tile)

    def meld(self, tiles: Group) -> None:
        self.lay_down(self.rng.choice(self.kinds_of_melds), tiles)

    def fill(self, tiles: Group) -> None:
        """Any of these tiles, one after the other, until the hand is full."""
        while self.to_be_had([[tile] for tile in tiles]):
            self.take([[tile] for tile in tiles])


def triplets(tiles: Group) -> list[Group]:
    return [3 * [tile] for tile in tiles]


def pairs(tiles: Group) -> list[Group]:
    return [2 * [tile] for tile in tiles]


def runs(tiles: Group) -> list[Group]:
    return [[f"{int(tile[0]) + step}{tile[1]}" for step in range(3)] for tile in tiles if tile[0] <= "7"]


def sets_and_a_pair(table: Table, tiles: Group, sets: list[Group], melded: int) -> None:
    """Sets, `melded` percent of them laid down, and a pair."""
    for _ in range(4):
        if table.chance(melded):
            table.meld([group[0] for group in sets if len(set(group)) == 1])
    while table.lacking() > 2 and table.to_be_had(sets):
        table.take(sets)
    table.take(pairs(tiles))


def mixed(table: Table) -> None:
    tiles = table.tiles(1, 2, 2)
    sets_and_a_pair(table, tiles, runs(tiles) + triplets(tiles), table.rng.choice((0, 0, 15, 30)))


def rooted(table: Table) -> None:
    """Triplets, laid down or in hand, whose fourth copies stand in a run."""
    tiles = table.tiles(1, 2)
    run = table.rng.choice(runs(tiles))
    table.take([run])
    for tile in table.rng.sample(run, table.rng.choice((1, 1, 2, 3))):
        if table.chance(60):
            table.take(triplets([tile]))
        else:
            table.lay_down("pungs", [tile])
    sets_and_a_pair(table, tiles, runs(tiles), 0)


def all_alike(table: Table) -> None:
    tiles = table.tiles(1, 2, 2)
    sets_and_a_pair(table, tiles, triplets(tiles), table.rng.choice((0, 30, 50)))


def generals(table: Table) -> None:
    tiles = [tile for tile in table.tiles(2) if tile[0] in "258"]
    sets_and_a_pair(table, tiles, triplets(tiles), table.rng.choice((0, 30, 50)))


def terminals(table: Table) -> None:
    tiles = table.tiles(1, 2)
    ends = [tile for tile in tiles if tile[0] in "19"]
    outer_runs = runs([tile for tile in tiles if tile[0] in "17"])
    sets_and_a_pair(table, ends, triplets(ends) + outer_runs + outer_runs, table.rng.choice((0, 0, 20)))


def seven_pairs(table: Table) -> None:
    """Some tiles twice over, which makes roots; now and then of few ranks, as no pattern of pairs asks for."""
    tiles = table.tiles(1, 2, 2)
    if table.chance(10):
        ranks = table.rng.choice(("19", "258"))
        tiles = [tile for tile in table.tiles(2) if tile[0] in ranks]
    twice = table.rng.choice((0, 0, 0, 1, 2, 3))
    for place, tile in enumerate(table.rng.sample(tiles, min(7, len(tiles)))):
        table.take([4 * [tile]] if place < twice else pairs([tile]))
    for _ in range(7):
        table.take(pairs(tiles))


def pairs_that_are_sets(table: Table) -> None:
    """Two runs twice and a pair: seven pairs, and four sets too."""
    tiles = table.tiles(1, 2)
    for _ in range(2):
        table.take([run + run for run in runs(tiles)])
    table.take(pairs(tiles))


def golden_wait(table: Table) -> None:
    tiles = table.tiles(1, 2)
    for _ in range(4):
        table.meld(tiles)
    table.take(pairs(tiles))


def hidden_kongs(table: Table) -> None:
    """暗杠 and nothing else laid down, which breaks no 门清."""
    tiles = [tile for tile in table.tiles(1, 2) if tile[0] not in "19" or table.chance(50)]
    if "concealed_kongs" in table.kinds_of_melds:
        for _ in range(table.rng.randint(1, 4)):
            table.lay_down("concealed_kongs", tiles)
    sets_and_a_pair(table, tiles, runs(tiles) + triplets(tiles), 0)


def five_alike(table: Table) -> None:
    """A meld, and a pair or runs for which a fifth copy of its tile must be imagined."""
    tiles = table.tiles(1, 2, 2)
    table.meld(tiles)
    laid_down = [tile for melded in table.melds.values() for tile in melded]
    if laid_down and table.lacking() > 4:
        table.imagined = laid_down[-1]
        table.left[table.imagined] += 1
        around = [run for run in runs(tiles) if table.imagined in run]
        if table.chance(50):
            table.take(pairs([table.imagined]))
        for _ in range(2):
            table.take(around)
    sets_and_a_pair(table, tiles, runs(tiles) + triplets(tiles), table.rng.choice((0, 40, 80)))


def any_tiles(table: Table) -> None:
    tiles = table.tiles(1, 1, 2, 2, 3)
    for _ in range(table.rng.choice((0, 0, 1, 2, 3))):
        table.meld(tiles)
    table.fill(tiles)


def three_suits(table: Table) -> None:
    sets_and_a_pair(table, TILES, runs(TILES) + triplets(TILES), table.rng.choice((0, 20)))
