"""`manage.py export_night NIGHT [FILE]`: one night as JSON (xuezhan-session/1)."""

import uuid
from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from rounds.exports.archive import night_lines
from rounds.management.files import write_file
from rounds.management.stored import StoredCommand
from rounds.models import Session


class Command(StoredCommand):
    help = "Write one night as JSON (xuezhan-session/1) to FILE or standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("night", type=uuid.UUID, metavar="NIGHT", help="its id, as it stands in its address")
        parser.add_argument("file", nargs="?", metavar="FILE", type=Path)

    def handle(self, *, night: uuid.UUID, file: Path | None, **_: object) -> None:
        session = Session.objects.filter(pk=night).first()
        if session is None:
            raise CommandError(f"There is no night {night}.")
        write_file(night_lines(session), file)
