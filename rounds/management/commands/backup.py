"""`manage.py backup`: a whole, verified copy of the database on the shelf."""

from argparse import ArgumentTypeError

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from rounds.backups.faults import BackupFault
from rounds.backups.keeping import make_backup
from rounds.backups.shelf import ASKED
from rounds.imports.kept import forget_old
from rounds.management.stored import AvailableCommand


def count(text: str) -> int:
    """A number of backups to keep, from 1 on."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 10_000):
        raise ArgumentTypeError("a number from 1 to 9999")
    return int(text)


class Command(AvailableCommand):
    help = (
        "Keeps a whole copy of the database in backups/ in the data folder, looks through it, throws out the oldest;"
        " and files that were looked into and not taken in for a day."
        " Status 1 if none was kept, or if a log in it is broken."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--keep", type=count, default=settings.BACKUPS_KEPT, help=f"the newest; default: {settings.BACKUPS_KEPT}"
        )

    def handle(self, *, keep: int, **_: object) -> None:
        try:
            made = make_backup(timezone.now(), ASKED, keep)
        except BackupFault as fault:
            raise CommandError(fault.say()) from fault
        self.stdout.write(str(made.path))
        told = ngettext("备份好了，%(count)d 场都在里面。", "备份好了，%(count)d 场都在里面。", made.nights)
        self.stdout.write(told % {"count": made.nights})
        forget_old()
        if made.broken:
            raise CommandError(gettext("有 %(count)d 场的记录断了，用 check_ledger 查。") % {"count": made.broken})
