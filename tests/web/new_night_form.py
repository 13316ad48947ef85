"""The form that starts a night, filled in and sent, and what came of it."""

from typing import Any

from rounds.models import AccessLink, Session
from tests.web.cast import browser, new_key

TYPED = {
    "name-A": "张三",
    "name-B": "李四",
    "name-C": "王五",
    "name-D": "赵六",
    "dealer": "B",
    "preset": "chengdu_home",
}


def send(own: AccessLink, **changes: str) -> Any:
    """Sends the form with some fields changed; an underscore in a field's name stands for a hyphen."""
    fields = TYPED | {name.replace("_", "-"): value for name, value in changes.items()}
    return browser(own).post("/new/", {"key": new_key(), **fields})


def opened(response: Any) -> Session:
    """The night that was started: the form goes to its table."""
    assert response.status_code == 303
    session = Session.objects.get()
    assert response.headers["Location"] == f"/n/{session.pk}/"
    return session


def refused(response: Any, sentence: str, status: int = 422) -> str:
    """The page with what was typed and one sentence; nothing has been started."""
    assert response.status_code == status
    page = str(response.content.decode())
    assert sentence in page
    assert not Session.objects.exists()
    return page
