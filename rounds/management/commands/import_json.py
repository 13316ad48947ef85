"""`manage.py import_json FILE`: a club or a night that was exported as JSON is taken in again."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rounds.imports.taking import BY_COMMAND, Added, look_into, take
from rounds.management.taking import TakingCommand


class Command(TakingCommand):
    help = "Take in a club or a night (xuezhan-club/1, xuezhan-session/1): all of it or nothing, and twice as if once."

    def take(self, file: Path, dry_run: bool, options: Mapping[str, Any]) -> Added:
        with file.open("rb") as stream:
            return (look_into if dry_run else take)(stream, None, BY_COMMAND)
