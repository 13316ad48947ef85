"""Says what a shown hand is and is worth, as JSON: what `manage.py hand` prints."""

from collections.abc import Mapping

from rounds.rules.document import HandDocument, hand_document_from_json
from rounds.rules.hands import COMPLETE
from rounds.rules.scoring import Worth, kinds_shown, shown_patterns, wait_worths, win_worth
from rounds.rules.strict import Malformed
from rounds.wording import say_malformed


def appraisal_of(value: object, language: str) -> Mapping[str, object]:
    """What a hand is under its rules: complete, waiting or neither; or {"error"} with one sentence."""
    try:
        if isinstance(value, Malformed):
            raise value
        document = hand_document_from_json(value)
    except Malformed as fault:
        return {"error": say_malformed(fault, language)}
    return _complete(document) if document.hand.count == COMPLETE else _waiting(document)


def _complete(document: HandDocument) -> Mapping[str, object]:
    rules, hand = document.rules, document.hand
    worth = win_worth(rules, hand, kinds_shown(hand), document.luck)
    if worth is None:
        return {"win": False}
    return {
        "win": True,
        **_worth(worth),
        "multiplier": rules.multiplier(worth.fans),
        "patterns": [pattern.value for pattern in shown_patterns(hand)],
    }


def _waiting(document: HandDocument) -> Mapping[str, object]:
    rules, hand = document.rules, document.hand
    worths = wait_worths(rules, hand, kinds_shown(hand))
    fans = [worth.fans for worth in worths.values()]
    return {
        "ready": bool(worths),
        "flower_pig": hand.is_pig(rules.void_suit),
        "waits": {tile: _worth(worth) for tile, worth in worths.items()},
        "best": max(fans, default=None),
        "worst": min(fans, default=None),
    }


def _worth(worth: Worth) -> dict[str, object]:
    return {"pattern": worth.pattern.value, "fans": worth.fans, "roots": worth.roots}
