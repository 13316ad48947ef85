"""The commands that say something: all in the language that is asked for."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import override

from rounds.wording import LANGUAGES


class SpokenCommand(BaseCommand):
    """Speaks 简体, or what `--language` says."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0], help="of the sentences")

    def execute(self, *args: Any, **options: Any) -> str | None:
        with override(options.get("language") or LANGUAGES[0]):
            return self.speak(*args, **options)

    def speak(self, *args: Any, **options: Any) -> str | None:
        """Does what the command is for, in that language."""
        return super().execute(*args, **options)
