"""The order of texts: that of their characters' numbers, the same in every database."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func
from django.db.models.sql.compiler import SQLCompiler


class Spelt(Func):
    """A text to sort by. SQLite has no other order than this; a PostgreSQL database has that of its own collation."""

    template = "%(expressions)s"
    arity = 1

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, list[Any]]:
        sql, parameters = self.as_sql(compiler, connection, template='%(expressions)s COLLATE "C"', **context)
        return sql, list(parameters)
