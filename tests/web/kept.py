"""What tests begin with is written by the scorebook once in a run; where another test begins with the same, the rows
that were written then are put in."""

import hashlib
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model
from hypothesis import currently_in_test_context

P = ParamSpec("P")
T = TypeVar("T")
Rows = dict[object, tuple[object, ...]]
"""The rows of a table, as the database stores them, by their ids."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was written to a table: ids of the rows that were taken out or changed, and the rows that are new or are so
    now."""

    gone: Sequence[object]
    new: Sequence[tuple[object, ...]]


_kept: dict[object, bytes] = {}
"""By what was asked for and by all that stood in the database before: what was written, and what was answered. Pickled,
so that no test can change it."""
_by_hand = False


def kept(make: Callable[P, T]) -> Callable[P, T]:
    """A fixture or a helper that only writes: whenever the same is asked of it as before, on the very same state of the
    whole database, what the scorebook wrote then comes in again, row by row."""

    @wraps(make)
    def write_or_put(*args: P.args, **kwargs: P.kwargs) -> T:
        if not _may_keep():
            return make(*args, **kwargs)
        before, given = _state(), (*args, *kwargs.values())
        key = repr((make.__module__, make.__qualname__, *kwargs, *map(_named, given), _digest(before)))
        if key in _kept:
            return cast(T, _put(_kept[key], given))
        with everything_written():
            made = make(*args, **kwargs)
        written = [_written(old, new) for old, new in zip(before, _state(), strict=True)]
        _kept[key] = pickle.dumps((written, given, made))
        return made

    return write_or_put


@contextmanager
def everything_written() -> Iterator[None]:
    """Here nothing is put in or kept: the code is not the usual, or what is written is kept as a whole."""
    global _by_hand
    before, _by_hand = _by_hand, True
    try:
        yield
    finally:
        _by_hand = before


def _may_keep() -> bool:
    """Only where nobody else writes, no statement is counted or made to fail, and hardly anything comes twice."""
    return (
        not _by_hand
        and connection.in_atomic_block
        and not connection.queries_logged
        and not connection.execute_wrappers
        and not currently_in_test_context()
    )


def _named(argument: object) -> object:
    return (type(argument).__name__, argument.pk) if isinstance(argument, Model) else argument


def _models() -> list[type[Model]]:
    return list(apps.get_app_config("rounds").get_models())


def _state() -> list[Rows]:
    """Everything in the database. The sign keeps SQLite's driver from reading more into a value than what is stored."""
    sign = "+" if connection.vendor == "sqlite" else ""
    state = []
    with connection.cursor() as cursor:
        for model in _models():
            columns = ", ".join(f'{sign}"{field.column}"' for field in model._meta.concrete_fields)
            cursor.execute(f'SELECT {columns} FROM "{model._meta.db_table}" ORDER BY id')  # noqa: S608
            state.append({row[0]: row for row in cursor.fetchall()})
    return state


def _digest(state: Sequence[Rows]) -> str:
    return hashlib.sha256(repr([list(rows.values()) for rows in state]).encode()).hexdigest()


def _written(before: Rows, after: Rows) -> Written:
    return Written(
        [pk for pk, row in before.items() if after.get(pk) != row],
        [row for pk, row in after.items() if before.get(pk) != row],
    )


def _put(pickled: bytes, given: Sequence[object]) -> object:
    """Bring the rows in. What was given is then as it was left, and is what is given back where it was that."""
    written, left, made = pickle.loads(pickled)  # noqa: S301
    with connection.cursor() as cursor:
        for model, told in zip(_models(), written, strict=True):
            _put_rows(cursor, model, told)
    for argument, then in zip(given, left, strict=True):
        if isinstance(argument, Model):
            argument.__dict__ = then.__dict__
        if made is then:
            made = argument
    return made


def _put_rows(cursor: Any, model: type[Model], told: Written) -> None:
    table, fields = model._meta.db_table, model._meta.concrete_fields
    if told.gone:
        cursor.executemany(f'DELETE FROM "{table}" WHERE id = %s', [(pk,) for pk in told.gone])  # noqa: S608
    if told.new:
        columns, places = ", ".join(f'"{field.column}"' for field in fields), ", ".join("%s" for _ in fields)
        cursor.executemany(f'INSERT INTO "{table}" ({columns}) VALUES ({places})', told.new)  # noqa: S608
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)
