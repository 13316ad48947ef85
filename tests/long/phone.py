"""A phone that speaks HTTP to a real server over a connection that is kept, and says plainly when it got no answer."""

import gzip
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode

SAVED = re.compile(r'data-saved="(\d+)"')
PATIENCE = 60
"""Seconds that a phone waits for an answer, however busy the machine is."""

NEW_NIGHT = {"name-A": "张三", "name-B": "李四", "name-C": "王五", "name-D": "赵六", "dealer": "A"}
NEW_NIGHT |= {"preset": "chengdu_home"}


class Lost(Exception):
    """No answer came: nobody knows whether the tap was written."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    location: str
    body: str
    tag: str = ""
    """What a poll brings along the next time, so that nothing new is 304."""

    @property
    def written(self) -> bool:
        return self.status in (200, 302, 303)

    @property
    def saved(self) -> int | None:
        """The position of the log that the page shows."""
        found = SAVED.search(self.body)
        return int(found[1]) if found else None


def new_key() -> str:
    return secrets.token_urlsafe(16)


class Phone:
    """A browser that owns the club, or has joined by the link that another cookie keeps. One thread uses it."""

    def __init__(self, port: int, secret: str, cookie: str = "own") -> None:
        self._port = port
        self._token = secrets.token_hex(16)
        self._cookies = f"{cookie}={secret}; csrftoken={self._token}"
        self._connection: HTTPConnection | None = None

    def get(self, path: str, *, part: bool = False, tag: str = "") -> Answer:
        return self._ask("GET", path, None, part=part, tag=tag)

    def post(self, path: str, fields: Mapping[str, object], *, part: bool = False) -> Answer:
        """`part`: as a script sends it, which is answered with the fresh part; else as a form, with a redirect."""
        body = urlencode({**fields, "csrfmiddlewaretoken": self._token})
        return self._ask("POST", path, body, part=part)

    def open_night(self, key: str) -> Answer:
        return self.post("/new/", {**NEW_NIGHT, "key": key})

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, body: str | None, *, part: bool, tag: str = "") -> Answer:
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        headers = {"Cookie": self._cookies, "Accept-Encoding": "gzip"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if part:
            headers["HX-Request"] = "true"
        if tag:
            headers["HX-PTag"] = tag
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
            told = response.read()
        except (OSError, HTTPException) as fault:
            self.close()
            raise Lost(str(fault)) from fault
        found = response.headers
        if found.get("Content-Encoding") == "gzip":
            told = gzip.decompress(told)
        return Answer(response.status, found.get("Location", ""), told.decode(), found.get("HX-PTag", ""))
