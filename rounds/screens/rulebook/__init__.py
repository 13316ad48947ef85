"""整套规矩 zhěng tào guī ju: a rule set in plain language, made from its options alone.

A section for each group of options, an item for each option that decides something at this table; what is not played
is said as not played. Last come the rules of play that no settlement asks about.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.rules.options import OPTIONS, Group, Option
from rounds.rules.ruleset import RuleSet
from rounds.screens.rulebook import fans, kongs, play, price, wall
from rounds.screens.rulebook.lines import Line
from rounds.wording import heading, paragraph, say_pinyin


@dataclass(frozen=True, slots=True)
class Item:
    """One option: its word, what is played, and for a table of kinds a line each."""

    name: str
    label: str
    pinyin: str
    text: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Options that belong together; `intro` says what they are about."""

    key: str
    label: str
    intro: str
    items: tuple[Item, ...]


def rulebook(rules: RuleSet) -> tuple[Section, ...]:
    """All that a rule set says, in the order in which players ask."""
    told = (
        Section(group.value, heading(group.term), _intro(group, rules), tuple(_items(options, rules)))
        for group, options in OPTIONS.items()
    )
    return (*told, _beside())


def _intro(group: Group, rules: RuleSet) -> str:
    if group is Group.WALL:
        return wall.order(rules)
    return {
        Group.PRICE: _("点炮的一个人付；一炮多响，胡的每家都付，各按各的牌。"),
        Group.KONGS: _("杠了当场收钱，只收还在打的；被抢的杠不算。一个人最多四个杠。"),
        Group.FANS: _("番＝番型＋根＋自己的杠＋加番。缺一门才能胡。"),
    }.get(group, "")


def _items(options: Iterable[Option], rules: RuleSet) -> Iterable[Item]:
    for option in options:
        if option.asked(rules):
            lines = _LINES[option.name](rules) if option.name in _LINES else ()
            text = paragraph(_SENTENCES[option.name](rules))
            yield Item(option.name, heading(option.term), say_pinyin(option.term), text, tuple(lines))


def _beside() -> Section:
    items = tuple(Item(key, label, pinyin, text, ()) for key, label, pinyin, text in play.beside())
    return Section("beside", _("不影响算账的"), _("这些桌上说好就行，记分不管。"), items)


_SENTENCES: Mapping[str, Callable[[RuleSet], Iterable[str]]] = {
    "base": price.base,
    "cap": price.cap,
    "plain_fans": price.plain_fans,
    "self_draw": price.self_draw,
    "fed_kong_win": price.fed_kong_win,
    "kong_pay": kongs.pay,
    "kong_transfer": kongs.transfer,
    "kong_transfer_after": kongs.transfer_after,
    "kong_transfer_shares": kongs.transfer_shares,
    "ready_check": wall.ready_check,
    "dead_wait": wall.dead_wait,
    "flower_pig_pays": wall.pig_pays,
    "flower_pig_paid_to": wall.pig_paid_to,
    "flower_pig_ready_check": wall.pig_ready_check,
    "price_difference": wall.price_difference,
    "kong_refund": wall.kong_refund,
    "patterns": fans.patterns,
    "root_fans": fans.roots,
    "dragon_absorbs_root": fans.dragon,
    "kong_fans": fans.kong_fans,
    "win_after_kong_fans": fans.bloom,
    "bonus_fans": fans.bonuses,
    "void_suit": play.void_suit,
    "mode": play.mode,
    "next_dealer": play.next_dealer,
    "leave": play.leave,
}

_LINES: Mapping[str, Callable[[RuleSet], Iterable[Line]]] = {
    "kong_pay": kongs.lines,
    "patterns": fans.pattern_lines,
    "bonus_fans": fans.bonus_lines,
}
