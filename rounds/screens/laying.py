"""摆牌 bǎi pái: a hand laid out tile by tile; what a tap makes of it, and what cannot be."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rounds.cells import MELDS
from rounds.rules.hands import COMPLETE, ShownHand
from rounds.rules.play import Play
from rounds.rules.ruleset import KongKind
from rounds.rules.tiles import COPIES, NotTiles, Suit, read_tiles
from rounds.wording import say_tiles

CONCEALED, PUNGS, KONGS, CONCEALED_KONGS = MODES = ("concealed", *MELDS)
"""What a tap on a tile adds: the tile, or a meld of it."""

KONG_MODES = (KONGS, CONCEALED_KONGS)
SIZES: Mapping[str, int] = {CONCEALED: 1, PUNGS: 3, KONGS: COPIES, CONCEALED_KONGS: COPIES}
"""So many copies of the tile are used up by it."""

MAX_MELDS = 4

Made = Mapping[str, tuple[str | None, ...]]
"""The kongs in a player's log by how they lie: the tile of each, None where nobody said it."""


@dataclass(frozen=True, slots=True)
class Room:
    """What a hand may be made of: `most` tiles with three to each meld, and the kongs that its owner has made.

    Where there is no log (`made` is None) kongs are laid down as freely as pungs.
    """

    most: int = COMPLETE
    made: Made | None = None

    def awaited(self, hand: ShownHand, mode: str) -> int:
        """So many kongs that lie like this have been made and are yet to be laid down."""
        return max(0, len((self.made or {}).get(mode, ())) - len(part(hand, mode)))

    def all_awaited(self, hand: ShownHand) -> int:
        return sum(self.awaited(hand, mode) for mode in KONG_MODES)

    def free(self, hand: ShownHand) -> int:
        """So many tiles can still be added, with three to each meld; the kongs that are awaited have their place."""
        return self.most - hand.count - 3 * self.all_awaited(hand)

    def known(self, mode: str) -> Iterator[str]:
        """The kongs of the log that have told their tile."""
        return (tile for tile in (self.made or {}).get(mode, ()) if tile)

    def with_known(self, hand: ShownHand) -> ShownHand:
        """The hand with the kongs laid down that have told their tile."""
        for mode in KONG_MODES:
            missing = tuple(tile for tile in self.known(mode) if tile not in part(hand, mode))
            hand = _with_part(hand, mode, missing + part(hand, mode)) if missing else hand
        return hand


def made_by(play: Play, player: str) -> Made:
    """The kongs that the player has made in this round."""
    kongs = play.kongs_of(player)
    return {
        KONGS: tuple(kong.tile for kong in kongs if kong.kind is not KongKind.CONCEALED),
        CONCEALED_KONGS: tuple(kong.tile for kong in kongs if kong.kind is KongKind.CONCEALED),
    }


def part(hand: ShownHand, mode: str) -> tuple[str, ...]:
    """The tiles in hand, or one tile each of the melds that lie like this."""
    tiles: tuple[str, ...] = getattr(hand, mode)
    return tiles


def _with_part(hand: ShownHand, mode: str, tiles: tuple[str, ...]) -> ShownHand:
    parts = {name: part(hand, name) for name in MODES} | {mode: tiles}
    return ShownHand(**parts, void_suit=hand.void_suit)


def copies(hand: ShownHand, tile: str) -> int:
    """How many of this tile the hand uses up."""
    return sum(size * part(hand, mode).count(tile) for mode, size in SIZES.items())


def added(hand: ShownHand, mode: str, tile: str, room: Room) -> ShownHand | None:
    """The hand after a tap on a tile; None where it cannot be: a fifth copy, a fifth meld, no room."""
    if copies(hand, tile) + SIZES[mode] > COPIES or not fits(hand, mode, room):
        return None
    return _with_part(hand, mode, (*part(hand, mode), tile))


def fits(hand: ShownHand, mode: str, room: Room) -> bool:
    """Is there room for one more tile or meld of this kind? For a kong only if it is in the log, where there is one."""
    if mode in KONG_MODES and room.made is not None:
        return room.awaited(hand, mode) > 0
    if mode == CONCEALED:
        return room.free(hand) > 0
    return len(hand.melds) + room.all_awaited(hand) < MAX_MELDS and room.free(hand) >= 3


def taken_back(hand: ShownHand, mode: str, room: Room) -> ShownHand | None:
    """退一张 tuì yī zhāng: the hand without the newest tile or meld of this kind; None where none can go."""
    tiles, known = part(hand, mode), set(room.known(mode))
    last = next((i for i in reversed(range(len(tiles))) if tiles[i] not in known), None)
    return None if last is None else _with_part(hand, mode, tiles[:last] + tiles[last + 1 :])


def cleared(hand: ShownHand, room: Room) -> ShownHand:
    """清空 qīng kōng: nothing but the kongs of the log that have told their tile, and the void suit."""
    return room.with_known(ShownHand((), void_suit=hand.void_suit))


def with_next_void(hand: ShownHand) -> ShownHand:
    """定缺 dìng quē: the hand after a tap on the key: 万, 筒, 条, none."""
    order = (None, *Suit)
    return replace(hand, void_suit=order[(order.index(hand.void_suit) + 1) % len(order)])


def typed(hand: ShownHand, text: str, room: Room) -> tuple[ShownHand, str]:
    """The hand with the tiles in hand as somebody typed them; else as it was, and what is wrong with the text."""
    try:
        tiles = read_tiles("".join(text.split()))
    except NotTiles:
        return hand, _("看不懂，要写成 123万44筒 或 123m44p")
    new = _with_part(hand, CONCEALED, tiles)
    if fifth := next((tile for tile in tiles if copies(new, tile) > COPIES), None):
        return hand, _("{tile}只有四张").format(tile=say_tiles([fifth]))
    if room.free(new) < 0:
        return hand, _("多了{count}张").format(count=-room.free(new))
    return new, ""
