"""The sentences of `wording`, in three languages: one table for each kind of thing that is said."""

from rounds.sentences.malformed import LINE, MALFORMED
from rounds.sentences.problems import PROBLEMS
from rounds.sentences.refusals import REFUSALS
from rounds.sentences.sentence import Sentence
from rounds.sentences.why import FANS, WHY

__all__ = ["FANS", "LINE", "MALFORMED", "PROBLEMS", "REFUSALS", "WHY", "Sentence"]
