"""导入 dǎo rù: a file is taken in, after a look at what it would add. For those who own the club."""

from typing import BinaryIO

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rounds.access import owner
from rounds.book.refusals import Busy
from rounds.imports.arrived import look_into_file, take_file
from rounds.imports.kept import Gone, keep, kept, pass_on
from rounds.imports.refusal import NotTakenIn, say_refusal
from rounds.imports.report import look
from rounds.models import Club
from xuezhan_site import errors
from xuezhan_site.uploads import MOST, file_of, is_too_large


@require_POST
def look_in(request: HttpRequest) -> HttpResponse:
    """What a file would add; the database is only read. It is kept until it is confirmed, for a day at most."""
    club = owner(request).club
    try:
        stream = _file(request)
        added = look_into_file(stream, club)
        digest = "" if added.nothing else keep(stream, club.pk)
    except NotTakenIn as refused:
        return _refused(request, club, say_refusal(refused), 422)
    except OSError:
        return _no_room(request, club)
    return render(request, "files/in.html", {"look": look(added), "digest": digest})


@require_POST
def take_in(request: HttpRequest) -> HttpResponse:
    """Take in the file that was looked into, and go home. One that adds nothing any more says so."""
    club = owner(request).club
    looking = club.pk  # the club loses it when it becomes that of a file
    try:
        with kept(request.POST.get("digest", ""), looking) as stream:
            added = take_file(stream, club, request.POST.get("replacing", ""))
    except Gone:
        return _refused(request, club, _("刚才看的文件不在了，重新选一次。"), 409)
    except NotTakenIn as refused:
        return _refused(request, club, say_refusal(refused), 422)
    except Busy as fault:
        return errors.unavailable(request, fault, tapped=True)
    except OSError:
        return _no_room(request, club)
    if added.became:
        pass_on(looking, added.became)
    if added.nothing:
        return render(request, "files/in.html", {"look": look(added), "digest": ""})
    return redirect("home")


def _file(request: HttpRequest) -> BinaryIO:
    """The file of the form. Raises `NotTakenIn`, and `OSError`."""
    if is_too_large(request):
        raise NotTakenIn(0, "too_large", most=MOST >> 20)
    stream = file_of(request)
    if stream is None:
        raise NotTakenIn(0, "no_file")
    return stream


def _no_room(request: HttpRequest, club: Club) -> HttpResponse:
    response = _refused(request, club, _("电脑上放不下这个文件：磁盘满了，或者不让写。什么都没导入。"), 503)
    response.headers["Retry-After"] = str(errors.AGAIN_AFTER)
    return response


def _refused(request: HttpRequest, club: Club, wrong: str, status: int) -> HttpResponse:
    return render(request, "files/out.html", {"club": club, "wrong": wrong}, status=status)
