"""What a hand has, in sentences and tables."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import Bonus, KongKind, RuleSet
from rounds.screens.rulebook.lines import Line, fans, listed
from rounds.wording import say_pinyin, word


def patterns(rules: RuleSet) -> Iterable[str]:
    yield _("只算最大的一种；一副牌有几种看法，挑番最多的算。")
    if missing := [pattern for pattern in Pattern if pattern not in rules.patterns]:
        yield _("不打：{patterns}。").format(patterns=listed(missing))


def pattern_lines(rules: RuleSet) -> Iterable[Line]:
    """The patterns that are played, by their fans."""
    for pattern, number in sorted(rules.patterns.items(), key=lambda row: (row[1], list(Pattern).index(row[0]))):
        times = _("×{times}").format(times=rules.multiplier(number))
        yield Line(word(pattern), say_pinyin(pattern.term), _tiles(pattern), fans(number), times)


def _tiles(pattern: Pattern) -> str:
    return {
        Pattern.PLAIN: _("四副牌加一对"),
        Pattern.ALL_TRIPLETS: _("四副都是三张一样或者杠"),
        Pattern.FULL_FLUSH: _("只有一门牌"),
        Pattern.TERMINALS: _("每副牌和那一对都带1或9"),
        Pattern.SEVEN_PAIRS: _("七个对子，没碰没杠；四张一样算两对"),
        Pattern.FLUSH_TRIPLETS: _("清一色的对对胡"),
        Pattern.GENERALS: _("只有2、5、8的对对胡"),
        Pattern.GOLDEN_WAIT: _("四副都碰了、杠了，手里单钓一张"),
        Pattern.FLUSH_GOLDEN_WAIT: _("清一色的金钩钓"),
        Pattern.DRAGON_SEVEN_PAIRS: _("七对里有四张一样的"),
        Pattern.FLUSH_DRAGON_SEVEN_PAIRS: _("清一色的龙七对"),
        Pattern.FLUSH_SEVEN_PAIRS: _("清一色的七对"),
        Pattern.FLUSH_TERMINALS: _("清一色的带幺九"),
        Pattern.HEAVENLY: _("庄家起手就胡"),
        Pattern.EARTHLY: _("起手就下叫，第一圈里胡"),
    }[pattern]


def roots(rules: RuleSet) -> Iterable[str]:
    if rules.root_fans:
        yield _("四张一样、没有杠的是一个根，每个加{fans}。").format(fans=fans(rules.root_fans))
    else:
        yield _("四张一样没有杠的，不加番。")


def dragon(rules: RuleSet) -> Iterable[str]:
    if rules.dragon_absorbs_root:
        yield _("龙七对里的那个根算在番型里了，不再加（减1根）。")
    else:
        yield _("龙七对里的那个根，另外再加{fans}。").format(fans=fans(rules.root_fans))


def kong_fans(rules: RuleSet) -> Iterable[str]:
    yield _by_fans(rules.kong_fans, _("胡的人自己每个{kongs}加{fans}"), _("{kongs}不加"))


def bloom(rules: RuleSet) -> Iterable[str]:
    yield _("杠完摸上来的那张胡了，是杠上花。")
    yield _by_fans(rules.win_after_kong_fans, _("{kongs}后再加{fans}"), _("{kongs}后不加"))


def _by_fans(table: Mapping[KongKind, int], some: str, none: str) -> str:
    """ "直杠、弯杠后再加1番，暗杠后再加2番，过手杠后不加。"."""
    by_fans: dict[int, list[KongKind]] = {}
    for kind, number in table.items():
        by_fans.setdefault(number, []).append(kind)
    told = [
        (some if number else none).format(kongs=listed(kinds), fans=fans(number))
        for number, kinds in sorted(by_fans.items(), key=lambda row: (row[0] == 0, row[0]))
    ]
    return _("，").join(told) + _("。")


def bonuses(rules: RuleSet) -> Iterable[str]:
    if missing := [bonus for bonus, number in rules.bonus_fans.items() if not number]:
        yield _("不算：{bonuses}。").format(bonuses=listed(missing))


def bonus_lines(rules: RuleSet) -> Iterable[Line]:
    for bonus, number in rules.bonus_fans.items():
        if number:
            yield Line(word(bonus), say_pinyin(bonus.term), _when(bonus), fans(number), "")


def _when(bonus: Bonus) -> str:
    return {
        Bonus.SHOOT_AFTER_KONG: _("杠完打出去的牌点了炮"),
        Bonus.ROBBING_KONG: _("别人补杠的那张正好胡，算他点炮"),
        Bonus.UNDER_THE_SEA: _("胡的是最后一张牌"),
        Bonus.LAST_CHANCE: _("胡的那张只剩这一张"),
        Bonus.CONCEALED_HAND: _("没碰，没明杠；暗杠不要紧"),
        Bonus.NO_TERMINALS: _("一张1和9都没有"),
    }[bonus]
