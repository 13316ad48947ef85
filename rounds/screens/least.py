"""至少几番 zhì shǎo jǐ fān: what a hand is worth by its owner's kongs, whatever else it is.

A called number stands for pattern, roots and kongs: one below this forgets a kong. The table may have counted
otherwise, so it can be called all the same; the sheet says what it looks like.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rounds.rules.events import CalledFans, CalledPattern, Hand
from rounds.rules.patterns import Pattern
from rounds.rules.scoring import price
from rounds.screens.moment import Moment

PLAIN = CalledPattern(Pattern.PLAIN)
"""平胡 píng hú: four sets and a pair, which every hand with a kong is at least."""


@dataclass(frozen=True, slots=True)
class Least:
    """A player's `kongs` that stand, and the `fans` that a plain hand with them is paid for."""

    kongs: int
    fans: int

    @property
    def says(self) -> str:
        """The note in the head of his sheet."""
        return _("有{kongs}杠，至少{fans}番").format(kongs=self.kongs, fans=self.fans)


def least(moment: Moment, seat: str) -> Least | None:
    """What the kongs of a player make his hand worth; None where he has none, or none that counts fans here."""
    rules, kinds = moment.play.rules, moment.play.kinds_of(seat)
    if not kinds:
        return None
    with_them, without = (price(rules, seat, PLAIN, kongs, ()).paid_fans for kongs in (kinds, ()))
    return Least(len(kinds), with_them) if with_them > without else None


def is_below(told: Least | None, hand: Hand | None) -> bool:
    """Is it a called number that the kongs alone are worth more than?"""
    return told is not None and isinstance(hand, CalledFans) and hand.fans < told.fans
