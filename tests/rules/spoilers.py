"""Facts spoilt in one thing, which nearly always makes them impossible."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from tests.rules.hand_kinds import TILES
from tests.rules.oracle_table import Json

STRANGER = "Z"
READY_PAIRS: Json = {"state": "ready", "pattern": "seven_pairs"}
THIRTEEN, FOURTEEN = ({"concealed": concealed} for concealed in ("11335577m22446p", "11335577m224466p"))


class Around(NamedTuple):
    """What a spoiler chooses from."""

    rng: Random
    players: list[str]
    konged: list[str]
    """The tiles that somebody has konged."""

    def anybody(self) -> Json:
        return {"player": self.rng.choice(self.players)}


SPOILERS: dict[str, tuple[Callable[[Around, Json], Any], ...]] = {
    "kong": (
        lambda around, kong: kong.update({"from": kong["player"]}),
        lambda around, kong: kong.update(robbed=True),
        lambda around, kong: kong.update(player=STRANGER),
        lambda around, kong: kong.update(tile=around.rng.choice(around.konged or TILES)),
        lambda around, kong: kong.pop("from", None),
    ),
    "win": (
        lambda around, win: win.update({"from": around.rng.choice(around.players)}),
        lambda around, win: win.update(after_kong=True),
        lambda around, win: win.update(winners=[]),
        lambda around, win: win["winners"].extend(win["winners"][:1]),
        lambda around, win: win.pop("from", None),
        lambda around, win: win["winners"].append(around.anybody() | {"pattern": "flush_golden_wait"}),
        lambda around, win: win["winners"].append(around.anybody() | {"fans": 0}),
        lambda around, win: win["winners"].append(around.anybody() | {"hand": THIRTEEN}),
    ),
    "wall_out": (
        lambda around, wall: wall["hands"].pop(around.rng.choice(list(wall["hands"]))),
        lambda around, wall: wall["hands"].update({around.anybody()["player"]: dict(READY_PAIRS)}),
        lambda around, wall: wall["hands"].update(
            {around.rng.choice(list(wall["hands"])): {"state": "ready", "hand": FOURTEEN}}
        ),
        lambda around, wall: wall["hands"].update({STRANGER: {"state": "not_ready"}}),
    ),
    "leave": (
        lambda around, leave: leave.update(hands={leave["player"]: {"state": "not_ready"}}),
        lambda around, leave: leave.update(hands={around.anybody()["player"]: dict(READY_PAIRS)}),
        lambda around, leave: leave.update(player=STRANGER),
    ),
    "transfer": (
        lambda around, transfer: transfer.update({"from": STRANGER}),
        lambda around, transfer: transfer["to"].append(around.rng.choice([*around.players, STRANGER])),
        lambda around, transfer: transfer.update(to=[]),
    ),
}


def spoilt(around: Around, event: Json) -> Json:
    """The event with one thing about it changed."""
    around.rng.choice(SPOILERS[event["type"]])(around, event)
    return event
