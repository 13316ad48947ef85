"""规矩 guī ju: a table's house rules in players' words, on one line and option by option."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rounds.book.ruling import Ruling
from rounds.house_rules import Offer
from rounds.rules.options import Choice, Number, Option, Switch, Table, Unit, leaves, rows, value_at
from rounds.rules.presets import presets
from rounds.rules.ruleset import KongKind, RuleSet, SelfDraw
from rounds.rules.terms import Term
from rounds.wording import brief, say_preset, say_term, short, word

SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class Difference:
    """One option that is not as the preset has it: what it is called, what is played, what the preset says."""

    name: str
    value: str
    was: str


@dataclass(frozen=True, slots=True)
class House:
    """The rules of one table, and where they differ from the preset that they began as.

    `name` is the club's own name of the rules, or that of the preset.
    """

    name: str
    preset: str
    summary: str
    differences: tuple[Difference, ...]


def house(ruling: Ruling) -> House:
    """What there is to say of a ruling; of a preset that is gone only its key is known, and nothing differs from it."""
    known = presets().get(ruling.preset)
    differences = differences_of(ruling.rules, known.rules) if known else ()
    return House(house_name(ruling), preset_name(ruling), summary(ruling.rules), differences)


def house_name(ruling: Ruling) -> str:
    """What the rules are called: by the club, or else as the preset that they began as."""
    return ruling.house or preset_name(ruling)


NIGHT = "night"
"""The key of the rules of a night itself."""


def with_those_of_night(offered: Mapping[str, Offer], ruling: Ruling) -> dict[str, Offer]:
    """What is offered beside a night, its own rules first where they are none of them: a changed preset, a club's set
    that is not offered to all who look."""
    if any(offer.ruling == ruling for offer in offered.values()):
        return dict(offered)
    return {NIGHT: Offer(NIGHT, _("这桌的规矩（{name}）").format(name=house_name(ruling)), ruling), **offered}


def preset_name(ruling: Ruling) -> str:
    return say_preset(ruling.preset) if ruling.preset in presets() else ruling.preset


def differences_of(rules: RuleSet, first: RuleSet) -> tuple[Difference, ...]:
    """Where `rules` are not as `first`."""
    return tuple(_differences(rules, first))


def _differences(rules: RuleSet, first: RuleSet) -> Iterator[Difference]:
    now, before = rules.to_json(), first.to_json()
    for option in rows():
        for place, leaf in leaves(option):
            value, was = value_at(now, place), value_at(before, place)
            if value != was:
                name = say_term(option.term) if leaf is option else f"{say_term(option.term)}·{say_term(leaf.term)}"
                yield Difference(name, say(option, leaf, value, rules), say(option, leaf, was, first))


def say(option: Option, leaf: Option, value: object, rules: RuleSet) -> str:
    """A value of an option, or of an entry of its table, as JSON, in a few words: "3番×8", "查大叫", "不打"."""
    match leaf.kind:
        case Choice(variants):
            return word(variants(str(value)))
        case Switch(yes, no):
            return say_term(yes if value else no)
        case Number():
            missing = option.kind.missing if isinstance(option.kind, Table) else None
            return _say_number(leaf.kind, leaf.kind.none or missing, value, rules)
        case Table():
            raise TypeError("a table is said entry by entry")


def _say_number(kind: Number, none: Term | None, value: object, rules: RuleSet) -> str:
    if value == "cap":
        return _("封顶（×{times}）").format(times=rules.times("cap"))
    if not isinstance(value, int):
        assert none, "only what may be none is no number"
        return say_term(none)
    if value == 0 and kind.zero:
        return say_term(kind.zero)
    if kind.from_plain:
        return _("{fans}番×{times}").format(fans=value, times=multiplier(rules, value))
    unit = {Unit.POINTS: "{number}", Unit.FANS: _("{number}番"), Unit.BASES: _("{number}底")}[kind.unit]
    return unit.format(number=value)


def multiplier(rules: RuleSet, fans: int) -> int:
    """What so many fans would multiply the base by if the table had no cap."""
    return replace(rules, cap=None).multiplier(fans)


def summary(rules: RuleSet) -> str:
    """What players ask about first: 底1 · 封顶3番×8 · 自摸加底 · 查大叫 · 弯杠1底 直杠2底 暗杠2底 · 杠上炮转一杠."""
    pieces = (
        _("底{base}").format(base=rules.base),
        _say_cap(rules),
        _("自摸不加") if rules.self_draw is SelfDraw.NONE else word(rules.self_draw),
        word(rules.ready_check),
        _say_kongs(rules),
        _("杠上炮{rule}").format(rule=brief(rules.kong_transfer)),
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
    said, pay = _("{kong}{times}底"), rules.kong_pay
    each = {kind: said.format(kong=short(kind), times=getattr(pay, kind.value)) for kind in kinds}
    if pay.exposed_others:
        each[KongKind.EXPOSED] += _("（家家有{times}底）").format(times=pay.exposed_others)
    return " ".join(each.values())
