"""PostgreSQL as a place for money: what every connection to it must have."""

from typing import Any
from urllib.parse import unquote

from xuezhan_site.sqlite import WAIT

CONNECTIONS = {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
"""A connection serves many requests. One that the server has ended meanwhile is noticed before it is used again."""

OPTIONS = {
    # A server that does not answer, and a commit of which nothing is heard, are given up: 503, and the tap comes again.
    "connect_timeout": WAIT,
    "tcp_user_timeout": 10_000,
    # As long as SQLite waits for its lock. A commit that was answered is on the disk, whatever the server's default is.
    "options": f"-c lock_timeout={WAIT}s -c synchronous_commit=on",
}


def database(told: dict[str, Any]) -> dict[str, Any]:
    """The entry in DATABASES from what DATABASE_URL tells. A folder for a host, as `%2Frun%2Fpostgresql`, is one."""
    return {**told, **CONNECTIONS, "HOST": unquote(told["HOST"]), "OPTIONS": {**told.get("OPTIONS", {}), **OPTIONS}}
