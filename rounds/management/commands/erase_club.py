"""`manage.py erase_club CLUB`: a whole club, gone for good."""

from django.core.management.base import CommandError, CommandParser
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from rounds.backups import postgres, sqlite
from rounds.backups.checked import place_of
from rounds.backups.faults import BackupFault
from rounds.backups.keeping import make_backup
from rounds.backups.shelf import ASKED, shelf
from rounds.erasure import erase
from rounds.imports.kept import forget_all
from rounds.management.holding import taken
from rounds.management.stored import StoredCommand
from rounds.models import Club, Spelt
from xuezhan_site.held import hold_alone

NONE = gettext_noop("没有叫「%(club)s」的俱乐部。这里有：%(known)s")
SEVERAL = gettext_noop("叫「%(club)s」的不止一个，写它的编号：%(known)s")
ASK = gettext_noop("要删掉「%(name)s」：%(nights)d 场，%(people)d 个人，再也找不回来。照写一遍它的名字：")
OTHERWISE = gettext_noop("写的不是它的名字，什么也没有删。")
RUNNING = gettext_noop("程序还开着，先关掉再删。")
GONE = gettext_noop("「%(name)s」删掉了，一行也没有留下，别的俱乐部没有动。")
LEFT = gettext_noop("备份里还有它：%(shelf)s，刚才还存了一份。不要了就把那里的文件也删掉。")


class Command(StoredCommand):
    help = (
        "Erases a club with all of it, for good, after its name was typed. A backup is made before; it, and older"
        " ones, still hold the club until they are deleted. Refuses while a server runs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("club", metavar="CLUB", help="its name, or its id")
        parser.add_argument("--name", help="its name typed once more, where nobody is there to be asked")

    def handle(self, *, club: str, name: str | None, **_: object) -> None:
        found = _found(club)
        if (name if name is not None else _typed(found)) != found.name:
            raise CommandError(gettext(OTHERWISE))
        self._erase(found)

    def _erase(self, club: Club) -> None:
        """The rows, and the files that were looked into: while no server runs nobody is about to confirm one."""
        alone = taken(hold_alone)
        if alone is None:
            raise CommandError(gettext(RUNNING))
        with alone:
            if connection.vendor == "postgresql" and postgres.is_used_by_others():
                raise CommandError(gettext(RUNNING))
            try:
                make_backup(timezone.now(), ASKED)
            except BackupFault as fault:
                raise CommandError(fault.say()) from fault
            checked = place_of(club)  # the club loses its id with its row
            erase(club)
            forget_all()
            checked.unlink(missing_ok=True)
            if connection.vendor == "sqlite":
                sqlite.shrink(connection)
        self.stdout.write(gettext(GONE) % {"name": club.name})
        self.stdout.write(gettext(LEFT) % {"shelf": shelf()})


def _found(text: str) -> Club:
    """The club that is meant by its id, or by a name that it alone has."""
    clubs = list(Club.objects.order_by(Spelt("name"), "pk"))
    meant = [club for club in clubs if text in (club.name, str(club.pk), club.pk.hex)]
    if len(meant) == 1:
        return meant[0]
    known = "; ".join(f"{club.name} {club.pk}" for club in meant or clubs)
    raise CommandError(gettext(SEVERAL if meant else NONE) % {"club": text, "known": known})


def _typed(club: Club) -> str:
    told = {"name": club.name, "nights": club.sessions.count(), "people": club.people.count()}
    try:
        return input(f"{gettext(ASK) % told}\n")
    except EOFError:
        return ""
