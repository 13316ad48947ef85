"""摆牌: a hand laid out tile by tile, in the sheet of a win and at the end of the wall."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from rounds.models import AccessLink, Session
from rounds.rules.events import HandState, Kong, WallOut, WallState, Win, WinBy, Winner
from rounds.rules.hands import ShownHand
from rounds.rules.ruleset import KongKind
from rounds.rules.tiles import read_tiles
from tests.web.cast import browser, concealed_kong, new_key, nobody_ready, open_night, record, score_link
from tests.web.test_table import HTMX, address, newest, post


def shown(concealed: str, pungs: str = "", kongs: str = "", concealed_kongs: str = "") -> ShownHand:
    return ShownHand(read_tiles(concealed), read_tiles(pungs), read_tiles(kongs), read_tiles(concealed_kongs))


@pytest.fixture
def scorer(score: AccessLink) -> Client:
    return browser(score)


def keys(page: str) -> dict[str, str]:
    """The keys of the pad by name, each with the address that it leads to; "" where it is dead."""
    found = re.findall(r'<a ([^>]*data-pad="([^"]+)"[^>]*)>', page)
    to = {name: re.search(r' href="([^"]+)"', attributes) for attributes, name in found}
    return {name: html.unescape(link[1]) if link else "" for name, link in to.items()}


def tap(client: Client, page: str, *names: str) -> str:
    """The page after taps on these keys, one after the other."""
    for name in names:
        page = client.get(keys(page)[name], headers=HTMX).text
    return page


# The sheet of a win


def opened(client: Client, night: Session, seat: str, **fields: str) -> str:
    told = {"flags": "", "concealed": "", **fields}
    return client.get(address("sheet", night, seat), told, headers=HTMX).text


def test_the_pad_is_opened_from_the_pattern_keys_and_not_in_the_page_before(scorer: Client, night: Session) -> None:
    assert "data-pad" not in scorer.get(address("table", night)).text
    naming = scorer.get(address("sheet", night, "B"), {"naming": "1"}, headers=HTMX).text
    to = re.search(r'data-lay href="([^"]+)"', naming)
    assert to
    page = scorer.get(html.unescape(to[1]), headers=HTMX).text
    assert set("123456789") <= {name[0] for name in keys(page)}
    assert "data-pattern" not in page


def test_a_win_is_told_tile_by_tile_and_recorded_with_its_tiles(scorer: Client, night: Session) -> None:
    page = tap(scorer, opened(scorer, night, "B"), "suit:p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "8p")
    page = tap(scorer, page, "mode:pungs", "1p", "9p")
    assert 'data-cell="discard:A:hand"' in page
    assert '<input type="hidden" name="concealed" value="23456788p">' in page
    assert '<input type="hidden" name="pungs" value="19p">' in page
    response = post(scorer, "record", night, seat="B", cell="discard:A:hand", concealed="23456788p", pungs="1p9p")
    assert response.status_code == 200
    hand = {"concealed": "23456788p", "pungs": "19p"}
    won = {"type": "win", "by": "discard", "from": "A", "winners": [{"player": "B", "hand": hand}]}
    assert newest(night) == {"changes": [{"record": won}]}
    assert night.played().get().net == {"A": -4, "B": 4, "C": 0, "D": 0}


def test_no_cell_has_a_price_before_the_hand_is_whole(scorer: Client, night: Session) -> None:
    page = opened(scorer, night, "B", concealed="2345678p")
    assert "data-cell" not in page
    assert "还差7张" in page


def test_a_hand_that_is_no_win_gets_the_sentence_of_the_rules(scorer: Client, night: Session) -> None:
    page = opened(scorer, night, "B", concealed="123456789m12345p")
    assert "李四 的牌没有胡" in page
    assert "data-cell" not in page
    refused = post(scorer, "record", night, seat="B", cell="self_draw:hand", concealed="123456789m12345p")
    assert refused.status_code == 422
    assert "李四 的牌没有胡" in refused.text


def test_a_kong_of_the_log_lies_there_and_asks_for_its_tile(scorer: Client, night: Session) -> None:
    record(night, concealed_kong("B"))
    page = opened(scorer, night, "B")
    assert "暗杠的是哪张？" in page
    assert keys(page)["mode:kongs"] == "", "no open kong was recorded"
    page = tap(scorer, page, "suit:p", "9p")
    assert "暗杠的是哪张？" not in page
    page = tap(scorer, page, "1p", "1p", "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "8p")
    assert "清一色2番 + 暗杠1番 = 3番" in page
    wrong = post(scorer, "record", night, seat="B", cell="discard:A:hand", concealed="11123456788p", pungs="9p")
    assert wrong.status_code == 422


def test_a_kong_whose_tile_was_recorded_is_not_asked_for(scorer: Client, night: Session) -> None:
    record(night, Kong("B", KongKind.PROMOTED, tile="5m"))
    page = opened(scorer, night, "B")
    assert '<input type="hidden" name="kongs" value="5m">' in page
    assert keys(page)["clear"] == ""
    assert tap(scorer, page, "1m", "clear").count('name="kongs" value="5m"') == page.count('name="kongs" value="5m"')


def test_chips_stay_with_the_tiles_and_tiles_with_the_chips(scorer: Client, night: Session) -> None:
    record(night, concealed_kong("A"))
    page = opened(scorer, night, "B", concealed="11123456788999p", flags="after_kong", mode="pungs", suit="s")
    assert "转6" in page
    assert "flags=after_kong" in keys(page)["mode:concealed"]
    robbed = re.search(r'data-flag="robbed_kong"[^>]* href="([^"]+)"', page)
    assert robbed
    assert "concealed=11123456788999p" in robbed[1]
    assert "mode=pungs" in robbed[1]


def test_luck_is_a_chip_beside_tiles_where_it_is_played(scorer: Client, night: Session) -> None:
    mine, others = opened(scorer, night, "A"), opened(scorer, night, "B")
    assert 'data-flag="heavenly"' in mine
    assert 'data-flag="heavenly"' not in others, "only the dealer can have it"
    assert 'data-flag="earthly"' in others
    assert 'data-flag="earthly"' not in mine, "only the others can have it"
    fields = {"seat": "A", "cell": "self_draw:hand", "concealed": "123m456m789m11122p", "flags": "heavenly"}
    assert post(scorer, "record", night, **fields).status_code == 200
    line = scorer.get(reverse("why", args=[night.pk, 1, 0])).text
    assert "天胡" in line
    assert night.played().get().net["A"] == 27


def test_nobody_can_have_dealt_a_heavenly_hand(scorer: Client, night: Session) -> None:
    tiles = {"concealed": "123456789m11122p", "flags": "heavenly"}
    for told in (tiles, {"pattern": "heavenly", "flags": ""}):
        page = scorer.get(address("sheet", night, "A"), told, headers=HTMX).text
        assert 'data-cell="self_draw:hand"' in page
        assert 'data-cell="discard:B:hand"' not in page
        assert "天胡要自摸" in page
    patterns = scorer.get(address("sheet", night, "B"), {"flags": "", "naming": "1"}).text
    assert 'data-pattern="earthly"' in patterns
    assert 'data-pattern="heavenly"' not in patterns


def test_what_tiles_show_themselves_is_no_chip_beside_them(own: AccessLink) -> None:
    night = open_night(own.club, preset="multipliers")
    scorer = browser(score_link(night))
    page = opened(scorer, night, "B")
    assert 'data-flag="under_the_sea"' in page
    assert 'data-flag="no_terminals"' not in page


@pytest.mark.parametrize(
    "fields",
    [
        {"concealed": "123"},
        {"concealed": "11111m"},
        {"concealed": "", "pungs": "x"},
        {"concealed": "", "void_suit": "z"},
        {"concealed": "", "mode": "x"},
        {"concealed": "", "suit": "z"},
        {"concealed": "", "flags": "no_terminals"},
        {"flags": "heavenly"},
        {"concealed": "12344m456456789p", "fans": "3"},
        {"concealed": "12344m456456789p", "pattern": "full_flush", "roots": "2"},
        {"pattern": "full_flush", "fans": "3"},
    ],
)
def test_an_address_that_tells_no_hand_gets_400(scorer: Client, night: Session, fields: dict[str, str]) -> None:
    assert scorer.get(address("sheet", night, "B"), {"flags": "", **fields}).status_code == 400
    told = {"seat": "B", "cell": "self_draw:hand", **fields}
    if "mode" not in fields and "suit" not in fields:
        assert post(scorer, "record", night, **told).status_code == 400
    assert night.log().count() == 1


@pytest.mark.parametrize("concealed", ["123456789m123456789p123456789s", "1m" * 4 + "2m" * 4 + "3m" * 4 + "4m" * 4])
def test_too_many_tiles_are_said_and_not_recorded(scorer: Client, night: Session, concealed: str) -> None:
    assert "多了" in opened(scorer, night, "B", concealed=concealed)
    told = {"seat": "B", "cell": "self_draw:hand", "concealed": concealed}
    assert post(scorer, "record", night, **told).status_code in (400, 422)


# Corrections


def test_a_correction_opens_with_the_tiles_that_were_recorded(scorer: Client, night: Session) -> None:
    hand = shown("23456788p", pungs="1p9p")
    record(night, Win(WinBy.DISCARD, (Winner("B", hand),), "A"))
    page = scorer.get(reverse("why", args=[night.pk, 1, 0]), headers=HTMX).text
    assert '<input type="hidden" name="concealed" value="23456788p">' in page
    assert "cell-old" in page
    page = tap(scorer, page, "back", "6p")
    asked = {"seat": "B", "flags": "", "concealed": "23456786p", "pungs": "1p9p", "cell": "discard:A:hand"}
    look = scorer.get(reverse("correct", args=[night.pk, 1, 0]), asked, headers=HTMX).text
    assert 'data-confirm="correction"' not in look, "no win, and it says so"
    assert "李四 的牌没有胡" in look


def test_a_called_win_is_corrected_to_its_tiles(scorer: Client, night: Session) -> None:
    record(night, Win(WinBy.DISCARD, (Winner("B", shown("23456788p", pungs="1p9p")),), "A"))
    told = {"seat": "B", "flags": "", "cell": "discard:D:hand", "concealed": "2233445566p7788m"}
    night.refresh_from_db()
    response = scorer.post(
        reverse("correct", args=[night.pk, 1, 0]), {"key": new_key(), "position": night.position, **told}
    )
    assert response.status_code == 302
    assert night.played().get().net == {"A": 0, "B": 4, "C": 0, "D": -4}


def test_one_who_also_won_is_told_by_his_tiles(scorer: Client, night: Session) -> None:
    record(night, Win(WinBy.DISCARD, (Winner("B", shown("23456788p", pungs="1p9p")),), "A"))
    asked = {"seat": "C", "how": "also", "flags": "", "concealed": "2233445566s788m"}
    page = scorer.get(reverse("correct", args=[night.pk, 1, 0]), asked, headers=HTMX).text
    page = tap(scorer, page, "7m")
    assert re.search(r'name="how" value="also" checked', page)
    told = {"seat": "C", "how": "also", "flags": "", "cell": "discard:A:hand", "concealed": "2233445566s7887m"}
    night.refresh_from_db()
    scorer.post(reverse("correct", args=[night.pk, 1, 0]), {"key": new_key(), "position": night.position, **told})
    assert night.played().get().net == {"A": -8, "B": 4, "C": 4, "D": 0}


def test_the_explanation_shows_the_tiles(scorer: Client, night: Session) -> None:
    record(night, Win(WinBy.DISCARD, (Winner("B", shown("23456788p", pungs="1p9p")),), "A"))
    page = scorer.get(reverse("why", args=[night.pk, 1, 0])).text
    assert "step-tiles" in page
    assert page.index("step-tiles") < page.index("清一色", page.index("step-tiles"))


# The end of the wall


def test_a_player_lays_out_his_tiles_at_the_end_of_the_wall(scorer: Client, night: Session) -> None:
    told = {"state-A": "not_ready", "state-B": "ready:1", "cell": "wall_out", "pad": "C"}
    page = scorer.get(address("wall", night), told, headers=HTMX).text
    assert keys(page)["done"] == ""
    page = tap(scorer, page, *["1m"] * 3, *["2m"] * 3, *["3m"] * 3, "suit:p", "5p", "5p", "7p", "7p")
    assert "听2张" in page
    page = tap(scorer, page, "done")
    assert '<input type="hidden" name="concealed-C" value="111222333m5577p">' in page
    assert 'name="state-C" value="ready:hand"' in page
    assert 'value="not_ready" checked' in page.split('name="state-A"', 2)[2].split("</label>")[0]
    tiles = {"state-C": "ready:hand", "concealed-C": "111222333m5577p", "state-D": "flower_pig"}
    response = post(scorer, "record", night, **{**told, **tiles})
    assert response.status_code == 200
    assert newest(night)["changes"] == [
        {
            "record": {
                "type": "wall_out",
                "hands": {
                    "A": {"state": "not_ready"},
                    "B": {"state": "ready", "fans": 1},
                    "C": {"state": "ready", "hand": {"concealed": "111222333m5577p"}},
                    "D": {"state": "flower_pig"},
                },
            }
        }
    ]


@pytest.mark.parametrize(
    ("tiles", "state"),
    [("147m258p369p1478p", "not_ready"), ("147m258p369s1478p", "flower_pig"), ("1m2p3s", "flower_pig")],
)
def test_a_hand_that_is_not_ready_lights_the_plain_state(
    scorer: Client, night: Session, tiles: str, state: str
) -> None:
    page = scorer.get(address("wall", night), {"pad": "C", "concealed-C": tiles}, headers=HTMX).text
    page = tap(scorer, page, "done")
    assert f'name="state-C" value="{state}" checked' in page
    assert "concealed-C" not in page


def test_a_pad_that_is_left_changes_nothing(scorer: Client, night: Session) -> None:
    told = {"state-A": "ready:hand", "concealed-A": "1112223334455p", "state-C": "not_ready", "pad": "C"}
    page = scorer.get(address("wall", night), {**told, "concealed-C": "123m"}, headers=HTMX).text
    page = tap(scorer, page, "undone")
    assert 'name="state-C" value="not_ready" checked' in page
    assert 'name="concealed-A" value="1112223334455p"' in page
    assert "concealed-C" not in page


def test_tiles_that_another_state_was_chosen_over_are_forgotten(scorer: Client, night: Session) -> None:
    told = {"state-A": "not_ready", "concealed-A": "1112223334455p"}
    assert "concealed-A" not in scorer.get(address("wall", night), told, headers=HTMX).text


def test_a_hand_that_cannot_be_ready_is_said_before_it_is_kept(scorer: Client, night: Session) -> None:
    states = {"state-A": "ready:hand", "concealed-A": "147m258p369p1478p"}
    states |= dict.fromkeys(("state-B", "state-C", "state-D"), "not_ready")
    page = scorer.get(address("wall", night), states, headers=HTMX).text
    assert "张三 的牌没叫" in page
    assert 'data-confirm="wall_out" disabled' in page
    assert post(scorer, "record", night, cell="wall_out", **states).status_code == 422


@pytest.mark.parametrize(
    "fields",
    [
        {"pad": "Z"},
        {"pad": "C", "concealed-C": "123"},
        {"pad": "C", "mode": "x"},
        {"state-C": "ready:hand"},
        {"state-C": "ready:hand", "concealed-C": "11111m"},
    ],
)
def test_a_wall_that_tells_no_hand_gets_400(scorer: Client, night: Session, fields: dict[str, str]) -> None:
    assert scorer.get(address("wall", night), fields).status_code == 400


def test_what_makes_a_form_a_tap_leaves_the_address(scorer: Client, night: Session) -> None:
    told = {"csrfmiddlewaretoken": "x", "key": "k", "position": "1", "pad": "C", "state-A": "not_ready"}
    response = scorer.get(address("wall", night), told)
    assert response["Location"] == f"{address('wall', night)}?pad=C&state-A=not_ready"


def test_the_end_of_the_wall_is_corrected_with_its_tiles(scorer: Client, night: Session) -> None:
    ready = HandState(WallState.READY, shown("111222333m5577p"))
    hands = {**nobody_ready("B", "C", "D").hands, "A": ready}
    record(night, WallOut(hands))
    page = scorer.get(reverse("why", args=[night.pk, 1, 0]), headers=HTMX).text
    assert "听5筒" in page
    assert 'name="concealed-A" value="111222333m5577p"' in page
    told = {f"state-{seat}": "not_ready" for seat in "BCD"} | {"state-A": "ready:hand"}
    told |= {"concealed-A": "111222333m5577p", "cell": "wall_out", "pad": "B"}
    page = scorer.get(reverse("correct", args=[night.pk, 1, 0]), told, headers=HTMX).text
    assert "data-confirm" not in page, "nothing is confirmed while tiles are being laid out"
    page = tap(scorer, page, "1m", "suit:p", "1p", "suit:s", "1s", "done")
    assert 'data-confirm="correction"' in page


def test_lines_and_files_say_which_wait_was_paid_for(scorer: Client, night: Session) -> None:
    ready = HandState(WallState.READY, shown("111222333m5577p"))
    record(night, WallOut({**nobody_ready("B", "C", "D").hands, "A": ready}))
    assert "张三听57筒，按5筒" in scorer.get(address("table", night)).text
    assert "听5筒" in scorer.get(address("ledger_csv", night)).getvalue().decode()
    assert "听5筒" in scorer.get(address("ledger", night)).text
