"""Random rule sets: any value of every option, made consistent as the rules ask."""

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from tests.rules.oracle_table import PRESETS, Json

KONGS = ("exposed", "promoted", "postponed", "concealed")
PATTERNS = sorted({pattern for preset in PRESETS.values() for pattern in preset["options"]["patterns"]})
BONUSES = tuple(PRESETS["chengdu_home"]["options"]["bonus_fans"])

VARIANTS: dict[str, tuple[object, ...]] = {
    "plain_fans": (0, 1),
    "dragon_absorbs_root": (True, False),
    "self_draw": ("none", "add_base", "add_fan"),
    "fed_kong_win": ("self_draw", "feeder"),
    "kong_transfer": ("none", "last", "all", "return"),
    "kong_transfer_after": ("any", "promoted"),
    "kong_transfer_shares": ("each", "split", "nearest", "none"),
    "flower_pig_paid_to": ("all", "in_play", "pot"),
    "flower_pig_ready_check": (True, False),
    "ready_check": ("best", "worst", "none"),
    "dead_wait": ("own_tiles", "concealed_tiles"),
    "price_difference": (True, False),
    "kong_refund": (True, False),
    "mode": ("blood_battle", "blood_battle", "single_win"),
    "next_dealer": ("first_winner", "discarder", "dice"),
    "void_suit": (True, False),
}
"""The options that choose one of a few; those that are numbers or tables stand below."""


def option_sets() -> st.SearchStrategy[Json]:
    """Complete option sets for hypothesis."""
    return st.randoms(use_true_random=False).map(random_options)


def _fans_by(rng: Random, names: tuple[str, ...]) -> dict[str, int]:
    return {name: rng.choice((0, 1, 1, 2, 3)) for name in names}


def _patterns(rng: Random) -> dict[str, int]:
    few, drawn = rng.choice((0, 1, 1, 2)), rng.getrandbits(2 * len(PATTERNS))
    chosen = [name for place, name in enumerate(PATTERNS) if (drawn >> 2 * place) % 4 >= few]
    return {"plain": rng.choice((0, 1, 1, 2)), **{name: rng.randint(0, 6) for name in chosen if name != "plain"}}


def _kong_pay(rng: Random) -> dict[str, int]:
    return {name: rng.choice((0, 1, 1, 2, 3, 5)) for name in ("exposed", "exposed_others", *KONGS[1:])}


def _leave(rng: Random) -> dict[str, object]:
    switches = {name: rng.choice((False, True)) for name in ("ends_round", "winner_forfeits", "refund_to_leaver")}
    return {"pays": rng.choice((0, 1, 3, 16, "cap")), **switches}


DRAWN: dict[str, Callable[[Random], object]] = {
    "base": lambda rng: rng.choice((1, 1, 2, 3, 5, 7, 1000, 10**6)),
    "cap": lambda rng: rng.choice((None, 0, 1, 2, 3, 3, 4, 6, 40)),
    "patterns": _patterns,
    "root_fans": lambda rng: rng.choice((0, 1, 1, 2)),
    "kong_fans": lambda rng: _fans_by(rng, KONGS),
    "win_after_kong_fans": lambda rng: _fans_by(rng, KONGS),
    "bonus_fans": lambda rng: _fans_by(rng, BONUSES),
    "kong_pay": _kong_pay,
    "flower_pig_pays": lambda rng: rng.choice((None, 0, 1, 9, 16, "cap", "cap")),
    "leave": _leave,
}


def random_options(rng: Random) -> Json:
    """A complete option set: a preset, with none, some or all of its options drawn anew."""
    options: Json = dict(PRESETS[rng.choice(sorted(PRESETS))]["options"])
    anew = rng.choice((0, 1, 5))
    for name in options:
        if anew == 5 or (anew and rng.randrange(5) < anew):
            options[name] = DRAWN[name](rng) if name in DRAWN else rng.choice(VARIANTS[name])
    return consistent(options)


def consistent(options: Json) -> Json:
    """Without what is refused: "a pattern or the cap [...] below `plain_fans`", and `cap` as a price without one."""
    plain = options["plain_fans"]
    raised = {name: max(fans, plain) for name, fans in options["patterns"].items()}
    cap = None if options["cap"] is None else max(options["cap"], plain)
    changes: Json = {"patterns": raised, "cap": cap}
    if cap is None and options["flower_pig_pays"] == "cap":
        changes["flower_pig_pays"] = 16
    if cap is None and options["leave"]["pays"] == "cap":
        changes["leave"] = {**options["leave"], "pays": 16}
    return {**options, **changes}
