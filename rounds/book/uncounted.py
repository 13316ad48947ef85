"""Nights of earlier versions: what follows from their logs is written anew where something new follows from them."""

from django.db import connection

from rounds.book.audit import first_fault
from rounds.book.projection import rebuild
from rounds.models import Round, Session


def count_nights() -> None:
    """Write anew what is kept of each night that has rounds which nobody has counted.

    Where the log cannot be read nothing is done: `check_ledger` says what is wrong with it. Nor is anything done where
    the tables are those of an earlier version, while migrations are taken back.
    """
    if not _is_there("counts"):
        return
    uncounted = Round.objects.filter(counts__isnull=True).order_by().values("session")
    for session in Session.objects.filter(pk__in=uncounted):
        fault = first_fault(session)
        if fault is None or fault.repairable:
            rebuild(session)


def _is_there(column: str) -> bool:
    with connection.cursor() as cursor:
        table = Round._meta.db_table
        if table not in connection.introspection.table_names(cursor):
            return False
        return column in {its.name for its in connection.introspection.get_table_description(cursor, table)}
