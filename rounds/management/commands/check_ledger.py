import uuid
from contextlib import nullcontext

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext, gettext_noop

from rounds.book.audit import Fault, all_nights, fault_of
from rounds.book.projection import rebuild
from rounds.management.holding import holding
from rounds.management.stored import StoredCommand
from rounds.models import Session

SENTENCES = {
    "missing": gettext_noop("这里少了一条记录"),
    "unreadable": gettext_noop("这条记录读不出来"),
    "rewritten": gettext_noop("这条记录的编号或时间被改过"),
    "broken_chain": gettext_noop("这条记录接不上前一条"),
    "changed": gettext_noop("这条记录被改过"),
    "not_canonical": gettext_noop("这条记录的写法不对"),
    "not_replayable": gettext_noop("从这条记录起算不下去"),
    "projection": gettext_noop("从这里开的一局，存的结果和记录算出来的不一样"),
    "columns": gettext_noop("这一场的概况和记录算出来的不一样"),
    "tallies": gettext_noop("这一场存的战绩和记录算出来的不一样"),
}


class Command(StoredCommand):
    help = (
        "Rebuilds every night from its log, compares, verifies the hash chains; names the first bad position of each."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--repair", action="store_true", help="write anew what is stored beside a sound log")

    def handle(self, *, repair: bool, **_: object) -> None:
        with holding() if repair else nullcontext():
            self.check_all(repair)

    def check_all(self, repair: bool) -> None:
        """Say of every night what is wrong with it, and at the end how many there were."""
        nights = all_nights()
        wrong = [night for night in nights if not self.is_right(night, repair)]
        if wrong:
            raise CommandError(
                gettext("查了 %(all)d 场，%(wrong)d 场不对。") % {"all": len(nights), "wrong": len(wrong)}
            )
        self.stdout.write(gettext("查了 %(all)d 场，都对。") % {"all": len(nights)})

    def is_right(self, night: uuid.UUID | str, repair: bool) -> bool:
        """Say what is wrong with a night; is it right, perhaps after being repaired?"""
        if isinstance(night, str):
            self.say(night, Fault(1, "unreadable"))
            return False
        fault = fault_of(night)
        if fault:
            self.say(night, fault)
        if fault and fault.repairable and repair:
            rebuild(Session.objects.get(pk=night))
            self.stdout.write(f"{night}: " + gettext("重新算过，已写好"))
            fault = fault_of(night)
        return fault is None

    def say(self, night: uuid.UUID | str, fault: Fault) -> None:
        place = gettext("第 %(position)d 条") % {"position": fault.position}
        self.stdout.write(f"{night}: {place}: {gettext(SENTENCES[fault.code])}")
