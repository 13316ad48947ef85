"""规矩 guī ju as a night pins it: the options, the preset that they began as, and the club's own name of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rounds.book.chain import canonical
from rounds.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Ruling:
    """The rules of a round. `preset` is the key of the one that they began as, `house` the club's name or ""."""

    rules: RuleSet
    preset: str
    house: str = ""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Ruling":
        """Reads the data of an event that opens a round or changes the rules; raises KeyError or ValueError.

        Logs from before clubs had rule sets of their own name none.
        """
        return cls(rules_from_json(data["rules"]), data["preset"], data.get("house", ""))

    def to_json(self) -> dict[str, object]:
        return {"rules": self.rules.to_json(), "preset": self.preset, "house": self.house}


def rules_from_json(value: object) -> RuleSet:
    """The options of a round. Those of most rounds are the same, and reading them costs more than settling one."""
    return _rules(canonical(value))


@lru_cache(maxsize=256)
def _rules(text: str) -> RuleSet:
    return RuleSet.from_json(json.loads(text))
