"""Cells: the keys of a player's sheet, as text, and the facts they stand for."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from rounds.book.refusals import NotNow
from rounds.cleaning import Unclean, clean, whole_number
from rounds.rules.events import (
    MAX_ROOTS,
    POT,
    TILE_BONUSES,
    CalledFans,
    CalledPattern,
    Fact,
    Hand,
    HandState,
    Kong,
    Leave,
    Transfer,
    WallOut,
    WallState,
    Win,
    WinBy,
    Winner,
)
from rounds.rules.hands import ShownHand, hand_from_json, hand_to_json
from rounds.rules.judge import ADDED_LATER
from rounds.rules.patterns import LUCK, Pattern
from rounds.rules.ruleset import Bonus, KongKind
from rounds.rules.strict import MAX_FANS, MAX_POINTS, Malformed
from rounds.rules.terms import Named

N = TypeVar("N", bound=Named)

AFTER_KONG = "after_kong"
ROBBED_KONG = "robbed_kong"
SAID_BONUSES = (Bonus.UNDER_THE_SEA, Bonus.LAST_CHANCE, Bonus.CONCEALED_HAND, Bonus.NO_TERMINALS)
"""Bonuses that are chips of their own; the others are said by the event."""

FLAGS = (AFTER_KONG, ROBBED_KONG, *(said.value for said in (*SAID_BONUSES, *LUCK)))

MELDS = ("pungs", "kongs", "concealed_kongs")
TILE_FIELDS = ("concealed", *MELDS, "void_suit")
"""The fields that tell a hand as its tiles; `concealed` is there as long as tiles are being shown, also without any."""


class NoSuchCell(ValueError):
    """The text names no cell of a sheet."""


class NoSuchTiles(NoSuchCell):
    """The fields tell no hand; `fault` says why."""

    def __init__(self, fault: Malformed) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Choice:
    """What is lit on the sheet of `seat`: chips, and a hand where one was chosen before the cell."""

    seat: str
    flags: frozenset[str] = frozenset()
    hand: Hand | None = None

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses among the chips, in the order of the rules."""
        return tuple(bonus for bonus in SAID_BONUSES if bonus in self.flags)

    @property
    def luck(self) -> tuple[Pattern, ...]:
        """天胡 or 地胡 among the chips."""
        return tuple(pattern for pattern in LUCK if pattern in self.flags)

    @property
    def tiles(self) -> ShownHand | None:
        """The hand, if it is told as its tiles."""
        return self.hand if isinstance(self.hand, ShownHand) else None


def read_choice(seat: str, data: Mapping[str, str]) -> Choice:
    """The choice that a form or an address tells; raises `NoSuchCell`.

    Its fields: `flags`, and for a hand `pattern` and `roots`, or `fans`, or those of TILE_FIELDS.
    """
    flags = frozenset(flag for flag in data.get("flags", "").split(",") if flag)
    choice = Choice(seat, flags, _read_hand(data))
    if not flags <= set(FLAGS) or {AFTER_KONG, ROBBED_KONG} <= flags or flags & set(unfit_flags(choice.hand)):
        raise NoSuchCell("flags")
    return choice


def unfit_flags(hand: Hand | None) -> tuple[str, ...]:
    """The chips that say nothing beside this hand: tiles show themselves what they earn, a called 天胡 is a pattern."""
    return TILE_BONUSES if isinstance(hand, ShownHand) else LUCK


def _read_hand(data: Mapping[str, str]) -> Hand | None:
    shown = read_tiles_of(data)
    if sum([shown is not None, bool(data.get("pattern")), bool(data.get("fans"))]) > 1:
        raise NoSuchCell("two hands")
    if shown is not None:
        return shown
    if pattern := data.get("pattern"):
        return CalledPattern(_member(Pattern, pattern), _number(data.get("roots", "0"), 0, MAX_ROOTS))
    if fans := data.get("fans"):
        return CalledFans(_number(fans, 0, MAX_FANS))
    return None


def read_tiles_of(data: Mapping[str, str], of: str = "") -> ShownHand | None:
    """The hand that is told as tiles, of player `of` on the sheet of the wall; None where none is being shown.

    Raises `NoSuchTiles`.
    """
    told = {name: data.get(field_of(name, of), "") for name in TILE_FIELDS}
    if field_of("concealed", of) not in data:
        return None
    try:
        return hand_from_json({name: text for name, text in told.items() if text or name == "concealed"})
    except Malformed as fault:
        raise NoSuchTiles(fault) from fault


def tiles_told(hand: ShownHand, of: str = "") -> dict[str, str]:
    """A hand as its fields tell it, and `read_tiles_of` reads it."""
    return {field_of(name, of): str(text) for name, text in hand_to_json(hand).items()}


def field_of(name: str, player: str) -> str:
    """A field of the sheet of the wall, where each player has his own: "concealed-A"."""
    return f"{name}-{player}" if player else name


def _member(kind: type[N], name: str) -> N:
    try:
        return kind(name)
    except ValueError:
        raise NoSuchCell(name) from None


def _number(text: str, least: int, most: int) -> int:
    try:
        return whole_number(text, least, most)
    except Unclean:
        raise NoSuchCell(text) from None


def fact_of(choice: Choice, cell: str) -> Fact:
    """The fact that a cell stands for; raises `NoSuchCell`.

    "self_draw:2", "discard:B:2", "kong:concealed", "kong:exposed:B"; the last part of a win may be "hand".
    """
    match cell.split(":"):
        case ["self_draw", worth]:
            return Win(WinBy.SELF_DRAW, (winner(choice, worth),), after_kong=AFTER_KONG in choice.flags)
        case ["discard", discarder, worth] if discarder:
            if ROBBED_KONG in choice.flags:
                return Win(WinBy.ROBBED_KONG, (winner(choice, worth),), discarder)
            return Win(WinBy.DISCARD, (winner(choice, worth),), discarder, after_kong=AFTER_KONG in choice.flags)
        case ["kong", "exposed", feeder]:
            return Kong(choice.seat, KongKind.EXPOSED, feeder)
        case ["kong", kind] if kind != KongKind.EXPOSED:
            return Kong(choice.seat, _member(KongKind, kind))
        case ["leave"]:
            return Leave(choice.seat)
    raise NoSuchCell(cell)


def winner(choice: Choice, worth: str) -> Winner:
    """The winner that a cell names: a number of fans, or "hand" for the one that was chosen."""
    hand = choice.hand if worth == "hand" else CalledFans(_number(worth, 0, MAX_FANS))
    if hand is None or (choice.tiles and worth != "hand"):
        raise NoSuchCell(worth)
    return Winner(choice.seat, hand, choice.bonuses, choice.luck)


def robs(fact: Fact, kong: Kong) -> bool:
    """抢杠 qiǎng gàng: may this win be on the tile of that kong?"""
    robbing = isinstance(fact, Win) and fact.by is WinBy.ROBBED_KONG and fact.discarder == kong.player
    return robbing and kong.kind in ADDED_LATER


def with_winner(win: Win, choice: Choice, worth: str) -> Win:
    """也胡 yě hú: the win with one more winner on the same tile; raises `NoSuchCell`."""
    return replace(win, winners=(*win.winners, winner(choice, worth)))


def wall_from(data: Mapping[str, str], players: tuple[str, ...]) -> WallOut:
    """The end of the wall as far as a form tells it: "state-A" is "ready:2", "not_ready" or "flower_pig".

    With "ready:hand" the tiles stand beside it: "concealed-A" and the others of TILE_FIELDS.
    """
    told = {player: data[f"state-{player}"] for player in players if data.get(f"state-{player}")}
    return WallOut({player: state_of(text, read_tiles_of(data, player)) for player, text in told.items()})


def state_of(text: str, tiles: ShownHand | None = None) -> HandState:
    """The state that a cell of the wall-out sheet stands for; raises `NoSuchCell`."""
    match text.split(":"):
        case ["ready", "hand"] if tiles is not None:
            return HandState(WallState.READY, tiles)
        case ["ready", worth]:
            return HandState(WallState.READY, CalledFans(_number(worth, 0, MAX_FANS)))
        case [state] if state != WallState.READY:
            return HandState(_member(WallState, state))
    raise NoSuchCell(text)


def transfer_from(seat: str, data: Mapping[str, str], players: tuple[str, ...]) -> Transfer:
    """A transfer that `seat` pays: "to-B", "to-pot" are ticked, "points", "note".

    Raises `NotNow` with the code of the field that cannot be read: these are typed, not tapped.
    """
    payees = tuple(payee for payee in (*players, POT) if data.get(f"to-{payee}"))
    try:
        points = whole_number(data.get("points", ""), 1, MAX_POINTS)
    except Unclean:
        raise NotNow("points_unread") from None
    try:
        note = clean(data["note"]) if data.get("note", "").strip() else ""
    except Unclean:
        raise NotNow("note_unread") from None
    return Transfer(seat, payees, points, note)


def told(fields: Mapping[str, str], players: tuple[str, ...]) -> Fact:
    """The fact that the fields of a sheet tell with their `cell` and `seat`; raises `NoSuchCell`, and `NotNow`."""
    cell, seat = fields.get("cell", ""), fields.get("seat", "")
    if cell == "wall_out":
        return wall_from(fields, players)
    if seat not in players:
        raise NoSuchCell("seat")
    return transfer_from(seat, fields, players) if cell == "transfer" else fact_of(read_choice(seat, fields), cell)


def cell_of(fact: Fact, seat: str) -> str:
    """The cell that a fact stands on in the sheet of `seat`; "" when it stands on none."""
    match fact:
        case Win():
            hand = next((w.hand for w in fact.winners if w.player == seat), None)
            worth = str(hand.fans) if isinstance(hand, CalledFans) else "hand"
            return f"self_draw:{worth}" if fact.by is WinBy.SELF_DRAW else f"discard:{fact.discarder}:{worth}"
        case Kong(_, KongKind.EXPOSED, feeder):
            return f"kong:exposed:{feeder}"
        case Kong(_, kind):
            return f"kong:{kind.value}"
        case Leave():
            return "leave"
    return ""


def choice_of(fact: Fact, seat: str) -> Choice:
    """What is lit on the sheet of `seat` for a fact that has been recorded."""
    if not isinstance(fact, Win):
        return Choice(seat)
    won = next((w for w in fact.winners if w.player == seat), fact.winners[0])
    flags = {said.value for said in (*won.bonuses, *won.luck)}
    if fact.after_kong:
        flags.add(AFTER_KONG)
    if fact.by is WinBy.ROBBED_KONG:
        flags.add(ROBBED_KONG)
    return Choice(seat, frozenset(flags), None if isinstance(won.hand, CalledFans) else won.hand)
