"""比如 bǐ rú: for every option a tiny round, settled by the core under the rules as they stand, told in one line.

Nothing here computes: every number is that of a fact, of an entry or of its price.
"""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from rounds.rules.ruleset import RuleSet
from rounds.screens.samples import fans, kongs, play, price, wall


def sample(place: str, rules: RuleSet) -> str:
    """What an option, or an entry of its table ("kong_pay.exposed"), comes to; "" where there is nothing to show."""
    name, _dot, entry = place.partition(".")
    return _ENTRIES[name](rules, entry) if name in _ENTRIES else _SAMPLES[place](rules)


def scene(name: str) -> str:
    """What the samples of a table's entries have in common, in a few words; "" where each tells its own."""
    return {
        "patterns": _("点炮付"),
        "kong_fans": _("平胡点炮，带一个这样的杠"),
        "win_after_kong_fans": _("杠上花平胡，每家付"),
        "bonus_fans": _("平胡点炮，再加这个"),
        "kong_pay": _("四家都在打，一共收"),
    }.get(name, "")


_SAMPLES: Mapping[str, Callable[[RuleSet], str]] = {
    "base": price.base,
    "cap": price.cap,
    "plain_fans": price.plain,
    "self_draw": price.self_drawn,
    "fed_kong_win": price.fed_kong_win,
    "kong_transfer": kongs.transfer,
    "kong_transfer_after": kongs.transfer_after,
    "kong_transfer_shares": kongs.transfer_shares,
    "ready_check": wall.ready_check,
    "dead_wait": wall.dead_wait,
    "flower_pig_pays": wall.pig_pays,
    "flower_pig_paid_to": wall.pig_paid_to,
    "flower_pig_ready_check": wall.pig_ready_check,
    "price_difference": wall.difference,
    "kong_refund": wall.refund,
    "root_fans": fans.roots,
    "dragon_absorbs_root": fans.dragon,
    "void_suit": wall.void_suit,
    "mode": play.mode,
    "next_dealer": play.next_dealer,
    "leave.pays": play.leave_pays,
    "leave.ends_round": play.leave_ends,
    "leave.winner_forfeits": play.leave_forfeits,
    "leave.refund_to_leaver": play.leave_refund,
}

_ENTRIES: Mapping[str, Callable[[RuleSet, str], str]] = {
    "kong_pay": kongs.kong_income,
    "patterns": fans.pattern,
    "kong_fans": fans.kong_fans,
    "win_after_kong_fans": fans.bloom,
    "bonus_fans": fans.bonus,
}
"""Tables whose entries are all shown by the same round, but for the entry."""
