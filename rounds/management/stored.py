"""The commands that read or write what is stored: they want a database that has been set up."""

from typing import Any

from django.core.management.base import CommandError
from django.db import InterfaceError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext, gettext_noop

from rounds.management.spoken import SpokenCommand

NOT_SET_UP = gettext_noop("这里的数据库还没建好，先运行 python3 run.py setup。")
NOT_NOW = gettext_noop("数据库现在读写不了，等一下再来（{why}）。")


class AvailableCommand(SpokenCommand):
    """Says in one sentence where the database cannot be read just now.

    The pages are none of its business: Django's checks, which would load them all, are asked before a release.
    """

    requires_system_checks = ()

    def speak(self, *args: Any, **options: Any) -> str | None:
        try:
            self.look()
            return super().speak(*args, **options)
        except (OperationalError, InterfaceError) as fault:
            raise CommandError(gettext(NOT_NOW).format(why=fault)) from fault

    def look(self) -> None:
        """Is there what the command wants? Raises `CommandError`."""


class StoredCommand(AvailableCommand):
    """Refuses, in one sentence, where the tables are not those of this program."""

    def look(self) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError(gettext(NOT_SET_UP))
