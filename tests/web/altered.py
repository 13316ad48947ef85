"""Rule sets that are not as a preset in one place, whichever it is."""

from collections.abc import Mapping

from rounds.rules.options import leaves, rows, value_at
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet, changed

HOME = presets()["chengdu_home"].rules

OTHER_VALUES: Mapping[str, object] = {
    "base": 5,
    "plain_fans": 1,
    "cap": None,
    "patterns.plain": 1,
    "root_fans": 0,
    "dragon_absorbs_root": False,
    "self_draw": "add_fan",
    "fed_kong_win": "feeder",
    "kong_transfer": "return",
    "kong_transfer_after": "promoted",
    "kong_transfer_shares": "split",
    "flower_pig_pays": 16,
    "flower_pig_paid_to": "pot",
    "flower_pig_ready_check": True,
    "ready_check": "worst",
    "dead_wait": "concealed_tiles",
    "price_difference": True,
    "kong_refund": False,
    "mode": "single_win",
    "next_dealer": "dice",
    "void_suit": False,
    "leave.pays": 3,
    "leave.ends_round": True,
    "leave.winner_forfeits": True,
    "leave.refund_to_leaver": True,
}
"""For each place of an option in the default rules another value; where a table has numbers it is one more."""

PLACES = tuple(place for option in rows() for place, _leaf in leaves(option))


def other_value(place: str) -> object:
    """Another value than the default rules have at `place`."""
    value = value_at(HOME.to_json(), place)
    return OTHER_VALUES[place] if place in OTHER_VALUES else value + 1 if isinstance(value, int) else None


def at(place: str, value: object) -> dict[str, object]:
    """A change of the default options at one place, as `altered` takes it."""
    name, _, entry = place.partition(".")
    table = HOME.to_json()[name]
    return {name: {**table, entry: value} if isinstance(table, dict) else value}


def altered(**options: object) -> RuleSet:
    """The default rules with other options, made such that no other option contradicts them."""
    also: dict[str, object] = {"flower_pig_pays": 16} if "cap" in options else {}
    if "plain_fans" in options:
        also["patterns"] = {pattern.value: fans + 1 for pattern, fans in HOME.patterns.items()}
    return RuleSet.from_json(changed(HOME.to_json(), {**also, **options}))
