"""`manage.py hand [FILE]`: hands as tiles in, what they are and are worth out, a line each."""

from collections.abc import Mapping

from rounds.appraisals import appraisal_of
from rounds.management.documents import DocumentCommand


class Command(DocumentCommand):
    help = 'Value hands of 13 or 14 tiles ({"rules": …, "hand": …}, JSON Lines) from FILE or standard input.'

    def answer(self, document: object, language: str) -> Mapping[str, object]:
        return appraisal_of(document, language)
