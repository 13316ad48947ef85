"""Brings the database and the collected static files of this installation up to date."""

import os

import django
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def prepare() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "xuezhan_site.settings")
    django.setup()
    prepare()
