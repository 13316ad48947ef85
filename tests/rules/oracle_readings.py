"""A hand given as tiles, laid out on a table: what its text says, and every way to read it.

Slow and obvious: tiles are taken from a list one set after the other, every pair is tried, nothing is looked up.
Sentences in quotation marks are those of the rules and of the round format.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from tests.rules.oracle_table import Json

SUITS = "mps"
EVERY_TILE = [f"{number}{suit}" for suit in SUITS for number in range(1, 10)]


class Laid(NamedTuple):
    """A hand as tiles: those in hand, the kinds of the melds, and the suit that its owner wants to be rid of."""

    concealed: tuple[str, ...]
    pungs: tuple[str, ...]
    kongs: tuple[str, ...]
    concealed_kongs: tuple[str, ...]
    void_suit: str

    def melds(self) -> list[list[str]]:
        """ "one tile each meld": three alike for a pung, four for a kong"""
        return [3 * [tile] for tile in self.pungs] + [4 * [tile] for tile in self.kongs + self.concealed_kongs]

    def everything(self) -> list[str]:
        return [*self.concealed, *(tile for meld in self.melds() for tile in meld)]

    def size(self) -> int:
        """14 for a complete hand, 13 for one that waits: a kong takes the place of three tiles."""
        return len(self.concealed) + 3 * len(self.melds())

    def with_tile(self, tile: str) -> "Laid":
        return self._replace(concealed=(*self.concealed, tile))


def laid_out(hand: Json) -> Laid:
    """The hand of a document ("`concealed` tiles as `mpsz` text", "one tile each meld").

    `ValueError` for "a fifth copy, an unknown tile": "108 tiles, three suits" are four of each.
    """
    lists = {name: tuple(tiles_of(hand.get(name, ""))) for name in ("concealed", "pungs", "kongs", "concealed_kongs")}
    void_suit = hand.get("void_suit")
    if void_suit is not None and plain_text(void_suit) not in ("m", "p", "s"):
        raise ValueError("an unknown suit")
    laid = Laid(**lists, void_suit=plain_text(void_suit or ""))
    if any(laid.everything().count(tile) > 4 for tile in EVERY_TILE):
        raise ValueError("a fifth copy")
    return laid


def plain_text(text: str) -> str:
    """ "Also read: 万筒条 for m p s, and full-width digits." """
    for told, meant in zip("万筒条１２３４５６７８９", "mps123456789", strict=True):
        text = text.replace(told, meant)
    return text


def tiles_of(text: str) -> list[str]:
    """The tiles of `mpsz` text: "112m9p" is 1m 1m 2m 9p."""
    tiles: list[str] = []
    numbers = ""
    for letter in plain_text(text):
        if letter in SUITS and numbers:
            tiles += [number + letter for number in numbers]
            numbers = ""
        elif letter in "123456789":
            numbers += letter
        else:
            raise ValueError("an unknown tile")
    if numbers:
        raise ValueError("an unknown tile")
    return tiles


class Reading(NamedTuple):
    """One way to lay out a complete hand: four sets and one pair, or no set and seven pairs."""

    sets: list[list[str]]
    pairs: list[list[str]]
    laid_down: int

    def groups(self) -> list[list[str]]:
        return self.sets + self.pairs

    def tiles(self) -> list[str]:
        return [tile for group in self.groups() for tile in group]


@lru_cache(maxsize=128)
def readings(laid: Laid) -> list[Reading]:
    """ "All decompositions are tried (a hand can be seven pairs and four sets at once)".

    Remembered for a moment only, since many rule sets ask for the readings of one hand one after the other.
    """
    return [*as_sets(laid), *as_pairs(laid)]


def as_sets(laid: Laid) -> Iterator[Reading]:
    """平胡: "four sets and a pair"; "No chows; pungs and kongs only", so that a run can only be in hand."""
    melds = laid.melds()
    in_hand = sorted(laid.concealed, key=EVERY_TILE.index)
    for tile in EVERY_TILE:
        if in_hand.count(tile) >= 2:
            for sets in split_into_sets(without(in_hand, [tile, tile])):
                if len(melds) + len(sets) == 4:
                    yield Reading(melds + sets, [[tile, tile]], len(melds))


def as_pairs(laid: Laid) -> Iterator[Reading]:
    """七对: "seven pairs, no melds; four alike are two pairs"."""
    in_hand = sorted(laid.concealed, key=EVERY_TILE.index)
    pairs = [in_hand[place : place + 2] for place in range(0, len(in_hand), 2)]
    if len(pairs) == 7 and not laid.melds() and all(alike(pair) for pair in pairs):
        yield Reading([], pairs, 0)


def split_into_sets(tiles: list[str]) -> Iterator[list[list[str]]]:
    """Every way to split sorted tiles into sets: the first tile is the first of a triplet or of a run."""
    if not tiles:
        yield []
        return
    number, suit = int(tiles[0][0]), tiles[0][1]
    for first in (3 * [tiles[0]], [f"{number + step}{suit}" for step in range(3)]):
        if all(tiles.count(tile) >= first.count(tile) for tile in first):
            for others in split_into_sets(without(tiles, first)):
                yield [first, *others]


def without(tiles: list[str], taken: list[str]) -> list[str]:
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return left


def alike(tiles: list[str]) -> bool:
    return len(set(tiles)) == 1


def plain(read: Reading) -> bool:
    """ "four sets and a pair" """
    return len(read.sets) == 4


def all_triplets(read: Reading) -> bool:
    """ "every set a triplet or kong" """
    return plain(read) and all(alike(group) for group in read.sets)


def full_flush(read: Reading) -> bool:
    """ "one suit (holds for seven pairs too)" """
    return len({tile[1] for tile in read.tiles()}) == 1


def terminals(read: Reading) -> bool:
    """ "every set and the pair hold a 1 or a 9" """
    return plain(read) and all(any(tile[0] in "19" for tile in group) for group in read.groups())


def seven_pairs(read: Reading) -> bool:
    """ "seven pairs, no melds; four alike are two pairs" """
    return len(read.pairs) == 7


def generals(read: Reading) -> bool:
    """ "[triplets] of 2, 5, 8 only, the pair too" """
    return all_triplets(read) and all(tile[0] in "258" for tile in read.tiles())


def golden_wait(read: Reading) -> bool:
    """ "four melds laid down, concealed kongs among them, and one tile in hand" """
    return plain(read) and read.laid_down == 4


def dragon_seven_pairs(read: Reading) -> bool:
    """ "seven pairs with a root": "exactly four alike" """
    return seven_pairs(read) and any(read.tiles().count(tile) == 4 for tile in EVERY_TILE)


IS: dict[str, Callable[[Reading], bool]] = {
    "plain": plain,
    "all_triplets": all_triplets,
    "full_flush": full_flush,
    "terminals": terminals,
    "seven_pairs": seven_pairs,
    "flush_triplets": lambda read: all_triplets(read) and full_flush(read),
    "generals": generals,
    "golden_wait": golden_wait,
    "flush_golden_wait": lambda read: golden_wait(read) and full_flush(read),
    "dragon_seven_pairs": dragon_seven_pairs,
    "flush_dragon_seven_pairs": lambda read: dragon_seven_pairs(read) and full_flush(read),
    "flush_seven_pairs": lambda read: seven_pairs(read) and full_flush(read),
    "flush_terminals": lambda read: terminals(read) and full_flush(read),
    # "said by the table, not seen in the tiles"
    "heavenly": lambda read: False,
    "earthly": lambda read: False,
}
"""The table of the patterns, in its order: does the reading have the pattern?"""


def patterns_of(read: Reading) -> list[str]:
    return [name for name, is_so in IS.items() if is_so(read)]
