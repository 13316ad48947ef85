"""The app on a phone: how it is installed, and what it keeps for when there is no network."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from struct import unpack
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from rounds.models import AccessLink, Session
from tests.web.cast import browser
from xuezhan_site.finders import PARTS, TOGETHER

STATIC = settings.BASE_DIR / "static"


def manifest(client: Client, night: str = "") -> dict[str, Any]:
    answer = client.get("/app.webmanifest", {"night": night} if night else {})
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told: dict[str, Any] = answer.json()
    return told


def size(path: Path) -> tuple[int, int]:
    """Width and height of a PNG file, as its header says."""
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = unpack(">II", head[16:24])
    return width, height


def test_the_manifest_has_what_a_browser_asks_of_an_app_before_it_offers_to_install_it(client: Client) -> None:
    told = manifest(client)
    assert (told["name"], told["short_name"]) == ("血战记分", "血战记分")
    assert (told["id"], told["scope"], told["start_url"], told["display"]) == ("/", "/", "/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }


def test_the_icons_are_as_large_as_the_manifest_says_and_small_files(client: Client) -> None:
    for icon in manifest(client)["icons"]:
        path = STATIC / icon["src"].rpartition("/")[2]
        assert icon["sizes"] == "{}x{}".format(*size(path))
        assert path.stat().st_size < 8_000
    assert size(STATIC / "icon-apple.png") == (180, 180)


def test_an_app_installed_from_a_table_opens_that_table(client: Client, night: Session, watch: AccessLink) -> None:
    table = reverse("table", args=[night.pk])
    page = browser(watch).get(table).content.decode()
    assert f'<link rel="manifest" href="/app.webmanifest?night={night.pk}"' in page
    assert manifest(client, str(night.pk))["start_url"] == table


@pytest.mark.parametrize("night", ["x", "1", "../../", "https://example.org/"])
def test_a_night_that_is_none_opens_the_first_page(client: Client, night: str) -> None:
    assert manifest(client, night)["start_url"] == "/"


def test_every_page_names_the_manifest_the_worker_and_a_colour_for_light_and_dark(client: Client) -> None:
    page = client.get("/").content.decode()
    for part in (
        '<link rel="manifest" href="/app.webmanifest"',
        '<link rel="apple-touch-icon" href="/static/icon-apple.png">',
        '<meta name="theme-color" content="#f1efe6" media="(prefers-color-scheme: light)">',
        '<meta name="theme-color" content="#0e1513" media="(prefers-color-scheme: dark)">',
        'data-worker="/worker.js?zh-hans"',
    ):
        assert part in page


def told_to_the_worker(client: Client) -> dict[str, Any]:
    code = client.get("/worker.js").content.decode()
    found = re.fullmatch(r'self\.SHELL = (.+);\nimportScripts\("/static/worker\.js"\);\n', code)
    assert found
    told: dict[str, Any] = json.loads(found.group(1))
    return told


def test_the_worker_stands_at_the_root_and_may_run_there_alone(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "Service-Worker-Allowed" not in answer.headers


def test_the_worker_keeps_every_style_and_script_and_the_page_for_no_network(client: Client, db: None) -> None:
    told = told_to_the_worker(client)
    files = {
        path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.suffix in (".css", ".js", ".svg")
    }
    wanted = (files - PARTS - {"worker.js"}) | set(TOGETHER)
    assert {f"/static/{file}" for file in wanted} == set(told["files"])
    assert told["offline"].startswith("/offline/")
    for address in (*told["files"], told["offline"]):
        answer = client.get(address)
        answer.close()
        assert answer.status_code == 200, address


def test_another_file_makes_another_worker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = told_to_the_worker(client)["name"]
    assert told_to_the_worker(client)["name"] == before
    monkeypatch.setattr("rounds.screens.shell.KEPT", (".css",))
    assert told_to_the_worker(client)["name"] != before


def test_there_is_no_worker_while_files_are_worked_on(client: Client, settings: Any) -> None:
    settings.DEBUG = True
    assert client.get("/worker.js").status_code == 404


@pytest.mark.parametrize("path", ["/app.webmanifest", "/worker.js", "/offline/"])
def test_nothing_is_looked_up_for_them(
    client: Client, path: str, django_assert_num_queries: Callable[[int], Any], db: None
) -> None:
    with django_assert_num_queries(0):
        assert client.get(path).status_code == 200


def test_the_page_for_no_network_says_so_and_tries_again_where_it_stands(client: Client) -> None:
    page = client.get("/offline/").content.decode()
    assert "没连上" in page
    assert '<a class="go" href="">再试一次</a>' in page


def test_no_page_is_for_search_engines(client: Client, night: Session, watch: AccessLink) -> None:
    for path in ("/", "/hand/", reverse("table", args=[night.pk]), "/app.webmanifest", "/nothing/"):
        assert browser(watch).get(path).headers["X-Robots-Tag"] == "noindex, nofollow"
