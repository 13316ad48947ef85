"""`manage.py demo`: a club with a year of nights, for a first look."""

from datetime import datetime

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from rounds.demo.club import Plan
from rounds.demo.writing import write_club
from rounds.models import Club, Session


class Command(BaseCommand):
    help = "Fills an empty database with a club and its nights, the same for the same seed. `run.py demo` serves it."

    def add_arguments(self, parser: CommandParser) -> None:
        told = Plan()
        parser.add_argument("--nights", type=int, default=told.nights, help=f"default: {told.nights}")
        parser.add_argument("--rounds", type=int, default=told.rounds, help=f"of each night, about; {told.rounds}")
        parser.add_argument("--years", type=int, default=told.years, help=f"that they are spread over; {told.years}")
        parser.add_argument("--seed", type=int, default=told.seed)
        parser.add_argument("--until", type=datetime.fromisoformat, help="the end of the newest night; default: now")

    def handle(self, *, nights: int, rounds: int, years: int, seed: int, until: datetime | None, **_: object) -> None:
        if Club.objects.exists():
            raise CommandError("There is a club in this database already; the demonstration wants an empty one.")
        until = until or timezone.now()
        if timezone.is_naive(until):
            until = timezone.make_aware(until)
        write_club(Plan(seed, nights, rounds, years, until))
        self.stdout.write(f"{Session.objects.count()} nights are written.")
