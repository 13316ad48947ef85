"""The two sheets and the chart on small screens: whole numbers, nothing beside the screen, no script needed."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from rounds.models import AccessLink, Session
from rounds.rules.events import POT, CalledPattern, HandState, Kong, WallOut, WallState, Win, WinBy, Winner
from rounds.rules.patterns import Pattern
from rounds.rules.ruleset import KongKind
from tests.browser.conftest import NewPhone
from tests.browser.layout import faults_of, small_targets
from tests.browser.phone import Phone
from tests.browser.test_long_names import NAMES as LONG
from tests.web.cast import NAMES, next_round, open_night, penalty, play_round, record, self_draw
from tests.web.evening import next_round_with

LABELS = """svg => {
    const frame = svg.getBoundingClientRect(), texts = [...svg.querySelectorAll("text")], wrong = [];
    const boxes = texts.map(text => text.getBoundingClientRect());
    boxes.forEach(({ left, right, top, bottom }, i) => {
        const inside = left >= frame.left - 1 && right <= frame.right + 1 && top >= frame.top && bottom <= frame.bottom;
        if (!inside) wrong.push(`${texts[i].textContent} sticks out of the chart`);
        boxes.slice(i + 1).forEach((other, j) => {
            const beside = right <= other.left + 1 || other.right <= left + 1;
            // The box of a text is as high as its line, which its letters do not fill.
            const below = bottom - 4 <= other.top || other.bottom - 4 <= top;
            if (!beside && !below) wrong.push(`${texts[i].textContent} covers ${texts[i + j + 1].textContent}`);
        });
    });
    return wrong;
}"""
"""What of the words in a chart sticks out of it or covers another."""

CUT_NUMBERS = """() => [...document.querySelectorAll(".tbl-sheet td")].filter(cell =>
    cell.scrollWidth > cell.clientWidth + 1 || [...cell.querySelectorAll(".plus, .minus, .zero")].some(number =>
        number.getClientRects().length > 1 || number.getBoundingClientRect().left < cell.getBoundingClientRect().left)
).map(cell => cell.textContent)"""


def play(session: Session, rounds: int = 2) -> None:
    """Rounds with every row of the sheets in use."""
    for _ in range(rounds):
        record(session, Kong("A", KongKind.CONCEALED))
        record(session, Kong("B", KongKind.PROMOTED))
        record(session, penalty("D", "A", points=120))
        hand = CalledPattern(Pattern.FLUSH_DRAGON_SEVEN_PAIRS, 1)
        record(session, Win(WinBy.DISCARD, (Winner("C", hand),), "B", after_kong=True))
        states = {
            "A": HandState(WallState.READY, CalledPattern(Pattern.FULL_FLUSH)),
            "B": HandState(WallState.NOT_READY),
        }
        record(session, WallOut({**states, "D": HandState(WallState.FLOWER_PIG)}))
        next_round(session)
    record(session, self_draw("D", 2))


def look(page: Page) -> list[str]:
    """What a look at the page would find wrong, its chart and its tables included."""
    cut: list[str] = page.evaluate(CUT_NUMBERS)
    charts = page.locator("svg.chart")
    covered: list[str] = charts.evaluate(LABELS) if charts.count() else []
    return [*faults_of(page), *cut, *covered]


def looks(phone: Phone, session: Session) -> dict[str, list[str]]:
    found = {}
    for name in ("", "rounds/1/", "rounds/1/?who=C", "sheets/", "night/", "ledger/?reason=kongs&round=1"):
        phone.page.goto(f"/n/{session.pk}/{name}")
        found[name] = look(phone.page)
        if "sheets" in name or "rounds" in name:
            found[name] += small_targets(phone.page)
    return {name: faults for name, faults in found.items() if faults}


@pytest.fixture
def night(own: AccessLink) -> Session:
    return open_night(own.club)


def watcher(new_phone: NewPhone, session: Session, width: int, *, scripts: bool = True) -> Phone:
    phone = new_phone(width, scripts=scripts)
    phone.join(session.links.get(right="watch"))
    return phone


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (320, "dark")])
def test_everything_fits_on_small_phones(
    new_phone: NewPhone, night: Session, width: int, scheme: Literal["light", "dark"]
) -> None:
    play(night)
    phone = watcher(new_phone, night, width)
    phone.page.emulate_media(color_scheme=scheme)
    assert looks(phone, night) == {}
    phone.page.goto(f"/n/{night.pk}/sheets/")
    ends = phone.find(".tbl-sheet").evaluate_all("tables => tables.map(table => table.getBoundingClientRect().right)")
    assert max(ends) <= width, "four players need no scrolling"


def test_long_names_and_large_sums_stay_whole(new_phone: NewPhone, own: AccessLink) -> None:
    session = open_night(own.club, LONG)
    record(session, penalty("A", "B", POT, points=1_000_000))
    play(session)
    assert looks(watcher(new_phone, session, 320), session) == {}


def test_with_more_people_than_seats_the_tables_move_sideways_under_their_first_column(
    new_phone: NewPhone, night: Session
) -> None:
    play_round(night)
    for place in range(4):
        if place:
            next_round_with(night, {**NAMES, "D": f"第{place}个来的人"})
        else:
            next_round(night)
        record(night, penalty("A", "B", "C", points=10_000 * (place + 1)))
        play_round(night, "D")
    phone = watcher(new_phone, night, 320)
    assert looks(phone, night) == {}
    phone.page.goto(f"/n/{night.pk}/sheets/")
    assert phone.find("svg.chart polyline").count() == 7
    box = phone.find("#detailed").locator("..")
    label, last = phone.find("#detailed tbody th").last, phone.find("#detailed tbody td").last
    label.scroll_into_view_if_needed()
    before = label.bounding_box()
    box.evaluate("box => { box.scrollLeft = box.scrollWidth; }")
    assert label.bounding_box() == before
    expect(last).to_be_in_viewport(ratio=0.9)


def test_a_name_and_a_number_are_followed_without_scripts(new_phone: NewPhone, night: Session) -> None:
    play(night)
    phone = watcher(new_phone, night, 360, scripts=False)
    phone.page.goto(f"/n/{night.pk}/")
    phone.find("a.course").tap()
    expect(phone.find("#course")).to_be_in_viewport()
    phone.tap('#personal .seg-one >> text="王五"')
    expect(phone.find("#personal .seg-on")).to_have_text("王五")
    number = phone.find("#personal tbody tr").first.locator("a").last
    points = number.inner_text()
    number.tap()
    expect(phone.find(".sum-n")).to_have_text(points)
    expect(phone.find("[name=player] option:checked")).to_have_text("王五")
    expect(phone.find("[name=with] option:checked")).to_have_text("张三")


def test_the_chart_of_a_watcher_follows_the_night(new_phone: NewPhone, night: Session) -> None:
    phone = watcher(new_phone, night, 360)
    phone.page.goto(f"/n/{night.pk}/")
    expect(phone.find("svg.chart")).to_have_count(0)
    record(night, self_draw("A"))
    expect(phone.find("#chart-says")).to_have_text("张三 +6 · 李四 −2 · 王五 −2 · 赵六 −2")
    first = phone.find("svg.chart polyline").first
    drawn = first.get_attribute("points")
    record(night, self_draw("B", 2))
    expect(phone.find("#chart-says")).to_have_text("张三 +6 · 李四 +8 · 王五 −7 · 赵六 −7")
    assert first.get_attribute("points") != drawn
    assert phone.find("svg.chart").evaluate(LABELS) == []
    assert first.bounding_box() is not None, "it was drawn, not only written into the page"
