"""The commands that write beside a running server: the database keeps them apart, as it does two phones."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext, gettext_noop

from xuezhan_site.held import hold

HELD = gettext_noop("这里正在恢复备份，或者在删一个俱乐部：等它完了再来。")


@contextmanager
def holding() -> Iterator[None]:
    """Hold the data folder as a server does: what would be written into a database that is just being replaced would be
    lost. Raises `CommandError` where somebody has it alone."""
    held = hold(Path(settings.DATA_DIR))
    if held is None:
        raise CommandError(gettext(HELD))
    with held:
        yield
