"""规矩 guī ju: a table's house rules in players' words, on one line and option by option."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rounds.rules.presets import presets
from rounds.rules.ruleset import (
    AtCap,
    Bonus,
    KongKind,
    KongTransfer,
    ReadyCheck,
    RuleSet,
    SelfDraw,
    TransferShares,
)
from rounds.wording import word

SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class Option:
    """One option: what it is called, what this table plays, and whether its preset says otherwise."""

    name: str
    value: str
    changed: bool


@dataclass(frozen=True, slots=True)
class House:
    """All options of one table, and the preset that they began as."""

    name: str
    summary: str
    options: tuple[Option, ...]

    @property
    def changes(self) -> int:
        """How many options are not as the preset has them."""
        return sum(option.changed for option in self.options)


def house(rules: RuleSet, preset: str) -> House:
    """Every option that asks something at this table; of a preset that is gone only its key is known."""
    known = presets().get(preset)
    told, first = rules.to_json(), known.rules.to_json() if known else rules.to_json()
    options = tuple(
        Option(str(label), say(rules), told[name] != first[name])
        for name, (label, say) in _OPTIONS.items()
        if name not in _ASKED_BY_TRANSFER or rules.kong_transfer is not KongTransfer.NONE
    )
    return House(known.name if known else preset, summary(rules), options)


def summary(rules: RuleSet) -> str:
    """What players ask about first: 底1 · 封顶3番×8 · 自摸加底 · 查大叫 · 弯杠1 直杠2 暗杠2 · 杠上炮转一杠."""
    pieces = (
        _("底{base}").format(base=rules.base),
        _say_cap(rules),
        _("自摸不加") if rules.self_draw is SelfDraw.NONE else word(rules.self_draw),
        word(rules.ready_check),
        _say_kongs(rules),
        _("杠上炮{rule}").format(rule=word(rules.kong_transfer)),
    )
    return SEPARATOR.join(pieces)


def heading(rules: RuleSet) -> str:
    """What stands beside the title of a round: 底1 · 封顶×8."""
    cap = _("不封顶") if rules.cap is None else _("封顶×{times}").format(times=rules.times("cap"))
    return _("底{base}").format(base=rules.base) + SEPARATOR + cap


def _say_cap(rules: RuleSet) -> str:
    if rules.cap is None:
        return _("不封顶")
    return _("封顶{fans}番×{times}").format(fans=rules.cap, times=rules.times("cap"))


def _say_kongs(rules: RuleSet) -> str:
    """What kongs cost, in bases: the base may yet be changed."""
    kinds = (KongKind.PROMOTED, KongKind.EXPOSED, KongKind.CONCEALED)
    said = _("{kong}{times}底")
    return " ".join(said.format(kong=word(kind), times=getattr(rules.kong_pay, kind.value)) for kind in kinds)


def _say_kong_pay(rules: RuleSet) -> str:
    """What kongs cost, in points."""
    pay, base = rules.kong_pay, rules.base
    others = _("，别家{points}").format(points=pay.exposed_others * base) if pay.exposed_others else ""
    exposed = _("引杠的付{points}").format(points=pay.exposed * base) + others
    from_each = {kind: getattr(pay, kind.value) for kind in (KongKind.PROMOTED, KongKind.POSTPONED, KongKind.CONCEALED)}
    each = _("每家付{points}")
    said = [
        f"{word(kind)}{each.format(points=times * base) if times else _('不收')}" for kind, times in from_each.items()
    ]
    return _("；").join([f"{word(KongKind.EXPOSED)}{exposed}", *said])


def _fans(number: int) -> str:
    return _("{fans}番").format(fans=number)


def _say_fans(table: Mapping[KongKind, int]) -> str:
    """Fans by what earns them, without what earns none; one number where all earn the same."""
    if len(set(table.values())) == 1 and any(table.values()):
        return _("都加{fans}番").format(fans=next(iter(table.values())))
    return _list_fans(table) or _("不加番")


def _list_fans(table: Mapping[KongKind, int] | Mapping[Bonus, int]) -> str:
    return _("，").join(f"{word(member)}{_fans(fans)}" for member, fans in table.items() if fans)


def _say_patterns(rules: RuleSet) -> str:
    by_fans = sorted(rules.patterns.items(), key=lambda row: row[1])
    return _("，").join(f"{word(pattern)}{_fans(fans)}" for pattern, fans in by_fans)


def _say_payment(rules: RuleSet, pays: int | AtCap) -> str:
    at_cap = _("（封顶）") if pays == "cap" else ""
    return _("{times}倍底{at_cap}").format(times=rules.times(pays), at_cap=at_cap)


def _say_pig(rules: RuleSet) -> str:
    return _("当没叫") if rules.flower_pig_pays is None else _say_payment(rules, rules.flower_pig_pays)


def _say_leave(rules: RuleSet) -> str:
    leave = rules.leave
    pays = _("付每家{payment}").format(payment=_say_payment(rules, leave.pays)) if leave.pays else _("不另外付")
    pieces = [
        pays,
        _("这一局就完") if leave.ends_round else _("剩下的接着打"),
        *([_("胡了再走要退钱")] if leave.winner_forfeits else []),
        *([_("退税也退给走的人")] if leave.refund_to_leaver else []),
    ]
    return _("，").join(pieces)


def _say_roots(rules: RuleSet) -> str:
    return _("每个根{fans}番").format(fans=rules.root_fans) if rules.root_fans else _("不算")


def _say_self_draw(rules: RuleSet) -> str:
    said = {
        SelfDraw.NONE: _("不加"),
        SelfDraw.ADD_BASE: _("加底：每家多付{base}").format(base=rules.base),
        SelfDraw.ADD_FAN: _("加番：多算1番"),
    }
    return said[rules.self_draw]


def _say_ready_check(rules: RuleSet) -> str:
    said = {
        ReadyCheck.BEST: _("查大叫：没叫的按听牌最大的一副付"),
        ReadyCheck.WORST: _("查小叫：没叫的按听牌最小的一副付"),
        ReadyCheck.NONE: _("不查叫"),
    }
    return said[rules.ready_check]


def _say_shares(rules: RuleSet) -> str:
    said = {
        TransferShares.EACH: _("每家都转一份整的，不够的补上"),
        TransferShares.SPLIT: _("平分，零头给下家"),
        TransferShares.NEAREST: _("只转给最近的下家"),
        TransferShares.NONE: _("不转"),
    }
    return said[rules.kong_transfer_shares]


_ASKED_BY_TRANSFER = ("kong_transfer_after", "kong_transfer_shares")
"""Options that ask nothing at a table where no kong money moves on."""

_OPTIONS: Mapping[str, tuple[Promise, Callable[[RuleSet], str]]] = {
    "base": (gettext_lazy("底"), lambda rules: str(rules.base)),
    "cap": (gettext_lazy("封顶"), _say_cap),
    "plain_fans": (
        gettext_lazy("平胡"),
        lambda rules: _("算{fans}番，×1").format(fans=rules.plain_fans),
    ),
    "self_draw": (gettext_lazy("自摸"), _say_self_draw),
    "kong_pay": (gettext_lazy("杠钱"), _say_kong_pay),
    "kong_transfer": (gettext_lazy("杠上炮的杠钱"), lambda rules: word(rules.kong_transfer)),
    "kong_transfer_after": (gettext_lazy("什么杠转"), lambda rules: word(rules.kong_transfer_after)),
    "kong_transfer_shares": (gettext_lazy("一炮多响转给谁"), _say_shares),
    "fed_kong_win": (gettext_lazy("点杠花"), lambda rules: word(rules.fed_kong_win)),
    "ready_check": (gettext_lazy("查叫"), _say_ready_check),
    "flower_pig_pays": (gettext_lazy("花猪付"), _say_pig),
    "flower_pig_paid_to": (gettext_lazy("花猪付给谁"), lambda rules: word(rules.flower_pig_paid_to)),
    "flower_pig_ready_check": (
        gettext_lazy("花猪还查叫"),
        lambda rules: _("还要查") if rules.flower_pig_ready_check else _("不查了"),
    ),
    "price_difference": (
        gettext_lazy("补差价"),
        lambda rules: _("听小的补给听大的") if rules.price_difference else _("不补"),
    ),
    "kong_refund": (
        gettext_lazy("退税"),
        lambda rules: _("没叫，杠钱退回") if rules.kong_refund else _("不退"),
    ),
    "patterns": (gettext_lazy("番型"), _say_patterns),
    "root_fans": (gettext_lazy("根"), _say_roots),
    "dragon_absorbs_root": (
        gettext_lazy("龙七对的根"),
        lambda rules: _("算在龙七对里，减1根") if rules.dragon_absorbs_root else _("另外算"),
    ),
    "kong_fans": (gettext_lazy("杠的番"), lambda rules: _say_fans(rules.kong_fans)),
    "win_after_kong_fans": (gettext_lazy("杠上花"), lambda rules: _say_fans(rules.win_after_kong_fans)),
    "bonus_fans": (gettext_lazy("加番"), lambda rules: _list_fans(rules.bonus_fans) or _("不加番")),
    "dead_wait": (gettext_lazy("死叫"), lambda rules: word(rules.dead_wait)),
    "void_suit": (gettext_lazy("定缺"), lambda rules: _("定缺") if rules.void_suit else _("不定缺")),
    "mode": (gettext_lazy("打法"), lambda rules: word(rules.mode)),
    "next_dealer": (gettext_lazy("下一局的庄"), lambda rules: word(rules.next_dealer)),
    "leave": (gettext_lazy("中途走"), _say_leave),
}
"""Each option in the order in which players ask: what it is called, and how its value is said."""
