"""`manage.py export_club [FILE]`: a club with all its nights as lines of JSON (xuezhan-club/1)."""

import uuid
from pathlib import Path

from django.core.management.base import CommandParser

from rounds.exports.archive import club_lines
from rounds.management.files import the_club, write_file
from rounds.management.stored import StoredCommand


class Command(StoredCommand):
    help = "Write a club with all its nights as lines of JSON (xuezhan-club/1) to FILE or standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", nargs="?", metavar="FILE", type=Path)
        parser.add_argument("--club", type=uuid.UUID, metavar="ID", help="which one, where there are several")

    def handle(self, *, file: Path | None, club: uuid.UUID | None, **_: object) -> None:
        write_file(club_lines(the_club(club)), file)
