"""The facts of a round: what people at the table saw, never what it was worth. JSON form: xuezhan-round/1."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rounds.rules.hands import ShownHand, hand_from_json, hand_to_json
from rounds.rules.patterns import LUCK, Pattern
from rounds.rules.ruleset import Bonus, KongKind
from rounds.rules.strict import (
    MAX_FANS,
    MAX_POINTS,
    Malformed,
    read_bool,
    read_int,
    read_list,
    read_map,
    read_name,
    read_object,
    read_text,
    read_variant,
)
from rounds.rules.terms import Named
from rounds.rules.tiles import tile

POT = "pot"
"""台费 tái fèi: the account of nobody at the table."""

MAX_ROOTS = 4

N = TypeVar("N", bound=Named)


class WinBy(Named):
    """胡 hú: where the winning tile came from."""

    SELF_DRAW = "self_draw", "自摸", "自摸", "zì mō", "self-draw"
    DISCARD = "discard", "点炮", "點炮", "diǎn pào", "dealt in"
    ROBBED_KONG = "robbed_kong", "抢杠", "搶槓", "qiǎng gàng", "robbed a kong"


class WallState(Named):
    """查叫 chá jiào: the state of a player when the wall is empty."""

    READY = "ready", "下叫", "下叫", "xià jiào", "ready"
    NOT_READY = "not_ready", "没叫", "沒叫", "méi jiào", "not ready"
    FLOWER_PIG = "flower_pig", "花猪", "花豬", "huā zhū", "flower pig"


@dataclass(frozen=True, slots=True)
class CalledFans:
    """报番 bào fān: a hand called as a number of fans, which stands for pattern, roots and kongs."""

    fans: int


@dataclass(frozen=True, slots=True)
class CalledPattern:
    """A hand called by its 番型, with the roots (根) that are neither konged nor absorbed by the pattern."""

    pattern: Pattern
    roots: int = 0


Hand = CalledFans | CalledPattern | ShownHand


@dataclass(frozen=True, slots=True)
class Kong:
    """杠 gàng. `feeder` (引杠者) is who discarded the tile of an exposed kong; a `robbed` kong does not stand."""

    player: str
    kind: KongKind
    feeder: str | None = None
    tile: str | None = None
    robbed: bool = False


@dataclass(frozen=True, slots=True)
class Winner:
    """One winner's hand, with the bonuses that the event does not say itself.

    `luck`: 天胡 or 地胡, said beside tiles; a called hand has it as its pattern.
    """

    player: str
    hand: Hand
    bonuses: tuple[Bonus, ...] = ()
    luck: tuple[Pattern, ...] = ()


@dataclass(frozen=True, slots=True)
class Win:
    """胡 hú: one self-draw, or all who win on one discard or one robbed kong (一炮多响).

    `discarder` is who dealt in, or whose kong was robbed. `after_kong`: 杠上花 on a self-draw, 杠上炮 on a discard.
    """

    by: WinBy
    winners: tuple[Winner, ...]
    discarder: str | None = None
    after_kong: bool = False


@dataclass(frozen=True, slots=True)
class HandState:
    """How a player stands when the wall is empty; a ready one (下叫) with the hand he would win."""

    state: WallState
    hand: Hand | None = None
    bonuses: tuple[Bonus, ...] = ()


@dataclass(frozen=True, slots=True)
class WallOut:
    """流局 liú jú: the wall is empty; `hands` has every player in play and no other."""

    hands: Mapping[str, HandState]


@dataclass(frozen=True, slots=True)
class Leave:
    """离开 lí kāi: somebody gets up before the round is over; `hands` may show what some of the others hold."""

    player: str
    hands: Mapping[str, HandState] | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """转账 zhuǎn zhàng: points by agreement (诈胡 zhà hú, 相公 xiàng gōng); each payee gets all of them."""

    payer: str
    payees: tuple[str, ...]
    points: int
    note: str = ""


Fact = Kong | Win | WallOut | Leave | Transfer


def fact_from_json(value: object, place: str = "event") -> Fact:
    """A fact in the form of xuezhan-round/1; raises `Malformed`."""
    kind = read_map(value, place).get("type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise Malformed(f"{place}.type", "not_one_of", known=tuple(_READERS), value=kind)
    return _READERS[kind](value, place)


def fact_to_json(fact: Fact) -> dict[str, object]:
    """The fact in the form of xuezhan-round/1, without what is at its default."""
    match fact:
        case Kong():
            told = {"from": fact.feeder, "tile": fact.tile, "robbed": fact.robbed}
            return {"type": "kong", "player": fact.player, "kind": fact.kind.value, **_said(told)}
        case Win():
            told = {"from": fact.discarder, "after_kong": fact.after_kong}
            winners = [{"player": w.player, **_hand_to_json(w.hand, (*w.bonuses, *w.luck))} for w in fact.winners]
            return {"type": "win", "by": fact.by.value, **_said(told), "winners": winners}
        case WallOut():
            return {"type": "wall_out", "hands": _states_to_json(fact.hands)}
        case Leave():
            hands = {} if fact.hands is None else {"hands": _states_to_json(fact.hands)}
            return {"type": "leave", "player": fact.player, **hands}
        case transfer:
            paid = {"from": transfer.payer, "to": list(transfer.payees), "points": transfer.points}
            return {"type": "transfer", **paid, **_said({"note": transfer.note})}


def _said(values: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in values.items() if value}


def _hand_to_json(hand: Hand | None, bonuses: Sequence[Named]) -> dict[str, object]:
    told: dict[str, object] = {}
    match hand:
        case CalledFans(fans):
            told = {"fans": fans}
        case CalledPattern(pattern, roots):
            told = {"pattern": pattern.value, **_said({"roots": roots})}
        case ShownHand():
            told = {"hand": hand_to_json(hand)}
    return {**told, **_said({"bonuses": [bonus.value for bonus in bonuses]})}


def _states_to_json(hands: Mapping[str, HandState]) -> dict[str, object]:
    return {player: {"state": s.state.value, **_hand_to_json(s.hand, s.bonuses)} for player, s in hands.items()}


def _read_kong(value: object, place: str) -> Kong:
    told = read_object(value, place, ("type", "player", "kind"), ("from", "tile", "robbed"))
    return Kong(
        player=read_name(told["player"], f"{place}.player"),
        kind=read_variant(told["kind"], f"{place}.kind", KongKind),
        feeder=read_name(told["from"], f"{place}.from") if "from" in told else None,
        tile=_read_tile(told["tile"], f"{place}.tile") if "tile" in told else None,
        robbed=read_bool(told.get("robbed", False), f"{place}.robbed"),
    )


def _read_tile(value: object, place: str) -> str:
    text = read_text(value, place)
    if (known := tile(text)) is None:
        raise Malformed(place, "not_a_tile", value=text)
    return known


def _read_win(value: object, place: str) -> Win:
    told = read_object(value, place, ("type", "by", "winners"), ("from", "after_kong"))
    winners = read_list(told["winners"], f"{place}.winners")
    return Win(
        by=read_variant(told["by"], f"{place}.by", WinBy),
        winners=tuple(_read_winner(winner, f"{place}.winners[{i}]") for i, winner in enumerate(winners)),
        discarder=read_name(told["from"], f"{place}.from") if "from" in told else None,
        after_kong=read_bool(told.get("after_kong", False), f"{place}.after_kong"),
    )


def _read_winner(value: object, place: str) -> Winner:
    told = read_object(value, place, ("player",), _HAND_KEYS)
    player, hand = read_name(told["player"], f"{place}.player"), _read_hand(told, place)
    if not isinstance(hand, ShownHand):
        return Winner(player, hand, _bonuses(told, place, (*SAID_BONUSES, *TILE_BONUSES)))
    said = _bonuses(told, place, (*SAID_BONUSES, *LUCK))
    return Winner(
        *(player, hand),
        bonuses=tuple(bonus for bonus in said if isinstance(bonus, Bonus)),
        luck=tuple(pattern for pattern in said if isinstance(pattern, Pattern)),
    )


_HAND_KEYS = ("fans", "pattern", "roots", "hand", "bonuses")


def _read_hand(told: Mapping[str, object], place: str) -> Hand:
    ways = [key for key in ("fans", "pattern", "hand") if key in told]
    if len(ways) != 1:
        raise Malformed(place, "not_one_hand")
    if "roots" in told and ways != ["pattern"]:
        raise Malformed(f"{place}.roots", "roots_without_pattern")
    if ways == ["hand"]:
        return hand_from_json(told["hand"], f"{place}.hand")
    if ways == ["fans"]:
        return CalledFans(read_int(told["fans"], f"{place}.fans", 0, MAX_FANS))
    pattern = read_variant(told["pattern"], f"{place}.pattern", Pattern)
    return CalledPattern(pattern, read_int(told.get("roots", 0), f"{place}.roots", 0, MAX_ROOTS))


TILE_BONUSES = (Bonus.CONCEALED_HAND, Bonus.NO_TERMINALS)
"""What the tiles themselves earn: said for a hand that is called, seen in one that is shown."""

SAID_BONUSES = (Bonus.UNDER_THE_SEA, Bonus.LAST_CHANCE)
"""What the event does not say itself, and no tile shows."""


def _bonuses(told: Mapping[str, object], place: str, known: Sequence[N]) -> tuple[N, ...]:
    return read_bonuses(told.get("bonuses", []), f"{place}.bonuses", known)


def read_bonuses(value: object, place: str, known: Sequence[N]) -> tuple[N, ...]:
    """A list of names, each one of `known` and none twice; raises `Malformed`."""
    if value and not known:
        raise Malformed(place, "no_bonuses")
    bonuses: list[N] = []
    for i, name in enumerate(read_list(value, place)):
        bonus = next((bonus for bonus in known if bonus == name), None)
        if bonus is None:
            raise Malformed(f"{place}[{i}]", "not_one_of", known=tuple(bonus.value for bonus in known), value=name)
        if bonus in bonuses:
            raise Malformed(f"{place}[{i}]", "twice", value=name)
        bonuses.append(bonus)
    return tuple(bonuses)


def _read_states(value: object, place: str) -> dict[str, HandState]:
    return {
        read_name(player, place): _read_state(state, f"{place}.{player}")
        for player, state in read_map(value, place).items()
    }


def _read_state(value: object, place: str) -> HandState:
    told = read_object(value, place, ("state",), _HAND_KEYS)
    state = read_variant(told["state"], f"{place}.state", WallState)
    if state is WallState.READY:
        hand = _read_hand(told, place)
        said: Sequence[Bonus] = () if isinstance(hand, ShownHand) else TILE_BONUSES
        return HandState(state, hand, _bonuses(told, place, said))
    read_object(value, place, ("state",))
    return HandState(state)


def _read_wall_out(value: object, place: str) -> WallOut:
    told = read_object(value, place, ("type", "hands"))
    return WallOut(_read_states(told["hands"], f"{place}.hands"))


def _read_leave(value: object, place: str) -> Leave:
    told = read_object(value, place, ("type", "player"), ("hands",))
    hands = _read_states(told["hands"], f"{place}.hands") if "hands" in told else None
    return Leave(read_name(told["player"], f"{place}.player"), hands)


def _read_transfer(value: object, place: str) -> Transfer:
    told = read_object(value, place, ("type", "from", "to", "points"), ("note",))
    payees = read_list(told["to"], f"{place}.to")
    return Transfer(
        payer=read_name(told["from"], f"{place}.from"),
        payees=tuple(POT if name == POT else read_name(name, f"{place}.to[{i}]") for i, name in enumerate(payees)),
        points=read_int(told["points"], f"{place}.points", 1, MAX_POINTS),
        note=read_text(told.get("note", ""), f"{place}.note"),
    )


_READERS: Mapping[str, Callable[[object, str], Fact]] = {
    "kong": _read_kong,
    "win": _read_win,
    "wall_out": _read_wall_out,
    "leave": _read_leave,
    "transfer": _read_transfer,
}
