"""The core held against the oracle on random rounds, and the random rounds themselves: are they worth anything?"""

import json
from collections import Counter
from functools import cache

from hypothesis import given

from tests.rules.agreement import disagreement, said_by_core, said_by_oracle
from tests.rules.options_strategy import VARIANTS
from tests.rules.oracle import settle_document
from tests.rules.oracle_table import Json
from tests.rules.rounds_strategy import documents, numbered

ROUNDS = 3_000
LOOKED_AT = 1_500


@cache
def looked_at() -> list[tuple[Json, Json]]:
    """Random rounds, and what the oracle says of each."""
    return [(document, said_by_oracle(document)) for document in map(numbered, range(LOOKED_AT))]


def test_core_and_oracle_agree_on_random_rounds_with_random_options() -> None:
    for document, said in looked_at():
        assert said_by_core(document) == said, json.dumps(document, ensure_ascii=False)
    for seed in range(LOOKED_AT, ROUNDS):
        found = disagreement(numbered(seed))
        assert found is None, json.dumps(found, ensure_ascii=False)


@given(documents())
def test_core_and_oracle_agree_on_every_round_that_hypothesis_finds(document: Json) -> None:
    assert disagreement(document) is None


def test_random_rounds_mix_a_few_impossible_facts_among_possible_ones() -> None:
    facts = refused = clean = 0
    for document, said in looked_at():
        impossible = said["refused"]
        facts += len(document["events"])
        refused += len(impossible)
        clean += not impossible
    assert 0.04 < refused / facts < 0.13
    assert clean > LOOKED_AT * 2 // 3


def test_random_rounds_use_every_variant_of_every_option_and_every_kind_of_fact() -> None:
    used: Counter[tuple[str, object]] = Counter()
    for document, _ in looked_at():
        options = document["rules"]["options"]
        used.update((name, options[name]) for name in VARIANTS)
        used.update(("pays", options[name]) for name in ("flower_pig_pays", "cap") if options[name] in ("cap", None))
        used.update(("fact", event["type"]) for event in document["events"])
        used.update(("kong", event["kind"]) for event in document["events"] if event["type"] == "kong")
        used.update(("win", (e["by"], len(e["winners"]))) for e in document["events"] if e["type"] == "win")
    wanted = [(name, variant) for name, variants in VARIANTS.items() for variant in variants]
    wanted += [("pays", "cap"), ("pays", None)]
    wanted += [("fact", kind) for kind in ("kong", "win", "wall_out", "leave", "transfer")]
    wanted += [("kong", kind) for kind in ("exposed", "promoted", "postponed", "concealed")]
    wanted += [("win", ("self_draw", 1))]
    wanted += [("win", (by, count)) for by in ("discard", "robbed_kong") for count in (1, 2, 3)]
    assert {pair: used[pair] for pair in wanted if used[pair] < 8} == {}


def test_random_rounds_show_tiles_with_and_without_kongs_wherever_a_hand_is_told() -> None:
    used: Counter[tuple[object, ...]] = Counter()
    for document, said in looked_at():
        impossible = said["refused"]
        for n, event in enumerate(document["events"]):
            for told in (*event.get("winners", ()), *event.get("hands", {}).values()):
                if "hand" in told:
                    konged = "kongs" in told["hand"] or "concealed_kongs" in told["hand"]
                    used[event["type"], "konged" if konged else "no kong", n not in impossible] += 1
                    used.update(("win", bonus, n not in impossible) for bonus in told.get("bonuses", ()))
    wanted = [(fact, kongs, True) for fact in ("win", "wall_out") for kongs in ("konged", "no kong")]
    wanted += [("win", luck, True) for luck in ("heavenly", "earthly", "under_the_sea", "last_chance")]
    wanted += [("leave", "no kong", True), ("win", "konged", False), ("wall_out", "no kong", False)]
    assert {what: used[what] for what in wanted if used[what] < 8} == {}


def test_random_rounds_end_in_every_way_and_move_kong_money() -> None:
    seen: Counter[object] = Counter()
    for document, settled in looked_at():
        seen[settled["ended"]] += 1
        seen.update(name for name in ("stakes", "side_bettors", "dealer") if name in document)
        seen["pot"] += "pot" in settled["net"]
    wanted = ("wins", "wall_out", "leave", None, "stakes", "side_bettors", "dealer", "pot")
    assert {what: seen[what] for what in wanted if seen[what] < 60} == {}


def test_the_oracle_names_the_first_event_that_cannot_have_happened() -> None:
    kong = {"type": "kong", "player": "A", "kind": "concealed"}
    stranger = {"type": "kong", "player": "E", "kind": "concealed"}
    document = {"rules": "chengdu_home", "players": ["A", "B"], "events": [kong, stranger, stranger]}
    assert settle_document(document) == {"error": True, "event": 1}
