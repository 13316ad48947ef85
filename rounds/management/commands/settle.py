"""`manage.py settle [FILE]`: round documents in, settlements out, a line each."""

from collections.abc import Mapping

from rounds.management.documents import DocumentCommand
from rounds.settlements import settlement_of


class Command(DocumentCommand):
    help = "Settle round documents (xuezhan-round/1, JSON Lines) from FILE or standard input."

    def answer(self, document: object, language: str) -> Mapping[str, object]:
        return settlement_of(document, language)
