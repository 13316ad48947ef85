"""The secret of a link is where its holder asks for it, and nowhere else: no page of others, no file, header or log."""

import io
import logging
import runpy
import zipfile
from pathlib import Path

import pytest
from django.conf import LazySettings, settings
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from rounds.handover import hand_over
from rounds.links import link_token
from rounds.models import AccessLink, Session
from tests.web.cast import browser, concealed_kong, record, tap
from tests.web.routes import ROUTES, address, routes
from xuezhan_site.masking import MaskingFormatter

SHOWN = {"links", "new_watch", "phone", "hand_over"}
"""The pages that are there to show a link: to watch to everybody at the night, any other to its owner."""

READ = [name for name in routes() if "GET" in ROUTES[name] and name != "key"]


def content_of(response: HttpResponseBase) -> str:
    """All that the answer says: head and content, the parts of a workbook among it."""
    body = b"".join(response) if response.streaming else response.content  # type: ignore[attr-defined]
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as book:
            body = b"".join(map(book.read, book.namelist()))
    return f"{response.headers}{response.cookies}{body.decode(errors='replace')}"


@pytest.mark.parametrize("name", READ)
def test_no_answer_tells_a_secret_that_was_not_asked_for(
    night: Session, own: AccessLink, score: AccessLink, watch: AccessLink, house: None, name: str
) -> None:
    record(night, concealed_kong("A"))
    secrets = {link_token(link) for link in (own, score, watch)}
    for holder in (None, watch, score, own):
        told = content_of(browser(*[holder] if holder else []).get(address(name, night)))
        found = {secret for secret in secrets if secret in told}
        allowed = {link_token(watch)} if name in SHOWN and holder else set()
        assert found <= allowed | ({link_token(own)} if name == "phone" and holder == own else set()), holder
        assert found == allowed or name != "links", "what is looked for would be found"


def test_a_secret_leaves_the_address_and_no_page_is_told_where_somebody_came_from(watch: AccessLink) -> None:
    client, way = Client(), reverse("key", args=[link_token(watch)])
    page = client.get(way)
    assert page["Referrer-Policy"] == "same-origin"
    assert page["Cache-Control"] == "no-store"
    assert "http" not in page.text.replace("http-equiv", "").partition("<body")[2]
    joined = client.post(way)
    assert link_token(watch) not in joined["Location"]
    switched = client.post(reverse("language"), {"language": "en"}, headers={"Referer": f"http://testserver{way}"})
    assert link_token(watch) not in content_of(client.get(switched["Location"]))


def test_a_link_that_is_ended_is_dead_at_once_and_its_error_page_does_not_repeat_it(
    night: Session, own: AccessLink, score: AccessLink
) -> None:
    client, secret = browser(score), link_token(score)
    assert client.get(reverse("sheet", args=[night.pk, "A"])).status_code == 200
    hand_over(night, tap(0), "")
    assert client.get(reverse("sheet", args=[night.pk, "A"])).status_code == 410
    for answer in (client.get(reverse("key", args=[secret])), client.post(reverse("key", args=[secret]))):
        assert answer.status_code == 404
        assert secret not in content_of(answer)


def test_the_log_masks_a_secret_whatever_goes_wrong_at_its_address(
    own: AccessLink, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = reverse("key", args=[link_token(own)])
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    with caplog.at_level(logging.INFO):
        client.get(f"{way}more/")
        client.post(way)
        client.put(way)
        client.get(f"{way}?a={'x' * 20_000}")
        monkeypatch.setattr("rounds.views.keys.exchange", lambda token: 1 / 0)
        client.get(way)
    lines = [MaskingFormatter().format(line) for line in caplog.records]
    assert [line for line in lines if "/k/…" in line]
    assert {line.levelname for line in caplog.records} >= {"WARNING", "ERROR"}
    assert link_token(own) not in "\n".join(lines)
    handlers: dict[str, dict[str, str]] = settings.LOGGING["handlers"]  # type: ignore[assignment]
    assert {handler["formatter"] for handler in handlers.values()} == {"masked"}


# The profile for the internet

HOSTED = ("SECURE_", "CSRF_", "CONTENT_SECURITY_POLICY", "LANGUAGE_COOKIE")


@pytest.fixture
def hosted(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings that XUEZHAN_HTTPS changes, as they are with it."""
    monkeypatch.setenv("XUEZHAN_HTTPS", "on")
    for name, value in runpy.run_path(str(Path(settings.BASE_DIR, "xuezhan_site", "settings.py"))).items():
        if name.startswith(HOSTED):
            setattr(settings, name, value)


def test_every_answer_of_a_public_site_has_its_headers(hosted: None, night: Session, own: AccessLink) -> None:
    client = browser(own)
    ways = {name: address(name, night) for name in ("home", "table", "night_json", "key", "new", "manifest")}
    for name, way in (ways | {"nothing": "/nothing/"}).items():
        answer = client.get(way, headers={"X-Forwarded-Proto": "https"})
        assert answer["Strict-Transport-Security"] == "max-age=31536000", name
        assert answer["X-Content-Type-Options"] == "nosniff", name
        assert answer["Referrer-Policy"] == answer["Cross-Origin-Opener-Policy"] == "same-origin", name
        assert "default-src 'none'" in answer["Content-Security-Policy"], name
        assert "no-store" in answer["Cache-Control"] or name == "manifest", name
        assert all(cookie["secure"] for cookie in answer.cookies.values()), name
    plain = client.get(ways["table"])
    assert (plain.status_code, plain["Location"]) == (301, f"https://testserver{ways['table']}")
