"""The commands that take a file in: what it adds is said, or why it is refused, in one sentence."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext, gettext_noop

from rounds.book.refusals import Busy
from rounds.imports.refusal import NotTakenIn, say_refusal
from rounds.imports.report import say_added, say_replaced, say_uneven
from rounds.imports.taking import Added
from rounds.management.holding import holding
from rounds.management.stored import StoredCommand
from rounds.wording import say_refusal as say_busy

MADE = gettext_noop("「{name}」在这里是新的一桌，主人的链接：python3 run.py manage owner_link --club {id}")


class TakingCommand(StoredCommand, ABC):
    """Takes FILE in, all of it or nothing; with --dry-run it is only looked at."""

    @abstractmethod
    def take(self, file: Path, dry_run: bool, options: Mapping[str, Any]) -> Added:
        """What the file adds, or would add. Raises `NotTakenIn`, `Busy` and OSError."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="say what would be added, and write nothing")

    def handle(self, *args: Any, file: Path, dry_run: bool, **options: Any) -> None:
        try:
            with holding():
                added = self.take(file, dry_run, options)
        except OSError as fault:
            raise CommandError(f"{file}: {fault.strerror}") from fault
        except NotTakenIn as refused:
            raise CommandError(say_refusal(refused)) from refused
        except Busy as busy:
            raise CommandError(say_busy(busy.code, {}, {})) from busy
        for said in (*say_replaced(added), *say_uneven(added), say_added(added)):
            self.stdout.write(said)
        if added.made:
            self.stdout.write(gettext(MADE).format(name=added.club, id=added.made))
        if dry_run:
            self.stdout.write(gettext("只是看看，什么都没写。"))
