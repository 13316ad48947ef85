"""SQLite keeps in a column whatever it is given; what this program never writes there is found, also where it reads
as what it should be."""

from typing import Any, TypeVar

from django.db import connection
from django.db.models import BooleanField, Field, Func, Model, QuerySet, TextField

T = TypeVar("T", bound=Model)

_NUMBERS = ("integer", "bigint", "bool")
"""What the types of columns begin with in which numbers are kept; the others keep texts."""


class _IsNone(Func):
    """Is the type of a value none of these?"""

    template = "typeof(%(expressions)s) NOT IN (%(types)s)"
    output_field = BooleanField()


class _Any(Func):
    """Does one of these hold? Cheaper to make than a `Q` of as many parts: it is asked of every night."""

    template = "(%(expressions)s)"
    arg_joiner = " OR "
    output_field = BooleanField()


class TypeOf(Func):
    """The type of a value as SQLite keeps it: "text", "blob", …"""

    function = "typeof"
    output_field = TextField()


class Hex(Func):
    """The bytes of a value, in hexadecimal: a text too that is none."""

    function = "hex"
    output_field = TextField()


def mistyped(rows: QuerySet[T]) -> QuerySet[T]:
    """Those rows in which a value is of another type than its column's; none elsewhere: there the database refuses."""
    if connection.vendor != "sqlite":
        return rows.none()
    return rows.filter(_Any(*(_IsNone(f.name, types=_types(f)) for f in rows.model._meta.concrete_fields)))


def _types(field: "Field[Any, Any]") -> str:
    kept = "'integer'" if str(field.db_type(connection)).startswith(_NUMBERS) else "'text'"
    return f"{kept}, 'null'" if field.null else kept
