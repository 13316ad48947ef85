"""A backup was brought back and the night went on otherwise: pages that show what is gone are told so.

The log is at the same position again, with something else at its end.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from rounds.models import AccessLink, Event, Session
from tests.web.cast import browser, concealed_kong, new_key, record

Fields = dict[str, str]
HTMX = {"HX-Request": "true"}


def page(client: Client, night: Session, **headers: str) -> Any:
    return client.get(reverse("table", args=[night.pk]), headers=headers)


def fields(client: Client, night: Session) -> Fields:
    """Those of 撤销, as the table has them."""
    form = page(client, night).text.partition(reverse("undo", args=[night.pk]))[2].partition("</form>")[0]
    return {
        name: found[1] for name in ("position", "seen") if (found := re.search(rf'name="{name}" value="(.*?)"', form))
    }


def post(client: Client, night: Session, name: str, told: Fields) -> int:
    return client.post(reverse(name, args=[night.pk]), {"key": new_key(), **told}).status_code


@pytest.fixture
def otherwise(night: Session) -> Callable[[], None]:
    """What was recorded since is gone when this is called; another kong is in its place."""
    record(night, concealed_kong("A"))
    start = transaction.savepoint()

    def restore() -> None:
        transaction.savepoint_rollback(start)
        record(night, concealed_kong("C"))

    return restore


def test_a_tap_on_a_log_that_is_gone_is_stale_though_the_other_is_as_long(
    night: Session, own: AccessLink, otherwise: Callable[[], None]
) -> None:
    client = browser(own)
    record(night, concealed_kong("B"))
    told = fields(client, night)
    otherwise()
    before = Event.objects.count()
    assert post(client, night, "undo", told) == 409
    assert post(client, night, "record", {**told, "seat": "D", "cell": "kong:concealed"}) == 409
    assert Event.objects.count() == before
    assert post(client, night, "undo", fields(client, night)) == 302


def test_a_tap_that_waited_behind_others_was_made_on_an_earlier_state_of_the_same_log(
    night: Session, own: AccessLink, otherwise: Callable[[], None]
) -> None:
    client = browser(own)
    told = fields(client, night)
    record(night, concealed_kong("B"))
    queued = {**told, "position": str(int(told["position"]) + 1), "seat": "D", "cell": "kong:concealed"}
    assert post(client, night, "record", queued) == 302
    shown = fields(client, night)
    otherwise()
    late = {**shown, "position": str(int(told["position"]) + 1), "seat": "D", "cell": "kong:concealed"}
    assert post(client, night, "record", late) == 409


def test_a_watcher_who_polls_with_the_tag_of_what_is_gone_gets_the_table(
    night: Session, watch: AccessLink, otherwise: Callable[[], None]
) -> None:
    client = browser(watch)
    record(night, concealed_kong("B"))
    tag = page(client, night, **HTMX).headers["HX-PTag"]
    assert page(client, night, **HTMX, **{"HX-PTag": tag}).status_code == 304
    otherwise()
    assert page(client, night, **HTMX, **{"HX-PTag": tag}).status_code == 200


@pytest.mark.parametrize(
    "seen", ["3", "3-", "3-xyz", "x" * 5000, "3-0123456789abcdef0", "٣-0123456789abcdef", "3\x00-0123456789abcdef"]
)
def test_a_state_that_is_none_is_refused(night: Session, own: AccessLink, seen: str) -> None:
    assert post(browser(own), night, "undo", {"position": "1", "seen": seen}) == 400
