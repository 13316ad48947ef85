"""The rule sets that come with the game, read anew from their files."""

import json
from pathlib import Path
from typing import Any

from rounds.rules.presets import ORDER, presets

KNOWN: dict[str, Any] = json.loads((Path(__file__).parents[1] / "cases" / "presets.json").read_text("utf-8"))


def test_every_preset_is_read_from_its_file_with_its_name_its_source_and_its_numbers() -> None:
    read = presets.__wrapped__()
    assert {
        key: {"name": preset.name, "source": preset.source, "options": preset.rules.to_json()}
        for key, preset in read.items()
    } == KNOWN
    assert [preset.key for preset in read.values()] == list(read)


def test_they_are_offered_in_their_order_and_the_first_is_the_default() -> None:
    assert tuple(presets.__wrapped__()) == ORDER
    assert ORDER[0] == "chengdu_home"


def test_an_option_that_may_be_nothing_is_nothing_where_the_file_says_none() -> None:
    read = presets.__wrapped__()
    without_cap = [key for key, preset in read.items() if preset.rules.cap is None]
    assert without_cap == [key for key in ORDER if KNOWN[key]["options"]["cap"] is None]
    # In other options "none" is a variant of their own.
    assert "none" in {preset.rules.kong_transfer.value for preset in read.values()}
