"""The forms of who sits where and who bets, filled in as a browser does."""

import html
import re
from collections.abc import Mapping
from typing import Any

from django.test import Client

from rounds.models import Session
from tests.web.cast import new_key


def send(client: Client, session: Session, path: str, fields: Mapping[str, str], position: int | None = None) -> Any:
    session.refresh_from_db()
    told = {"key": new_key(), "position": str(session.position if position is None else position), **fields}
    return client.post(f"/n/{session.pk}/{path}", told)


def lines(page: str, what: str) -> dict[str, str]:
    """The fields of a form as the page has them filled: who is on each line, and what is chosen there."""
    fields = {name: html.unescape(value) for name, value in re.findall(r'name="(who-\d+)" value="(.*?)"', page)}
    chosen = re.findall(rf'name="({what}-\w+)" value="(\w*)" checked', page)
    return {**fields, **dict(chosen)}


def seating(client: Client, session: Session) -> dict[str, str]:
    page = client.get(f"/n/{session.pk}/seats/").content.decode()
    return {**lines(page, "place"), "rotation": re.findall(r'name="rotation" value="(\w+)" checked', page)[0]}


def put(fields: dict[str, str], name: str, value: str, what: str = "place") -> None:
    """Say something else of somebody."""
    line = next(field for field, said in fields.items() if said == name and field.startswith("who-"))
    fields[line.replace("who", what)] = value
