"""What has happened at the table before a given event: read from the list of events again and again.

Nothing is remembered between two questions. `table` is the round document with its options written out in full, `n` the
number of events that count: `in_play(table, 3)` asks about the moment before event 3. Sentences in quotation marks are
those of the rules.
"""

import json
import pathlib
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

PRESETS: Json = json.loads((pathlib.Path(__file__).parents[1] / "cases" / "presets.json").read_text("utf-8"))


def full_options(rules: str | Json) -> Json:
    """All options of a document's `rules`: "a preset's name, or preset with `options`"."""
    if isinstance(rules, str):
        rules = {"preset": rules}
    options = dict(PRESETS[rules["preset"]]["options"])
    for name, value in rules.get("options", {}).items():
        # "An option replaces the preset's; inside a table only the named keys, except `patterns`, which replaces the
        # whole table."
        if isinstance(value, dict) and name != "patterns":
            value = {**options[name], **value}
        options[name] = value
    return options


def multiplier(options: Json, fans: int) -> int:
    """ "multiplier = 2^(min(fans, cap) − plain_fans)" """
    if options["cap"] is not None:
        fans = min(fans, options["cap"])
    return 1 << int(fans - options["plain_fans"])


def before(table: Json, n: int, kind: str) -> Iterator[tuple[int, Json]]:
    """The events of one type among the first `n`, with their indices."""
    for index, event in enumerate(table["events"][:n]):
        if event["type"] == kind:
            yield index, event


def winners_of(event: Json) -> list[str]:
    return [winner["player"] for winner in event["winners"]]


def has_won(table: Json, n: int, player: str) -> bool:
    return any(player in winners_of(win) for _, win in before(table, n, "win"))


def has_left(table: Json, n: int, player: str) -> bool:
    return any(player == leave["player"] for _, leave in before(table, n, "leave"))


def in_play(table: Json, n: int) -> list[str]:
    """ "A player is *in play* until he has won or left.", in turn order."""
    return [p for p in table["players"] if not has_won(table, n, p) and not has_left(table, n, p)]


def others_in_play(table: Json, n: int, player: str) -> list[str]:
    return [other for other in in_play(table, n) if other != player]


def ended(table: Json, n: int) -> str | None:
    """How the round has ended within the first `n` events, if it has.

    "The round ends when one player is left in play, at `wall_out`, or as `mode` and `leave` say."
    """
    for index, event in enumerate(table["events"][:n]):
        how = ended_by(table, index, event)
        if how is not None:
            return how
    return None


def ended_by(table: Json, index: int, event: Json) -> str | None:
    one_left = len(in_play(table, index + 1)) == 1
    if event["type"] == "wall_out":
        return "wall_out"
    # "`single_win`: the first win event ends the round"
    if event["type"] == "win" and (one_left or table["options"]["mode"] == "single_win"):
        return "wins"
    # "**leave** by one who has won never stops the round"
    if event["type"] != "leave" or event["player"] not in in_play(table, index):
        return None
    # "`ends_round` says whether the round stops; a round that is left with one in play ends too (`ended`: `leave`)."
    return "leave" if one_left or table["options"]["leave"]["ends_round"] else None


def kongs(table: Json, n: int, player: str) -> list[int]:
    """The kongs of a player that stand, oldest first.

    "A robbed promoted or postponed kong pays nothing and is no kong."
    """
    return [
        index for index, kong in before(table, n, "kong") if kong["player"] == player and not kong.get("robbed", False)
    ]


def kind_of(table: Json, kong: int) -> str:
    return str(table["events"][kong]["kind"])


def kinds_of_kongs(table: Json, n: int, player: str) -> list[str]:
    return [kind_of(table, kong) for kong in kongs(table, n, player)]


def after_in_turn(table: Json, player: str) -> list[str]:
    """All players, from the one next in turn after `player` on; he himself comes last."""
    seat = table["players"].index(player) + 1
    return list(table["players"][seat:] + table["players"][:seat])
