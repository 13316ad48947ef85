"""`manage.py demo`: a club with a year of nights, for a first look."""

from datetime import datetime
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from rounds.demo.club import Plan
from rounds.demo.writing import write_club
from rounds.management.stored import StoredCommand
from rounds.models import Club, Session

FIGURES = {
    "nights": "how many",
    "rounds": "of each night, about",
    "years": "that the nights are spread over",
    "seed": "the same one gives the same club",
}
BOUNDS = {"nights": (1, 10_000), "rounds": (1, 200), "years": (1, 25)}
UNTIL = (2000, 2100)
"""The years that the newest night may be of."""


class Command(StoredCommand):
    help = "Fills an empty database with a club and its nights, the same for the same seed. `run.py demo` serves it."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        for name, told in FIGURES.items():
            default = getattr(Plan(), name)
            parser.add_argument(f"--{name}", type=int, default=default, help=f"{told}; default: {default}")
        parser.add_argument("--until", type=datetime.fromisoformat, help="when the newest night goes on; default: now")
        parser.add_argument("--if-empty", action="store_true", help="let a database with a club be as it is")

    def handle(self, *, if_empty: bool, until: datetime | None, **figures: Any) -> None:
        if Club.objects.exists():
            if if_empty:
                return
            raise CommandError("There is a club in this database already; the demonstration wants an empty one.")
        for name, (least, most) in BOUNDS.items():
            if not least <= figures[name] <= most:
                raise CommandError(f"--{name} is from {least} to {most}, not {figures[name]}.")
        until = until or timezone.now()
        if not UNTIL[0] <= until.year <= UNTIL[1]:
            raise CommandError(f"--until is in a year from {UNTIL[0]} to {UNTIL[1]}, not {until.year}.")
        if timezone.is_naive(until):
            until = timezone.make_aware(until)
        write_club(Plan(**{name: figures[name] for name in FIGURES}, until=until))
        self.stdout.write(f"{Session.objects.count()} nights are written.")
