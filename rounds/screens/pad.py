"""牌键 pái jiàn: the keys on which a hand is laid out, each with the address that a tap on it leads to.

The hand stands in the address, and so does what every key would make of it: no script is needed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rounds.cells import NoSuchCell, tiles_told
from rounds.rules.hands import ShownHand
from rounds.rules.tiles import Suit
from rounds.screens.laying import (
    CONCEALED,
    KONG_MODES,
    MODES,
    Room,
    added,
    cleared,
    part,
    taken_back,
    typed,
    with_next_void,
)
from rounds.screens.reading import MARKS, Meld, meld_words, melds
from rounds.wording import brief, say_tiles


@dataclass(frozen=True, slots=True)
class View:
    """How the pad stands: what a tap adds ("" for what is due), the suit that is shown, the text that was typed."""

    mode: str = ""
    suit: Suit | None = None
    typed: str | None = None

    def told(self) -> dict[str, str]:
        """As an address goes on telling it; a text that was typed is in the hand by then."""
        suit = self.suit.value if self.suit else ""
        return {name: value for name, value in (("mode", self.mode), ("suit", suit)) if value}


def read_view(data: Mapping[str, str]) -> View:
    """How an address says that the pad stands; raises `NoSuchCell`."""
    mode, suit = data.get("mode", ""), data.get("suit", "")
    if mode not in ("", *MODES) or suit not in ("", *Suit):
        raise NoSuchCell("mode or suit")
    return View(mode, Suit(suit) if suit else None, data.get("typed"))


@dataclass(frozen=True, slots=True)
class Desk:
    """A hand on the pad, and what its keys depend on.

    `kept`: what else the address tells and has to go on telling. `of`: the player, where the hands of several stand in
    one address. `wrong`: why the text that was typed is not the hand.
    """

    hand: ShownHand
    view: View
    room: Room
    void_played: bool
    kept: Mapping[str, str]
    of: str = ""
    wrong: str = ""

    @property
    def mode(self) -> str:
        """What a tap adds: as chosen, else first the kongs of the log whose tile nobody said."""
        due = (mode for mode in KONG_MODES if self.room.awaited(self.hand, mode))
        return self.view.mode or next(due, CONCEALED)

    def query(self, hand: ShownHand, view: View) -> str:
        """The address with this hand on the pad."""
        return urlencode({**self.kept, **tiles_told(hand, self.of), **view.told()}, safe=",:")


def desk(hand: ShownHand, view: View, room: Room, kept: Mapping[str, str], *, void_played: bool, of: str = "") -> Desk:
    """The hand with what is known of it laid down, and with what was typed."""
    hand, wrong = room.with_known(hand), ""
    if view.typed is not None:
        hand, wrong = typed(hand, view.typed, room)
    return Desk(hand, view, room, void_played, kept, of, wrong)


@dataclass(frozen=True, slots=True)
class Key:
    """One key: `name` is its hook, `query` the address after a tap on it, empty where it is dead."""

    name: str
    label: str
    query: str
    on: bool = False


@dataclass(frozen=True, slots=True)
class Pad:
    """All keys of the pad, and what lies on the table beside it.

    A row is a suit, three numbers with the `mark` of the suit that is shown, and a key that is no tile. `fields` tell
    the hand and `kept` the rest, for a form. `text` is the hand as people type it, or what was typed if that is
    `wrong`. `asks` says which tile is needed before all others.
    """

    melds: tuple[Meld, ...]
    modes: tuple[Key, ...]
    rows: tuple[tuple[Key, tuple[Key, ...], Key | None], ...]
    mark: str
    fields: Mapping[str, str]
    kept: Mapping[str, str]
    text: str
    wrong: str
    asks: str


def pad(desk: Desk) -> Pad:
    """The pad: beside each suit three numbers, and at the right 退一张, 清空, 定缺."""
    suit = desk.view.suit or _suit_of_newest(desk.hand)
    tiles = tuple(_tile_keys(desk, suit))
    ends = (_back_key(desk, suit), _clear_key(desk), _void_key(desk, suit))
    suits = tuple(_suit_keys(desk, suit))
    return Pad(
        melds=tuple(_melds(desk)),
        modes=tuple(_mode_keys(desk, suit)),
        rows=tuple((suits[i], tiles[3 * i : 3 * i + 3], ends[i]) for i in range(3)),
        mark=MARKS[suit.value],
        fields=tiles_told(desk.hand, desk.of),
        kept=desk.kept,
        text=desk.view.typed or "" if desk.wrong else say_tiles(desk.hand.concealed),
        wrong=desk.wrong,
        asks=_asks(desk),
    )


def _suit_of_newest(hand: ShownHand) -> Suit:
    """The next tile is likely to be of the suit of the one before."""
    tiles = hand.concealed or hand.melds
    return Suit(tiles[-1][1]) if tiles else Suit.CHARACTERS


def _suit_keys(desk: Desk, shown: Suit) -> Iterable[Key]:
    for suit in Suit:
        yield Key(f"suit:{suit.value}", brief(suit), desk.query(desk.hand, _at(desk, suit)), suit is shown)


def _at(desk: Desk, suit: Suit, mode: str | None = None) -> View:
    return View(desk.view.mode if mode is None else mode, suit)


def _tile_keys(desk: Desk, suit: Suit) -> Iterable[Key]:
    for rank in "123456789":
        new = added(desk.hand, desk.mode, rank + suit.value, desk.room)
        yield Key(rank + suit.value, rank, desk.query(new, _after(desk, new, suit)) if new else "")


def _after(desk: Desk, new: ShownHand, suit: Suit) -> View:
    """Once the last kong of the log has got its tile, what is due next is added."""
    done = desk.mode in KONG_MODES and desk.room.made is not None and not desk.room.awaited(new, desk.mode)
    return _at(desk, suit, "" if done else None)


def _mode_keys(desk: Desk, suit: Suit) -> Iterable[Key]:
    """手牌, 碰, 明杠, 暗杠. A kong that is not in the log cannot be laid down: it is recorded first."""
    made = desk.room.made
    for mode, label in _words().items():
        live = mode not in KONG_MODES or made is None or made[mode] or part(desk.hand, mode)
        query = desk.query(desk.hand, _at(desk, suit, mode)) if live else ""
        yield Key(f"mode:{mode}", label, query, mode == desk.mode)


def _words() -> Mapping[str, str]:
    return {CONCEALED: _("手牌"), **meld_words()}


def _back_key(desk: Desk, suit: Suit) -> Key:
    new = taken_back(desk.hand, desk.mode, desk.room)
    return Key("back", _("退一张"), desk.query(new, _at(desk, suit, desk.mode)) if new else "")


def _clear_key(desk: Desk) -> Key:
    new = cleared(desk.hand, desk.room)
    return Key("clear", _("清空"), desk.query(new, View()) if new != desk.hand else "")


def _void_key(desk: Desk, suit: Suit) -> Key | None:
    if not desk.void_played:
        return None
    void = desk.hand.void_suit
    label = _("缺{suit}").format(suit=brief(void)) if void else _("定缺")
    return Key("void", label, desk.query(with_next_void(desk.hand), _at(desk, suit)), void is not None)


def _melds(desk: Desk) -> Iterable[Meld]:
    """Those that lie there, and a place for each kong whose tile is yet to be said."""
    yield from melds(desk.hand)
    for mode in KONG_MODES:
        yield from (Meld(_words()[mode], ()) for _unsaid in range(desk.room.awaited(desk.hand, mode)))


def _asks(desk: Desk) -> str:
    if not desk.room.awaited(desk.hand, desk.mode):
        return ""
    return _("{kong}的是哪张？").format(kong=_words()[desk.mode])
