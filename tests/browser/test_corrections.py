"""Corrections under the thumb: what was said before, a round that ends anew, what a change makes impossible."""

import pytest
from playwright.sync_api import expect

from rounds.models import AccessLink
from tests.browser.conftest import NewPhone
from tests.browser.layout import faults_of, small_targets
from tests.browser.phone import Phone, seat
from tests.browser.scorer import KEEP, Scorer
from tests.web.cast import concealed_kong, discard, self_draw

PANEL = "#panel-in"
ROUND_1 = '[href$="/rounds/1/"]'


def panel(value: str) -> str:
    return f'{PANEL} [data-cell="{value}"]'


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def table(request: pytest.FixtureRequest, new_phone: NewPhone, own: AccessLink) -> Phone:
    """A night's table, on a phone with scripts and on one without."""
    phone = new_phone(scripts=request.param)
    phone.join(own)
    phone.start_night()
    return phone


def totals(phone: Phone) -> dict[str, int]:
    return {letter: total for letter, (_, total) in phone.points().items()}


def settled(phone: Phone) -> None:
    """Everything that was asked for is there."""
    expect(phone.find(".htmx-request")).to_have_count(0)


def test_a_line_explains_itself_and_tells_what_it_said_before(table: Phone) -> None:
    Scorer(table).record(discard("A", "B", fans=1))
    table.record('[data-event="0"]', panel("discard:A:3"), KEEP)
    expect(table.find(".ev-time").first).to_contain_text("改过")
    table.tap('[data-event="0"]')
    expect(table.find(f"{PANEL} .why-says")).to_have_text("李四 报 3番，×8；张三点炮，付 8×底1")
    changes = table.find(f"{PANEL} [data-changes] > *")
    expect(changes).to_have_count(2)
    expect(changes.first).to_contain_text("李四 胡 张三 点炮 1番")
    expect(changes.last).to_contain_text("李四 胡 张三 点炮 3番")


def test_an_earlier_round_whose_end_was_voided_ends_anew_at_five_taps(table: Phone) -> None:
    night = Scorer(table)
    night.record(self_draw("A"), self_draw("B"), self_draw("C"))
    night.next_round()
    table.record(ROUND_1, '[data-event="2"]', "[data-void]", KEEP)
    assert totals(table) == {"A": 6, "B": 2, "C": -4, "D": -4}
    table.taps = 0
    table.record(ROUND_1, "[data-append]", '[data-who="C"]', panel("discard:D:2"), KEEP)
    assert table.taps == 5
    assert totals(table) == {"A": 6, "B": 2, "C": 0, "D": -8}
    table.tap(ROUND_1)
    expect(table.find("[data-gone]")).to_contain_text("王五 自摸 0番")
    expect(table.find("[data-event]")).to_have_count(3)
    expect(table.find(".ev-time").first).to_contain_text("补记")


@pytest.mark.parametrize(
    ("taps", "points"),
    [
        (('[data-who="C"]', panel("self_draw:1")), {"A": 6, "B": -5, "C": 4, "D": -5}),
        (('[data-who="C"]', panel("kong:exposed:B")), {"A": 6, "B": -4, "C": 0, "D": -2}),
        (('[data-who="C"]', f"{PANEL} [data-more]", panel("leave")), {"A": 6, "B": -2, "C": -2, "D": -2}),
        (
            ('[data-who="C"]', f"{PANEL} [data-more]", '[data-penalty="false_win"]', panel("transfer")),
            {"A": 14, "B": 6, "C": -26, "D": 6},
        ),
    ],
    ids=["win", "kong", "leave", "penalty"],
)
def test_every_kind_of_fact_is_put_in(phone: Phone, taps: tuple[str, ...], points: dict[str, int]) -> None:
    Scorer(phone).record(self_draw("A"))
    with phone.writes():
        phone.page.goto(f"{phone.night}rounds/1/")
        phone.tap("[data-append]", *taps, KEEP)
    assert totals(phone) == points


def test_a_wall_is_put_in_at_the_end(table: Phone) -> None:
    night = Scorer(table)
    night.record(self_draw("A"), self_draw("B"), self_draw("C"))
    night.next_round()
    table.record(ROUND_1, '[data-event="2"]', "[data-void]", KEEP)
    with table.writes():
        table.tap(ROUND_1, "[data-append]", '[data-who="wall_out"]')
        table.tap('[data-state="C:ready:1"]', '[data-state="D:flower_pig"]')
        without_script = f"{PANEL} noscript button:visible"
        table.tap(*[without_script] * table.find(without_script).count(), KEEP)
    assert totals(table) == {"A": 14, "B": 10, "C": 4, "D": -28}


def test_what_a_change_makes_impossible_stands_in_red_and_moves_nothing_until_it_is_mended(table: Phone) -> None:
    night = Scorer(table)
    night.record(self_draw("A", fans=1), discard("C", "B", fans=1))
    with table.writes():
        table.tap('[data-event="0"]', '[data-who="B"]', panel("self_draw:1"))
        expect(table.find(f"{PANEL} .notice-bad")).to_have_text("第1局 李四 胡 王五 点炮 就不对了：李四 已经胡了")
        table.tap(KEEP)
    assert table.points()["C"] == (-3, -3)
    expect(table.find(".ev-bad")).to_contain_text("李四 已经胡了")
    table.page.goto(f"{table.night}night/")
    expect(table.find(".trouble")).to_contain_text("李四 已经胡了")
    table.page.goto(table.night)
    table.record('[data-event="1"]', '[data-who="A"]', panel("discard:C:1"), KEEP)
    expect(table.find(".ev-bad")).to_have_count(0)
    assert totals(table) == {"A": -1, "B": 9, "C": -5, "D": -3}


def test_a_night_that_has_ended_is_corrected_at_three_taps(table: Phone) -> None:
    Scorer(table).record(self_draw("A", fans=1))
    night = table.night
    table.page.goto(f"{night}night/")
    table.tap("summary", '[data-confirm="end"]')
    expect(table.find("summary")).to_have_text("重开…")
    table.page.goto(night)
    expect(table.find(".top")).to_contain_text("已结束")
    table.taps = 0
    table.record('[data-event="0"]', panel("self_draw:3"), KEEP)
    assert table.taps == 3
    assert table.points()["A"] == (27, 27)


def test_one_more_winner_joins_with_a_pattern(table: Phone) -> None:
    Scorer(table).record(discard("A", "B", fans=1))
    table.tap('[data-also="C"]')
    sheet = "dialog[open]"
    table.tap(f"{sheet} [data-naming]", f'{sheet} [data-pattern="full_flush"]', f'{sheet} [data-roots="1"]')
    table.record(f'{sheet} [data-cell="also:C:hand"]')
    assert totals(table) == {"A": -10, "B": 2, "C": 8, "D": 0}
    table.record("[data-undo]")
    assert table.points()["C"] == (0, 0)


def test_a_penalty_is_two_taps_more_than_its_sheet(table: Phone) -> None:
    sheet = "dialog[open]"
    table.tap(seat("B"), f"{sheet} [data-more]", f'{sheet} [data-penalty="false_win"]')
    expect(table.find(f"{sheet} [name=points]")).to_have_value("8")
    table.find(f"{sheet} [name=points]").fill("5")
    table.record(f'{sheet} [data-cell="transfer"]')
    assert totals(table) == {"A": 5, "B": -15, "C": 5, "D": 5}
    table.tap(seat("C"), f"{sheet} [data-more]", f'{sheet} [data-penalty="false_win"]')
    expect(table.find(f"{sheet} [name=points]")).to_have_value("5")


def test_the_new_sheets_fit_the_screen_and_the_thumb(phone: Phone) -> None:
    night = Scorer(phone)
    night.record(concealed_kong("A"), discard("A", "B", fans=1))
    phone.record('[data-event="1"]', panel("discard:A:3"), KEEP)
    phone.record('[data-event="0"]', "[data-void]", KEEP)
    for taps in (
        ('[data-also="C"]',),
        ('[data-also="C"]', '[data-sheet="also-C"] [data-naming]', '[data-pattern="full_flush"]'),
        (seat("A"), '[data-sheet="A"] [data-more]', '[data-penalty="wrong_count"]'),
        ('[data-event="0"]',),
        ('[data-event="0"]', "[data-insert]", '[data-who="D"]', f"{PANEL} [data-more]"),
        ('[data-event="0"]', "[data-insert]", '[data-who="wall_out"]'),
    ):
        phone.tap(*taps)
        settled(phone)
        for width in (320, 360):
            phone.page.set_viewport_size({"width": width, "height": 640})
            assert (taps, width, faults_of(phone.page)) == (taps, width, [])
            assert (taps, width, small_targets(phone.page)) == (taps, width, [])
        phone.tap("dialog[open] [data-close]")
    phone.page.goto(f"{phone.night}rounds/1/")
    expect(phone.find("[data-gone]")).to_be_visible()
    assert (faults_of(phone.page), small_targets(phone.page)) == ([], [])
