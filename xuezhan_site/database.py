"""The database at a start: whole, writable, of this program's version, and brought up to date, or refused.

Imported when Django is set up, not before.
"""

from pathlib import Path

from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext, gettext_noop, override

from rounds.backups.faults import BackupFault
from rounds.backups.keeping import newer
from rounds.backups.shelf import kept
from rounds.backups.sqlite import damage
from xuezhan_site.postgresql import FIT

READ_ONLY = gettext_noop("数据文件夹写不进去：%(why)s。")
GONE = gettext_noop(
    "数据库 %(file)s 不见了或空了，可是有备份：用 manage.py restore 恢复 %(newest)s。要从头来，先挪走 backups 文件夹。"
)
DAMAGED = gettext_noop("数据库 %(file)s 坏了（%(why)s），用 manage.py restore 恢复一份备份。")
NEWER = gettext_noop("数据库是更新的程序写的（%(why)s），先升级程序。")
NOT_MIGRATED = gettext_noop("数据库没有升级，什么也没改：%(why)s。")
INCOMPLETE = gettext_noop("数据库里少了 %(missing)s，用 manage.py restore 恢复一份备份。")
AWAY = gettext_noop("数据库打不开：%(why)s。")
UNFIT = gettext_noop("PostgreSQL 的 %(setting)s 是 %(found)s，要是 %(wanted)s 才记得住账。")


class Refused(Exception):
    """This installation cannot be served as it is: one sentence, in 简体 and in English."""

    def __init__(self, sentence: str, **figures: object) -> None:
        told = []
        for language in ("zh-hans", "en"):
            with override(language):
                told.append(gettext(sentence) % {name: _said(figure) for name, figure in figures.items()})
        super().__init__("{} {}".format(*told))


def inspect() -> None:
    """Is the file of the database whole, and may it be written? PostgreSQL looks after its own files, as it is set."""
    if connection.vendor == "sqlite":
        _inspect_file(Path(connection.settings_dict["NAME"]))
    else:
        _inspect_server()


def _inspect_file(file: Path) -> None:
    if (backups := kept()) and not (file.exists() and file.stat().st_size):
        raise Refused(GONE, file=file, newest=backups[0].path)
    if file.exists() and (why := damage(file)):
        raise Refused(READ_ONLY, why=f"{file} {why}") if "readonly" in why else Refused(DAMAGED, file=file, why=why)


def _inspect_server() -> None:
    with connection.cursor() as cursor:
        for setting, wanted in FIT.items():
            cursor.execute("SELECT current_setting(%s)", [setting])
            found = cursor.fetchone()[0]
            if found != wanted:
                raise Refused(UNFIT, setting=setting, found=found, wanted=wanted)


def migrate() -> None:
    """Bring the tables up to date. Of what is there already `migrate` keeps a backup first."""
    executor = MigrationExecutor(connection)
    if unknown := newer(name for app, name in executor.loader.applied_migrations if app == "rounds"):
        raise Refused(NEWER, why=unknown[-1])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        try:
            call_command("migrate", verbosity=0, interactive=False)
        except CommandError as fault:
            raise Refused(NOT_MIGRATED, why=fault.__cause__ or fault) from fault
    if missing := set(connection.introspection.django_table_names()) - set(connection.introspection.table_names()):
        raise Refused(INCOMPLETE, missing=", ".join(sorted(missing)))


def _said(figure: object) -> object:
    return figure.say() if isinstance(figure, BackupFault) else figure
