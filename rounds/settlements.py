"""Settles round documents and says the result as JSON: what `manage.py settle` prints."""

import re
from collections.abc import Iterable

from rounds.rules.document import SETTLEMENT_FORMAT, Document, document_from_json
from rounds.rules.ledger import Entry, Reason, Why
from rounds.rules.problems import Problem
from rounds.rules.strict import Malformed
from rounds.wording import on_one_line, say_fact, say_malformed, say_problem, say_why


def settlement_of(value: object, language: str) -> dict[str, object]:
    """The settlement of a document as xuezhan-settlement/1, or {"error", "event"} with one sentence."""
    try:
        if isinstance(value, Malformed):
            raise value
        return _settled(document_from_json(value), language)
    except Malformed as fault:
        return {"error": say_malformed(fault, language), "event": _event_of(fault)}


def _settled(document: Document, language: str) -> dict[str, object]:
    result = document.settle()
    if result.problems:
        return _refused(document, result.problems[0], language)
    return {
        "format": SETTLEMENT_FORMAT,
        "net": result.net,
        "entries": list(_entries(result.entries, language)),
        "winners": result.winners,
        "ended": result.ended,
        "next_dealer": result.next_dealer,
    }


def _entries(entries: Iterable[Entry], language: str) -> Iterable[dict[str, object]]:
    said: tuple[Reason, Why, str] | None = None
    for entry in entries:
        # All who pay for the same thing do so for the same reason, one after the other: it is put into words once.
        if said is None or said[1] is not entry.why or said[0] is not entry.reason:
            said = entry.reason, entry.why, say_why(entry.reason, entry.why, language)
        yield {
            "from": entry.payer,
            "to": entry.payee,
            "points": entry.points,
            "reason": entry.reason,
            "event": entry.event,
            "about": entry.about,
            "why": said[2],
        }


def _refused(document: Document, problem: Problem, language: str) -> dict[str, object]:
    fact = say_fact(document.events[problem.event], {}, language)
    colon = ": " if language == "en" else "："
    sentence = f"events[{problem.event}] {fact}{colon}{say_problem(problem, {}, language)}"
    return {"error": on_one_line(sentence), "event": problem.event}


def _event_of(fault: Malformed) -> int | None:
    match = re.match(r"events\[(\d+)\]", fault.place)
    return int(match[1]) if match else None
