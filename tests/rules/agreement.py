"""The oracle and the core on one document: do they say the same?"""

from rounds.rules.document import document_from_json
from rounds.rules.settle import Settlement
from tests.rules.oracle import all_payments, settle_document, without_the_impossible
from tests.rules.oracle_table import Json

Payment = tuple[str, str, int, str, int | None, int | None]
"""Payer, payee, points, reason, the fact that causes it, and the kong whose money moves again."""


def core_settlement(document: Json) -> Settlement:
    return document_from_json(document).settle()


def said_by_core(document: Json) -> Json:
    """What both must say alike: the facts that moved nothing, who pays whom for the others, and what it comes to."""
    settled = core_settlement(document)
    paid = [(e.payer, e.payee, e.points, e.reason.value, e.event, e.about) for e in settled.entries]
    return {
        "refused": sorted({problem.event for problem in settled.problems}),
        "payments": in_order(paid),
        "net": dict(settled.net),
        "ended": settled.ended,
        "next_dealer": settled.next_dealer,
        "winners": [list(players) for players in settled.winners],
    }


def said_by_oracle(document: Json) -> Json:
    possible, refused = without_the_impossible(document)
    # The oracle numbers the events that are left; the core those of the document.
    kept = [index for index in range(len(document["events"])) if index not in refused]
    number: dict[int | None, int | None] = {None: None, **dict(enumerate(kept))}
    paid = [
        (p["from"], p["to"], p["points"], p["reason"], number[p["event"]], number[p.get("about")])
        for p in all_payments(possible)
    ]
    return {"refused": refused, "payments": in_order(paid), **settle_document(possible)}


def in_order(payments: list[Payment]) -> list[Payment]:
    """The order of entries says nothing about the money, and two ways of settling need not find the same."""
    return sorted(payments, key=str)


def disagreement(document: Json) -> Json | None:
    """The document with both answers where they differ."""
    core, oracle = said_by_core(document), said_by_oracle(document)
    return None if core == oracle else {"document": document, "core": core, "oracle": oracle}
