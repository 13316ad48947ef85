"""The taps that each event costs, from the table back to the table: the promise that the app is made for."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone, cell, chip, seat

WALL = '[data-open="wall_out"]'
KEEP_WALL = '[data-confirm="wall_out"]'


Event = tuple[str, ...]
"""Taps that are written down as one event."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of taps: how many it may cost, its events, and those before it, whose taps do not count."""

    taps: int
    own: tuple[Event, ...]
    before: tuple[Event, ...] = ()
    preset: str = "chengdu_home"


KONG_OF_A = (seat("A"), cell("A", "kong:concealed"))
WON_BY_A = (seat("A"), cell("A", "discard:D:1"))
ALSO_B = ('[data-also="B"]', '[data-cell="also:B:1"]')
ALSO_C = ('[data-also="C"]', '[data-cell="also:C:2"]')
ROUND_DONE = (WON_BY_A, ALSO_B, ALSO_C)
NEXT = ("[data-next-round]",)
UNDO = ("[data-undo]",)
KEEP = '[data-confirm="correction"]'


def one(*taps: str) -> tuple[Event]:
    return (taps,)


def wall_out(*states: str) -> tuple[Event]:
    told = [f'[data-state="{state}"]' for state in states]
    return one('[data-open="wall_out"]', *told, '[data-confirm="wall_out"]')


ROWS = {
    "self_draw": Row(2, one(seat("B"), cell("B", "self_draw:2"))),
    "discard": Row(2, one(seat("B"), cell("B", "discard:C:3"))),
    "promoted_kong": Row(2, one(seat("C"), cell("C", "kong:promoted"))),
    "concealed_kong": Row(2, one(seat("C"), cell("C", "kong:concealed"))),
    "postponed_kong": Row(2, one(seat("C"), cell("C", "kong:postponed"))),
    "exposed_kong": Row(2, one(seat("C"), cell("C", "kong:exposed:D"))),
    "self_draw_after_kong": Row(
        3, one(seat("A"), chip("A", "after_kong"), cell("A", "self_draw:1")), before=(KONG_OF_A,)
    ),
    "discard_after_kong": Row(
        3, one(seat("B"), chip("B", "after_kong"), cell("B", "discard:A:1")), before=(KONG_OF_A,)
    ),
    "robbed_kong": Row(3, one(seat("B"), chip("B", "robbed_kong"), cell("B", "discard:A:1"))),
    "double_win": Row(4, (WON_BY_A, ALSO_B)),
    "triple_win": Row(6, (WON_BY_A, ALSO_B, ALSO_C)),
    "wall_out_with_two_left": Row(4, wall_out("C:not_ready", "D:ready:2"), before=(WON_BY_A, ALSO_B)),
    "wall_out_with_four_left": Row(6, wall_out("A:flower_pig", "B:not_ready", "C:ready:0", "D:ready:3")),
    "undo": Row(1, (UNDO,), before=(KONG_OF_A,)),
    "undo_next_round": Row(1, (UNDO,), before=(*ROUND_DONE, NEXT)),
    "correction": Row(3, one('[data-event="0"]', '#panel [data-cell="kong:promoted"]', KEEP), before=(KONG_OF_A,)),
    "correction_in_an_earlier_round": Row(
        4,
        one('[href$="/rounds/1/"]', '[data-event="0"]', '#panel [data-cell="discard:D:3"]', KEEP),
        before=(*ROUND_DONE, NEXT),
    ),
    "win_with_its_pattern": Row(
        4,
        one(
            seat("B"),
            '[data-sheet="B"] [data-naming]',
            '[data-pattern="full_flush"]',
            cell("B", "discard:C:hand"),
        ),
    ),
    "next_round": Row(1, (NEXT,), before=ROUND_DONE),
    "next_round_with_dice": Row(2, one(*NEXT, '[data-dealer="C"]'), before=ROUND_DONE, preset="huanle"),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_an_event_costs_as_many_taps_as_promised(owner: Phone, row: Row) -> None:
    owner.start_night(preset=row.preset)
    for taps in row.before:
        owner.record(*taps)
    table, owner.taps = owner.page.url, 0
    for taps in row.own:
        owner.record(*taps)
    expect(owner.page).to_have_url(table)
    assert owner.taps == row.taps
