"""How a round begins, ends and who deals, in sentences; and the rules that no settlement asks about."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from rounds.rules.ruleset import Mode, NextDealer, RuleSet
from rounds.screens.rulebook.lines import bases


def void_suit(rules: RuleSet) -> Iterable[str]:
    if rules.void_suit:
        yield _("开打前每人说好缺哪一门，这一门没打完不能胡。")
        yield _("定了又改的，流局时当花猪；没打到流局，桌上说好怎么赔。")
    else:
        yield _("不定缺，胡的时候只要缺一门。")


def mode(rules: RuleSet) -> Iterable[str]:
    yield {
        Mode.BLOOD_BATTLE: _("有人胡了，剩下的接着打，打到只剩一家没胡，或者牌摸完。"),
        Mode.SINGLE_WIN: _("第一家胡了，这一局就完；一炮多响算一次。"),
    }[rules.mode]


def next_dealer(rules: RuleSet) -> Iterable[str]:
    if rules.next_dealer is NextDealer.DICE:
        yield _("每一局都打骰子定庄，记分时会问。")
        return
    yield {
        NextDealer.FIRST_WINNER: _("第一个胡的下一局坐庄；第一次就是一炮多响，点炮的坐庄。"),
        NextDealer.DISCARDER: _("第一个点炮的下一局坐庄；第一次是自摸，自摸的坐庄。"),
    }[rules.next_dealer]
    yield _("没人胡，庄不变。")


def leave(rules: RuleSet) -> Iterable[str]:
    told = rules.leave
    if told.pays:
        yield _("一局没完就走的，付还在打的每家{sum}。").format(sum=bases(rules, rules.times(told.pays)))
        yield _("最后四张才走，亮了下叫的牌，那副更大就按牌付。")
    else:
        yield _("一局没完就走的，不另外付；最后四张才走，亮了下叫的牌就按牌付。")
    yield _("他一走，这一局就完。") if told.ends_round else _("剩下的接着打；只剩一家就完。")
    yield _("胡了再走的，胡牌收的钱退给付的人。") if told.winner_forfeits else _("胡了再走的，收的钱不退。")
    if rules.kong_refund:
        yield _("后来退税，走的人那份也退。") if told.refund_to_leaver else _("后来退税，没有走的人的。")


def beside() -> Iterator[tuple[str, str, str, str]]:
    """Each of them: a key, its words, their pinyin, and one sentence."""
    yield (
        *("last_four", _("最后四张必胡"), "zuì hòu sì zhāng bì hú"),
        _("牌墙只剩最后四张的时候，能胡就得胡，不能放过。"),
    )
    yield (
        *("passed_win", _("过水不胡"), "guò shuǐ bù hú"),
        _("能胡的牌放过了，转一圈轮到自己之前，不能再胡别人打的。"),
    )
    yield (
        *("exchange", _("换三张"), "huàn sān zhāng"),
        _("起手以后每人挑同一门的三张，一起跟别家换。"),
    )
    yield (
        *("kong_tiles", _("杠牌按顺序摸"), "gàng pái àn shùn xù mō"),
        _("杠了要补的那张，接着牌墙往下摸，不从尾巴上拿。"),
    )
    yield (
        *("dice", _("骰子与发牌"), "tóu zi yǔ fā pái"),
        _("打骰子定从哪里开始拿牌，庄家十四张，别家十三张。"),
    )
