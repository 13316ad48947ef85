"""The commands that write beside a running server: the database keeps them apart, as it does two phones."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext, gettext_noop

from xuezhan_site.held import hold

READ_ONLY = gettext_noop("数据文件夹写不进去：%(why)s。")
HELD = gettext_noop("这里正在恢复备份，或者在删一个俱乐部：等它完了再来。")


def taken(take: Callable[[Path], IO[bytes] | None]) -> IO[bytes] | None:
    """Take the data folder's lock. Raises `CommandError` where it cannot be opened, as one of another user."""
    try:
        return take(Path(settings.DATA_DIR))
    except OSError as fault:
        raise CommandError(gettext(READ_ONLY) % {"why": f"{fault.filename} {fault.strerror}"}) from fault


@contextmanager
def holding() -> Iterator[None]:
    """Hold the data folder as a server does: what would be written into a database that is just being replaced would be
    lost. Raises `CommandError` where somebody has it alone."""
    held = taken(hold)
    if held is None:
        raise CommandError(gettext(HELD))
    with held:
        yield
