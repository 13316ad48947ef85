"""What is stored. `Event` is the truth and only grows; rounds, entries, payments, tallies and some columns of `Session`
follow from it.

Every table carries the club, the tenant. Nights are written by `rounds.scorebook` alone.
"""

from rounds.models.clubs import NAME_LENGTH, PRESET_LENGTH, Club, HouseRules, Person, Right
from rounds.models.nights import AccessLink, Entry, Event, Payment, Round, Session, Unbooked
from rounds.models.spelling import Spelt
from rounds.models.tallies import MAX_TOTAL, OldTotal, PairTally, PatternTally, PersonTally

__all__ = [
    "MAX_TOTAL",
    "NAME_LENGTH",
    "PRESET_LENGTH",
    "AccessLink",
    "Club",
    "Entry",
    "Event",
    "HouseRules",
    "OldTotal",
    "PairTally",
    "PatternTally",
    "Payment",
    "Person",
    "PersonTally",
    "Right",
    "Round",
    "Session",
    "Spelt",
    "Unbooked",
]
