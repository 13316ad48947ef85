"""The house rules as a form tells them, read strictly: a rule set, or one sentence for each option that is wrong.

A field is named by the place of its option in the rule set ("cap", "kong_pay.exposed"). It holds a variant's name,
`yes` or `no`, a number, `none`, `cap`, or `other`: then the number is typed in the field with `-other` at its end.
A pattern's field that is empty says that the pattern is not played; one that is not there says nothing, as any other.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.cleaning import Unclean, whole_number
from rounds.rules.options import Choice, Number, Option, Switch, Table, leaves, rows, value_at
from rounds.rules.ruleset import AtCap, RuleSet
from rounds.rules.strict import Malformed

OTHER, NONE, YES, NO = "other", "none", "yes", "no"
CAP: AtCap = "cap"

Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Typed:
    """`values` of all options that can be read, as JSON, and what is wrong with the others or between them, by place.

    `rules` if nothing is.
    """

    rules: RuleSet | None
    values: Mapping[str, object]
    errors: Mapping[str, str]


class Wrong(ValueError):
    """What was typed for one option is no value of it; says so in one sentence."""


def other(place: str) -> str:
    """The field in which a number is typed that is none of the keys."""
    return f"{place}-other"


def tells_rules(fields: Fields) -> bool:
    """Do these fields tell any option at all, or only from which rule set to start?"""
    return any(place in fields for option in rows() for place, _leaf in leaves(option))


def fields_of(rules: RuleSet) -> dict[str, str]:
    """The fields that tell these rules. A number that is not among the keys is typed; one to type is always ready."""
    options = rules.to_json()
    fields: dict[str, str] = {}
    for option in rows():
        for place, leaf in leaves(option):
            fields |= _told(leaf.kind, place, value_at(options, place), rules)
    return fields


def _told(kind: object, place: str, value: object, rules: RuleSet) -> dict[str, str]:
    if isinstance(value, bool):
        return {place: YES if value else NO}
    if not isinstance(kind, Number):
        return {place: str(value)}
    if not is_keyed(kind):
        return {place: "" if value is None else str(value)}
    keys = keys_of(kind, rules.plain_fans)
    if value is None:
        return {place: NONE, other(place): str(max(keys, default=0) + 1)}
    if value == CAP:
        return {place: CAP, other(place): str(rules.times(CAP))}
    return {place: str(value) if value in keys else OTHER, other(place): str(value)}


def is_keyed(kind: Number) -> bool:
    """Is the number chosen by keys, and typed only when it is none of them? Patterns are typed at once."""
    return bool(kind.keys or kind.cap or kind.none)


def keys_of(kind: Number, plain: int) -> tuple[int, ...]:
    """The numbers that are keys, where a plain hand has `plain` fans."""
    return tuple(key + plain for key in kind.keys) if kind.from_plain else kind.keys


def read_rules(fields: Fields) -> Typed:
    """The rule set that the fields tell."""
    values: dict[str, object] = {}
    errors: dict[str, str] = {}
    for option in rows():
        for place, leaf in leaves(option):
            try:
                values[place] = _read(leaf, place, fields)
            except Wrong as wrong:
                errors[place] = str(wrong)
    if errors:
        return Typed(None, values, errors)
    rules = RuleSet.read({option.name: _whole(option, values) for option in rows()})
    errors = {_place(fault): _contradiction(fault) for fault in rules.contradictions()}
    return Typed(None if errors else rules, values, errors)


def _whole(option: Option, values: Mapping[str, object]) -> object:
    """The value of an option, put together from its entries if it is a table; what is not played stands in none."""
    if not isinstance(option.kind, Table):
        return values[option.name]
    told = {leaf.name: values[place] for place, leaf in leaves(option)}
    return {name: value for name, value in told.items() if value is not None}


def _read(leaf: Option, place: str, fields: Fields) -> object:
    """The value of an option, or of an entry of a table, as JSON."""
    text = fields.get(place, "").strip()
    match leaf.kind:
        case Choice(variants):
            if text not in {variant.value for variant in variants}:
                raise Wrong(_("选一个"))
            return text
        case Switch():
            if text not in (YES, NO):
                raise Wrong(_("选一个"))
            return text == YES
        case Number():
            if not text and place in fields and not is_keyed(leaf.kind):
                return None
            return _read_number(leaf.kind, text, fields.get(other(place), "").strip())
        case Table():
            raise TypeError("a table is read entry by entry")


def _read_number(kind: Number, text: str, typed: str) -> object:
    if text == CAP and kind.cap:
        return CAP
    if text == NONE and kind.none:
        return None
    try:
        return whole_number(typed if text == OTHER else text, kind.least, kind.most)
    except Unclean:
        most = f"{kind.most:,}"
        raise Wrong(_("写{least}到{most}的整数，用数字键").format(least=kind.least, most=most)) from None


def _place(fault: Malformed) -> str:
    place = fault.place.removeprefix("options.")
    return "patterns.plain" if place == "patterns" else place


def _contradiction(fault: Malformed) -> str:
    """What cannot be meant together with another option."""
    said = {
        "plain_missing": _("平胡总要算，写上几番"),
        "below_plain": _("平胡已经是{plain}番，这里不能少于{plain}番"),
        "no_cap": _("这套规矩不封顶，没法按封顶付，写个数"),
    }
    return said[fault.code].format(**fault.figures)
