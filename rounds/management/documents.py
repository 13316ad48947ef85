"""The commands that read documents and answer each in a line."""

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import CommandError, CommandParser

from rounds.jsonlines import read_documents, to_line
from rounds.management.spoken import SpokenCommand


class DocumentCommand(SpokenCommand, ABC):
    """Answers each document of FILE or standard input, in order; status 1 if one of the answers is an error."""

    requires_system_checks = ()

    @abstractmethod
    def answer(self, document: object, language: str) -> Mapping[str, object]:
        """What is printed for one document; with "error" where it is refused."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", nargs="?", metavar="FILE", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path | None = options["file"]
        if sys.stdout is None or (path is None and sys.stdin is None):
            raise CommandError("standard input or output is closed")
        try:
            stream = path.open("rb") if path else sys.stdin.buffer
        except OSError as fault:
            raise CommandError(f"{path}: {fault.strerror}") from fault
        with stream:
            try:
                self._answer_all(stream, options["language"])
            except OSError as fault:
                # Without this the interpreter would complain again as it closes.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                if isinstance(fault, BrokenPipeError):  # whoever reads has seen enough
                    raise SystemExit(1) from None
                raise CommandError(str(fault.strerror)) from fault

    def _answer_all(self, stream: BinaryIO, language: str) -> None:
        failed = False
        out = sys.stdout.buffer
        for document in read_documents(stream):
            answer = self.answer(document, language)
            failed = failed or "error" in answer
            out.write(to_line(answer))
        out.flush()
        if failed:
            raise SystemExit(1)
