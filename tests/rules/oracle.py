"""A slow, obvious settlement of a round, written from the text of the rules alone: what the core is held against.

It shares no code with the core, works on JSON documents (`xuezhan-round/1`) as they are, and finds everything out by
reading the list of events from its start. Sentences in quotation marks are those of the rules.
"""

from collections.abc import Callable

from tests.rules.oracle_money import kong_payments, leave_payments, transfer_payments, win_payments
from tests.rules.oracle_possible import possible
from tests.rules.oracle_table import Json, before, ended, full_options, winners_of
from tests.rules.oracle_wall import wall_out_payments


def settle_document(document: Json) -> Json:
    """`net`, `ended`, `next_dealer` and `winners` of a document that is valid in form, or the index of the first event
    that cannot have happened."""
    table = {**document, "options": full_options(document["rules"])}
    events = len(table["events"])
    for n in range(events):
        if not possible(table, n):
            return {"error": True, "event": n}
    return {
        "net": net_of(table, all_payments(document)),
        "ended": ended(table, events),
        "next_dealer": next_dealer(table),
        "winners": [winners_of(win) for _, win in before(table, events, "win")],
    }


def all_payments(document: Json) -> list[Json]:
    """Who pays whom in a document whose events can all have happened: `from`, `to`, `points`, `reason`, the `event`
    that causes it, and `about`, the kong whose money moves again."""
    table = {**document, "options": full_options(document["rules"])}
    payments = [{**paid, "event": n} for n in range(len(table["events"])) for paid in payments_of(table, n)]
    payments += stakes_payments(table, payments)
    return payments + side_bets(table, payments)


def without_the_impossible(document: Json) -> tuple[Json, list[int]]:
    """The document without the facts that moved nothing, and the indices that they had in it."""
    left = list(enumerate(document["events"]))
    refused: list[int] = []
    while True:
        possible_document = {**document, "events": [event for _, event in left]}
        settled = settle_document(possible_document)
        if "error" not in settled:
            return possible_document, refused
        refused.append(left.pop(settled["event"])[0])


def payments_of(table: Json, n: int) -> list[Json]:
    """Everything that event `n` moves."""
    how: dict[str, Callable[[Json, int], list[Json]]] = {
        "kong": kong_payments,
        "win": win_payments,
        "wall_out": wall_out_payments,
        "leave": leave_payments,
        "transfer": transfer_payments,
    }
    return how[table["events"][n]["type"]](table, n)


def net_of(table: Json, payments: list[Json]) -> dict[str, int]:
    net = dict.fromkeys([*table["players"], *table.get("side_bettors", {})], 0)
    for paid in payments:
        # "`pot` stands in `net` when something was paid to it"
        net[paid["to"]] = net.get(paid["to"], 0) + paid["points"]
        net[paid["from"]] = net.get(paid["from"], 0) - paid["points"]
    return net


def stakes_payments(table: Json, payments: list[Json]) -> list[Json]:
    """输光为止: "a loser pays at most what he brought"."""
    raw = net_of({"players": table["players"]}, payments)
    stakes = table.get("stakes", {})
    kept = {p: max(0, -net - stakes[p]) for p, net in raw.items() if net < 0 and p in stakes}
    short = [p for p in from_the_dealer(table) if kept.get(p, 0) > 0]
    ahead = [p for p in [*from_the_dealer(table), "pot"] if raw.get(p, 0) > 0]
    # "After the round the losers' payments are added up and shared among those ahead in proportion to what they won"
    brought = sum(-net for net in raw.values() if net < 0) - sum(kept.values())
    shares = share_out(brought, {p: raw[p] for p in ahead})
    give_back = {p: raw[p] - shares[p] for p in ahead}
    # "It is written as `stakes` entries from those ahead to those short, both in that order, after all other entries"
    written = []
    for loser in short:
        for winner in ahead:
            points = min(kept[loser], give_back[winner])
            kept[loser] -= points
            give_back[winner] -= points
            if points:
                written.append({"from": winner, "to": loser, "points": points, "reason": "stakes", "event": None})
    return written


def from_the_dealer(table: Json) -> list[str]:
    """ "in turn order from the dealer"; where no dealer is named, from the first player on."""
    players = list(table["players"])
    first = players.index(table["dealer"]) if table.get("dealer") is not None else 0
    return players[first:] + players[:first]


def share_out(sum_of_points: int, won: dict[str, int]) -> dict[str, int]:
    """ "whole points, largest remainders first, ties in turn order from the dealer, the pot last" """
    total = sum(won.values())
    shares = {p: sum_of_points * points // total for p, points in won.items()}
    remainder = {p: sum_of_points * points % total for p, points in won.items()}
    left_over = sum_of_points - sum(shares.values())
    # `won` is in turn order with the pot last, and sorting keeps that order among equals.
    for p in sorted(won, key=lambda p: -remainder[p])[:left_over]:
        shares[p] += 1
    return shares


def side_bets(table: Json, payments: list[Json]) -> list[Json]:
    """叫马: "every entry X→Y, `stakes` entries too, also runs from each bettor on X and to each bettor on Y, from
    bettor to bettor as well"."""
    bettors = table.get("side_bettors", {})
    bets = []
    for paid in payments:
        payers = [paid["from"], *(bettor for bettor, seat in bettors.items() if seat == paid["from"])]
        payees = [paid["to"], *(bettor for bettor, seat in bettors.items() if seat == paid["to"])]
        for payer in payers:
            for payee in payees:
                if (payer, payee) != (paid["from"], paid["to"]):
                    bets.append({**paid, "from": payer, "to": payee, "reason": "side_bet"})
    return bets


def next_dealer(table: Json) -> str | None:
    """ "who would deal if it ended now; null for `dice`, or if nobody has won and no dealer is given" """
    rule = table["options"]["next_dealer"]
    wins = [win for _, win in before(table, len(table["events"]), "win")]
    if rule == "dice":
        return None
    if not wins:
        # "nobody won: the dealer stays" in both
        return table.get("dealer")
    first = wins[0]
    discarder = None if first["by"] == "self_draw" else str(first["from"])
    if rule == "discarder":
        # "the discarder of the first win deals next; on a self-draw the winner"
        return winners_of(first)[0] if discarder is None else discarder
    # "the first to win deals next; if the first win had several winners, its discarder (or robbed konger)"
    return winners_of(first)[0] if len(first["winners"]) == 1 else discarder
