"""`manage.py import_totals FILE`: plain totals of older nights from a CSV file."""

import uuid
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext, override

from rounds.book.refusals import Busy
from rounds.imports.refusal import NotTakenIn, say_refusal
from rounds.imports.report import say_added
from rounds.imports.totals import look_into_totals, take_totals
from rounds.management.files import the_club
from rounds.management.stored import StoredCommand
from rounds.wording import LANGUAGES
from rounds.wording import say_refusal as say_busy


class Command(StoredCommand):
    help = "Take in totals of older nights from a CSV file with date, player and points: all of them or none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--club", type=uuid.UUID, metavar="ID", help="which one, where there are several")
        parser.add_argument("--dry-run", action="store_true", help="say what would be added, and write nothing")
        parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0], help="of the sentences")

    def handle(self, *, file: Path, club: uuid.UUID | None, dry_run: bool, language: str, **_: object) -> None:
        with override(language):
            try:
                added = (look_into_totals if dry_run else take_totals)(file.read_bytes(), the_club(club))
            except OSError as fault:
                raise CommandError(f"{file}: {fault.strerror}") from fault
            except NotTakenIn as refused:
                raise CommandError(say_refusal(refused)) from refused
            except Busy as busy:
                raise CommandError(say_busy(busy.code, {}, {})) from busy
            self.stdout.write(say_added(added))
            if dry_run:
                self.stdout.write(gettext("只是看看，什么都没写。"))
