"""Can an event have happened, given those before it? Only what the text of the rules refuses is refused here."""

from tests.rules.oracle_hands import waits, worth
from tests.rules.oracle_readings import Laid, laid_out
from tests.rules.oracle_table import (
    Json,
    before,
    ended,
    has_left,
    has_won,
    in_play,
    kind_of,
    kinds_of_kongs,
    kongs,
    winners_of,
)

PATTERNS_OF_PAIRS = ("seven_pairs", "dragon_seven_pairs", "flush_seven_pairs", "flush_dragon_seven_pairs")


def possible(table: Json, n: int) -> bool:
    """Can event `n` have happened?"""
    event = table["events"][n]
    # "After that only transfers are recorded."
    if event["type"] != "transfer" and ended(table, n) is not None:
        return False
    match event["type"]:
        case "kong":
            return possible_kong(table, n, event)
        case "win":
            return possible_win(table, n, event)
        case "wall_out":
            return possible_wall_out(table, n, event)
        case "leave":
            return possible_leave(table, n, event)
        case "transfer":
            return possible_transfer(table, event)
    raise ValueError(event["type"])


def possible_kong(table: Json, n: int, event: Json) -> bool:
    # "Only players in play kong, win, discard into a win, or pay for kongs and self-draws."
    if event["player"] not in in_play(table, n):
        return False
    # "three in hand and somebody's discard; `from` is the feeder": of an exposed kong, and of no other kind.
    if event["kind"] == "exposed":
        if event.get("from") == event["player"] or event.get("from") not in in_play(table, n):
            return False
    elif "from" in event:
        return False
    # `promoted`: "Can be robbed."; `postponed` is "a promoted kong not declared when the tile was drawn".
    if event.get("robbed", False) and event["kind"] not in ("promoted", "postponed"):
        return False
    # "108 tiles, three suits": four of each, and a kong, robbed or not, takes them all.
    if "tile" in event and any(event["tile"] == kong.get("tile") for _, kong in before(table, n, "kong")):
        return False
    # "At most four kongs a player." With four there is no pung left that a tile could be added to, robbed or not.
    return len(kongs(table, n, event["player"])) < 4


def possible_win(table: Json, n: int, event: Json) -> bool:
    return (
        possible_winners(table, n, event)
        and possible_discarder(table, n, event)
        and possible_after_kong(table, n, event)
        and all(possible_hand(table, n, w["player"], w, waiting=False) for w in event["winners"])
    )


def possible_winners(table: Json, n: int, event: Json) -> bool:
    winners = winners_of(event)
    if not winners or len(set(winners)) != len(winners):
        return False
    # "All winners of one discard are one event": a tile that one has drawn himself is nobody else's.
    if event["by"] == "self_draw" and len(winners) > 1:
        return False
    return all(player in in_play(table, n) for player in winners)


def possible_discarder(table: Json, n: int, event: Json) -> bool:
    if event["by"] == "self_draw":
        return "from" not in event
    return event.get("from") in in_play(table, n) and event["from"] not in winners_of(event)


def possible_after_kong(table: Json, n: int, event: Json) -> bool:
    if not event.get("after_kong", False):
        return True
    # "`after_kong` on a self-draw / on a discard", and nothing of a robbed kong.
    if event["by"] == "robbed_kong":
        return False
    # "`after_kong` where that player has no kong is refused."
    return kongs(table, n, who_konged(event)) != []


def who_konged(event: Json) -> str:
    """杠上花: the winner has just konged; 杠上炮: the discarder has."""
    return str(event["winners"][0]["player"] if event["by"] == "self_draw" else event["from"])


def possible_hand(table: Json, n: int, player: str, hand: Json, *, waiting: bool) -> bool:
    """`waiting` for a ready hand, which lacks a tile, and not for one that wins."""
    options = table["options"]
    if "hand" in hand:
        return possible_tiles(table, n, player, hand["hand"], waiting)
    if "fans" in hand:
        # "a called number below `plain_fans` too [is refused]"
        return bool(hand["fans"] >= options["plain_fans"])
    # "a pattern that is missing is not played at this table"
    if hand["pattern"] not in options["patterns"]:
        return False
    # "A called pattern of pairs by a player with a kong is refused."
    return not (hand["pattern"] in PATTERNS_OF_PAIRS and kongs(table, n, player))


def possible_tiles(table: Json, n: int, player: str, hand: Json, waiting: bool) -> bool:
    """A hand "in a win with the winning tile, in a `ready` state without it", that wins or is ready."""
    laid = laid_out(hand)
    if not agrees_with_kongs(table, kongs(table, n, player), laid):
        return False
    kinds = kinds_of_kongs(table, n, player)
    if waiting:
        # "没叫 / 花猪": who has no wait, or holds three suits or a tile of the void suit, is not ready.
        return waits(table["options"], laid, kinds) != {}
    return worth(table["options"], laid, kinds) is not None


def agrees_with_kongs(table: Json, own: list[int], laid: Laid) -> bool:
    """ "Kongs in a hand must agree with the kongs in the events." """
    concealed = [kong for kong in own if kind_of(table, kong) == "concealed"]
    others = [kong for kong in own if kong not in concealed]
    # "`kongs` (exposed and promoted), `concealed_kongs`"; a postponed kong is a promoted one.
    for events, shown in ((concealed, laid.concealed_kongs), (others, laid.kongs)):
        if len(events) != len(shown):
            return False
        if any(table["events"][kong].get("tile", shown[0]) not in shown for kong in events):
            return False
    return True


def possible_states(table: Json, n: int, states: Json) -> bool:
    ready = [(player, state) for player, state in states.items() if state["state"] == "ready"]
    return all(possible_hand(table, n, player, state, waiting=True) for player, state in ready)


def possible_wall_out(table: Json, n: int, event: Json) -> bool:
    # "Needs the state of every player in play, and no other."
    return set(event["hands"]) == set(in_play(table, n)) and possible_states(table, n, event["hands"])


def possible_leave(table: Json, n: int, event: Json) -> bool:
    # "**leave**, player in play"; "**leave** by one who has won": a player of this round, and once only.
    leaver = event["player"]
    if leaver not in table["players"] or has_left(table, n, leaver):
        return False
    hands = event.get("hands", {})
    # "If the event gives hands (the last four tiles), he pays": said of a player in play, who alone pays.
    if has_won(table, n, leaver) and hands:
        return False
    # "The hands may name some of the others only."
    if any(player == leaver or player not in in_play(table, n) for player in hands):
        return False
    return possible_states(table, n, hands)


def possible_transfer(table: Json, event: Json) -> bool:
    # "whole points, at least 1; each receiver gets all of them"; `pot` is "money to nobody at the table".
    payer, receivers = event["from"], event["to"]
    if payer not in table["players"] or payer in receivers:
        return False
    if not receivers or len(set(receivers)) != len(receivers):
        return False
    return all(receiver == "pot" or receiver in table["players"] for receiver in receivers)
