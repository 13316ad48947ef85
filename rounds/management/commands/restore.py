"""`manage.py restore FILE`: a backup in the place of the database."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from rounds.backups.faults import BackupFault
from rounds.backups.keeping import restore
from rounds.management.spoken import SpokenCommand


class Command(SpokenCommand):
    help = (
        "Brings back a backup, after looking through it; what was there is put aside in backups/ in the data folder."
        " Refuses while a server runs."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *, file: Path, **_: object) -> None:
        try:
            done = restore(file, timezone.now(), self.put_aside)
        except BackupFault as fault:
            raise CommandError(fault.say()) from fault
        told = ngettext("恢复好了，%(count)d 场。", "恢复好了，%(count)d 场。", done.nights)
        self.stdout.write(told % {"count": done.nights})
        if done.broken:
            raise CommandError(gettext("有 %(count)d 场的记录断了，用 check_ledger 查。") % {"count": done.broken})

    def put_aside(self, path: Path) -> None:
        self.stdout.write(gettext("原来的放在 %(path)s") % {"path": path})
