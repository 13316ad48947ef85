"""`manage.py import_totals FILE`: plain totals of older nights from a CSV file."""

import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from rounds.imports.taking import Added
from rounds.imports.totals import look_into_totals, take_totals
from rounds.management.files import the_club
from rounds.management.taking import TakingCommand


class Command(TakingCommand):
    help = "Take in totals of older nights from a CSV file with date, player and points: all of them or none."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--club", type=uuid.UUID, metavar="ID", help="which one, where there are several")
        parser.add_argument("--replace", action="store_true", help="put these points in the place of others")

    def take(self, file: Path, dry_run: bool, options: Mapping[str, Any]) -> Added:
        content, into = file.read_bytes(), the_club(options["club"])
        looked = look_into_totals(content, into)
        if dry_run:
            return looked
        return take_totals(content, into, looked.mark if options["replace"] else "")
