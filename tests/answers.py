"""What is wrong with the answer to a line, whatever the line is: it is an answer to what is written there, or an error
in one sentence with the place of a fault."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from typing import Any, NamedTuple

from rounds.jsonlines import read_documents, to_line
from rounds.rules.document import LET_THROUGH, document_from_json, hand_document_from_json
from rounds.rules.events import fact_to_json
from rounds.rules.hands import hand_to_json
from rounds.rules.strict import Malformed
from rounds.rules.tiles import read_tiles, suit, tile, write_tiles
from rounds.settlements import settlement_of
from tests.rules.oracle_table import Json, full_options

Answer = Callable[[object, str], Mapping[str, object]]

LONGEST = 400
"""Characters of a sentence, with a place, a wrong value and names of 40 characters in it."""

PLACE = re.compile(r"(document|format|rules|players|dealer|events|stakes|side_bettors|hand|bonuses)\b")
DEFAULTS: Json = {"robbed": False, "after_kong": False, "note": "", "roots": 0, "bonuses": []}
"""What may be written or left out."""

MELDS = ("pungs", "kongs", "concealed_kongs")


class Answered(NamedTuple):
    """What became of one document: "settled", "refused" or "no JSON", and everything that is wrong with that."""

    fate: str
    faults: list[str]


def answers(line: bytes, answer: Answer, language: str) -> Iterator[Answered]:
    """What becomes of a line, which may be none, one or many documents."""
    for document in read_documents(BytesIO(line)):
        answered = json.loads(to_line(answer(document, language)).decode())
        fate = "no JSON" if isinstance(document, Malformed) else "refused" if "error" in answered else "settled"
        yield Answered(fate, list(faults(document, answered, answer is settlement_of)))


def faults(document: object, answered: Json, of_round: bool) -> Iterable[str]:
    if "error" in answered:
        yield from faults_of_error(document, answered, of_round)
        return
    if of_round:
        yield from faults_of_settlement(answered)
    written, read = (round_written, round_read) if of_round else (hand_written, hand_read)
    if told(written(document)) != told(read(document)):
        yield f"read as {told(read(document))}"


def faults_of_error(document: object, answered: Json, of_round: bool) -> Iterable[str]:
    sentence = answered["error"]
    if set(answered) != ({"error", "event"} if of_round else {"error"}):
        yield f"keys {set(answered)}"
    if not isinstance(sentence, str) or not sentence.strip() or len(sentence) > LONGEST:
        yield "no sentence"
    elif re.search(r"[\x00-\x1f]", sentence):
        yield "more than a line"
    elif not isinstance(document, Malformed) and not PLACE.match(sentence) and answered.get("event") is None:
        yield "no place"
    else:
        index = re.match(r"events\[(\d+)\]", sentence)
        if of_round and answered.get("event") != (int(index[1]) if index else None):
            yield f"event {answered.get('event')}"


def faults_of_settlement(answered: Json) -> Iterable[str]:
    net = dict.fromkeys(answered["net"], 0)
    for entry in answered["entries"]:
        net[entry["from"]] -= entry["points"]
        net[entry["to"]] += entry["points"]
    if net != answered["net"] or sum(net.values()):
        yield "entries and net differ"
    if any(entry["points"] < 1 or not entry["why"] for entry in answered["entries"]):
        yield "an entry says nothing"


# What is written in a document, and what was read of it: the same, but for defaults and the notation of tiles


def told(value: object) -> str:
    """As text, which tells 1 from true and 1.0."""
    return json.dumps(value, sort_keys=True)


def round_written(document: Any) -> Json:
    left_out: Json = {"dealer": None, "stakes": {}, "side_bettors": {}}
    return {
        **without(document, dict.fromkeys(LET_THROUGH)),
        **{key: document.get(key, default) for key, default in left_out.items()},
        "rules": full_options(document["rules"]),
        "events": [plain_event(event) for event in document["events"]],
    }


def round_read(document: object) -> Json:
    read = document_from_json(document)
    return {
        "format": "xuezhan-round/1",
        "rules": read.rules.to_json(),
        "players": list(read.players),
        "events": [plain_event(fact_to_json(fact)) for fact in read.events],
        "dealer": read.dealer,
        "stakes": dict(read.stakes),
        "side_bettors": dict(read.side_bettors),
    }


def hand_written(document: Any) -> Json:
    bonuses = sorted(document.get("bonuses", []))
    return {"rules": full_options(document["rules"]), "hand": plain_hand(document["hand"]), "bonuses": bonuses}


def hand_read(document: object) -> Json:
    read = hand_document_from_json(document)
    hand = plain_hand(hand_to_json(read.hand))
    return {"rules": read.rules.to_json(), "hand": hand, "bonuses": sorted(read.luck)}


def without(value: Json, keys: Json) -> Json:
    return {key: inner for key, inner in value.items() if key not in keys}


def plain_event(event: Json) -> Json:
    plain = {key: value for key, value in event.items() if key not in DEFAULTS or told(value) != told(DEFAULTS[key])}
    if "tile" in plain:
        plain["tile"] = tile(plain["tile"])
    if "winners" in plain:
        plain["winners"] = [plain_event(winner) for winner in plain["winners"]]
    if "hands" in plain:
        plain["hands"] = {player: plain_event(state) for player, state in plain["hands"].items()}
    if "hand" in plain:
        plain["hand"] = plain_hand(plain["hand"])
    if "bonuses" in plain:
        plain["bonuses"] = sorted(plain["bonuses"])
    return plain


def plain_hand(hand: Json) -> Json:
    tiles = {key: write_tiles(read_tiles(hand.get(key, ""))) for key in ("concealed", *MELDS)}
    return {**without(hand, tiles), **tiles, "void_suit": suit(hand["void_suit"]) if "void_suit" in hand else None}
