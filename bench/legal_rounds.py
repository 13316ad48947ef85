"""Random rounds of called hands in which every event can have happened: the same seed gives the same round."""

from collections.abc import Callable
from copy import copy
from random import Random

from rounds.rules.document import rules_from_json
from rounds.rules.events import fact_from_json
from rounds.rules.judge import judge
from rounds.rules.play import Play
from rounds.rules.presets import presets
from rounds.rules.problems import Impossible
from tests.rules.oracle_table import Json, full_options
from tests.rules.rounds_strategy import Scene, kong, transfer, wall_out, win

HOUSE_RULES: tuple[Json, ...] = ({}, {"base": 2}, {"base": 5, "cap": 6})
"""What the tables of these rounds change in a preset."""

WINS_FROM = 6
"""Most wins come among so many last events: before, there must be players to make the kongs."""


def legal_round(seed: str, length: int) -> Json:
    """A document (xuezhan-round/1) with `length` events; long ones are kongs and transfers for the most part."""
    rng = Random(seed)  # noqa: S311 - no secret hangs on these rounds
    rules: Json = {"preset": rng.choice(list(presets())), "options": rng.choice(HOUSE_RULES)}
    players = list(rng.choice(("ABCD", "甲乙丙丁")))
    events: list[Json] = []
    scene = Scene(rng, full_options(rules), players, list(players))
    play = Play(rules_from_json(rules), tuple(players), players[0])
    while len(events) < length:
        event, after = likely(scene, length - len(events))
        goes_on = not after.over or len(events) == length - 1 or event["type"] == "transfer"
        if goes_on and accepted(play, len(events), event):
            events.append(event)
            scene = after
    return {"format": "xuezhan-round/1", "rules": rules, "players": players, "dealer": players[0], "events": events}


def likely(scene: Scene, left: int) -> tuple[Json, Scene]:
    """An event that may come now that `left` are missing, and the scene after it."""
    after = copy(scene)
    after.playing, after.kongs, after.tiles = list(scene.playing), dict(scene.kongs), list(scene.tiles)
    makers: tuple[Callable[[Scene], Json], ...] = (kong, win, transfer, wall_out)
    if scene.over:
        return transfer(after), after
    weights = (60, 35 if left <= WINS_FROM else 4, 4, 10 if left == 1 else 0)
    return scene.rng.choices(makers, weights)[0](after), after


def accepted(play: Play, number: int, event: Json) -> bool:
    """Can it have happened? Then the round goes on from there."""
    fact = fact_from_json(event)
    try:
        play.accept(number, fact, judge(play, number, fact))
    except Impossible:
        return False
    return True
