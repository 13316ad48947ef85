"""改规矩 gǎi guī ju: the form of the house rules as it was filled in: every option with its keys, what hangs on it,
what the preset has, and a sample settled under the rules as they stand in the form."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rounds.house_rules import Offer
from rounds.rules.options import OPTIONS, Choice, Number, Option, Switch, Table, Unit, leaves, value_at
from rounds.rules.ruleset import RuleSet
from rounds.screens.house import multiplier, say
from rounds.screens.samples import sample, scene
from rounds.typed_rules import CAP, NO, NONE, OTHER, YES, Fields, Typed, is_keyed, keys_of, other
from rounds.wording import brief, heading, say_decides, say_pinyin, say_term, word


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an option: `value` in the form, what stands on it in large and in small, whether it is chosen."""

    value: str
    label: str
    small: str
    on: bool


@dataclass(frozen=True, slots=True)
class Field:
    """What is chosen or typed for one option, or for one entry of a table, at its `place` in the rule set.

    Without `keys` it is typed at once, as `text`. With `open_ended` it has one key more, for a number that is none of
    them, and `text` is that number. `was` is what the preset has, where that is something else.
    """

    place: str
    name: str
    pinyin: str
    keys: tuple[Key, ...]
    open_ended: bool
    typed: bool
    text: str
    unit: str
    error: str
    was: str
    sample: str


@dataclass(frozen=True, slots=True)
class Row:
    """One option. `scene`: what the samples of its entries have in common; `idle`: it asks nothing as things stand."""

    name: str
    label: str
    pinyin: str
    decides: str
    scene: str
    fields: tuple[Field, ...]
    table: bool
    idle: bool


@dataclass(frozen=True, slots=True)
class Section:
    """Options that belong together; `changes`: how many places are not as the preset has them."""

    key: str
    label: str
    rows: tuple[Row, ...]

    @property
    def changes(self) -> int:
        return sum(bool(field.was) for row in self.rows for field in row.fields)


@dataclass(frozen=True, slots=True)
class HouseForm:
    """The whole form. `start` is the rule set that was chosen to start from, `first` its preset's name."""

    offers: tuple[Offer, ...]
    start: str
    first: str
    sections: tuple[Section, ...]

    @property
    def changes(self) -> int:
        return sum(section.changes for section in self.sections)

    @property
    def faults(self) -> tuple[Field, ...]:
        """The places with something wrong."""
        fields = (field for section in self.sections for row in section.rows for field in row.fields)
        return tuple(field for field in fields if field.error)


def house_form(offers: Mapping[str, Offer], start: Offer, fields: Fields, typed: Typed) -> HouseForm:
    """The form with `fields` in it, which come to `typed`, beside the preset that `start` began as."""
    first = offers.get(start.ruling.preset, start)
    page = _Page(fields, typed, first.ruling.rules, first.ruling.rules.to_json())
    sections = tuple(
        Section(group.value, heading(group.term), tuple(page.row(option) for option in options))
        for group, options in OPTIONS.items()
    )
    return HouseForm(tuple(offers.values()), start.key, first.name, sections)


@dataclass(frozen=True, slots=True)
class _Page:
    """What every row of the form looks at."""

    fields: Fields
    typed: Typed
    first: RuleSet
    options: Mapping[str, object]
    """Those of the preset."""

    def row(self, option: Option) -> Row:
        rules = self.typed.rules
        return Row(
            name=option.name,
            label=heading(option.term),
            pinyin=say_pinyin(option.term),
            decides=say_decides(option),
            scene=scene(option.name),
            fields=tuple(self.field(option, place, leaf) for place, leaf in leaves(option)),
            table=isinstance(option.kind, Table),
            idle=rules is not None and not option.asked(rules),
        )

    def field(self, option: Option, place: str, leaf: Option) -> Field:
        kind, rules = leaf.kind, self.typed.rules
        keys = tuple(self.keys(place, leaf))
        value = self.fields.get(place, "").strip()
        keyed = not isinstance(kind, Number) or is_keyed(kind)
        open_ended = isinstance(kind, Number) and keyed and kind.most > max(keys_of(kind, 0), default=0)
        typed = open_ended and not any(key.on for key in keys)
        text = self.fields.get(other(place), "") if keyed and (value == OTHER or not typed) else value
        return Field(
            place=place,
            name=say_term(leaf.term),
            pinyin=say_pinyin(leaf.term),
            keys=keys,
            open_ended=open_ended,
            typed=typed,
            text=text,
            unit=_unit(kind) if isinstance(kind, Number) else "",
            error=self.typed.errors.get(place, ""),
            was=self.was(option, place, leaf),
            sample=sample(place, rules) if rules else "",
        )

    def keys(self, place: str, leaf: Option) -> Iterator[Key]:
        value = self.fields.get(place, "").strip()
        for key, label, small in self.named_keys(leaf):
            yield Key(key, label, small, on=key == value)

    def named_keys(self, leaf: Option) -> Iterator[tuple[str, str, str]]:
        match leaf.kind:
            case Choice(variants):
                yield from ((variant.value, word(variant), "") for variant in variants)
            case Switch(yes, no):
                yield from ((YES, say_term(yes), ""), (NO, say_term(no), ""))
            case Number() if is_keyed(leaf.kind):
                yield from self.number_keys(leaf.kind)

    def number_keys(self, kind: Number) -> Iterator[tuple[str, str, str]]:
        rules = self.typed.rules
        if kind.cap:
            yield CAP, _("封顶"), _times(rules.times(CAP)) if rules and rules.cap is not None else ""
        for number in keys_of(kind, self.plain):
            label = say_term(kind.zero) if number == 0 and kind.zero else f"{number}{_unit(kind)}"
            yield str(number), label, _times(multiplier(self.scale, number)) if kind.from_plain else ""
        if kind.none:
            yield NONE, say_term(kind.none), ""

    @property
    def plain(self) -> int:
        """Fans of a plain hand, as the form has it."""
        plain = self.typed.values.get("plain_fans")
        return plain if isinstance(plain, int) else self.first.plain_fans

    @property
    def scale(self) -> RuleSet:
        """Rules that double from there on, whatever else the form says."""
        return replace(self.first, plain_fans=self.plain)

    def was(self, option: Option, place: str, leaf: Option) -> str:
        """What the preset has; "" where the form has the same."""
        first = value_at(self.options, place)
        same = place in self.typed.values and self.typed.values[place] == first
        return "" if same else say(option, leaf, first, self.first)


def _times(times: int) -> str:
    return _("×{times}").format(times=times)


def _unit(kind: Number) -> str:
    """What is written behind a number; points are alone."""
    return "" if kind.unit is Unit.POINTS else brief(kind.unit)
