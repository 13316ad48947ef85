"""Cells: the keys of a player's sheet, as text, and the facts they stand for."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from rounds.book.refusals import NotNow
from rounds.cleaning import Unclean, clean, whole_number
from rounds.rules.events import (
    MAX_ROOTS,
    POT,
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
from rounds.rules.judge import ADDED_LATER
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import Bonus, KongKind
from rounds.rules.strict import MAX_FANS, MAX_POINTS
from rounds.rules.terms import Named

N = TypeVar("N", bound=Named)

AFTER_KONG = "after_kong"
ROBBED_KONG = "robbed_kong"
SAID_BONUSES = (Bonus.UNDER_THE_SEA, Bonus.LAST_CHANCE, Bonus.CONCEALED_HAND, Bonus.NO_TERMINALS)
"""Bonuses that are chips of their own; the others are said by the event."""

FLAGS = (AFTER_KONG, ROBBED_KONG, *(bonus.value for bonus in SAID_BONUSES))


class NoSuchCell(ValueError):
    """The text names no cell of a sheet."""


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


def read_choice(seat: str, data: Mapping[str, str]) -> Choice:
    """The choice that a form or an address tells in `flags`, `pattern`, `roots`, `fans`; raises `NoSuchCell`."""
    flags = frozenset(flag for flag in data.get("flags", "").split(",") if flag)
    if not flags <= set(FLAGS) or {AFTER_KONG, ROBBED_KONG} <= flags:
        raise NoSuchCell("flags")
    return Choice(seat, flags, _read_hand(data))


def _read_hand(data: Mapping[str, str]) -> Hand | None:
    if pattern := data.get("pattern"):
        return CalledPattern(_member(Pattern, pattern), _number(data.get("roots", "0"), 0, MAX_ROOTS))
    if fans := data.get("fans"):
        return CalledFans(_number(fans, 0, MAX_FANS))
    return None


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
        case ["discard", discarder, worth]:
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
    if hand is None:
        raise NoSuchCell(worth)
    return Winner(choice.seat, hand, choice.bonuses)


def robs(fact: Fact, kong: Kong) -> bool:
    """抢杠 qiǎng gàng: may this win be on the tile of that kong?"""
    robbing = isinstance(fact, Win) and fact.by is WinBy.ROBBED_KONG and fact.discarder == kong.player
    return robbing and kong.kind in ADDED_LATER


def with_winner(win: Win, seat: str, worth: str) -> Win:
    """也胡 yě hú: the win with one more winner on the same tile; raises `NoSuchCell`."""
    return replace(win, winners=(*win.winners, winner(Choice(seat), worth)))


def wall_from(data: Mapping[str, str], players: tuple[str, ...]) -> WallOut:
    """The end of the wall as far as a form tells it: "state-A" is "ready:2", "not_ready" or "flower_pig"."""
    told = {player: data[f"state-{player}"] for player in players if data.get(f"state-{player}")}
    return WallOut({player: state_of(text) for player, text in told.items()})


def state_of(text: str) -> HandState:
    """The state that a cell of the wall-out sheet stands for; raises `NoSuchCell`."""
    match text.split(":"):
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
    return ""


def choice_of(fact: Fact, seat: str) -> Choice:
    """What is lit on the sheet of `seat` for a fact that has been recorded."""
    if not isinstance(fact, Win):
        return Choice(seat)
    won = next((w for w in fact.winners if w.player == seat), fact.winners[0])
    flags = {bonus.value for bonus in won.bonuses}
    if fact.after_kong:
        flags.add(AFTER_KONG)
    if fact.by is WinBy.ROBBED_KONG:
        flags.add(ROBBED_KONG)
    return Choice(seat, frozenset(flags), won.hand if isinstance(won.hand, CalledPattern) else None)
