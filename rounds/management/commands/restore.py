"""`manage.py restore FILE`: a backup in the place of the database."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from rounds.backups.faults import BackupFault
from rounds.backups.keeping import Restored, restore
from rounds.links import link_token
from rounds.management.spoken import SpokenCommand


class Command(SpokenCommand):
    help = (
        "Brings back a backup, after looking through it; what was there is put aside in backups/ in the data folder."
        " Links that were ended since stay so; where nobody can say which, all end, and new ones of owners are printed."
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
        self.links(done)
        told = ngettext("恢复好了，%(count)d 场。", "恢复好了，%(count)d 场。", done.nights)
        self.stdout.write(told % {"count": done.nights})
        if done.broken:
            raise CommandError(gettext("有 %(count)d 场的记录断了，用 check_ledger 查。") % {"count": done.broken})

    def links(self, done: Restored) -> None:
        if done.ended:
            told = ngettext(
                "备份里有 %(count)d 个链接后来停掉了，或者不知道还开不开，没有再打开，要用的重新扫码。",
                "备份里有 %(count)d 个链接后来停掉了，或者不知道还开不开，没有再打开，要用的重新扫码。",
                done.ended,
            )
            self.stdout.write(told % {"count": done.ended})
        for link in done.owning:
            told = gettext("「%(club)s」没有主人的链接了，新的：%(path)s")
            self.stdout.write(told % {"club": link.club.name, "path": reverse("key", args=[link_token(link)])})

    def put_aside(self, path: Path) -> None:
        self.stdout.write(gettext("原来的放在 %(path)s") % {"path": path})
