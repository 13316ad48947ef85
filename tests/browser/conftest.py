"""Chromium as a phone. Where it is missing, run.py says that these tests are not run; run anyhow, they fail."""

from collections.abc import Callable, Iterator

import pytest
from django.test.testcases import QuietWSGIRequestHandler
from django.utils import timezone
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from rounds.clubs import own_link
from rounds.models import AccessLink
from tests.browser import program
from tests.browser.faults import Faults
from tests.browser.phone import Phone

NewPhone = Callable[..., Phone]

PATIENCE = 15_000
"""Milliseconds after which what a page should show is missing, also on a machine that is busy."""

LAN_NAME = "xuezhan.test"
IN_THE_LAN = f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1"
"""Under this name a browser finds the server as it does in a LAN: by plain http, which it does not call secure."""


@pytest.fixture(autouse=True, scope="package")
def answers_in_one_go() -> Iterator[None]:
    """The body of an answer does not wait until the browser has confirmed the headers before it, which takes 40 ms."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QuietWSGIRequestHandler, "disable_nagle_algorithm", True)
        yield


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    path = program.chromium()
    assert path, "Chromium is missing (Debian: apt install chromium fonts-noto-cjk)."
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", IN_THE_LAN])
        yield browser
        browser.close()


@pytest.fixture
def faults() -> Faults:
    """What goes wrong in the test's browsers; anything that it did not provoke fails it."""
    return Faults()


@pytest.fixture
def new_phone(chromium: Browser, live_server: LiveServer, faults: Faults) -> Iterator[NewPhone]:
    """Makes phones, each with cookies and storage of its own: `new_phone(width=320, scripts=False)`.

    `worker`: the service worker may run, where the connection is secure; `lan`: it is not.
    """
    phones: list[Phone] = []

    def make(
        width: int = 360, *, scripts: bool = True, worker: bool = False, lan: bool = False, locale: str = "zh-CN"
    ) -> Phone:
        url = live_server.url.replace("localhost", LAN_NAME) if lan else live_server.url
        context = chromium.new_context(
            base_url=url,
            service_workers="allow" if worker else "block",
            viewport={"width": width, "height": 640},
            has_touch=True,
            is_mobile=True,
            java_script_enabled=scripts,
            locale=locale,
            timezone_id="Asia/Shanghai",
        )
        context.set_default_timeout(PATIENCE)
        faults.watch(context)
        phones.append(Phone(context.new_page(), url))
        return phones[-1]

    yield make
    for phone in phones:
        phone.page.title()  # whatever happened before this answer has been told by now
    unexpected, missing = faults.unexpected(), faults.missing()
    for phone in phones:
        phone.page.context.close()
    assert (unexpected, missing) == ([], [])


@pytest.fixture
def own(transactional_db: None) -> AccessLink:
    """The link that owns the club."""
    return own_link(timezone.now())


@pytest.fixture
def owner(new_phone: NewPhone, own: AccessLink) -> Phone:
    """The owner's phone: joined, no page open yet."""
    phone = new_phone()
    phone.join(own)
    return phone


@pytest.fixture
def phone(owner: Phone) -> Phone:
    """The owner's phone at the table of a night that has just begun."""
    owner.start_night()
    return owner
