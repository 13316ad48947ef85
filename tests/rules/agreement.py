"""The oracle and the core on one document: do they say the same?"""

from rounds.rules.document import document_from_json
from rounds.rules.settle import Settlement
from tests.rules.oracle import settle_document, without_the_impossible
from tests.rules.oracle_table import Json


def core_settlement(document: Json) -> Settlement:
    return document_from_json(document).settle()


def said_by_core(document: Json) -> Json:
    """What both must say alike: the indices of the facts that moved nothing, and what the others came to."""
    settled = core_settlement(document)
    return {
        "refused": sorted({problem.event for problem in settled.problems}),
        "net": dict(settled.net),
        "ended": settled.ended,
        "next_dealer": settled.next_dealer,
        "winners": [list(players) for players in settled.winners],
    }


def said_by_oracle(document: Json) -> Json:
    possible, refused = without_the_impossible(document)
    return {"refused": refused, **settle_document(possible)}


def disagreement(document: Json) -> Json | None:
    """The document with both answers where they differ."""
    core, oracle = said_by_core(document), said_by_oracle(document)
    return None if core == oracle else {"document": document, "core": core, "oracle": oracle}
