"""The rule sets that come with the game: one TOML file each, with its source."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rounds.rules.ruleset import RuleSet

ORDER = (
    "chengdu_home",
    "single_player",
    "huanle",
    "four_fans_money",
    "chengdu_teahouse",
    "qq_void_suit",
    "seven_fans",
    "price_difference",
    "qq_classic",
    "multipliers",
    "fortune",
    "sbr_2025",
)
"""The order in which they are offered; the first is the default."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named rule set: its key, its name as players say it, where its numbers come from, and the options."""

    key: str
    name: str
    source: str
    rules: RuleSet


@cache
def presets() -> Mapping[str, Preset]:
    """All presets by key, in the order in which they are offered."""
    return {key: _load(key) for key in ORDER}


def _load(key: str) -> Preset:
    text = (files("rounds.rules") / "presets" / f"{key}.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    name, source = table.pop("name"), table.pop("source")
    # TOML has no null: an option that may be none says "none" in the files.
    options = {option: None if option in _MAY_BE_NONE and value == "none" else value for option, value in table.items()}
    return Preset(key, name, source, RuleSet.from_json(options, place=key))


_MAY_BE_NONE = frozenset({"cap", "flower_pig_pays"})
