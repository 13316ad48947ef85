"""Kongs, wins, 呼叫转移, leaving and transfers: who pays whom.

A payment is a plain dict: `from`, `to`, `points`, `reason`, and `about`, the kong whose money moves again.
"""

from tests.rules.oracle_possible import who_konged
from tests.rules.oracle_table import (
    Json,
    after_in_turn,
    before,
    has_won,
    kind_of,
    kongs,
    others_in_play,
    winners_of,
)
from tests.rules.oracle_worth import feeder_alone, points_of, ready_points, won_points


def payment(payer: str, payee: str, points: int, reason: str, about: int | None = None) -> list[Json]:
    """One payment, or none where there is nothing to pay."""
    if points <= 0:
        return []
    return [{"from": payer, "to": payee, "points": points, "reason": reason, "about": about}]


def kong_payers(table: Json, kong: int) -> dict[str, int]:
    """What each pays for a kong: "each payer pays at once (`kong_pay`)", "in `base`"."""
    event = table["events"][kong]
    # "A robbed promoted or postponed kong pays nothing and is no kong."
    if event.get("robbed", False):
        return {}
    base, kong_pay = table["options"]["base"], table["options"]["kong_pay"]
    payers = {}
    for other in others_in_play(table, kong, event["player"]):
        # "`exposed` from the feeder, `exposed_others` from each other player in play except the feeder, the rest from
        # each other player in play"
        name = event["kind"]
        if name == "exposed" and other != event["from"]:
            name = "exposed_others"
        payers[other] = base * kong_pay[name]
    return payers


def kong_payments(table: Json, n: int) -> list[Json]:
    payments = []
    for payer, points in kong_payers(table, n).items():
        payments += payment(payer, table["events"][n]["player"], points, "kong")
    return payments


def win_payments(table: Json, n: int) -> list[Json]:
    event = table["events"][n]
    payments = []
    for winner in event["winners"]:
        payers = [event["from"]] if event["by"] != "self_draw" else self_draw_payers(table, n)
        for payer in payers:
            payments += payment(payer, winner["player"], won_points(table, n, winner), "win")
            payments += payment(payer, winner["player"], self_draw_extra(table, n), "self_draw")
    return payments + kong_transfer_payments(table, n)


def self_draw_payers(table: Json, n: int) -> list[str]:
    """ "every other player in play pays", or "the feeder alone" """
    alone = feeder_alone(table, n)
    return others_in_play(table, n, table["events"][n]["winners"][0]["player"]) if alone is None else [alone]


def self_draw_extra(table: Json, n: int) -> int:
    """ "`add_base`: each payer pays `base` more, outside the cap"; the feeder alone pays "no `add_base`"."""
    options = table["options"]
    if (
        table["events"][n]["by"] == "self_draw"
        and options["self_draw"] == "add_base"
        and feeder_alone(table, n) is None
    ):
        return int(options["base"])
    return 0


def moved_by(table: Json, n: int) -> list[int]:
    """The kongs whose money event `n` moves on or returns (杠上炮)."""
    options, event = table["options"], table["events"][n]
    if event["type"] != "win" or event["by"] != "discard" or not event.get("after_kong", False):
        return []
    own = kongs(table, n, who_konged(event))
    # "`promoted`: only when the konger's newest kong is a promoted or postponed one"
    if options["kong_transfer_after"] == "promoted" and kind_of(table, own[-1]) not in ("promoted", "postponed"):
        return []
    # "`none`: several winners, no transfer"; "`return` asks nothing here"
    several = len(event["winners"]) > 1
    if several and options["kong_transfer_shares"] == "none" and options["kong_transfer"] != "return":
        return []
    chosen = {"none": [], "last": own[-1:], "all": own, "return": own[-1:]}[options["kong_transfer"]]
    # "`last` moves nothing if the newest kong has been moved already"; "Money that has been moved on or returned is
    # never refunded again", so no money goes twice.
    return [kong for kong in chosen if not any(kong in moved_by(table, earlier) for earlier in range(n))]


def kong_transfer_payments(table: Json, n: int) -> list[Json]:
    payments: list[Json] = []
    for kong in moved_by(table, n):
        # "Each kong is divided by itself"
        if table["options"]["kong_transfer"] == "return":
            # "the newest kong's income goes back to all who paid it, those who have won or left too"
            shares, reason = kong_payers(table, kong), "kong_refund"
        else:
            shares, reason = transfer_shares(table, n, sum(kong_payers(table, kong).values())), "kong_transfer"
        for receiver, points in shares.items():
            payments += payment(table["events"][n]["from"], receiver, points, reason, kong)
    return payments


def transfer_shares(table: Json, n: int, income: int) -> dict[str, int]:
    """What each winner of event `n` gets of one kong's income."""
    event = table["events"][n]
    in_turn = [p for p in after_in_turn(table, event["from"]) if p in winners_of(event)]
    how = table["options"]["kong_transfer_shares"]
    # "`nearest`: only the winner next in turn"; one winner alone gets everything in any case.
    if how == "nearest" or len(in_turn) == 1:
        return {in_turn[0]: income}
    # "`each`: the full income to every winner, the konger adds what is lacking"
    if how == "each":
        return dict.fromkeys(in_turn, income)
    # "`split`: equal parts, single points left over go to the winners next in turn after the discarder"
    part, left_over = income // len(in_turn), income % len(in_turn)
    return {winner: part + (1 if place < left_over else 0) for place, winner in enumerate(in_turn)}


def leave_payments(table: Json, n: int) -> list[Json]:
    leaver = table["events"][n]["player"]
    if has_won(table, n, leaver):
        return forfeited(table, n, leaver) if table["options"]["leave"]["winner_forfeits"] else []
    payments = []
    hands = table["events"][n].get("hands", {})
    for other in others_in_play(table, n, leaver):
        # "pays `leave.pays` × base to each other player in play"
        points = points_of(table["options"], table["options"]["leave"]["pays"])
        if other in hands and hands[other]["state"] == "ready":
            # "he pays each ready player the larger of that and the ready hand"
            points = max(points, ready_points(table, n, other, hands[other]))
        payments += payment(leaver, other, points, "leave")
    return payments


def forfeited(table: Json, n: int, leaver: str) -> list[Json]:
    """ "with `winner_forfeits` his win and self-draw entries go back to who paid them" """
    payments = []
    for win, event in before(table, n, "win"):
        if leaver in winners_of(event):
            for paid in win_payments(table, win):
                if paid["to"] == leaver and paid["reason"] in ("win", "self_draw"):
                    payments += payment(leaver, paid["from"], paid["points"], "leave")
    return payments


def transfer_payments(table: Json, n: int) -> list[Json]:
    event = table["events"][n]
    payments = []
    for receiver in event["to"]:
        payments += payment(event["from"], receiver, event["points"], "transfer")
    return payments
