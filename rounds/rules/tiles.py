"""牌 pái: 27 kinds of tiles in three suits, written as rank and suit letter ("5m"), and several as mpsz text."""

import re
from collections.abc import Iterable

from rounds.rules.terms import Named


class Suit(Named):
    """花色 huā sè."""

    CHARACTERS = "m", "万", "萬", "wàn", "characters"
    DOTS = "p", "筒", "筒", "tǒng", "dots"
    BAMBOO = "s", "条", "條", "tiáo", "bamboo"


SUITS = "".join(Suit)

TILES = tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10))
"""1m to 9m, 1p to 9p, 1s to 9s."""

COPIES = 4
"""So many tiles of each kind are in the game."""

_READ = str.maketrans("万萬筒饼餅条條索１２３４５６７８９", "mmpppsss123456789")
_SAME = {tile: tile for tile in TILES}
"""Each tile is one text object wherever it is read: looking up a hand's tiles costs half as much."""
_RUN = re.compile(rf"([1-9]+)([{SUITS}])")


class NotTiles(ValueError):
    """The text holds something that is not a tile."""


def tile(text: str) -> str | None:
    """One tile in its plain notation, or None when the text is not one tile.

    Also reads 万筒条 (and 萬 饼 餅 條 索) for the suits, and full-width digits: "５万" is "5m".
    """
    plain = text.translate(_READ)
    return plain if plain in TILES else None


def suit(text: str) -> Suit | None:
    """One suit by its letter or its word (万筒条), or None."""
    plain = text.translate(_READ)
    return Suit(plain) if plain in tuple(Suit) else None


def read_tiles(text: str) -> tuple[str, ...]:
    """The tiles of an mpsz text in its order: "123m44p", or "123万44筒"; "" holds none. Raises `NotTiles`."""
    plain, found, end = text.translate(_READ), [], 0
    while run := _RUN.match(plain, end):
        found += [_SAME[rank + run[2]] for rank in run[1]]
        end = run.end()
    if end < len(plain):
        raise NotTiles(text)
    return tuple(found)


def write_tiles(tiles: Iterable[str], suits: str = SUITS) -> str:
    """The tiles in their order as mpsz text, or with other letters for the three suits: `write_tiles(…, "万筒条")`."""
    text, open_suit = "", ""
    for tile in tiles:
        if open_suit and tile[1] != open_suit:
            text += suits[SUITS.index(open_suit)]
        text += tile[0]
        open_suit = tile[1]
    return text + suits[SUITS.index(open_suit)] if open_suit else text
