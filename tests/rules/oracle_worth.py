"""What a hand of a round is worth, called or given as tiles, in fans and in points."""

from tests.rules.oracle_hands import waits, worth
from tests.rules.oracle_possible import who_konged
from tests.rules.oracle_readings import laid_out
from tests.rules.oracle_table import Json, in_play, kind_of, kinds_of_kongs, kongs, multiplier

LUCK = ("heavenly", "earthly")


def points_of(options: Json, number: int | str) -> int:
    """ "× `base`; `cap` = the multiplier of the cap" """
    times = multiplier(options, options["cap"]) if isinstance(number, str) else number
    return int(times * options["base"])


def called_fans(table: Json, n: int, player: str, hand: Json) -> int:
    """A called hand, with the kongs that its owner has before event `n`."""
    options = table["options"]
    if "fans" in hand:
        # "A called number stands for pattern + roots + kongs"
        return int(hand["fans"])
    # "pattern + `root_fans` × (roots not konged − roots absorbed) + the winner's `kong_fans`"; a called hand has
    # "`roots` (roots not konged and not absorbed by the pattern; kongs are known from the events)".
    fans = options["patterns"][hand["pattern"]] + options["root_fans"] * hand.get("roots", 0)
    for kind in kinds_of_kongs(table, n, player):
        fans += options["kong_fans"][kind]
    return int(fans)


def said_bonuses(options: Json, hand: Json) -> int:
    """ "other bonuses [are] added on top" """
    return sum(options["bonus_fans"][bonus] for bonus in hand.get("bonuses", []) if bonus not in LUCK)


def won_fans(table: Json, n: int, winner: Json) -> int:
    """What one winner of event `n` is paid for, before the cap."""
    options, event = table["options"], table["events"][n]
    fans = tiles_fans(table, n, winner) if "hand" in winner else called_fans(table, n, winner["player"], winner)
    fans += said_bonuses(options, winner)
    if event["by"] == "robbed_kong":
        # "as a discard by the konger, plus `robbing_kong`"
        fans += options["bonus_fans"]["robbing_kong"]
    if event.get("after_kong", False):
        if event["by"] == "discard":
            # "on a discard win: plus `shoot_after_kong`"
            fans += options["bonus_fans"]["shoot_after_kong"]
        else:
            # "On a self-draw: plus `win_after_kong_fans` of the kind of the winner's newest kong."
            newest = kongs(table, n, winner["player"])[-1]
            fans += options["win_after_kong_fans"][kind_of(table, newest)]
    # "`add_fan`: one fan more, inside the cap"; the feeder alone pays "no `add_fan`".
    if event["by"] == "self_draw" and options["self_draw"] == "add_fan" and feeder_alone(table, n) is None:
        fans += 1
    return fans


def tiles_fans(table: Json, n: int, winner: Json) -> int:
    """A complete hand as tiles. "With `"bonuses": ["heavenly"]` (or `earthly`) that pattern competes"."""
    luck = tuple(bonus for bonus in winner.get("bonuses", []) if bonus in LUCK)
    kinds = kinds_of_kongs(table, n, winner["player"])
    won = worth(table["options"], laid_out(winner["hand"]), kinds, luck)
    assert won is not None
    return won.fans


def won_points(table: Json, n: int, winner: Json) -> int:
    """ "base × multiplier" """
    options = table["options"]
    return int(options["base"] * multiplier(options, won_fans(table, n, winner)))


def feeder_alone(table: Json, n: int) -> str | None:
    """点杠花: who alone pays for the self-draw of event `n`, if one does.

    "self-draw after one's own exposed kong"; "`feeder`: the feeder alone pays, as for a discard".
    """
    event = table["events"][n]
    if table["options"]["fed_kong_win"] != "feeder" or event["by"] != "self_draw" or not event.get("after_kong", False):
        return None
    newest = kongs(table, n, who_konged(event))[-1]
    if kind_of(table, newest) != "exposed":
        return None
    feeder = str(table["events"][newest]["from"])
    # "If the feeder is no longer in play: as `self_draw`."
    return feeder if feeder in in_play(table, n) else None


def ready_points(table: Json, n: int, player: str, state: Json) -> int:
    """A ready hand: "roots, own kongs and what the tiles themselves earn [...] counted, [...] capped"."""
    options = table["options"]
    if "hand" in state:
        fans = ready_tiles_fans(table, n, player, state["hand"])
    else:
        # Best and worst over all waits are the same for a hand that is called.
        fans = called_fans(table, n, player, state) + said_bonuses(options, state)
    return int(options["base"] * multiplier(options, fans))


def ready_tiles_fans(table: Json, n: int, player: str, hand: Json) -> int:
    """ "by the largest or smallest hand that the ready player could win" """
    found = waits(table["options"], laid_out(hand), kinds_of_kongs(table, n, player))
    fans = [won.fans for won in found.values()]
    # "(With `ready_check: none` [the price difference], and leaving, go by the best hand.)"
    return min(fans) if table["options"]["ready_check"] == "worst" else max(fans)
