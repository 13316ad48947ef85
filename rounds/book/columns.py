"""SQLite keeps in a column whatever it is given; what this program never writes there is found, also where it reads
as what it should be."""

from typing import Any, TypeVar

from django.db import connection
from django.db.models import Field, Func, Model, Q, QuerySet, TextField

T = TypeVar("T", bound=Model)

_NUMBERS = ("integer", "bigint", "bool")
"""What the types of columns begin with in which numbers are kept; the others keep texts."""


class _TypeOf(Func):
    function = "typeof"
    output_field = TextField()


def mistyped(rows: QuerySet[T]) -> QuerySet[T]:
    """Those rows in which a value is of another type than its column's; none elsewhere: there the database refuses."""
    if connection.vendor != "sqlite":
        return rows.none()
    fields = rows.model._meta.concrete_fields
    wrong = Q()
    for field in fields:
        wrong |= ~Q(**{f"{field.name}_type__in": _types(field)})
    found: QuerySet[T] = rows.annotate(**{f"{field.name}_type": _TypeOf(field.name) for field in fields}).filter(wrong)
    return found


def _types(field: "Field[Any, Any]") -> list[str]:
    kept = "integer" if str(field.db_type(connection)).startswith(_NUMBERS) else "text"
    return [kept, "null"] if field.null else [kept]
