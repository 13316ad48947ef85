"""PostgreSQL as a place for money: where DATABASE_URL says it is, what its server and every connection must have."""

from typing import Any
from urllib.parse import unquote

from environ import Env

from xuezhan_site.sqlite import WAIT

SCHEMES = ("postgres", "postgresql", "psql", "pgsql", "sqlite")

UNREADABLE = (
    "DATABASE_URL 看不懂，要写成 postgres://用户:密码@主机/数据库，密码里的符号写成 %XX。"
    " DATABASE_URL cannot be read: it is postgres://user:password@host/name, with %XX for the signs in the password."
)
"""Said before any language is known, and without what stands there: the password is in it."""

CONNECTIONS = {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
"""A connection serves many requests. One that the server has ended meanwhile is noticed before it is used again."""

OPTIONS = {
    # A server that does not answer, and a commit of which nothing is heard, are given up: 503, and the tap comes again.
    "connect_timeout": WAIT,
    "tcp_user_timeout": 10_000,
    # As long as SQLite waits for its lock. A commit that was answered is on the disk, whatever the server's default is.
    "options": f"-c lock_timeout={WAIT}s -c synchronous_commit=on",
}


FIT = {"server_encoding": "UTF8", "fsync": "on"}
"""How the server must be set: names are in 汉字, and what was committed is on the disk."""


def from_url(url: str) -> dict[str, Any]:
    """The entry in DATABASES. A folder for a host, as in `postgres://user@%2Frun%2Fpostgresql/name`, is one.

    Raises ValueError, with nothing of the URL in it.
    """
    try:
        told: dict[str, Any] = Env.db_url_config(url) if url.partition(":")[0] in SCHEMES else {}
    except ValueError:
        told = {}
    if not told.get("NAME"):
        raise ValueError(UNREADABLE)
    if url.startswith("sqlite:"):
        return told
    return {**told, **CONNECTIONS, "HOST": unquote(told["HOST"]), "OPTIONS": {**told.get("OPTIONS", {}), **OPTIONS}}
