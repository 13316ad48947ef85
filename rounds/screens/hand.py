"""算牌 suàn pái: a hand laid out by anybody, under any rule set, at no table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rounds.cells import NoSuchCell, NoSuchTiles, read_tiles_of, tiles_told
from rounds.rules.hands import ShownHand
from rounds.rules.patterns import LUCK, Pattern
from rounds.rules.presets import presets
from rounds.rules.ruleset import RuleSet
from rounds.screens.house import summary
from rounds.screens.laying import Room
from rounds.screens.pad import Desk, Pad, View, desk, pad, read_view
from rounds.screens.verdict import Holder, Verdict, verdict
from rounds.wording import brief, say_preset, say_tiles, sentences

Address = Mapping[str, str]

NIGHT = "night"
"""The rule set of the night that the page belongs to, among the presets."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule set that can be chosen."""

    key: str
    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class Luck:
    """天胡 or 地胡, and the address after a tap on it."""

    flag: str
    label: str
    on: bool
    query: str


@dataclass(frozen=True, slots=True)
class Page:
    """All that the page shows. `wrong`: what in the address could not be read.

    `address` is the page as it stands, `share` the hand by itself, to be passed on; `by_night`: is it valued by the
    rules of the night that the page belongs to, which open to its people alone?
    """

    rule_sets: tuple[Choice, ...]
    summary: str
    luck: tuple[Luck, ...]
    pad: Pad
    verdict: Verdict
    count: int
    wrong: str
    address: str
    share: str
    by_night: bool


def hand(told: Address, night: RuleSet | None = None) -> Page:
    """The page of an address, by itself or in a `night` with these rules; what cannot be read is left out, and said."""
    read = _Reading(told)
    key, shown, view, luck = read.rules(night), read.hand(), read.view(), read.luck()
    rules = night if night and key == NIGHT else presets()[key].rules
    kept = {"rules": key, **({"flags": ",".join(luck)} if luck else {})}
    laid = desk(shown, view, Room(), kept, void_played=rules.void_suit)
    surplus = -laid.room.free(laid.hand)
    if surplus > 0:
        read.faults.append(_("多了{count}张").format(count=surplus))
    return Page(
        rule_sets=tuple(_rule_sets(key, night)),
        summary=summary(rules),
        luck=tuple(_luck(rules, laid, luck)),
        pad=pad(laid),
        verdict=verdict(Holder(rules, luck=luck), laid.hand, laid.room),
        count=laid.hand.count,
        wrong=sentences(read.faults),
        address=laid.query(laid.hand, view),
        share=urlencode({**kept, **tiles_told(laid.hand)}, safe=","),
        by_night=key == NIGHT,
    )


def _rule_sets(key: str, night: RuleSet | None) -> Iterable[Choice]:
    """The presets; before them the rules of the night, which may be no preset."""
    if night:
        yield Choice(NIGHT, _("这一场的规矩"), key == NIGHT)
    yield from (Choice(known, say_preset(known), known == key) for known in presets())


class _Reading:
    """Reads an address field by field; what is wrong is kept in `faults`, a sentence each."""

    def __init__(self, told: Address) -> None:
        self.told = told
        self.faults: list[str] = []

    def rules(self, night: RuleSet | None) -> str:
        known = [*([NIGHT] if night else []), *presets()]
        key = self.told.get("rules", known[0])
        if key in known:
            return key
        self.faults.append(_("这一场的规矩要用它自己的链接看") if key == NIGHT else _("没有这套规矩"))
        return known[0]

    def hand(self) -> ShownHand:
        try:
            return read_tiles_of(self.told) or ShownHand(())
        except NoSuchTiles as wrong:
            self.faults.append(self._say(wrong))
            return ShownHand(())

    def _say(self, wrong: NoSuchTiles) -> str:
        if wrong.fault.code == "fifth_copy":
            return _("{tile}只有四张").format(tile=say_tiles([str(wrong.fault.figures["tile"])]))
        return _("地址里的牌看不懂，要写成 123m44p 或 123万44筒")

    def view(self) -> View:
        try:
            return read_view(self.told)
        except NoSuchCell:
            self.faults.append(_("地址不对"))
            return View()

    def luck(self) -> tuple[Pattern, ...]:
        flags = [flag for flag in self.told.get("flags", "").split(",") if flag]
        found = tuple(pattern for pattern in LUCK if pattern in flags)
        if len(flags) > 1 or len(found) < len(flags):
            self.faults.append(_("地址不对"))
            return ()
        return found


def _luck(rules: RuleSet, laid: Desk, on: tuple[Pattern, ...]) -> Iterable[Luck]:
    """天胡 and 地胡, where they are played; one puts the other out."""
    for pattern in LUCK:
        if pattern in rules.patterns:
            kept = {name: value for name, value in laid.kept.items() if name != "flags"}
            then = kept if pattern in on else {**kept, "flags": pattern.value}
            query = replace(laid, kept=then).query(laid.hand, laid.view)
            yield Luck(pattern.value, brief(pattern), pattern in on, query)
