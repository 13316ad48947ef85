"""The end of the wall, in sentences."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from rounds.rules.ruleset import DeadWait, PigPaidTo, ReadyCheck, RuleSet
from rounds.screens.rulebook.lines import bases
from rounds.wording import listed, paragraph


def order(rules: RuleSet) -> str:
    """What is settled, one after the other, and what this table does not play."""
    steps = dict(_steps(rules))
    played = [step for step, is_played in steps.items() if is_played]
    left_out = [step for step, is_played in steps.items() if not is_played]
    told = [_("牌摸完了，至少还有两家没胡，就是流局。")]
    told.append(_("按顺序：{steps}。").format(steps=" → ".join(played)) if played else _("什么都不付。"))
    if left_out:
        told.append(_("不打：{steps}。").format(steps=listed(left_out)))
    return paragraph(told)


def _steps(rules: RuleSet) -> Iterator[tuple[str, bool]]:
    yield _("查花猪"), rules.flower_pig_pays not in (None, 0)
    yield _("查叫"), rules.ready_check is not ReadyCheck.NONE
    yield _("补差价"), rules.price_difference
    yield _("退税"), rules.kong_refund


def ready_check(rules: RuleSet) -> Iterable[str]:
    if rules.ready_check is ReadyCheck.NONE:
        yield _("不查叫，没叫的不用赔。")
        return
    yield {
        ReadyCheck.BEST: _("没叫的赔给每个下叫的，按他能胡的最大的一副。"),
        ReadyCheck.WORST: _("没叫的赔给每个下叫的，按他能胡的最小的一副。"),
    }[rules.ready_check]
    yield _("根、自己的杠都算，也封顶；自摸、海底这些不算。胡了的不赔也不收。")


def dead_wait(rules: RuleSet) -> Iterable[str]:
    yield {
        DeadWait.OWN_TILES: _("听的那张，连碰的、杠的在内自己已经有四张，就是死叫，不算下叫。"),
        DeadWait.CONCEALED_TILES: _("听的那张，手里捏着四张才是死叫；碰出去的、杠了的不算，照样按胡那张算番。"),
    }[rules.dead_wait]


def pig_pays(rules: RuleSet) -> Iterable[str]:
    yield (_("手里还有三门牌，或者定的那门没打完，就是花猪。") if rules.void_suit else _("手里还有三门牌，就是花猪。"))
    pays = rules.flower_pig_pays
    if pays is None:
        yield _("花猪当没叫算，不另外付。")
    elif pays == 0:
        yield _("花猪不另外付。")
    else:
        told = _("按封顶付{sum}。") if pays == "cap" else _("付{sum}。")
        yield told.format(sum=bases(rules, rules.times(pays)))


def pig_paid_to(rules: RuleSet) -> Iterable[str]:
    yield {
        PigPaidTo.ALL: _("付给每个不是花猪的人：胡了的也收，走了的不收。"),
        PigPaidTo.IN_PLAY: _("只付给还没胡、不是花猪的人。"),
        PigPaidTo.POT: _("只付一份，算台费，谁也不收。"),
    }[rules.flower_pig_paid_to]


def pig_ready_check(rules: RuleSet) -> Iterable[str]:
    yield _("付了还要像没叫的一样再赔一次。") if rules.flower_pig_ready_check else _("付了就不用再赔。")


def price_difference(rules: RuleSet) -> Iterable[str]:
    yield _("都下叫了，听小的把差的补给听大的。") if rules.price_difference else _("不补，下叫的互相不付。")


def kong_refund(rules: RuleSet) -> Iterable[str]:
    if rules.kong_refund:
        yield _("没叫的、花猪，收过的杠钱退给付的人，付的人胡了也退给他。")
        yield _("胡了的、下叫的，杠钱照收。")
    else:
        yield _("不退，收了的杠钱就是他的。")
