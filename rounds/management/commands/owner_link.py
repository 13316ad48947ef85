import uuid

from django.core.management.base import CommandParser
from django.urls import reverse
from django.utils import timezone

from rounds.clubs import own_link
from rounds.links import link_token
from rounds.management.files import the_club
from rounds.management.stored import StoredCommand


class Command(StoredCommand):
    help = "Prints the path of the owner's link; makes the club and the link when there is none."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--club", type=uuid.UUID, metavar="ID", help="of this club, where there are several")

    def handle(self, *, club: uuid.UUID | None = None, **_: object) -> None:
        link = own_link(timezone.now(), the_club(club) if club else None)
        self.stdout.write(reverse("key", args=[link_token(link)]))
