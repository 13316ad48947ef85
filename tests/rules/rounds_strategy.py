"""Random rounds as documents (`xuezhan-round/1`): any options, mostly possible facts, some that cannot have happened.

Hands are called or given as tiles, the latter mostly with the kongs of their owner.

Everything is drawn from one `Random`, so that a seed gives the same rounds for ever, and hypothesis, which hands in a
`Random` of its own, can shrink them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from random import Random

from hypothesis import strategies as st

from tests.rules.hand_kinds import SUITS, TILES
from tests.rules.hands_strategy import hand_beside_kongs
from tests.rules.options_strategy import random_options
from tests.rules.oracle_possible import PATTERNS_OF_PAIRS
from tests.rules.oracle_table import Json
from tests.rules.spoilers import STRANGER, Around, spoilt

NAMES = (("A", "B", "C", "D"), ("A", "B", "C", "D"), ("甲", "乙", "丙", "丁"), ("Alice", "张三", "B", "李四"))
SAID = ("under_the_sea", "last_chance", "concealed_hand", "no_terminals")
SAID_WITH_TILES = ("under_the_sea", "last_chance", "heavenly", "earthly")


def numbered(seed: int | str) -> Json:
    """The same round for the same seed, whoever asks."""
    return random_document(Random(seed))  # noqa: S311 - no secret hangs on these rounds


def documents() -> st.SearchStrategy[Json]:
    """Rounds for hypothesis."""
    return st.randoms(use_true_random=False).map(random_document)


def called_documents() -> st.SearchStrategy[Json]:
    """Rounds for hypothesis in which every hand is called."""
    return st.randoms(use_true_random=False).map(lambda rng: random_document(rng, shown=0))


@dataclass
class Scene:
    """Roughly how the round stands: enough to make most of the next facts possible."""

    rng: Random
    options: Json
    players: list[str]
    playing: list[str]
    kongs: dict[str, tuple[Json, ...]] = field(default_factory=dict)
    tiles: list[str] = field(default_factory=lambda: list(TILES))
    over: bool = False
    shown: int = 0
    """How many hands of a hundred are given as tiles."""
    suits: dict[str, list[str]] = field(default_factory=dict)
    """The suits of each player in the order in which he takes to them; he seldom has the last."""

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def some(self, pool: list[str], least: int = 1) -> list[str]:
        return in_some_order(self.rng, pool, self.rng.randint(min(least, len(pool)), len(pool)))


def in_some_order(rng: Random, pool: Sequence[str], count: int) -> list[str]:
    """So many of a few. One draw: under hypothesis `sample` is a dozen, and most of a test's time."""
    return list(rng.choice([*permutations(pool, count)]))


def random_document(rng: Random, shown: int = 30) -> Json:
    """A round of two to four players and up to sixteen facts."""
    players = list(rng.choice(NAMES)[: rng.choice((2, 3, 3, 4, 4, 4, 4))])
    suits = {player: in_some_order(rng, SUITS, 3) for player in (*players, STRANGER)}
    scene = Scene(rng, random_options(rng), players, list(players), shown=shown, suits=suits)
    wild = rng.choice((0, 0, 5, 15, 25))
    events: list[Json] = []
    for _ in range(rng.randint(0, 16)):
        event = wild_event(scene) if scene.chance(wild) else likely_event(scene)
        events.append(event)
        if scene.over and scene.chance(60):
            break
    document = {
        "format": "xuezhan-round/1",
        "rules": {"preset": "chengdu_home", "options": scene.options},
        "players": players,
        "events": events,
    }
    return document | around_the_table(scene)


def around_the_table(scene: Scene) -> Json:
    """Dealer, stakes and side bettors, each of them often not there."""
    around: Json = {}
    if scene.chance(80):
        around["dealer"] = scene.rng.choice(scene.players)
    if scene.chance(25):
        around["stakes"] = {player: scene.rng.randint(0, 60) for player in scene.some(scene.players)}
    if scene.chance(25):
        bettors = ["E", "F", "王五"][: scene.rng.randint(1, 3)]
        around["side_bettors"] = {bettor: scene.rng.choice(scene.players) for bettor in bettors}
    return around


def likely_event(scene: Scene) -> Json:
    """A fact that can have happened, as far as the scene knows, and the scene after it."""
    if scene.over:
        return transfer(scene)
    makers = (kong, win, transfer, leave, wall_out)
    return scene.rng.choices(makers, (50, 28, 8, 8, 6))[0](scene)


def wild_event(scene: Scene) -> Json:
    """A fact that need not be possible: made for players who are out, or strangers, or spoilt in its form."""
    spoil = scene.chance(75)
    playing = scene.playing if spoil and len(scene.playing) > 1 else scene.players
    apart = replace(scene, playing=[*playing, *([] if spoil else [STRANGER])], kongs=dict(scene.kongs))
    event = scene.rng.choice((kong, win, transfer, leave, wall_out))(apart)
    if not spoil:
        return event
    konged = [tile for tile in TILES if tile not in scene.tiles]
    return spoilt(Around(scene.rng, scene.players, konged), event)


def kong(scene: Scene) -> Json:
    player = scene.rng.choice(scene.playing)
    kind = scene.rng.choice(("exposed", "exposed", "promoted", "postponed", "concealed"))
    event: Json = {"type": "kong", "player": player, "kind": kind}
    if kind == "exposed":
        event["from"] = scene.rng.choice(others(scene, player))
    if kind in ("promoted", "postponed") and scene.chance(12):
        return event | {"robbed": True}
    unused = [tile for tile in scene.tiles if tile in own_tiles(scene, player)]
    if scene.chance(40) and unused:
        event["tile"] = scene.rng.choice(unused)
        scene.tiles.remove(event["tile"])
    scene.kongs[player] = (*scene.kongs.get(player, ()), event)
    return event


def own_tiles(scene: Scene, player: str) -> list[str]:
    """Of two suits, and now and then of all three."""
    suits = scene.suits.get(player, SUITS)[: 3 if scene.chance(4) else 2]
    return [tile for tile in TILES if tile[1] in suits]


def others(scene: Scene, player: str) -> list[str]:
    return [other for other in scene.playing if other != player]


def win(scene: Scene) -> Json:
    by = scene.rng.choice(("self_draw", "self_draw", "discard", "discard", "discard", "robbed_kong"))
    discarder = scene.rng.choice([p for p in scene.playing if p in scene.kongs] or scene.playing)
    if by == "self_draw":
        winners = [discarder]
    else:
        several = scene.some(others(scene, discarder))
        winners = several if scene.chance(50) else several[:1]
    event: Json = {"type": "win", "by": by, "winners": [{"player": p, **any_hand(scene, p)} for p in winners]}
    if by != "self_draw":
        event["from"] = discarder
    if by != "robbed_kong" and discarder in scene.kongs and scene.chance(65):
        event["after_kong"] = True
    for winner in event["winners"]:
        bonuses = [bonus for bonus in (SAID_WITH_TILES if "hand" in winner else SAID) if scene.chance(10)]
        winner |= {"bonuses": bonuses} if bonuses else {}
    scene.playing = [player for player in scene.playing if player not in winners]
    scene.over = len(scene.playing) < 2 or scene.options["mode"] == "single_win"
    return event


def any_hand(scene: Scene, player: str, waiting: bool = False) -> Json:
    """A hand called, or given as tiles; `waiting` for one that lacks a tile."""
    if not scene.chance(scene.shown):
        return called_hand(scene, player)
    kongs: dict[bool, list[list[str]]] = {True: [], False: []}
    for kong in scene.kongs.get(player, ()):
        # Now and then a kong is not laid down, or has another tile.
        if not scene.chance(2):
            tiles = [kong["tile"]] if "tile" in kong and not scene.chance(8) else own_tiles(scene, player)
            kongs[kong["kind"] == "concealed"].append(tiles)
    hand = hand_beside_kongs(scene.rng, scene.suits[player], kongs[False], kongs[True], waiting=waiting)
    return {"hand": hand}


def called_hand(scene: Scene, player: str) -> Json:
    """A number of fans, or a pattern, with roots now and then."""
    if scene.chance(50):
        return {"fans": scene.options["plain_fans"] + scene.rng.choice((0, 0, 1, 1, 2, 3, 4, 6, 9, 39))}
    patterns = [p for p in scene.options["patterns"] if not (player in scene.kongs and p in PATTERNS_OF_PAIRS)]
    roots = {"roots": scene.rng.randint(0, 4)} if scene.chance(40) else {}
    return {"pattern": scene.rng.choice(patterns), **roots}


def states(scene: Scene, players: list[str]) -> Json:
    hands: Json = {}
    for player in players:
        state = scene.rng.choice(("ready", "ready", "not_ready", "flower_pig"))
        hands[player] = {"state": state}
        if state == "ready":
            hands[player] |= any_hand(scene, player, waiting=not scene.chance(3))
            if "hand" not in hands[player] and scene.chance(15):
                hands[player]["bonuses"] = [scene.rng.choice(("concealed_hand", "no_terminals"))]
    return hands


def wall_out(scene: Scene) -> Json:
    scene.over = True
    return {"type": "wall_out", "hands": states(scene, scene.playing)}


def leave(scene: Scene) -> Json:
    leaver = scene.rng.choice(scene.players if scene.chance(40) else scene.playing)
    event: Json = {"type": "leave", "player": leaver}
    if leaver in scene.playing:
        if scene.chance(50):
            event["hands"] = states(scene, scene.some(others(scene, leaver)))
        scene.playing = others(scene, leaver)
        scene.over = len(scene.playing) < 2 or scene.options["leave"]["ends_round"]
    return event


def transfer(scene: Scene) -> Json:
    payer, *pool = in_some_order(scene.rng, scene.players, len(scene.players))
    event: Json = {
        "type": "transfer",
        "from": payer,
        "to": scene.some([*pool, "pot"]),
        "points": scene.rng.randint(1, 30),
    }
    return event | ({"note": "诈胡"} if scene.chance(20) else {})
