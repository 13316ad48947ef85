"""A complete hand as it is read: its tiles in sets and a pair, or in seven pairs. For the eye alone: what a hand is
worth, the rules say."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.rules.hands import Feature, ShownHand
from rounds.rules.patterns import Pattern
from rounds.rules.tiles import TILES, Suit
from rounds.screens.laying import CONCEALED_KONGS, KONGS, PUNGS, SIZES, part
from rounds.wording import say_tiles, word

Group = tuple[str, ...]
Groups = tuple[Group, ...]

_EDGES = ("1", "9")

MARKS: Mapping[str, str] = {"m": "wan", "p": "tong", "s": "tiao"}
"""The drawing of each suit."""


@dataclass(frozen=True, slots=True)
class Face:
    """A tile as it is drawn: its number above the mark of its suit; the one that came last has a frame."""

    tile: str
    framed: bool = False

    @property
    def rank(self) -> str:
        return self.tile[0]

    @property
    def mark(self) -> str:
        return MARKS[self.tile[1]]

    @property
    def suit(self) -> str:
        """筒 tǒng: what is said after the number."""
        return word(Suit(self.tile[1]))

    @property
    def said(self) -> str:
        """7筒, as people say it."""
        return say_tiles([self.tile])


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld that lies open or face down; without faces it is a kong whose tile is yet to be said."""

    word: str
    faces: tuple[Face, ...]


def meld_words() -> Mapping[str, str]:
    """What the melds of a hand are called, by the part of it that they are."""
    return {PUNGS: _("碰"), KONGS: _("明杠"), CONCEALED_KONGS: _("暗杠")}


def melds(hand: ShownHand) -> tuple[Meld, ...]:
    """The melds of a hand as they are drawn."""
    return tuple(
        Meld(said, (Face(tile),) * SIZES[mode]) for mode, said in meld_words().items() for tile in part(hand, mode)
    )


def faces(groups: Groups, winning: str = "") -> tuple[tuple[Face, ...], ...]:
    """The tiles of the groups; of those like the winning one the last has the frame."""
    last = max((i for i, group in enumerate(groups) if winning in group), default=-1)
    return tuple(tuple(_faces(group, winning if i == last else "")) for i, group in enumerate(groups))


def _faces(group: Group, winning: str) -> Iterator[Face]:
    framed = len(group) - 1 - group[::-1].index(winning) if winning in group else -1
    yield from (Face(tile, i == framed) for i, tile in enumerate(group))


def as_read(hand: ShownHand, pattern: Pattern) -> Groups:
    """The tiles in hand, in the groups by which the whole is this pattern; the pair last."""
    tiles = in_order(hand.concealed)
    found = [*_as_sets(tiles), *_as_pairs(tiles, hand)]
    return next((groups for groups in found if _is_read_so(groups, pattern.needs)), (tiles,))


def in_order(tiles: Group) -> Group:
    """Sorted by suit, then by number."""
    return tuple(sorted(tiles, key=TILES.index))


def _is_read_so(groups: Groups, needs: int) -> bool:
    pairs = sum(len(group) == 2 for group in groups) > 1
    if needs & (Feature.PAIRS | Feature.DRAGON):
        return pairs
    if needs & (Feature.TRIPLETS | Feature.GENERALS):
        return all(len(set(group)) == 1 for group in groups) and not pairs
    if needs & Feature.TERMINALS:
        return all(any(tile[0] in _EDGES for tile in group) for group in groups) and not pairs
    return True


def _as_pairs(tiles: Group, hand: ShownHand) -> Iterator[Groups]:
    pairs = tuple(zip(tiles[::2], tiles[1::2], strict=False))
    if not hand.melds and len(tiles) % 2 == 0 and all(one == other for one, other in pairs):
        yield pairs


def _as_sets(tiles: Group) -> Iterator[Groups]:
    """Every way to read sorted tiles as sets and one pair."""
    for i in range(len(tiles) - 1):
        pair = tiles[i : i + 2]
        if pair[0] == pair[1] and (i == 0 or tiles[i - 1] != pair[0]):
            yield from ((*sets, pair) for sets in _sets(tiles[:i] + tiles[i + 2 :]))


def _sets(tiles: Group) -> Iterator[Groups]:
    """Every way to read sorted tiles as sets: the first of them is in a triplet, or starts a run."""
    if not tiles:
        yield ()
        return
    first = tiles[0]
    run = tuple(f"{int(first[0]) + step}{first[1]}" for step in range(3))
    for group in ((first,) * 3, run):
        rest = _without(tiles, group)
        if rest is not None:
            yield from ((group, *sets) for sets in _sets(rest))


def _without(tiles: Group, group: Group) -> Group | None:
    rest = list(tiles)
    for tile in group:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)
