from django.urls import reverse
from django.utils import timezone

from rounds.clubs import own_link
from rounds.links import link_token
from rounds.management.stored import StoredCommand


class Command(StoredCommand):
    help = "Prints the path of the owner's link; makes the club and the link when there is none."

    def handle(self, **_: object) -> None:
        self.stdout.write(reverse("key", args=[link_token(own_link(timezone.now()))]))
