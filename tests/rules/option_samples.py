"""For every option a small round and what it comes to under each value, worked out by hand.

Seats A, B, C, D, A deals; the rules are those of `chengdu_home` but for what a sample says. Results are the points of
A, B, C, D, and of the pot where it is paid.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.rules.options_strategy import PATTERNS
from tests.rules.oracle_table import Json

Result = tuple[int, ...] | str | None
NOTHING = (0, 0, 0, 0)


@dataclass(frozen=True)
class Sample:
    """The facts of a round, its result under each value of the option, and the other options that it needs."""

    events: tuple[Json, ...]
    results: Mapping[object, Result]
    others: Json = field(default_factory=dict)


def kong(player: str, kind: str, **told: object) -> Json:
    return {"type": "kong", "player": player, "kind": kind} | ({"from": "A"} if kind == "exposed" else {}) | told


def discard(feeder: str, *winners: str, **hand: object) -> Json:
    """`winners` win on what `feeder` throws, all with the same hand; without one, with a plain hand of 0 fans."""
    after = {"after_kong": True} if hand.pop("after_kong", False) else {}
    told = [{"player": player, **(hand or {"fans": 0})} for player in winners]
    return {"type": "win", "by": "discard", "from": feeder, "winners": told, **after}


def self_draw(player: str, fans: int, **told: object) -> Json:
    return {"type": "win", "by": "self_draw", "winners": [{"player": player, "fans": fans}], **told}


def wall_out(**hands: int | str | Json) -> Json:
    """A number is what a ready hand is worth; tiles are a ready hand too."""
    return {"type": "wall_out", "hands": {player: state(hand) for player, hand in hands.items()}}


def state(hand: int | str | Json) -> Json:
    if isinstance(hand, str):
        return {"state": hand}
    return {"state": "ready", "fans": hand} if isinstance(hand, int) else {"state": "ready", "hand": hand}


def leave(player: str) -> Json:
    return {"type": "leave", "player": player}


NO, PIG = "not_ready", "flower_pig"
ROBBED = {"type": "win", "by": "robbed_kong", "from": "A", "winners": [{"player": "B", "fans": 0}]}
ONE_PIG = wall_out(A=1, B=PIG, C=NO, D=NO)

SAMPLES: dict[str, Sample] = {
    "base": Sample((discard("A", "B", fans=1),), {1: (-2, 2, 0, 0), 5: (-10, 10, 0, 0)}),
    "plain_fans": Sample(
        (discard("A", "B", fans=2),), {0: (-4, 4, 0, 0), 1: (-2, 2, 0, 0)}, {"patterns": {"plain": 1}}
    ),
    "cap": Sample(
        (discard("A", "B", fans=4),),
        {2: (-4, 4, 0, 0), 3: (-8, 8, 0, 0), None: (-16, 16, 0, 0)},
        {"flower_pig_pays": 16},
    ),
    "root_fans": Sample(
        (discard("A", "B", pattern="plain", roots=2),), {0: (-1, 1, 0, 0), 1: (-4, 4, 0, 0), 2: (-8, 8, 0, 0)}
    ),
    # The kong's own money is in the result: 2 from the feeder A, 1 or 2 from each.
    "kong_fans.exposed": Sample(
        (kong("B", "exposed"), discard("A", "B", pattern="plain")), {0: (-3, 3, 0, 0), 1: (-4, 4, 0, 0)}
    ),
    "kong_fans.promoted": Sample(
        (kong("B", "promoted"), discard("A", "B", pattern="plain")), {0: (-2, 4, -1, -1), 1: (-3, 5, -1, -1)}
    ),
    "kong_fans.postponed": Sample(
        (kong("B", "postponed"), discard("A", "B", pattern="plain")), {0: (-1, 1, 0, 0), 1: (-2, 2, 0, 0)}
    ),
    "kong_fans.concealed": Sample(
        (kong("B", "concealed"), discard("A", "B", pattern="plain")), {0: (-3, 7, -2, -2), 1: (-4, 8, -2, -2)}
    ),
    "win_after_kong_fans.exposed": Sample(
        (kong("B", "exposed"), self_draw("B", 1, after_kong=True)), {0: (-5, 11, -3, -3), 1: (-7, 17, -5, -5)}
    ),
    "win_after_kong_fans.promoted": Sample(
        (kong("B", "promoted"), self_draw("B", 1, after_kong=True)), {0: (-4, 12, -4, -4), 1: (-6, 18, -6, -6)}
    ),
    "win_after_kong_fans.postponed": Sample(
        (kong("B", "postponed"), self_draw("B", 1, after_kong=True)), {0: (-3, 9, -3, -3), 1: (-5, 15, -5, -5)}
    ),
    "win_after_kong_fans.concealed": Sample(
        (kong("B", "concealed"), self_draw("B", 1, after_kong=True)), {0: (-5, 15, -5, -5), 1: (-7, 21, -7, -7)}
    ),
    "bonus_fans.shoot_after_kong": Sample(
        (kong("A", "postponed"), discard("A", "B", fans=0, after_kong=True)), {0: (-1, 1, 0, 0), 1: (-2, 2, 0, 0)}
    ),
    "bonus_fans.robbing_kong": Sample((ROBBED,), {0: (-1, 1, 0, 0), 1: (-2, 2, 0, 0)}),
    "self_draw": Sample(
        (self_draw("B", 2),), {"none": (-4, 12, -4, -4), "add_base": (-5, 15, -5, -5), "add_fan": (-8, 24, -8, -8)}
    ),
    "kong_pay.exposed": Sample((kong("B", "exposed"),), {0: NOTHING, 1: (-1, 1, 0, 0), 2: (-2, 2, 0, 0)}),
    "kong_pay.exposed_others": Sample((kong("B", "exposed"),), {0: (-2, 2, 0, 0), 1: (-2, 4, -1, -1)}),
    "kong_pay.promoted": Sample((kong("B", "promoted"),), {0: NOTHING, 1: (-1, 3, -1, -1)}),
    "kong_pay.postponed": Sample((kong("B", "postponed"),), {0: NOTHING, 1: (-1, 3, -1, -1)}),
    "kong_pay.concealed": Sample((kong("B", "concealed"),), {1: (-1, 3, -1, -1), 2: (-2, 6, -2, -2)}),
    # 杠上花 is one fan, ×2: 2 and the added base from each, or 2 from the feeder alone; and his 2 for the kong.
    "fed_kong_win": Sample(
        (kong("B", "exposed"), self_draw("B", 0, after_kong=True)),
        {"self_draw": (-5, 11, -3, -3), "feeder": (-4, 4, 0, 0)},
    ),
    # Kongs give A 6 and 3, the win takes 2; then 3, 9 or 3 in parts move on.
    "kong_transfer": Sample(
        (kong("A", "concealed"), kong("A", "promoted"), discard("A", "B", fans=0, after_kong=True)),
        {"none": (7, -1, -3, -3), "last": (4, 2, -3, -3), "all": (-2, 8, -3, -3), "return": (4, 0, -2, -2)},
    ),
    "kong_transfer_after": Sample(
        (kong("A", "concealed"), discard("A", "B", fans=0, after_kong=True)),
        {"any": (-2, 6, -2, -2), "promoted": (4, 0, -2, -2)},
    ),
    # The kong gives A 3, each win takes 2; of the 3, B is next in turn after A.
    "kong_transfer_shares": Sample(
        (kong("A", "promoted"), discard("A", "B", "D", fans=0, after_kong=True)),
        {"each": (-7, 4, -1, 4), "split": (-4, 3, -1, 2), "nearest": (-4, 4, -1, 1), "none": (-1, 1, -1, 1)},
    ),
    "flower_pig_pays": Sample(
        (ONE_PIG,), {0: (4, 0, -2, -2), 16: (20, -48, 14, 14), "cap": (12, -24, 6, 6), None: (6, -2, -2, -2)}
    ),
    "flower_pig_paid_to": Sample(
        (discard("A", "D"), wall_out(A=0, B=PIG, C=NO)),
        {"all": (8, -24, 7, 9), "in_play": (8, -16, 7, 1), "pot": (0, -8, -1, 1, 8)},
    ),
    "flower_pig_ready_check": Sample((ONE_PIG,), {False: (12, -24, 6, 6), True: (14, -26, 6, 6)}),
    # 2s makes a plain hand of 0 fans, 5s one with a root.
    "ready_check": Sample(
        (wall_out(A={"concealed": "12345699m34s", "pungs": "5s"}, B=NO, C=NO, D=NO),),
        {"best": (6, -2, -2, -2), "worst": (3, -1, -1, -1), "none": NOTHING},
    ),
    # Four 1m: 龙七对 of 3 fans, and the root once more where it is not absorbed.
    "dragon_absorbs_root": Sample(
        (discard("A", "B", hand={"concealed": "11115566m557788s"}),),
        {True: (-8, 8, 0, 0), False: (-16, 16, 0, 0)},
        {"cap": 6},
    ),
    # 2m and 5m make plain hands; 3m, four of which are there already, makes 对对胡 of 1 fan.
    "dead_wait": Sample(
        (wall_out(A={"concealed": "3444m", "pungs": "3m8p9p"}, B=NO, C=NO, D=NO),),
        {"own_tiles": (3, -1, -1, -1), "concealed_tiles": (6, -2, -2, -2)},
        {"root_fans": 0},
    ),
    # Where 定缺 is played nobody wins with a tile of his void suit.
    "void_suit": Sample(
        (discard("A", "B", hand={"concealed": "123456m12355599p", "void_suit": "p"}),),
        {True: NOTHING, False: (-1, 1, 0, 0)},
    ),
    "price_difference": Sample((wall_out(A=0, B=2, C=NO, D=NO),), {False: (2, 8, -5, -5), True: (-1, 11, -5, -5)}),
    "kong_refund": Sample(
        (kong("A", "concealed"), wall_out(A=NO, B=NO, C=NO, D=NO)), {True: NOTHING, False: (6, -2, -2, -2)}
    ),
    # In the second the other win comes too late and moves nothing.
    "mode": Sample(
        (discard("A", "B"), discard("A", "C")), {"blood_battle": (-2, 1, 1, 0), "single_win": (-1, 1, 0, 0)}
    ),
    "next_dealer": Sample((discard("C", "B"),), {"first_winner": "B", "discarder": "C", "dice": None}),
    "leave.pays": Sample((leave("A"),), {0: NOTHING, 4: (-12, 4, 4, 4), "cap": (-24, 8, 8, 8)}),
    "leave.ends_round": Sample((leave("A"), discard("C", "B")), {False: (0, 1, -1, 0), True: NOTHING}),
    "leave.winner_forfeits": Sample((discard("A", "B", fans=1), leave("B")), {False: (-2, 2, 0, 0), True: NOTHING}),
    "leave.refund_to_leaver": Sample(
        (kong("A", "concealed"), leave("B"), wall_out(A=NO, C=NO, D=NO)), {False: (2, -2, 0, 0), True: NOTHING}
    ),
}

for _bonus in ("under_the_sea", "last_chance", "concealed_hand", "no_terminals"):
    SAMPLES[f"bonus_fans.{_bonus}"] = Sample(
        (discard("A", "B", fans=0, bonuses=[_bonus]),), {0: (-1, 1, 0, 0), 1: (-2, 2, 0, 0)}
    )

for _pattern in PATTERNS:
    SAMPLES[f"patterns.{_pattern}"] = Sample(
        (discard("A", "B", pattern=_pattern),), {0: (-1, 1, 0, 0), 1: (-2, 2, 0, 0), 3: (-8, 8, 0, 0)}
    )

TILES_ALONE = ("dragon_absorbs_root", "dead_wait", "void_suit")
"""Options that only a hand given as tiles can show: the roots of a called hand are those that its pattern does not
absorb, it has no waits, and a flower pig is said then, not seen."""

NOT_PLAYED = None


def shown(beside: Result, *, bonus: str = "", **hand: str) -> Sample:
    """A discard won with tiles whose pattern has 0, 1 or 3 fans; `beside` is the result where it is not played."""
    said = {"bonuses": [bonus]} if bonus else {}
    event = discard("A", "B", hand=hand, **said)
    return Sample((event,), {0: (-1, 1, 0, 0), 1: (-2, 2, 0, 0), 3: (-8, 8, 0, 0), NOT_PLAYED: beside})


PLAIN, NO_WIN = (-1, 1, 0, 0), NOTHING
PATTERNS_AS_TILES: dict[str, Sample] = {
    "all_triplets": shown(PLAIN, concealed="11133m777p", pungs="5p9m"),
    "full_flush": shown(PLAIN, concealed="12233445678999m"),
    "terminals": shown(PLAIN, concealed="123789m11123789p"),
    "seven_pairs": shown(NO_WIN, concealed="11335577m224466p"),
    "flush_triplets": shown(PLAIN, concealed="11133355599m", pungs="7m"),
    "generals": shown(PLAIN, concealed="222m22255p", pungs="5m8p"),
    "golden_wait": shown(PLAIN, concealed="99p", pungs="1m3m5p7p"),
    "flush_golden_wait": shown(PLAIN, concealed="99m", pungs="1m3m5m7m"),
    "dragon_seven_pairs": shown(NO_WIN, concealed="11113355m224466p"),
    "flush_dragon_seven_pairs": shown(NO_WIN, concealed="11113355667788m"),
    "flush_seven_pairs": shown(NO_WIN, concealed="11224455778899m"),
    "flush_terminals": shown(PLAIN, concealed="11122233378999m"),
    "heavenly": shown(PLAIN, concealed="123456m12355599p", bonus="heavenly"),
    "earthly": shown(PLAIN, concealed="123456m12355599p", bonus="earthly"),
}
"""A hand for every pattern but the plain one, which is worth 0 fans here and always played."""

PATTERNS_AS_TILES["plain"] = Sample(
    (discard("A", "B", hand={"concealed": "123456m12355599p"}),), SAMPLES["patterns.plain"].results
)
