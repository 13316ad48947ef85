"""自家规矩 zì jiā guī ju: what a club can play by, the presets and the sets that it has named; naming and removing.

Each write is one durable transaction. It is safe to send twice: what stands already as it is asked for is left so.
Nobody's set is replaced unseen: who writes over one says by its mark as what it was shown.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rounds.book.chain import digest
from rounds.book.refusals import NotNow, Stale
from rounds.book.ruling import Ruling
from rounds.cleaning import as_seen
from rounds.clubs import locked
from rounds.models import Club, HouseRules, Spelt
from rounds.rules.presets import ORDER, presets
from rounds.rules.ruleset import RuleSet
from rounds.rules.strict import Malformed
from rounds.wording import say_preset

OWN = "own:"
"""What the key of a club's own set starts with; its id follows. Every other key is that of a preset."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A rule set that can be chosen by its `key`, called `name`."""

    key: str
    name: str
    ruling: Ruling

    @property
    def own(self) -> bool:
        return self.key.startswith(OWN)


def offers(club: Club | uuid.UUID) -> dict[str, Offer]:
    """All that a club can play by, its own sets first, by their keys (one query)."""
    own = {f"{OWN}{row.pk}": (row, told) for row, told in houses(club)}
    return {key: Offer(key, row.name, told) for key, (row, told) in own.items()} | preset_offers()


def houses(club: Club | uuid.UUID) -> list[tuple[HouseRules, Ruling]]:
    """The club's own sets by name. One that this version cannot read, as of a newer one, stays and is not offered."""
    rows = HouseRules.objects.filter(club=club).order_by(Spelt("name"))
    return [(row, told) for row in rows if (told := _read(row))]


def preset_offers() -> dict[str, Offer]:
    """The presets alone, which every club has."""
    return {key: Offer(key, say_preset(key), Ruling(preset.rules, key)) for key, preset in presets().items()}


def start_of(offered: Mapping[str, Offer], ruling: Ruling) -> Offer:
    """The rule set that a ruling was taken from, as far as it is still offered; else the default."""
    own = (offer for offer in offered.values() if offer.own and offer.name == ruling.house)
    return next(own, None) or offered.get(ruling.preset) or offered[ORDER[0]]


def made_from(start: Offer, rules: RuleSet) -> Ruling:
    """The ruling when `rules` were made from `start`. They keep the club's name while nothing but the base differs."""
    same = replace(rules, base=start.ruling.rules.base) == start.ruling.rules
    return Ruling(rules, start.ruling.preset, start.ruling.house if same else "")


def ruling_of_house(row: HouseRules) -> Ruling:
    """A club's own set as a round that is played by it pins it."""
    return Ruling(RuleSet.from_json(row.rules), row.preset, row.name)


def _read(row: HouseRules) -> Ruling | None:
    try:
        return ruling_of_house(row)
    except Malformed:
        return None


def _mark(row: HouseRules) -> str:
    """As `mark_of`, also for a set that cannot be read."""
    told = _read(row)
    return mark_of(told) if told else digest(row.rules)


def mark_of(ruling: Ruling) -> str:
    """What tells a named set as it stands from any other state of it: a form says by it which it was made of."""
    return digest(ruling.to_json())


def keep(club: Club, name: str, ruling: Ruling, instead_of: str = "") -> HouseRules:
    """Name a rule set by a cleaned name. The set that has the name is replaced if its mark is `instead_of`.

    Raises `NotNow` ("name_taken") with the `house` that has it, by its id, and its `mark`.
    """
    named = replace(ruling, house=name)

    def write() -> HouseRules:
        row = _called(club, name)
        if row is None:
            return _save(HouseRules(club=club), named)
        if _read(row) == named:
            return row
        if _mark(row) != instead_of:
            raise NotNow("name_taken", {"house": row.pk, "mark": _mark(row)})
        return _save(row, named)

    return locked(club, write)


def rewrite(row: HouseRules, name: str, ruling: Ruling, made_of: str) -> HouseRules:
    """Give a set other rules or another name, where it still is as `made_of`, its mark when it was looked at, says.

    Raises `Stale` where it is not, `HouseRules.DoesNotExist` where it is gone, `NotNow` ("name_taken") as `keep` does.
    """
    named = replace(ruling, house=name)

    def write() -> HouseRules:
        now = HouseRules.objects.get(club=row.club_id, pk=row.pk)
        if _read(now) == named:
            return now
        if _mark(now) != made_of:
            raise Stale
        namesake = _called(row.club, name)
        if namesake and namesake.pk != row.pk:
            raise NotNow("name_taken", {"house": namesake.pk, "mark": _mark(namesake)})
        return _save(now, named)

    return locked(row.club, write)


def remove(club: Club, house: uuid.UUID) -> None:
    """Forget a set, if the club has it; rounds that were played by it keep its rules and its name."""
    locked(club, lambda: HouseRules.objects.filter(club=club, pk=house).delete())


def _called(club: Club, name: str) -> HouseRules | None:
    """The club's set whose name nobody could tell from this one."""
    own = HouseRules.objects.filter(club=club)
    return next((row for row in own if as_seen(row.name) == as_seen(name)), None)


def _save(row: HouseRules, named: Ruling) -> HouseRules:
    row.name, row.preset, row.rules = named.house, named.preset, named.rules.to_json()
    row.save()
    return row
