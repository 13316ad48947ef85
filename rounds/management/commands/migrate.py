"""Django's `migrate`, which here keeps a backup of a database that is there before it changes it."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from rounds.backups.faults import BackupFault
from rounds.backups.keeping import make_backup
from rounds.backups.shelf import BEFORE

LOOKING = ("plan", "check_unapplied")
"""With these it changes nothing."""


class Command(migrate.Command):
    help = f"{migrate.Command.help} A backup of what is there is kept first; without it nothing is changed."

    def handle(self, *args: Any, **options: Any) -> None:
        if not any(options[name] for name in LOOKING) and _is_to_be_changed(options["app_label"]):
            try:
                made = make_backup(timezone.now(), BEFORE)
            except BackupFault as fault:
                raise CommandError(fault.say()) from fault
            if options["verbosity"]:
                self.stdout.write(str(made.path))
        super().handle(*args, **options)


def _is_to_be_changed(app: str | None) -> bool:
    """Has this app been migrated here before, and is there more to do, or is this about going somewhere named?"""
    executor = MigrationExecutor(connection)
    in_use = any(name == "rounds" for name, _migration in executor.loader.applied_migrations)
    return in_use and bool(app or executor.migration_plan(executor.loader.graph.leaf_nodes()))
