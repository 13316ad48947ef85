"""The commands that write a file, or read one."""

import sys
from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import CommandError


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
