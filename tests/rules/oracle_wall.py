"""流局: the wall is empty. "Then, each as entries of its own:" pigs, ready check, price difference, kong refund."""

from tests.rules.oracle_money import kong_payers, moved_by, payment
from tests.rules.oracle_table import Json, before, has_left, in_play
from tests.rules.oracle_worth import points_of, ready_points


def wall_out_payments(table: Json, n: int) -> list[Json]:
    return [
        *flower_pig_payments(table, n),
        *ready_check_payments(table, n),
        *price_difference_payments(table, n),
        *kong_refund_payments(table, n),
    ]


def in_state(table: Json, n: int, state: str) -> list[str]:
    states = table["events"][n]["hands"]
    return [player for player in in_play(table, n) if states[player]["state"] == state]


def flower_pig_payments(table: Json, n: int) -> list[Json]:
    """ "`flower_pig`: each pig pays." """
    options = table["options"]
    # "none: a pig is settled as `not_ready`"
    if options["flower_pig_pays"] is None:
        return []
    points = points_of(options, options["flower_pig_pays"])
    payments = []
    for pig in in_state(table, n, "flower_pig"):
        for receiver in paid_by_a_pig(table, n, pig):
            payments += payment(pig, receiver, points, "flower_pig")
    return payments


def paid_by_a_pig(table: Json, n: int, pig: str) -> list[str]:
    pigs = in_state(table, n, "flower_pig")
    match table["options"]["flower_pig_paid_to"]:
        case "all":
            # "everybody who is no pig and has not left, winners too"
            return [p for p in table["players"] if p not in pigs and not has_left(table, n, p)]
        case "in_play":
            # "those still playing": two pigs would only give each other the same.
            return [p for p in in_play(table, n) if p not in pigs]
    # "`pot`: once, to nobody at the table"
    return ["pot"]


def pays_the_ready_check(table: Json, n: int) -> list[str]:
    """ "each `not_ready` player (and each pig, by option)", and a pig that "is settled as `not_ready`"."""
    options = table["options"]
    payers = in_state(table, n, "not_ready")
    if options["flower_pig_ready_check"] or options["flower_pig_pays"] is None:
        payers += in_state(table, n, "flower_pig")
    return payers


def ready_check_payments(table: Json, n: int) -> list[Json]:
    """ "pays each `ready` player that player's hand" """
    payments: list[Json] = []
    if table["options"]["ready_check"] == "none":
        return payments
    for payer in pays_the_ready_check(table, n):
        for ready in in_state(table, n, "ready"):
            points = ready_points(table, n, ready, table["events"][n]["hands"][ready])
            payments += payment(payer, ready, points, "ready_check")
    return payments


def price_difference_payments(table: Json, n: int) -> list[Json]:
    """ "of two ready players the one with less pays the difference" """
    payments: list[Json] = []
    if not table["options"]["price_difference"]:
        return payments
    states = table["events"][n]["hands"]
    for less in in_state(table, n, "ready"):
        for more in in_state(table, n, "ready"):
            lacking = ready_points(table, n, more, states[more]) - ready_points(table, n, less, states[less])
            payments += payment(less, more, lacking, "price_difference")
    return payments


def kong_refund_payments(table: Json, n: int) -> list[Json]:
    """ "every kong of a `not_ready` player or pig that was paid and not moved on goes back, in full" """
    payments: list[Json] = []
    if not table["options"]["kong_refund"]:
        return payments
    giving_back = in_state(table, n, "not_ready") + in_state(table, n, "flower_pig")
    for kong, event in before(table, n, "kong"):
        if event["player"] in giving_back and not any(kong in moved_by(table, later) for later in range(n)):
            for payer, points in kong_payers(table, kong).items():
                # "also to those who have won since, not to those who left (option)"
                if not has_left(table, n, payer) or table["options"]["leave"]["refund_to_leaver"]:
                    payments += payment(event["player"], payer, points, "kong_refund", kong)
    return payments
