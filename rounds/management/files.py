"""The commands that write a file, or read one: the file, and the club that is meant."""

import sys
import uuid
from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import CommandError

from rounds.models import Club


def write_file(lines: Iterable[bytes], path: Path | None) -> None:
    """Into a file that is not there yet, or to standard output."""
    try:
        if path is None:
            sys.stdout.buffer.writelines(lines)
            sys.stdout.buffer.flush()
            return
        with path.open("xb") as stream:
            stream.writelines(lines)
    except OSError as fault:
        raise CommandError(f"{path}: {fault.strerror}" if path else str(fault.strerror)) from fault


def the_club(asked: uuid.UUID | None) -> Club:
    """The club that was asked for, or the only one."""
    clubs = list(Club.objects.filter(pk=asked) if asked else Club.objects.order_by("pk"))
    if not clubs:
        raise CommandError("There is no such club.")
    if len(clubs) > 1:
        raise CommandError("Which one? --club " + ", ".join(str(club.pk) for club in clubs))
    return clubs[0]
