"""Tiles: 27 kinds in three suits, written as rank and suit letter ("5m")."""

SUITS = "mps"
"""万 m, 筒 p, 条 s."""

TILES = frozenset(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10))

_READ = str.maketrans("万萬筒饼餅条條索１２３４５６７８９", "mmpppsss123456789")


def tile(text: str) -> str | None:
    """One tile in its plain notation, or None when the text is not one tile.

    Also reads 万筒条 (and 萬 饼 餅 條 索) for the suits, and full-width digits: "５万" is "5m".
    """
    plain = text.translate(_READ)
    return plain if plain in TILES else None
