"""手牌 shǒu pái: a hand shown as tiles, and what it is: complete in which ways, or waiting for which tiles.

One whole number holds the counts of all 27 kinds of tiles, three bits each. A table knows every way in which the tiles
of one suit are sets, with or without the pair; a hand is then three look-ups, whatever its tiles.
"""

from collections.abc import Mapping, Sequence
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

_SUIT = (1 << 9 * _BITS) - 1
_CHARACTERS, _DOTS, _BAMBOO = (_SUIT << 9 * _BITS * i for i in range(3))
_TILES_OF = dict(zip(Suit, (_CHARACTERS, _DOTS, _BAMBOO), strict=True))
_ONES = sum(UNITS.values())
_FOURS = _ONES << 2
_UNITS_OF_SUIT = tuple(UNITS.values())[:9]


def _kinds(ranks: str) -> int:
    """All counts of the tiles that have one of these ranks."""
    return sum(7 * unit for tile, unit in UNITS.items() if tile[0] in ranks)


_EDGES, _INNER, _NO_GENERALS = _kinds("19"), _kinds("2345678"), _kinds("134679")


class Melds(NamedTuple):
    """The melds of a hand, one tile each: pungs, kongs, both together, and how many they are."""

    pungs: int
    kongs: int
    laid: int
    number: int


def counted(hand: ShownHand) -> tuple[int, Melds]:
    """The hand as numbers: its concealed tiles, and its melds."""
    concealed = _sum(hand.concealed)
    if not (hand.pungs or hand.kongs or hand.concealed_kongs):
        return concealed, _NO_MELDS
    kongs = hand.kongs + hand.concealed_kongs
    pung_units, kong_units = _sum(hand.pungs), _sum(kongs)
    return concealed, Melds(pung_units, kong_units, pung_units + kong_units, len(hand.pungs) + len(kongs))


_NO_MELDS = Melds(0, 0, 0, 0)


def _sum(tiles: tuple[str, ...]) -> int:
    counts = 0
    for tile in tiles:
        counts += UNITS[tile]
    return counts


def as_sets(concealed: int) -> int:
    """What the concealed tiles of a hand of 14 are as sets and a pair, in features; 0 when they are not.

    If all suits are made of sets and pairs, the whole has exactly one pair: 14 leaves 2 when divided by 3, and so does
    twice the number of pairs, which is at most three.
    """
    find = readable().get
    return find(concealed & _SUIT, 0) & find(concealed >> 27 & _SUIT, 0) & find(concealed >> 54, 0)


def features(concealed: int, melds: Melds, found: int) -> int:
    """What a hand of 14 tiles is, in features; 0 when it is not complete, or has three suits.

    `found`: what its concealed tiles are as sets (`as_sets`).
    """
    tiles, laid = concealed, melds.laid
    if laid:
        tiles |= laid
        if laid & _INNER:
            found &= ~Feature.TERMINALS
        if melds.number == 4 and found:
            found |= Feature.GOLDEN
    elif not concealed & _ONES:
        found |= Feature.PAIRS | Feature.DRAGON if concealed & _FOURS else Feature.PAIRS
    if not found:
        return 0
    if found & Feature.TRIPLETS and not tiles & _NO_GENERALS:
        found |= Feature.GENERALS
    suits = (tiles & _CHARACTERS != 0) + (tiles & _DOTS != 0) + (tiles & _BAMBOO != 0)
    return found if suits == 2 else found | Feature.FLUSH if suits == 1 else 0


def roots(concealed: int, melds: Melds) -> int:
    """根 gēn: how many kinds a hand has exactly four of, not konged. A fifth, imagined copy makes none."""
    counts = concealed + 3 * melds.pungs if melds.pungs else concealed
    return (counts >> 2 & ~counts & _ONES).bit_count() if counts & _FOURS else 0


def has_terminals(concealed: int, melds: Melds) -> bool:
    """Is there a 1 or a 9 in the hand?"""
    return (concealed | melds.laid) & _EDGES != 0


def holds(concealed: int, melds: Melds, suit: Suit) -> bool:
    """Is there a tile of this suit in the hand?"""
    return (concealed | melds.laid) & _TILES_OF[suit] != 0


def waits(concealed: int, melds: Melds, *, melds_block: bool) -> dict[str, tuple[int, int]]:
    """叫 jiào: the tiles that complete a hand of 13, each with the concealed tiles it makes and what they are as sets.

    死叫 sǐ jiào: a tile is none of them if its owner holds all four; `melds_block` says whether those in melds count.
    """
    find = readable().get
    a, b, c = concealed & _SUIT, concealed >> 27 & _SUIT, concealed >> 54
    sets_a, sets_b, sets_c = find(a, 0), find(b, 0), find(c, 0)
    found = {}
    for part, others, tiles in zip(
        (a, b, c), (sets_b & sets_c, sets_a & sets_c, sets_a & sets_b), _IN_SUIT, strict=True
    ):
        if part and others:
            for tile, in_suit, unit in tiles:
                if sets := find(part + in_suit, 0):
                    found[tile] = concealed + unit, sets & others
    odd = concealed & _ONES
    if not melds.number and not odd & odd - 1:
        found.setdefault(TILES[odd.bit_length() // _BITS], (concealed + odd, 0))
    blocked = (concealed + 3 * melds.pungs + COPIES * melds.kongs if melds_block and melds.laid else concealed) & _FOURS
    if blocked:
        return {tile: whole for tile, whole in found.items() if not blocked & UNITS[tile] << 2}
    return found


_IN_SUIT = tuple(
    tuple(zip(tiles, _UNITS_OF_SUIT, [UNITS[tile] for tile in tiles], strict=True))
    for tiles in (TILES[:9], TILES[9:18], TILES[18:])
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
