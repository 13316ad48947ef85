"""The oracle and the core on one hand given as tiles: do they say the same?"""

from rounds.appraisals import appraisal_of
from rounds.rules.document import rules_from_json
from rounds.rules.hands import hand_from_json
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import KongKind
from rounds.rules.scoring import Worth, wait_worths, win_worth
from tests.rules import oracle_hands as oracle
from tests.rules.hands_strategy import Told
from tests.rules.oracle_readings import laid_out
from tests.rules.oracle_table import Json, full_options


def command_by_core(rules: Json, hand: Json) -> Json:
    """What the `hand` command prints; the words of an error are the core's own business."""
    said = dict(appraisal_of({"rules": rules, "hand": hand}, "zh-hans"))
    return {"error": True} if "error" in said else said


def worths_by_core(rules: Json, told: Told) -> Json:
    """What the hand is worth with the kongs of its owner and what the table has said."""
    read, hand = rules_from_json(rules), hand_from_json(told.hand)
    kinds = [KongKind(kind) for kind in told.kinds]
    won = win_worth(read, hand, kinds, [Pattern(name) for name in told.luck])
    found = wait_worths(read, hand, kinds)
    return {"won": plain(won), "waits": {tile: plain(worth) for tile, worth in found.items()}}


def plain(worth: Worth | None) -> tuple[object, ...] | None:
    if worth is None:
        return None
    return worth.pattern.value, worth.roots, tuple(bonus.value for bonus in worth.bonuses), worth.fans


def worths_by_oracle(rules: Json, told: Told) -> Json:
    options, laid = full_options(rules), laid_out(told.hand)
    won = oracle.worth(options, laid, [*told.kinds], told.luck)
    found = oracle.waits(options, laid, [*told.kinds])
    return {"won": won and tuple(won), "waits": {tile: tuple(worth) for tile, worth in found.items()}}


def hand_disagreement(rules: Json, told: Told) -> Json | None:
    """The hand with both answers where they differ."""
    core = {"command": command_by_core(rules, told.hand)}
    slow = {"command": oracle.hand_result(full_options(rules), told.hand)}
    if core == slow and "error" not in core["command"]:
        core |= worths_by_core(rules, told)
        slow |= worths_by_oracle(rules, told)
    if core == slow:
        return None
    return {"rules": rules, "hand": told.hand, "kongs": told.kinds, "luck": told.luck, "core": core, "oracle": slow}
