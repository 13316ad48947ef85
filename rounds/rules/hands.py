"""手牌 shǒu pái: a hand shown as tiles, and what it is: complete in which ways, or waiting for which tiles.

One whole number holds the counts of all 27 kinds of tiles, three bits each. A table knows every way in which the tiles
of one suit are sets, with or without the pair; a hand is then three look-ups, whatever its tiles.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from rounds.rules.strict import Malformed, read_object, read_text, read_variant
from rounds.rules.tiles import COPIES, TILES, NotTiles, Suit, read_tiles, suit, write_tiles

COMPLETE = 14
WAITING = 13
"""Tiles of a hand with three to each meld: when it is won, and before."""


class Feature:
    """What a complete hand can be: patterns are made of these. Plain numbers, because every look-up combines them."""

    SETS = 1
    """四面子 sì miàn zi: four sets and a pair."""
    TRIPLETS = 2
    """A reading as sets in which all are triplets or kongs."""
    TERMINALS = 4
    """幺九 yāo jiǔ: a reading as sets in which each, and the pair, has a 1 or a 9."""
    GENERALS = 8
    """将 jiàng: triplets and pair of 2, 5 and 8 alone."""
    GOLDEN = 16
    """Four melds, one tile in hand before the last."""
    PAIRS = 32
    """七对 qī duì."""
    DRAGON = 64
    """龙 lóng: seven pairs, four alike among them."""
    FLUSH = 128
    """清 qīng: one suit."""
    HEAVENLY = 256
    EARTHLY = 512
    """Said by the table, not seen in the tiles."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """亮牌 liàng pái: a hand given as its tiles, each meld as one tile; kongs in `kongs` lay open.

    In a win `concealed` has the winning tile; its order is kept and says nothing.
    """

    concealed: tuple[str, ...]
    pungs: tuple[str, ...] = ()
    kongs: tuple[str, ...] = ()
    concealed_kongs: tuple[str, ...] = ()
    void_suit: Suit | None = None

    @property
    def count(self) -> int:
        """How many tiles it is with three to each meld: 14 when complete, 13 when it waits."""
        return len(self.concealed) + 3 * len(self.melds)

    @property
    def melds(self) -> tuple[str, ...]:
        return self.pungs + self.kongs + self.concealed_kongs

    @property
    def suits(self) -> set[str]:
        """The letters of the suits that it holds."""
        return {tile[1] for tile in self.concealed + self.melds}

    def is_pig(self, void_played: bool) -> bool:
        """花猪 huā zhū: three suits or, where 定缺 is played, any tile of the suit that its owner declared void."""
        suits = self.suits
        return len(suits) == len(Suit) or (void_played and self.void_suit in suits)


_KEYS = ("pungs", "kongs", "concealed_kongs")


def hand_from_json(value: object, place: str = "hand") -> ShownHand:
    """A hand in the form of xuezhan-round/1; raises `Malformed` for what is no tile and for a fifth copy."""
    told = read_object(value, place, ("concealed",), (*_KEYS, "void_suit"))
    read = {key: _tiles(told[key], f"{place}.{key}") for key in ("concealed", *_KEYS) if key in told}
    void = _void_suit(told["void_suit"], f"{place}.void_suit") if "void_suit" in told else None
    hand = ShownHand(**read, void_suit=void)
    if fifth := fifth_copy(hand):
        raise Malformed(place, "fifth_copy", tile=fifth)
    return hand


def hand_to_json(hand: ShownHand) -> dict[str, object]:
    """The hand in the form of xuezhan-round/1, without what is empty."""
    melds = {key: write_tiles(getattr(hand, key)) for key in _KEYS if getattr(hand, key)}
    void = {"void_suit": hand.void_suit.value} if hand.void_suit else {}
    return {"concealed": write_tiles(hand.concealed), **melds, **void}


def fifth_copy(hand: ShownHand) -> str | None:
    """A tile of which the hand has more than there are."""
    all_tiles = hand.concealed + 3 * hand.pungs + COPIES * (hand.kongs + hand.concealed_kongs)
    return next((tile for tile in TILES if all_tiles.count(tile) > COPIES), None)


def _tiles(value: object, place: str) -> tuple[str, ...]:
    try:
        return read_tiles(read_text(value, place))
    except NotTiles:
        raise Malformed(place, "not_tiles", value=value) from None


def _void_suit(value: object, place: str) -> Suit:
    letter = read_text(value, place)
    return suit(letter) or read_variant(letter, place, Suit)


# ---- Counting in one number ----

_BITS = 3
UNITS: Mapping[str, int] = {tile: 1 << _BITS * i for i, tile in enumerate(TILES)}
"""One tile of each kind, as a number to add up."""

_SUIT_BITS = 9 * _BITS
_SUIT = (1 << _SUIT_BITS) - 1
_SUIT_MASKS = tuple(_SUIT << _SUIT_BITS * i for i in range(len(Suit)))
_ONES = sum(UNITS.values())
_UNITS_OF_SUIT = tuple(UNITS.values())[:9]


def _kinds(ranks: str) -> int:
    """All counts of the tiles that have one of these ranks."""
    return sum(7 * unit for tile, unit in UNITS.items() if tile[0] in ranks)


_EDGES, _INNER, _NO_GENERALS = _kinds("19"), _kinds("2345678"), _kinds("134679")


class Held(NamedTuple):
    """A hand as numbers: its concealed tiles, its pungs and its kongs (one tile each), and how many melds they are."""

    concealed: int
    pungs: int
    kongs: int
    melds: int

    @property
    def roots(self) -> int:
        """根 gēn: how many kinds it has exactly four of, not konged. A fifth, imagined copy makes none."""
        counts = self.concealed + 3 * self.pungs
        return (counts >> 2 & ~counts & _ONES).bit_count()

    @property
    def has_terminals(self) -> bool:
        """Is there a 1 or a 9 in it?"""
        return bool((self.concealed | self.pungs | self.kongs) & _EDGES)


def held(hand: ShownHand) -> Held:
    """The hand as numbers."""
    unit = UNITS.__getitem__
    concealed = sum(map(unit, hand.concealed))
    if not (hand.pungs or hand.kongs or hand.concealed_kongs):
        return Held(concealed, 0, 0, 0)
    kongs = hand.kongs + hand.concealed_kongs
    return Held(concealed, sum(map(unit, hand.pungs)), sum(map(unit, kongs)), len(hand.pungs) + len(kongs))


def features(hand: Held) -> int:
    """What a hand of 14 tiles is, in features of its readings; 0 when it is not complete, or has three suits.

    If all its suits are made of sets and pairs, the whole has exactly one pair: 14 leaves 2 when divided by 3, and
    so does twice the number of pairs, which is at most three.
    """
    concealed, pungs, kongs, melds = hand
    find = readable().get
    found = find(concealed & _SUIT, 0) & find(concealed >> _SUIT_BITS & _SUIT, 0) & find(concealed >> 2 * _SUIT_BITS, 0)
    if not melds and not concealed & _ONES:
        found |= Feature.PAIRS | Feature.DRAGON if concealed >> 2 & _ONES else Feature.PAIRS
    if not found:
        return 0
    laid = pungs | kongs
    if (suits := _suits(concealed | laid)) > 2:
        return 0
    if suits == 1:
        found |= Feature.FLUSH
    if laid & _INNER:
        found &= ~Feature.TERMINALS
    if melds == 4:
        found |= Feature.GOLDEN
    if found & Feature.TRIPLETS and not (concealed | laid) & _NO_GENERALS:
        found |= Feature.GENERALS
    return found


def _suits(tiles: int) -> int:
    characters, dots, bamboo = _SUIT_MASKS
    return (tiles & characters != 0) + (tiles & dots != 0) + (tiles & bamboo != 0)


def waits(hand: Held, *, melds_block: bool) -> Iterator[tuple[str, Held]]:
    """叫 jiào: the tiles that complete a hand of 13 in at most two suits, each with the complete hand.

    死叫 sǐ jiào: a tile is none of them if its owner holds all four; `melds_block` says whether those in melds count.
    """
    concealed, pungs, kongs, melds = hand
    if _suits(concealed | pungs | kongs) > 2:
        return
    blocked = (concealed + 3 * pungs + COPIES * kongs if melds_block else concealed) >> 2 & _ONES
    for tile, unit in _completing(concealed, melds):
        if not blocked & unit:
            yield tile, Held(concealed + unit, pungs, kongs, melds)


def _completing(concealed: int, melds: int) -> Iterator[tuple[str, int]]:
    """The tiles that make the concealed part of a hand of 13 complete, in the order of TILES."""
    odd = concealed & _ONES
    lone = odd if not melds and not odd & odd - 1 else 0
    table = readable()
    parts = [concealed >> _SUIT_BITS * i & _SUIT for i in range(len(Suit))]
    broken = [part not in table for part in parts]
    for i, part in enumerate(parts):
        if part:
            others_stand = sum(broken) == broken[i]
            for tile, unit, in_suit in _TILES_OF_SUIT[i]:
                if (others_stand and part + in_suit in table) or unit == lone:
                    yield tile, unit


_TILES_OF_SUIT = tuple(
    tuple((tile, UNITS[tile], UNITS[tile] >> _SUIT_BITS * i) for tile in TILES[9 * i : 9 * i + 9])
    for i in range(len(Suit))
)


@cache
def readable() -> Mapping[int, int]:
    """Counts of one suit that are sets, with or without a pair → the features of their readings (21,743 entries).

    Built when the first hand is read. A feature is there if some reading has it in every set, so it is carried along
    set by set, whatever the others are.
    """
    any_sets = Feature.SETS | Feature.TRIPLETS | Feature.TERMINALS
    ranks = [
        (u, any_sets if rank in (0, 8) else Feature.SETS | Feature.TRIPLETS) for rank, u in enumerate(_UNITS_OF_SUIT)
    ]
    sets = [(3 * unit, kind) for unit, kind in ranks]
    for rank in range(7):
        edge = Feature.TERMINALS if rank in (0, 6) else 0
        sets.append((sum(_UNITS_OF_SUIT[rank : rank + 3]), Feature.SETS | edge))
    fewer = table = {0: any_sets}
    for _ in range(4):
        fewer = _added(fewer, sets)
        table = table | fewer
    return table | _added(table, [(2 * unit, kind) for unit, kind in ranks])


def _added(table: Mapping[int, int], groups: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Each of the counts with one more of these groups, as far as there are tiles for it."""
    result: dict[int, int] = {}
    for counts, found in table.items():
        for group, kind in groups:
            new = counts + group
            if not new >> 2 & (new | new >> 1) & _ONES:  # no kind stands five times or more
                result[new] = result.get(new, 0) | found & kind
    return result
