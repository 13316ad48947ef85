"""The sentences of `wording`, in three languages: one table for each kind of thing that is said."""

from rounds.sentences.explained import EXPLAINED, PART
from rounds.sentences.facts import FACTS, JOINED, STEP
from rounds.sentences.glossary import GAME_WORDS, SHORT
from rounds.sentences.malformed import LINE, MALFORMED
from rounds.sentences.presets import PRESETS
from rounds.sentences.problems import PROBLEMS
from rounds.sentences.refusals import REFUSALS
from rounds.sentences.sentence import Sentence
from rounds.sentences.why import FANS, WHY

__all__ = [
    "EXPLAINED",
    "FACTS",
    "FANS",
    "GAME_WORDS",
    "JOINED",
    "LINE",
    "MALFORMED",
    "PART",
    "PRESETS",
    "PROBLEMS",
    "REFUSALS",
    "SHORT",
    "STEP",
    "WHY",
    "Sentence",
]
