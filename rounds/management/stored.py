"""The commands that read or write what is stored: they want a database that has been set up."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext, gettext_noop, override

NOT_SET_UP = gettext_noop("这里的数据库还没建好，先运行 python3 run.py setup。")


class StoredCommand(BaseCommand):
    """Refuses, in one sentence, where the tables are not those of this program."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            with override(options.get("language") or "zh-hans"):
                raise CommandError(gettext(NOT_SET_UP))
        return super().execute(*args, **options)
