"""Random games, and the laws that hold for every one of them.

Of --count games one in ten is played through the pages, tap by tap, with corrections and undos, under a random rule
set; the others are settled by the core alone. Laws: every round sums up to zero; of a kong's money no more moves on or
back than was paid; other seats for the same people change nothing but the seats; undoing what was just done gives what
was before, and doing it again what was after; the log replayed gives what is stored; a corrected log settles as one
written right from the start.
"""

from collections import Counter, defaultdict
from random import Random
from typing import Any

from rounds.rules.document import rules_from_json
from rounds.rules.events import Transfer, fact_from_json
from rounds.rules.log import Amend, Change, Insert, Record, Retract, Step, standing
from rounds.rules.settle import Settlement, settle
from tests.long.bounds import Bounds, Outcome, command
from tests.long.fresh import database
from tests.rules.agreement import core_settlement
from tests.rules.oracle_table import Json
from tests.rules.rounds_strategy import random_document
from tests.rules.test_laws import renamed

THROUGH_PAGES = 10
"""Of so many games one is played through the pages."""

MOST_WRONG = 50


def run(bounds: Bounds) -> Outcome:
    """The long run, on a database of its own."""
    with database(bounds.database_url):
        return play(bounds)


def play(bounds: Bounds, through_pages: int = THROUGH_PAGES) -> Outcome:
    """So many games, on the database that is there."""
    from tests.long.nights import Nights

    nights, outcome, played = Nights(), Outcome(), Counter[str]()
    for number in range(bounds.count):
        if bounds.over or len(outcome.wrong) >= MOST_WRONG:
            break
        chance = bounds.chance(f"game {number}")
        by_pages = number % through_pages == 0
        wrong = nights.play(chance) if by_pages else broken_laws(chance)
        outcome.wrong += [f"game {number}: {law}" for law in wrong]
        played["games through the pages" if by_pages else "games of the core"] += 1
    outcome.figures |= {"games": played.total(), **played, "taps written": nights.written, "refused": nights.refused}
    return outcome


def broken_laws(chance: Random) -> list[str]:
    """One game of the core alone: the laws that do not hold for it."""
    document = random_document(chance)
    settled = core_settlement(document)
    found = {
        "the round does not sum up to zero": sum(settled.net.values()) == 0,
        "a round settled twice gives two results": settled == core_settlement(document),
        "more of a kong's money moved than was paid": _conserves(document, settled),
        "other seats changed more than the seats": _is_the_same_elsewhere(document, settled, chance),
        "a corrected log is not one written right": _corrects(document, chance),
    }
    return [f"{law}: {document!r:.2000}" for law, holds in found.items() if not holds]


def _conserves(document: Json, settled: Settlement) -> bool:
    """转移 and 退税: a kong's money goes on once at most, no more than there was; to each winner in full where the
    rules say so."""
    paid: Counter[int | None] = Counter()
    moved: defaultdict[int | None, Counter[tuple[int | None, str]]] = defaultdict(Counter)
    for entry in settled.entries:
        if entry.reason == "kong":
            paid[entry.event] += entry.points
        elif entry.reason in ("kong_transfer", "kong_refund"):
            moved[entry.about][entry.event, entry.payee] += entry.points
    each = document["rules"]["options"]["kong_transfer_shares"] == "each"
    return all(
        len({event for event, _ in shares}) == 1 and (max if each else sum)(shares.values()) <= paid[kong]
        for kong, shares in moved.items()
    )


def _is_the_same_elsewhere(document: Json, settled: Settlement, chance: Random) -> bool:
    letters = chance.sample(["甲'", "乙'", "丙'", "丁'"], len(document["players"]))
    names = dict(zip(document["players"], letters, strict=True))
    other = core_settlement(renamed(document, names))
    told = [(names.get(e.payer, e.payer), names.get(e.payee, e.payee), e.points, e.reason) for e in settled.entries]
    return told == [(e.payer, e.payee, e.points, e.reason) for e in other.entries]


def _corrects(document: Json, chance: Random) -> bool:
    """The facts of the round, corrected at random and some of that undone, beside a plain list treated alike."""
    facts = [fact_from_json(event) for event in document["events"]]
    steps = [Step(position, (Record(fact),)) for position, fact in enumerate(facts, 1)]
    plain: list[tuple[int, Any]] = list(enumerate(facts, 1))
    for position in range(len(steps) + 1, len(steps) + 1 + 2 * chance.randint(1, 5), 2):
        before = list(plain)
        steps.append(Step(position, (_change(plain, position, facts, chance),)))
        if chance.random() < 0.3:
            steps.append(Step(position + 1, (), undoes=position))
            plain = before
    stands = [one.fact for one in standing(steps)]
    right = [fact for _, fact in plain]
    rules, seats = rules_from_json(document["rules"]), tuple(document["players"])
    return stands == right and settle(rules, seats, stands, seats[0]) == settle(rules, seats, right, seats[0])


def _change(plain: list[tuple[int, Any]], position: int, facts: list[Any], chance: Random) -> Change:
    """A correction drawn at random, done to the plain list too."""
    fact = chance.choice([*facts, Transfer("A", ("B",), 1)])
    if not plain:
        plain.append((position, fact))
        return Record(fact)
    index = chance.randrange(len(plain))
    target = plain[index][0]
    match chance.randrange(3):
        case 0:
            plain[index] = target, fact
            return Amend(fact, target)
        case 1:
            plain.insert(index, (position, fact))
            return Insert(fact, target)
        case _:
            del plain[index]
            return Retract(target)


if __name__ == "__main__":
    command(__doc__, run, count=20_000, seconds=7200)
