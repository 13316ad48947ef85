"""备份 bèi fèn: is what was recorded safe? The newest backup, and what the newest check has found."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rounds.backups.checked import Checked, newest
from rounds.backups.shelf import Kept, kept
from rounds.models import Club

OLD = timedelta(days=7)
"""A backup that is older should be made anew."""


@dataclass(frozen=True, slots=True)
class Safe:
    """`backup` says when the newest one was made, `old` that it is time for one; `backups` is how
    many there are. `check` says what the newest check has found, `wrong` that it has found something."""

    backup: str
    old: bool
    backups: int
    check: str
    wrong: bool


def safe(club: Club, now: datetime) -> Safe:
    """The page as it stands; it asks the folder of the installation, not the database.

    How large a backup is it does not say: it holds all clubs of the host.
    """
    shelf, checked = kept(), newest(club)
    return Safe(
        backup=_backup(shelf[0], now) if shelf else "",
        old=not shelf or now - shelf[0].made > OLD,
        backups=len(shelf),
        check=_check(checked) if checked else "",
        wrong=bool(checked and checked.wrong),
    )


def _backup(one: Kept, now: datetime) -> str:
    return _("{age}，{at}").format(age=say_age(now - one.made), at=_time(one.made))


def _check(checked: Checked) -> str:
    told = {"at": _time(datetime.fromisoformat(checked.at)), "seen": checked.seen, "wrong": checked.wrong}
    if checked.wrong:
        return _("{at} 查了最近 {seen} 场，{wrong} 场不对").format(**told)
    if checked.seen < checked.nights:
        return _("{at} 查了最近 {seen} 场，都对。更早的没查完").format(**told)
    return _("{at} 查了全部 {seen} 场，都对").format(**told)


def say_age(age: timedelta) -> str:
    """How long ago: in minutes below an hour, in hours below two days, else in days."""
    minutes = int(age.total_seconds()) // 60
    if minutes < 1:
        return _("刚刚")
    if minutes < 60:
        return ngettext("{count}分钟前", "{count}分钟前", minutes).format(count=minutes)
    if minutes < 48 * 60:
        return ngettext("{count}小时前", "{count}小时前", minutes // 60).format(count=minutes // 60)
    return ngettext("{count}天前", "{count}天前", minutes // 1440).format(count=minutes // 1440)


def _time(at: datetime) -> str:
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M}"
