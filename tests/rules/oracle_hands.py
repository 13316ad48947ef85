"""What a hand given as tiles is worth, in fans: the dearest reading, and every wait.

`kinds` are the kinds of its owner's kongs, `luck` what of 天胡 and 地胡 the table has said. Sentences in quotation
marks are those of the rules and of the round format.
"""

from typing import NamedTuple

from tests.rules.oracle_readings import EVERY_TILE, IS, Laid, laid_out, patterns_of, readings
from tests.rules.oracle_table import Json, multiplier


class Worth(NamedTuple):
    """A reading under one pattern.

    `roots` are "those counted beside the pattern", `bonuses` those that the tiles earn here, `fans` is before the cap.
    """

    pattern: str
    roots: int
    bonuses: tuple[str, ...]
    fans: int


def is_flower_pig(options: Json, laid: Laid) -> bool:
    """ "A flower pig holds three suits or, with 定缺, any tile of the void suit." """
    suits = {tile[1] for tile in laid.everything()}
    return len(suits) == 3 or (options["void_suit"] and laid.void_suit in suits)


def worth(options: Json, laid: Laid, kinds: list[str], luck: tuple[str, ...] = ()) -> Worth | None:
    """The dearest reading of a complete hand; None where it wins nothing."""
    # "A winning hand has at most two suits (缺一门)", and none of the void suit.
    if laid.size() != 14 or is_flower_pig(options, laid):
        return None
    found = [
        worth_as(options, laid, kinds, pattern)
        for read in readings(laid)
        for pattern in patterns_of(read)
        # "a pattern that is missing is not played at this table"
        if pattern in options["patterns"]
    ]
    # 天胡, 地胡: "that pattern competes with those of the tiles". Tiles that win nothing have none to compete with.
    if found:
        found += [worth_as(options, laid, kinds, pattern) for pattern in luck if pattern in options["patterns"]]
    return max(found, key=lambda one: dearness(options, one), default=None)


def dearness(options: Json, one: Worth) -> tuple[int, int, int]:
    """ "the reading of the hand that gives the most fans"; "of two readings worth the same, the pattern with more fans
    of its own is named, and if still tied, the one that stands first in this table" """
    return one.fans, options["patterns"][one.pattern], -list(IS).index(one.pattern)


def worth_as(options: Json, laid: Laid, kinds: list[str], pattern: str) -> Worth:
    """ "fans = pattern + `root_fans` × (roots not konged − roots absorbed) + the winner's `kong_fans` + bonuses" """
    # "do the two dragon patterns absorb one root (减1根)?"
    absorbed = 1 if options["dragon_absorbs_root"] and "dragon" in pattern else 0
    roots = len(roots_not_konged(laid)) - absorbed
    fans = options["patterns"][pattern] + options["root_fans"] * roots
    for kind in kinds:
        fans += options["kong_fans"][kind]
    # "0 = not played"
    bonuses = tuple(bonus for bonus in bonuses_of_tiles(laid) if options["bonus_fans"][bonus])
    for bonus in bonuses:
        fans += options["bonus_fans"][bonus]
    return Worth(pattern, roots, bonuses, fans)


def roots_not_konged(laid: Laid) -> list[str]:
    """ "four alike, not konged"; "A root is exactly four alike; a fifth, imagined copy [...] makes no root of that tile
    and takes none from another." """
    not_konged = laid.concealed + 3 * laid.pungs
    return [tile for tile in EVERY_TILE if not_konged.count(tile) == 4]


def bonuses_of_tiles(laid: Laid) -> list[str]:
    """ "`concealed_hand` and `no_terminals` follow from tiles" """
    bonuses = []
    # "Concealed kongs do not break `concealed_hand`"
    if not laid.pungs and not laid.kongs:
        bonuses.append("concealed_hand")
    if not any(tile[0] in "19" for tile in laid.everything()):
        bonuses.append("no_terminals")
    return bonuses


def waits(options: Json, laid: Laid, kinds: list[str]) -> dict[str, Worth]:
    """What each of the 27 tiles would make of a hand that lacks one: "no bonus from luck"."""
    found = {}
    if laid.size() == 13 and not is_flower_pig(options, laid):
        for tile in EVERY_TILE:
            won = worth(options, laid.with_tile(tile), kinds)
            if won is not None and not dead(options, laid, tile):
                found[tile] = won
    return found


def dead(options: Json, laid: Laid, tile: str) -> bool:
    """ "a tile is no wait if the player holds all four himself, counting melds (`own_tiles`) or only concealed ones
    (`concealed_tiles`)"; "Concealed kongs [...] are not `concealed_tiles`." """
    held = laid.everything() if options["dead_wait"] == "own_tiles" else list(laid.concealed)
    return held.count(tile) == 4


def kinds_of_shown(laid: Laid) -> list[str]:
    """ "`kongs` count as `exposed` here" """
    return ["exposed"] * len(laid.kongs) + ["concealed"] * len(laid.concealed_kongs)


def shown_patterns(laid: Laid) -> list[str]:
    """ "all that the tiles are, each once, in alphabetical order, played at this table or not" """
    return sorted({pattern for read in readings(laid) for pattern in patterns_of(read)})


def hand_result(options: Json, hand: Json) -> Json:
    """What the `hand` command says of a hand; `{"error": True}` for "an error line"."""
    try:
        laid = laid_out(hand)
    except ValueError:
        return {"error": True}
    if laid.size() not in (13, 14):
        # "a wrong number of tiles"
        return {"error": True}
    return complete_result(options, laid) if laid.size() == 14 else waiting_result(options, laid)


def complete_result(options: Json, laid: Laid) -> Json:
    """ "A complete hand gives `{"win": true, …}`", "anything else `{"win": false}`"."""
    won = worth(options, laid, kinds_of_shown(laid))
    if won is None:
        return {"win": False}
    told = {"pattern": won.pattern, "fans": won.fans, "roots": won.roots}
    return {"win": True, **told, "multiplier": multiplier(options, won.fans), "patterns": shown_patterns(laid)}


def waiting_result(options: Json, laid: Laid) -> Json:
    """ "a hand that lacks one tile gives […] (before the cap; no wait: `"waits": {}, "best": null, "worst": null`)" """
    found = waits(options, laid, kinds_of_shown(laid))
    told = {tile: {"pattern": won.pattern, "fans": won.fans, "roots": won.roots} for tile, won in found.items()}
    fans = [won.fans for won in found.values()]
    best, worst = (max(fans), min(fans)) if fans else (None, None)
    pig = is_flower_pig(options, laid)
    return {"ready": bool(found), "flower_pig": pig, "waits": told, "best": best, "worst": worst}
