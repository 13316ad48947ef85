"""`manage.py import_json FILE`: a club or a night that was exported as JSON is taken in again."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext, override

from rounds.book.refusals import Busy
from rounds.imports.refusal import NotTakenIn, say_refusal
from rounds.imports.report import say_added
from rounds.imports.taking import BY_COMMAND, look_into, take
from rounds.management.stored import StoredCommand
from rounds.wording import LANGUAGES
from rounds.wording import say_refusal as say_busy


class Command(StoredCommand):
    help = "Take in a club or a night (xuezhan-club/1, xuezhan-session/1): all of it or nothing, and twice as if once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="say what would be added, and write nothing")
        parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0], help="of the sentences")

    def handle(self, *, file: Path, dry_run: bool, language: str, **_: object) -> None:
        with override(language):
            try:
                with file.open("rb") as stream:
                    added = (look_into if dry_run else take)(stream, None, BY_COMMAND)
            except OSError as fault:
                raise CommandError(f"{file}: {fault.strerror}") from fault
            except NotTakenIn as refused:
                raise CommandError(say_refusal(refused)) from refused
            except Busy as busy:
                raise CommandError(say_busy(busy.code, {}, {})) from busy
            self.stdout.write(say_added(added))
            if dry_run:
                self.stdout.write(gettext("只是看看，什么都没写。"))
