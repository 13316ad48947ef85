"""Where the connection is safe (https, or this very machine) the app and the table open without a network."""

from typing import NoReturn

import pytest
from django.db import OperationalError
from playwright.sync_api import expect

from rounds.models import AccessLink
from rounds.models import Session as Night
from tests.browser.conftest import PATIENCE, NewPhone
from tests.browser.faults import Faults
from tests.browser.network import KONG, RECORD, log, lose
from tests.browser.phone import Phone, seat
from tests.web.cast import START, concealed_kong, open_night, record, score_link

OFFLINE = ("ERR_INTERNET_DISCONNECTED",)
KEPT = """async () => [...await (await caches.open("tables")).keys()].map(kept => new URL(kept.url).pathname)"""
KEPT_TEXT = (
    """async path => { const kept = await (await caches.open("tables")).match(path); return kept ? kept.text() : "" }"""
)
NONE_KEPT = f"!(await ({KEPT})()).length"
FILES = """async () => [...await (await caches.open("files")).keys()].map(kept => kept.url)"""


@pytest.fixture
def night(own: AccessLink) -> Night:
    night = open_night(own.club)
    record(night, concealed_kong("C"))
    return night


@pytest.fixture
def phone(new_phone: NewPhone, night: Night) -> Phone:
    """The scorer's phone, at a table that its service worker keeps."""
    return at_the_table(new_phone(worker=True), score_link(night))


@pytest.fixture
def no_network(faults: Faults) -> None:
    faults.provoke(*OFFLINE)


def busy(*asked: object) -> NoReturn:
    raise OperationalError("database is locked")


def at_the_table(phone: Phone, link: AccessLink) -> Phone:
    phone.join(link)
    wait_until_kept(phone)
    return phone


def wait_until_kept(phone: Phone) -> None:
    keeps(phone, f'data-saved="{phone.saved}"')


def keeps(phone: Phone, part: str) -> None:
    """The table that is kept comes to have this in it."""
    assert until(phone, f"(await ({KEPT_TEXT})('{phone.night}')).includes('{part}')")


def until(phone: Phone, asked: str) -> bool:
    """Does it come to be so? (`wait_for_function` waits for no promise.)"""
    came: bool = phone.page.evaluate(
        f"""async (patience) => {{
            const end = Date.now() + patience;
            while (!({asked})) {{
                if (Date.now() > end) return false;
                await new Promise((resolve) => {{ setTimeout(resolve, 50); }});
            }}
            return true;
        }}""",
        PATIENCE,
    )
    return came


def test_without_a_network_a_reload_shows_the_table_as_it_was_last_seen(phone: Phone, no_network: None) -> None:
    phone.record(*KONG)
    keeps(phone, 'data-saved="3"')
    points = phone.points()
    phone.page.context.set_offline(True)
    phone.page.reload()
    assert (phone.saved, phone.points()) == (3, points)
    expect(phone.find("#notice")).to_contain_text("没连上，这是")
    phone.tap(seat("B"))
    expect(phone.find('[data-sheet="B"]')).to_be_visible()


def test_a_tap_that_a_killed_tab_leaves_unsent_is_on_the_table_that_opens_without_a_network(
    phone: Phone, no_network: None, faults: Faults
) -> None:
    faults.provoke("lost POST record/")
    context, table = phone.page.context, phone.night
    context.route(RECORD, lose)
    phone.tap(*KONG)
    expect(phone.find("#notice")).to_be_visible()
    phone.page.close()
    context.set_offline(True)
    phone.page = context.new_page()
    phone.page.goto(table)
    expect(phone.table).to_have_attribute("data-unsent", "1")
    assert log() == ["change"]
    context.unroute(RECORD)
    context.set_offline(False)
    expect(phone.table).to_have_attribute("data-saved", "3")
    expect(phone.table).to_have_attribute("data-unsent", "0")
    assert log() == ["change", "change"]


def test_a_tap_on_an_old_table_from_here_is_refused(phone: Phone, night: Night, faults: Faults) -> None:
    """The one trap of pages that are kept: the log has moved on, and the table does not know."""
    faults.provoke(*OFFLINE, "409 POST record/")
    context = phone.page.context
    context.set_offline(True)
    phone.page.reload()
    phone.tap(*KONG)
    expect(phone.table).to_have_attribute("data-unsent", "1")
    record(night, concealed_kong("B"))
    with phone.page.expect_response("**/record/") as answered:
        context.set_offline(False)
    assert answered.value.status == 409
    expect(phone.table).to_have_attribute("data-saved", "3")
    assert log() == ["change", "change"]


def test_an_old_table_asks_for_the_fresh_one_when_the_server_can_be_reached(
    phone: Phone, night: Night, no_network: None
) -> None:
    phone.page.context.set_offline(True)
    phone.page.reload()
    expect(phone.find("#notice")).to_be_visible()
    record(night, concealed_kong("B"))
    phone.page.context.set_offline(False)
    expect(phone.table).to_have_attribute("data-saved", "3")
    expect(phone.find("#notice")).to_be_hidden()
    assert phone.table.get_attribute("data-kept") is None


def test_a_page_that_the_server_cannot_answer_is_the_table_that_was_kept(
    phone: Phone, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.provoke("503 GET")
    monkeypatch.setattr("rounds.views.table.guard", busy)
    phone.page.reload()
    assert phone.saved == 2
    expect(phone.find("#notice")).to_contain_text("没连上")


def test_any_other_page_says_that_there_is_no_network_and_leads_to_the_table(phone: Phone, no_network: None) -> None:
    table = phone.night
    phone.page.context.set_offline(True)
    phone.page.goto(f"{table}more/")
    expect(phone.find("h1")).to_have_text("没连上")
    expect(phone.find("[data-kept-tables]")).to_contain_text("张三、李四、王五、赵六")
    phone.tap("[data-kept-tables] a")
    expect(phone.table).to_have_attribute("data-saved", "2")


def test_only_the_table_is_kept_and_no_answer_to_a_tap(phone: Phone) -> None:
    phone.record(*KONG)
    phone.find('[data-event="0"]').tap()
    expect(phone.find("#panel")).to_be_visible()
    for page in ("more/", "links/", "ledger/", "night/"):
        phone.page.goto(phone.night + page)
    phone.page.goto(phone.night)
    keeps(phone, 'data-saved="3"')
    assert phone.page.evaluate(KEPT) == [phone.night]
    assert {address.split("/")[3] for address in phone.page.evaluate(FILES)} == {"static", "offline"}


def test_a_table_whose_link_has_been_replaced_is_kept_no_longer(phone: Phone, night: Night, faults: Faults) -> None:
    faults.provoke("410 GET")
    night.links.update(revoked_at=START)
    phone.page.goto(phone.night)
    assert until(phone, NONE_KEPT)


def test_who_finds_out_by_a_tap_that_the_link_has_been_replaced_keeps_the_table_no_longer(
    phone: Phone, night: Night, faults: Faults
) -> None:
    faults.provoke("410 POST record/", "410 GET")
    phone.tap(KONG[0])  # a table with an open sheet does not ask by itself
    night.links.update(revoked_at=START)
    phone.tap(KONG[1])
    assert until(phone, NONE_KEPT)


def test_a_watchers_table_is_kept_as_it_changes(new_phone: NewPhone, night: Night) -> None:
    watcher = at_the_table(new_phone(worker=True), night.links.get(right="watch"))
    record(night, concealed_kong("A"))
    expect(watcher.table).to_have_attribute("data-saved", "3")
    keeps(watcher, 'data-saved="3"')


def test_of_many_nights_the_newest_are_kept(own: AccessLink, new_phone: NewPhone) -> None:
    phone = new_phone(worker=True)
    phone.join(own)
    nights = [open_night(own.club) for _ in range(6)]
    for night in nights:
        phone.page.goto(f"/n/{night.pk}/")
        wait_until_kept(phone)
    assert phone.page.evaluate(KEPT) == [f"/n/{night.pk}/" for night in nights[-4:]]


def test_files_that_nothing_needs_any_more_go_and_those_of_a_kept_table_stay(phone: Phone) -> None:
    add = """async ([name, path]) => (await caches.open(name)).put(path, new Response("%s"))"""
    phone.page.evaluate(add, ["files", "/static/app.0123456789ab.css"])
    phone.page.evaluate(add, ["files", "/static/app.ba9876543210.css"])
    other = f"/n/{'0' * 8}-0000-0000-0000-{'0' * 12}/"
    phone.page.evaluate(add.replace("%s", "href=/static/app.ba9876543210.css"), ["tables", other])
    phone.record(*KONG)
    keeps(phone, 'data-saved="3"')
    assert until(phone, """!(await (await caches.open("files")).match("/static/app.0123456789ab.css"))""")
    assert any(address.endswith("ba9876543210.css") for address in phone.page.evaluate(FILES))


def test_on_plain_http_there_is_no_worker_and_everything_else_is_the_same(new_phone: NewPhone, night: Night) -> None:
    phone = new_phone(worker=True, lan=True)
    phone.join(score_link(night))
    assert phone.page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'caches' in window]") == [False] * 3
    phone.record(*KONG)
    phone.record("[data-undo]")
    assert phone.find("#notice").is_hidden()


def test_chromium_finds_nothing_wrong_with_the_app_that_it_is_to_install(phone: Phone) -> None:
    session = phone.page.context.new_cdp_session(phone.page)
    assert session.send("Page.getAppManifest")["errors"] == []
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found] in ([], ["in-incognito"])
