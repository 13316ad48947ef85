"""What can go wrong with a backup, each in one sentence."""

from django.utils.translation import gettext, gettext_noop

SENTENCES = {
    "not_written": gettext_noop("备份没写成：%(why)s"),
    "damaged": gettext_noop("%(file)s 坏了：%(why)s"),
    "no_database": gettext_noop("%(file)s 不是血战记分的数据库"),
    "other_kind": gettext_noop("%(file)s 是另一种数据库的备份"),
    "missing": gettext_noop("没有 %(file)s 这个文件"),
    "unsettled": gettext_noop("%(file)s 旁边还有没写完的 %(beside)s，这不是一份完整的备份"),
    "behind": gettext_noop("%(file)s 里少了已经记下的东西：%(why)s"),
    "newer": gettext_noop("%(file)s 是更新的程序写的（%(why)s），先升级程序"),
    "running": gettext_noop("程序还开着，先关掉再恢复"),
    "no_program": gettext_noop("没有 %(program)s 这个程序，先装 PostgreSQL 的客户端"),
    "not_restored": gettext_noop("没恢复成，原来的还在：%(why)s"),
}


class BackupFault(Exception):
    """Nothing was kept, or nothing brought back; `code` names a sentence."""

    def __init__(self, code: str, **figures: object) -> None:
        super().__init__(code)
        self.code = code
        self.figures = figures

    def say(self) -> str:
        """The sentence in the language that is spoken."""
        return gettext(SENTENCES[self.code]) % self.figures

    def __str__(self) -> str:
        return SENTENCES[self.code] % self.figures
