"""备份 bèi fèn: the owner's page about what keeps the records safe."""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rounds.access import owner
from rounds.backups.checked import UnderWay, check
from rounds.backups.faults import BackupFault
from rounds.backups.keeping import JustMade, tap_for_backup
from rounds.models import Club
from rounds.screens.safe import safe as safe_screen
from rounds.views.answers import see
from xuezhan_site import errors


@require_safe
def safe(request: HttpRequest) -> HttpResponse:
    """The newest backup, and what the newest check has found."""
    return _page(request, owner(request).club)


@require_POST
def back_up(request: HttpRequest) -> HttpResponse:
    """One more backup, looked through before it counts."""
    club = owner(request).club
    try:
        tap_for_backup(timezone.now())
    except JustMade:
        return _page(request, club, _("刚刚有人点过备份。过一分钟再点。"), status=409)
    except BackupFault as fault:
        return _page(request, club, _("没备份成，记过的都还在。{why}").format(why=fault.say()), status=503)
    return see(reverse("safe"))


@require_POST
def check_now(request: HttpRequest) -> HttpResponse:
    """查账: as many nights as there is time for, the newest first."""
    club = owner(request).club
    try:
        check(club, timezone.now())
    except UnderWay:
        return _page(request, club, _("有人正在查账。等十秒再点。"), status=409)
    except DatabaseError as fault:
        return errors.unavailable(request, fault)
    except OSError as fault:
        return _page(request, club, _("查完了，但结果写不下来：{why}").format(why=fault.strerror), status=503)
    return see(reverse("safe"))


def _page(request: HttpRequest, club: Club, wrong: str = "", status: int = 200) -> HttpResponse:
    told = {"safe": safe_screen(club, timezone.now()), "wrong": wrong}
    return render(request, "safe/safe.html", told, status=status)
