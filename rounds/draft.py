"""A rule set in the making: what it was started from, what the form tells so far, and what that comes to."""

from collections.abc import Mapping
from dataclasses import dataclass

from rounds.book.ruling import Ruling
from rounds.house_rules import Offer, made_from, start_of
from rounds.typed_rules import Fields, Typed, fields_of, read_rules, tells_rules


@dataclass(frozen=True, slots=True)
class Draft:
    """What was `asked`; `fields` as they came, or as they tell the rules that it starts with.

    `gone`: those are offered no more.
    """

    offers: Mapping[str, Offer]
    start: Offer
    asked: Fields
    fields: Fields
    typed: Typed
    gone: bool

    @property
    def ruling(self) -> Ruling | None:
        """What would be played by this form; None while something is wrong with it."""
        return made_from(self.start, self.typed.rules) if self.typed.rules and not self.gone else None


def draft(offers: Mapping[str, Offer], asked: Fields, now: Ruling) -> Draft:
    """The draft that `asked` tells. With `preset` alone it is that rule set, with nothing at all from `now`."""
    key = asked.get("preset", "")
    start = offers.get(key) or start_of(offers, now)
    fields = asked if tells_rules(asked) else fields_of(start.ruling.rules if key in offers else now.rules)
    return Draft(offers, start, asked, fields, read_rules(fields), gone=bool(key) and key not in offers)
